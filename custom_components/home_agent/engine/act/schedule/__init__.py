"""What is not for now: written down before it is promised, and done in its time."""

from .plan_executor import OnBehalf, PlanExecutor, for_nobody
from .schedule_backend import DeferredStep, ScheduleBackend
from .wakeup import Clock, LoopClock, SchedulerContext

__all__ = [
    "Clock",
    "DeferredStep",
    "LoopClock",
    "OnBehalf",
    "PlanExecutor",
    "ScheduleBackend",
    "SchedulerContext",
    "for_nobody",
]
