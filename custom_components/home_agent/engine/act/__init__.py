"""Plan → outcomes. The only room that calls services."""

from .carry_out import Actor
from .gate import Gate
from .later.alarm import Clock, LoopClock, Waking
from .later.diary import Diary, OnBehalf, in_no_name
from .later.keeper import Keeper
from .readiness import ready

__all__ = [
    "Actor",
    "Clock",
    "Diary",
    "Gate",
    "Keeper",
    "LoopClock",
    "OnBehalf",
    "Waking",
    "in_no_name",
    "ready",
]
