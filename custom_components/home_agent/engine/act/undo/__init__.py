"""What was done lately, how things were before, and how they get back there."""

from .journal import Journal, record_entries
from .undoer import Undoer

__all__ = ["Journal", "Undoer", "record_entries"]
