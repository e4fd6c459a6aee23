"""What was done lately, how things were before, and how they get back there."""

from .journal import Journal, deeds_of
from .taking_back import Undoer

__all__ = ["Journal", "Undoer", "deeds_of"]
