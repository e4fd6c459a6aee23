"""Keeping an eye on the home: what people want to be told of, and what happened lately."""

from .watch import Watch, WatchSettings

__all__ = ["Watch", "WatchSettings"]
