"""Plan → outcomes. The only room that calls services."""

from .gate import Gate
from .preparation import prepare_plan
from .schedule.plan_executor import OnBehalf, PlanExecutor, for_nobody
from .schedule.schedule_backend import ScheduleBackend
from .schedule.wakeup import Clock, LoopClock, SchedulerContext
from .step_executor import StepExecutor

__all__ = [
    "Clock",
    "Gate",
    "LoopClock",
    "OnBehalf",
    "PlanExecutor",
    "ScheduleBackend",
    "SchedulerContext",
    "StepExecutor",
    "for_nobody",
    "prepare_plan",
]
