"""An automation of the home itself: when, on what condition, and what is done then.

Unlike a watch or a plan of ours it is carried out by Home Assistant, also while we are not there,
and its owner finds it among the others.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..conditions import Condition
from ..errors import PersonError
from ..home import ServiceCall
from ..triggers import ConditionTrigger, RecurringTrigger, SunTrigger

_LONGEST_NAME = 100
ID_PREFIX = "home_agent_"
"""What the id of each automation begins with that we wrote: no other is changed or removed."""

REVISION_PREFIX = "automation_was_"
"""What the id begins with by which an automation is put back as it was."""

LABEL = "home_agent"
"""The label that our automations carry, for people to find them by."""

MODES = ("single", "restart", "queued", "parallel")
type Mode = Literal["single", "restart", "queued", "parallel"]
type AutomationTrigger = ConditionTrigger | RecurringTrigger | SunTrigger


class NotAnAutomationError(PersonError):
    """Home Assistant has no such automation, or we know no way to write it; `why` says what."""

    def __init__(self, why: str) -> None:
        """One of the words that `speak.automations` has a sentence for."""
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """An action that waits for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGuard:
    """An action that ends the run unless a condition holds."""

    condition: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class NotifyAction:
    """An action that sends a message, by the ways that are set for this home."""

    message: str = ""
    """In the words of whoever asked for it; else we tell what has become so."""

    ways: tuple[str, ...] = ()
    """Names of `act.messenger`; empty: as it is set."""


type AutomationAction = ServiceCall | Pause | ConditionGuard | NotifyAction


@dataclass(frozen=True, slots=True, kw_only=True)
class Automation:
    """Triggers, a condition, and what is done each time one of them fires."""

    triggers: tuple[AutomationTrigger, ...]
    actions: tuple[AutomationAction, ...]
    condition: Condition | None = None
    """What must be so when a trigger fires."""

    automation_id: str = ""
    """Given to it when it is made."""

    alias: str = ""
    description: str = ""
    mode: Mode = "single"

    @property
    def calls(self) -> tuple[ServiceCall, ...]:
        """Its service calls."""
        return tuple(action for action in self.actions if isinstance(action, ServiceCall))

    @property
    def conditions(self) -> Iterator[Condition]:
        """Every condition in its triggers and actions, and its own."""
        yield from (
            trigger.condition for trigger in self.triggers if isinstance(trigger, ConditionTrigger)
        )
        if self.condition is not None:
            yield self.condition
        yield from (
            action.condition for action in self.actions if isinstance(action, ConditionGuard)
        )

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """Every entity that it reads or acts on, once each."""
        seen = (entity_id for condition in self.conditions for entity_id in condition.entity_ids)
        touched = (target for call in self.calls for target in call.targets)
        return tuple(dict.fromkeys((*seen, *touched)))


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomationWords:
    """What an automation is called and does, in the language of whoever asked for it."""

    alias: str
    description: str
    message: str
    """What is told when it happens, where nobody said what."""


def shorten_name(words: str) -> str:
    """What an automation does, as its name: at a word's end where it is too long for one."""
    if len(words) <= _LONGEST_NAME:
        return words
    return f"{words[: _LONGEST_NAME - 1].rpartition(' ')[0].rstrip(' ,;:')}…"


def is_our_name(alias: str, description: str) -> bool:
    """Whether its name is made from its description, and so chosen by nobody."""
    return shorten_name(description) == alias or description[:_LONGEST_NAME] == alias


def is_our_id(automation_id: str) -> bool:
    """Whether an id is one that we gave."""
    return re.fullmatch(rf"{ID_PREFIX}[0-9a-f]{{12}}", automation_id) is not None


def is_revision_id(planned_id: str) -> bool:
    """Whether an id is that of an earlier revision."""
    return planned_id.startswith(REVISION_PREFIX)
