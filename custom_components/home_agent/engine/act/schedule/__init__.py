"""What is for later: stored before it is promised, and done in its time."""

from .scheduler import (
    DeferredStep,
    DelegatingBackend,
    OnBehalf,
    ScheduleBackend,
    Scheduler,
    for_nobody,
)
from .settings import SchedulerContext
from .wakeup import Clock, LoopClock

__all__ = [
    "Clock",
    "DeferredStep",
    "DelegatingBackend",
    "LoopClock",
    "OnBehalf",
    "ScheduleBackend",
    "Scheduler",
    "SchedulerContext",
    "for_nobody",
]
