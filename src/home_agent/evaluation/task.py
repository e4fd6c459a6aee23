"""One sentence to be scored, with the home that it is said in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from home_agent.engine.home.model import NOTHING

from ..simulated.inventory import Inventory
from .expectation import Expectation


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The home that tasks are about, and the language that is spoken in it."""

    inventory: Inventory
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """How an entity is to begin, other than the inventory says."""

    state: Any = None
    attributes: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A sentence, where and when it is said, and what must come of it."""

    task_id: str
    category: str
    sentence: str
    house: House
    expected: Expectation
    setup: Mapping[str, Overlay] = field(default_factory=lambda: NOTHING)
    said_before: tuple[str, ...] = ()
    """What was said before it in the same conversation."""

    area_id: str | None = None
    """The room that the speaker is in."""

    now: datetime | None = None
    """The time that it is in the home; nothing means the machine's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableTask:
    """A task, or a whole file of them, that makes no sense. It counts as failed."""

    task_id: str
    category: str
    sentence: str = ""
    problem: str


type Entry = Task | UnreadableTask
