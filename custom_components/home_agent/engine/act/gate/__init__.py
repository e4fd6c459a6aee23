"""Who may do what, and what is asked about first: one gate for everyone who wants something."""

from .judgement import Decision, Gate, hidden
from .reach import named_in
from .spelling import spelt

__all__ = ["Decision", "Gate", "hidden", "named_in", "spelt"]
