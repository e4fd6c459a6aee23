"""Outcomes → words, in the speaker's language. Words are made of what was seen, never of plans."""

from .announcements import announce
from .choices import ask_which
from .confirmations import Ask
from .explanations import tell_why, tell_why_unasked
from .moments import length
from .phrases import phrase
from .planned import planned_in_words
from .proposals import propose
from .refusals import refuse
from .remarks import with_remarks
from .report import Report, report
from .social import tell_help, tell_sum

__all__ = [
    "Ask",
    "Report",
    "announce",
    "ask_which",
    "length",
    "phrase",
    "planned_in_words",
    "propose",
    "refuse",
    "report",
    "tell_help",
    "tell_sum",
    "tell_why",
    "tell_why_unasked",
    "with_remarks",
]
