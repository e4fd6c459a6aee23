"""What is not for now: written down before it is promised, and done in its time."""

from .alarm import Clock, LoopClock, Waking
from .plan_executor import OnBehalf, PlanExecutor, in_no_name
from .schedule_backend import KeptStep, ScheduleBackend

__all__ = [
    "Clock",
    "KeptStep",
    "LoopClock",
    "OnBehalf",
    "PlanExecutor",
    "ScheduleBackend",
    "Waking",
    "in_no_name",
]
