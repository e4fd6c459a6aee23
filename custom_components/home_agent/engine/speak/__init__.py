"""Outcomes → words, in the speaker's language. Words are made of what was seen, never of plans."""

from .announcements import announce
from .choices import ask_which
from .moments import length
from .phrases import phrase
from .proposals import propose
from .refusals import refuse
from .report import Report, report
from .whys import tell_why

__all__ = [
    "Report",
    "announce",
    "ask_which",
    "length",
    "phrase",
    "propose",
    "refuse",
    "report",
    "tell_why",
]
