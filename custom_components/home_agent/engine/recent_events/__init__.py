"""What happened lately: remembered in bounds, folded, and ranked by what matters to people."""

from .ranking import ranked
from .recent_events import RecentEvents, happenings_in

__all__ = ["RecentEvents", "happenings_in", "ranked"]
