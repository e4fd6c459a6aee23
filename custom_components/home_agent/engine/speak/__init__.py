"""Outcomes → words, in the speaker's language. Words are made of what was seen, never of plans."""

from .choices import ask_which
from .refusals import refuse
from .report import Report, report

__all__ = ["Report", "ask_which", "refuse", "report"]
