"""What is not for now: written down before it is promised, and done in its time."""

from .alarm import Clock, LoopClock, Waking
from .diary import Diary, OnBehalf, in_no_name
from .keeper import Keeper, KeptStep

__all__ = ["Clock", "Diary", "Keeper", "KeptStep", "LoopClock", "OnBehalf", "Waking", "in_no_name"]
