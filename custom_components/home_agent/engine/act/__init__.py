"""Plan → outcomes. The only room that calls services."""

from .audit import Audit
from .gate import Gate
from .messenger import Messenger
from .plan_executor import PlanExecutor
from .preparation import prepare_plan
from .schedule import (
    Clock,
    DelegatingBackend,
    LoopClock,
    OnBehalf,
    ScheduleBackend,
    Scheduler,
    SchedulerContext,
    for_nobody,
)
from .step_executor import StepExecutor

__all__ = [
    "Audit",
    "Clock",
    "DelegatingBackend",
    "Gate",
    "LoopClock",
    "Messenger",
    "OnBehalf",
    "PlanExecutor",
    "ScheduleBackend",
    "Scheduler",
    "SchedulerContext",
    "StepExecutor",
    "for_nobody",
    "prepare_plan",
]
