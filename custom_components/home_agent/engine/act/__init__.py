"""Plan → outcomes. The only room that calls services."""

from .alarm import Clock, LoopClock, Waking
from .carry_out import Actor
from .diary import Diary, OnBehalf, in_no_name
from .gate import Gate
from .readiness import ready

__all__ = [
    "Actor",
    "Clock",
    "Diary",
    "Gate",
    "LoopClock",
    "OnBehalf",
    "Waking",
    "in_no_name",
    "ready",
]
