"""How things are, in people's words, and what each domain and device class calls it.

A condition is a word such as "open" or "low"; a state is what Home Assistant has for it. Of some
things a word is properly said ("the door is open"); of others it is said in a loose way ("the
motion sensor is on"), and only meant where nothing fits properly.
"""

from collections.abc import Iterable, Mapping

from ...home import Entity
from ...home.domains import DOMAINS, all_classes
from ...home.model import UNAVAILABLE
from ..resolve.concepts import kinds_in

type _States = Mapping[str, frozenset[str]]

_ON = frozenset({"on"})
_OFF = frozenset({"off"})
_NOT_CLOSED = frozenset({"open", "opening", "closing"})
# What covers a window, of any class.
_AWNING = "cover.awning"
_HANGING = [f"{name}.{kind.name}" for name, kind in all_classes() if kind.window_covering]
# What washing machines, ovens and the like call it, each maker in its own way.
AT_WORK = frozenset(
    {"cleaning", "cooking", "drying", "in_use", "on", "program_running", "rinsing", "run"}
    | {"running", "spinning", "start", "washing"}
)
THROUGH = frozenset(
    {"complete", "completed", "done", "end", "end_of_cycle", "ended", "finish", "finished"}
    | {"idle", "inactive", "none", "off", "power_off", "program_ended", "ready", "standby"}
    | {"stop", "stopped"}
)


def _tabulated(
    entries: Iterable[tuple[str, str, frozenset[str]]],
) -> dict[str, dict[str, frozenset[str]]]:
    table: dict[str, dict[str, frozenset[str]]] = {}
    for word, key, states in entries:
        table.setdefault(word, {})[key] = states
    return table


# By the word for it, then by domain or domain and class, the states that it means.
_PROPER: Mapping[str, _States] = _tabulated(
    (
        *(
            (word, name, states)
            for name, domain in DOMAINS.items()
            for word, states in domain.conditions.items()
        ),
        *(
            (word, f"{name}.{kind.name}", states)
            for name, kind in all_classes()
            for words, states in ((kind.on, _ON), (kind.off, _OFF))
            for word in words
        ),
    )
)

# What is said of every detector says least of one.
_BY_PRECISION = sorted(_PROPER, key=lambda word: word in ("detected", "clear"))

_LOOSE: Mapping[str, _States] = _tabulated(
    (
        *(
            (word, name, states)
            for name, domain in DOMAINS.items()
            for word, states in domain.loose_conditions.items()
        ),
        ("running", "sensor.enum", AT_WORK),
        ("stopped", "sensor.enum", THROUGH),
        ("disconnected", "*", frozenset({UNAVAILABLE})),
    )
)

# What can only be said of a reading of its own: the measure, and the values that it means.
_OF_A_MEASURE: Mapping[str, tuple[str, frozenset[str]]] = {
    "heating": ("action", frozenset({"heating", "preheating"})),
    "cooling": ("action", frozenset({"cooling"})),
    "drying": ("action", frozenset({"drying"})),
    "muted": ("muted", frozenset({"True"})),
    "oscillating": ("oscillating", frozenset({"True"})),
}
_MODES: Mapping[str, _States] = {
    "heating": {"climate": frozenset({"heat", "heat_cool"})},
    "cooling": {"climate": frozenset({"cool", "heat_cool"})},
    "drying": {"climate": frozenset({"dry"})},
    # An awning that is out gives shade, as a blind does that is down.
    "extended": {_AWNING: _NOT_CLOSED} | dict.fromkeys(_HANGING, frozenset({"closed"})),
    "retracted": {_AWNING: frozenset({"closed"})} | dict.fromkeys(_HANGING, _NOT_CLOSED),
}

# By class of a binary sensor: what is said when it is on, and when it is off.
_SAID_OF: Mapping[str | None, tuple[str, str]] = {
    kind.name: (kind.on[0], kind.off[0]) for _, kind in all_classes() if kind.on
}

OPPOSITES = {"connected": "disconnected"}
"""Conditions of which only the opposite can be seen in a loose way: what can be reached."""


def states_meaning(word: str, entity: Entity) -> frozenset[str]:
    """The states in which an entity is as the word says; none if it cannot be so at all."""
    return proper_states(word, entity) or loose_states(word, entity)


def proper_states(word: str, entity: Entity) -> frozenset[str]:
    """The states in which the word is properly said of an entity."""
    return _found(_PROPER, word, entity) or _found(_MODES, word, entity)


def loose_states(word: str, entity: Entity) -> frozenset[str]:
    """The states in which the word is said of an entity for want of a better one."""
    return _found(_LOOSE, word, entity)


def of_a_measure(word: str) -> tuple[str, frozenset[str]] | None:
    """The measure that tells whether something is as the word says, and its values."""
    return _OF_A_MEASURE.get(word)


def is_of_a_place(word: str) -> bool:
    """Whether a word is said of a room as it is of the sensor there: "the office is occupied"."""
    return word in _PROPER and all(key.startswith("binary_sensor.") for key in _PROPER[word])


def word_meaning(entity: Entity, states: frozenset[str]) -> str | None:
    """The word that means just these states of an entity; None if there is none."""
    own = DOMAINS[entity.domain].conditions if entity.domain in DOMAINS else ()
    words = (*own, *_BY_PRECISION)
    return next((word for word in words if _found(_PROPER, word, entity) == states), None)


def word_for(entity: Entity, state: str) -> str | None:
    """The condition that says most of a state; None where the state speaks for itself."""
    if entity.domain == "binary_sensor" and entity.device_class in _SAID_OF:
        on, off = _SAID_OF[entity.device_class]
        return {"on": on, "off": off}.get(state)
    if entity.domain != "update" and state in ("on", "off"):
        return state
    fitting = [
        (len(states), word)
        for word in _PROPER
        if state in (states := _found(_PROPER, word, entity))
    ]
    return min(fitting)[1] if fitting else None


def _found(table: Mapping[str, _States], word: str, entity: Entity) -> frozenset[str]:
    states = table.get(word, {})
    nothing: frozenset[str] = frozenset()
    return (
        states.get(f"{entity.domain}.{entity.device_class}")
        or (states.get(_AWNING, nothing) if _is_awning_by_name(entity) else nothing)
        or states.get(entity.domain)
        or states.get("*", nothing)
    )


def _is_awning_by_name(entity: Entity) -> bool:
    """Whether a cover that says no class is called an awning."""
    unclassed = entity.domain == "cover" and entity.device_class is None
    return unclassed and any(_AWNING in kinds_in(name) for name in entity.names)
