"""What is for later: stored before it is promised, and done in its time.

- `scheduler`: jobs and timers of a home, and the protocol of whoever sees to them.
- `schedule`, `timers`: jobs and timers, added, listed and cancelled.
- `job_runner`, `condition_monitor`, `wakeup`: what is due, what has become so, and when to look.
- `occurrence`: a trigger and the time → a moment.
- `precheck`, `restoration`: what will stand in the way, and what puts things back.
- `stored_values`, `documents`: how they are stored. `settings`: what is set.
"""

from .scheduler import (
    AuthorityScope,
    DeferredStep,
    DelegatingBackend,
    ScheduleBackend,
    Scheduler,
    for_nobody,
)
from .settings import SchedulerContext
from .wakeup import Clock, LoopClock

__all__ = [
    "AuthorityScope",
    "Clock",
    "DeferredStep",
    "DelegatingBackend",
    "LoopClock",
    "ScheduleBackend",
    "Scheduler",
    "SchedulerContext",
    "for_nobody",
]
