"""Plan → outcomes. The only room that calls services."""

from .gate import Gate
from .later.alarm import Clock, LoopClock, Waking
from .later.plan_executor import OnBehalf, PlanExecutor, in_no_name
from .later.schedule_backend import ScheduleBackend
from .readiness import ready
from .step_executor import StepExecutor

__all__ = [
    "Clock",
    "Gate",
    "LoopClock",
    "OnBehalf",
    "PlanExecutor",
    "ScheduleBackend",
    "StepExecutor",
    "Waking",
    "in_no_name",
    "ready",
]
