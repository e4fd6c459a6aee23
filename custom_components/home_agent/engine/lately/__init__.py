"""What happened lately: remembered in bounds, folded, and ranked by what matters to people."""

from .memory import Lately, happenings_in
from .ranking import ranked

__all__ = ["Lately", "happenings_in", "ranked"]
