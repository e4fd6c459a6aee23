"""What happened lately: remembered in bounds, folded, and ranked by what matters to people."""

from .ranking import rank_events
from .recent_events import RecentEvents, events_in

__all__ = ["RecentEvents", "events_in", "rank_events"]
