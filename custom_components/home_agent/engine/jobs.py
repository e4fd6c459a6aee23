"""What is kept for another time: jobs with their trigger, and timers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from .authority import Authority
from .conditions import Condition
from .home import State
from .home.model import NOTHING
from .plan import CallStep, PlayStep
from .triggers import ConditionTrigger, Notice, Trigger


class Phase(StrEnum):
    """How far a job has come."""

    WAITING = "waiting"
    BEGUN = "begun"
    """Being done: whoever finds it so after a crash cannot know whether it was."""

    INTERRUPTED = "interrupted"
    """Found begun after a crash: it may or may not have happened, and is not tried again."""

    MISSED = "missed"
    """Its time went by while nobody was there to do it."""

    BLOCKED = "blocked"
    """Its time went by while it could not be marked as begun, without which it is not begun."""

    PAUSED = "paused"
    """Not done until somebody has it go on."""

    OVER = "over"
    """Done for good, and kept only so that the settings, where it still stands, do not begin it."""


NOT_DONE = frozenset({Phase.INTERRUPTED, Phase.MISSED, Phase.BLOCKED})
"""What is told once, and never done."""

TO_COME = frozenset({Phase.WAITING, Phase.PAUSED})
"""What can still be called off, or moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Something to do at another time, and all that doing it takes."""

    job_id: str
    steps: tuple[CallStep | PlayStep, ...] = ()
    before: Mapping[str, State] = field(default_factory=lambda: NOTHING)
    """Where there are no steps, how things are to be again, by entity id."""

    switches_off: bool = False
    """Whether that is off, whatever they were when it was asked for."""

    trigger: Trigger
    due: datetime | None = None
    """The next moment to do it, None if only a condition tells."""

    end: Trigger | None = None
    """When all is to be as it was before."""

    condition: Condition | None = None
    """What must be so by then."""

    notice: Notice | None = None
    """What to tell somebody then."""

    was_so: bool = False
    """What was last known of the condition that it waits for."""

    seen: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """How things were that it waits to see change."""

    last: datetime | None = None
    """When it was last done."""

    authority: Authority
    made: datetime
    phase: Phase = Phase.WAITING

    @property
    def is_set(self) -> bool:
        """Whether it is one of the settings, and not something that somebody asked for."""
        return self.notice is not None and bool(self.notice.name)

    @property
    def owner(self) -> str | None:
        """Whose it is, None if it is the household's."""
        return self.authority.user_id

    @property
    def looked_at(self) -> frozenset[str]:
        """Everything that it touches, or that it depends on."""
        waits_for = self.trigger.condition if isinstance(self.trigger, ConditionTrigger) else None
        conditions = (
            condition for condition in (waits_for, self.condition) if condition is not None
        )
        return frozenset(self.entity_ids).union(*(condition.entity_ids for condition in conditions))

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What it is about; a watch is also about what it watches."""
        touched = (
            target
            for step in self.steps
            for target in (step.call.targets if isinstance(step, CallStep) else (step.player,))
        )
        watched: tuple[str, ...] = ()
        if self.notice is not None and isinstance(self.trigger, ConditionTrigger):
            watched = self.trigger.condition.entity_ids
        return tuple(dict.fromkeys((*touched, *self.before, *watched)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Timer:
    """A countdown that somebody asked for."""

    timer_id: str
    name: str = ""
    length: int
    """The seconds that it was started for."""

    ends: datetime | None
    """None while it is paused."""

    left: float = 0
    """While it is paused: the seconds to go."""

    authority: Authority
    """Who asked for it, and where."""

    made: datetime

    @property
    def owner(self) -> str | None:
        """Whose it is, None if it is the household's."""
        return self.authority.user_id
