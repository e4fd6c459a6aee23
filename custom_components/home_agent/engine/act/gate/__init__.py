"""Who may do what, and what is asked about first: one gate for everyone who wants something."""

from .judgement import Decision, Gate, hidden_reason
from .reach import find_entity_ids

__all__ = ["Decision", "Gate", "find_entity_ids", "hidden_reason"]
