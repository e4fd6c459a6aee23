"""Who may do what, and what is asked about first: one gate for everyone who wants something."""

from .judgement import Decision, Gate, hidden

__all__ = ["Decision", "Gate", "hidden"]
