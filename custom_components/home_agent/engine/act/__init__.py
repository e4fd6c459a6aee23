"""Plan → outcomes. The only room that calls services.

- `plan_executor`: a whole plan, now and later. `step_executor`: its steps for now.
- `preparation`: what of a plan is done now, and in what order. `sequence`: steps in order.
- `service_caller`: one call: `gate`, `validation`, the call, `verification`, `side_effects`.
- `expectation`, `fitting`, `response_times`: what a call should bring about, what fits, how soon.
- `query`, `entries`, `conditions`, `media_search`: states, lists and conditions, read.
- `schedule`: what is for later. `undo`: what was done, taken back. `audit`: what was done, kept.
- `automations`: what the home itself is to do, written into it.
- `messenger`, `plain_messages`: what people are told, by the ways that are set.
"""

from .audit import Audit
from .gate import Gate
from .messenger import Messenger
from .plan_executor import PlanExecutor
from .preparation import prepare_plan
from .schedule import (
    AuthorityScope,
    Clock,
    DelegatingBackend,
    LoopClock,
    ScheduleBackend,
    Scheduler,
    SchedulerContext,
    for_nobody,
)
from .step_executor import StepExecutor

__all__ = [
    "Audit",
    "AuthorityScope",
    "Clock",
    "DelegatingBackend",
    "Gate",
    "LoopClock",
    "Messenger",
    "PlanExecutor",
    "ScheduleBackend",
    "Scheduler",
    "SchedulerContext",
    "StepExecutor",
    "for_nobody",
    "prepare_plan",
]
