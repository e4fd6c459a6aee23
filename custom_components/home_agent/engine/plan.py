"""What to do, as data: resolved, ordered, and not yet done.

The grammar makes plans; a model's tool call, a schedule and an automation will make the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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
class QueryStep:
    """Look at some entities, and tell which are in one of the wanted states."""

    entity_ids: tuple[str, ...]
    wanted: frozenset[str] = frozenset()
    """Empty: nothing in particular is asked, so all of them match."""

    attribute: str | None = None
    """What to tell of them, where it is not their state."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyStep:
    """Only say something."""

    wording: Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalStep:
    """Part of what was asked cannot be done here; the wording names one of the errors."""

    wording: Wording


type Step = CallStep | QueryStep | ReplyStep | RefusalStep


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
