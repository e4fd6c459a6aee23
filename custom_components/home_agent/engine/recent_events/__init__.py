"""What happened lately: remembered in bounds, summarized, and ranked by what matters to people.

- `recent_events`: the memory. `figures`: whether a figure moved notably.
- `kinds`: what changes of an entity mean. `summary`: all events of an entity as one. `ranking`.
"""

from .ranking import rank_events
from .recent_events import RecentEvents, events_in

__all__ = ["RecentEvents", "events_in", "rank_events"]
