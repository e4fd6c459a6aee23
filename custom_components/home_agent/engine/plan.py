"""What to do, as data: resolved, ordered, and not yet done.

The grammar makes plans; a model's tool call, a schedule and an automation will make the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .home import ServiceCall
from .home.model import NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How the intents project would word the answer, should everything go well."""

    intent: str
    response: str = "default"
    slots: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallStep:
    """Ask the home to change something."""

    call: ServiceCall
    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A figure that a reading is held against."""

    value: float
    above: bool | None
    """Whether more is asked for, or less; nothing if just so much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryStep:
    """Look at some entities, and tell which are as asked.

    Where neither states, a bound nor an extreme are asked for, all of them match.
    """

    entity_ids: tuple[str, ...]
    wanted: frozenset[str] = frozenset()
    """The states, or values of the attribute, that are asked for."""

    negated: bool = False
    """Whether what is asked for is any other state than these."""

    attribute: str | None = None
    """What to tell of them, where it is not their state: one of `home.measures`."""

    bound: Bound | None = None
    extreme: Literal["highest", "lowest"] | None = None
    """Only the one with the highest or lowest reading matches."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadStep:
    """Ask the home for what it keeps apart from states: items, events, forecasts.

    The call only reads. It is no action, and is not told as one.
    """

    call: ServiceCall
    search: tuple[frozenset[str], ...] = ()
    """For each word that an entry must have, the forms that it may take."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyStep:
    """Only say something."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalStep:
    """Part of what was asked cannot be done here; the wording names one of the errors."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoStep:
    """Take back what was done last."""

    count: int = 1
    """How many commands."""

    wording: Wording = Wording(intent="")


type Step = CallStep | QueryStep | ReadStep | ReplyStep | RefusalStep | UndoStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Steps in order, each with the words to report it in."""

    steps: tuple[Step, ...]


def entities_of(plan: Plan) -> tuple[str, ...]:
    """Every entity that a plan touches or looks at, once each."""
    ids = (
        entity_id
        for step in plan.steps
        for entity_id in (
            step.call.targets
            if isinstance(step, CallStep)
            else step.entity_ids
            if isinstance(step, QueryStep)
            else ()
        )
    )
    return tuple(dict.fromkeys(ids))
