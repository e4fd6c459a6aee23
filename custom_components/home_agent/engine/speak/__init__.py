"""Outcomes → words, in the speaker's language. Words are made of what was seen, never of plans."""

from .announcements import announce
from .confirmations import ConfirmationMode
from .explanations import add_remarks, tell_why, tell_why_unasked
from .jobs import planned_in_words
from .phrases import join_sentences, phrase
from .questions import ask_which, propose
from .refusals import refuse
from .report import Report, report
from .social import tell_help, tell_sum
from .times import tell_length

__all__ = [
    "ConfirmationMode",
    "Report",
    "add_remarks",
    "announce",
    "ask_which",
    "join_sentences",
    "phrase",
    "planned_in_words",
    "propose",
    "refuse",
    "report",
    "tell_help",
    "tell_length",
    "tell_sum",
    "tell_why",
    "tell_why_unasked",
]
