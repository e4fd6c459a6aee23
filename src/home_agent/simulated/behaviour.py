"""What the behaviour of a domain is: how its entities begin, look, act and change by themselves.

An entity is a mapping of facts: its state, its attributes, and what it remembers but does not
show, such as the brightness of a lamp that is off. Behaviours are pure: they are shown the facts
and say what becomes of them; the home keeps the facts and tells everyone.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntFlag
from typing import Any, Never

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home.model import NOTHING, UNKNOWN
from home_agent.engine.home.service import ServiceCall

from .arguments import Argument
from .readers import Outside

type Facts = Mapping[str, Any]

TRAVEL = "travel"
"""The one fact that every entity has and none shows: how many seconds it moves end to end."""


class InvalidFactError(Exception):
    """Something in an inventory does not fit the domain; the home adds where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTarget:
    """An entity of whom something is asked."""

    entity_id: str
    facts: Facts
    now: datetime

    @property
    def state(self) -> str:
        """Its state, as its behaviour remembers it."""
        return str(self.facts["state"])

    @property
    def features(self) -> int:
        """Its abilities."""
        return int(self.facts.get("supported_features") or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionEffect:
    """What comes of a call for one entity."""

    changes: Facts = field(default_factory=lambda: NOTHING)
    response: Mapping[str, Any] | None = None
    calls: tuple[ServiceCall, ...] = ()
    """What it asks of its home in turn, while its state stays what the changes made it."""

    afterwards: Facts = field(default_factory=lambda: NOTHING)
    """What changes once those calls are through."""


type ActionFunction = Callable[[ActionTarget, Mapping[str, Any]], ActionEffect]
"""Says what comes of an action with this data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedAction:
    """Something that entities of a domain can be asked to do."""

    run: ActionFunction
    takes: tuple[Argument, ...] | None = ()
    """Nothing by default; `None` is anything at all."""

    features: tuple[int, ...] | None = None
    """As in `Service`: all bits of at least one of these; `None` is what the domain says."""

    check: Callable[[Mapping[str, Any]], None] | None = None
    """What only shows when all data is looked at together; raises `InvalidDataError`."""

    responds: bool = False


def _as_given(given: Facts, _now: datetime) -> Facts:
    return {**given, "state": spoken_state(given) or UNKNOWN}


def _never(_facts: Facts) -> datetime | None:
    return None


def _unmoved(_subject: ActionTarget) -> Facts:
    return NOTHING


def _by_state(_state: str, _wanted: Facts) -> Iterable[tuple[str, Facts]]:
    return ()


def show_all(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    """Show every fact."""
    return facts["state"], {name: value for name, value in facts.items() if name != "state"}


def show_all_but(*hidden: str) -> Callable[[Facts, datetime], tuple[str, dict[str, Any]]]:
    """Show every fact but some that are only remembered."""
    secret = frozenset({"state", *hidden})

    def show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
        shown = {name: value for name, value in facts.items() if name not in secret}
        return facts["state"], shown

    return show


def _asks_nothing(_facts: Facts) -> Iterable[ServiceCall]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """How the entities of one domain behave. The defaults make a reading that nobody can set."""

    domain: str
    features: type[IntFlag] | None = None
    always: int = 0
    """What everything with any ability can do, even if its list of features forgets it."""

    corrections: Mapping[str, Callable[[Outside], Outside]] = field(default_factory=dict)
    """By key, what makes a piece that fits of one that does not."""

    actions: Mapping[str, SimulatedAction] = field(default_factory=dict)
    begin: Callable[[Facts, datetime], Facts] = _as_given
    """From what the inventory gives to the facts at the start; raises `InvalidFactError`."""

    show: Callable[[Facts, datetime], tuple[str, dict[str, Any]]] = show_all
    """From facts to the state and attributes that everyone sees."""

    wakes: Callable[[Facts], datetime | None] = _never
    """When it next changes by itself."""

    wake: Callable[[ActionTarget], Facts] = _unmoved
    """What then changes."""

    reproduce: Callable[[str, Facts], Iterable[tuple[str, Facts]]] = _by_state
    """The services, with data, that lead to a state and attributes that a scene wants."""

    routine: Callable[[Facts], Iterable[ServiceCall]] = _asks_nothing
    """What it asks of the home in turn, whenever it runs."""

    own_service: str | None = None
    """The action that each entity also offers under its own name, as scripts do."""


def become(**changes: Outside) -> ActionEffect:
    """Change some facts."""
    return ActionEffect(changes=changes)


def always(**changes: Outside) -> ActionFunction:
    """Run an action that changes the same facts whatever is asked."""
    effect = ActionEffect(changes=changes)
    return lambda _subject, _data: effect


def refuse(message: str) -> Never:
    """Say no, in Home Assistant's words."""
    raise CallRefusedError(message)


def spoken_state(given: Facts) -> str | None:
    """The state that an inventory gives, as text; `None` if it gives none.

    The test sentences of the intents project give two: what is said of it, and what it is.
    """
    match given.get("state"):
        case None:
            return None
        case bool() as state:
            return "on" if state else "off"
        case {"out": state}:
            return spoken_state({"state": state})
        case Mapping() | list():
            raise InvalidFactError("state must be a word or a number")
        case state:
            return str(state)


def given_number(given: Facts, name: str, default: float | None = None) -> float | None:
    """A number that an inventory gives, perhaps as text."""
    value = given.get(name)
    if value is None:
        return default
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError) as error:
        raise InvalidFactError(f"{name} must be a number, not {value!r}") from error
    if not math.isfinite(number):
        raise InvalidFactError(f"{name} must be a number, not {value!r}")
    return int(number) if number.is_integer() and not isinstance(value, float) else number


def given_words(given: Facts, name: str) -> list[str]:
    """A list of words that an inventory gives; empty where it gives none."""
    value = given.get(name)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise InvalidFactError(f"{name} must be a list, not {value!r}")
    return [str(word) for word in value]


def sum_of[F: IntFlag](flags: Mapping[F, bool]) -> int:
    """The abilities of which there is a sign."""
    return sum(int(flag) for flag, sign in flags.items() if sign)
