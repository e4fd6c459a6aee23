"""How things are, in people's words, and what each domain and device class calls it.

A condition is a word such as "open" or "low"; a state is what Home Assistant has for it. Of some
things a word is properly said ("the door is open"); of others it is said in a loose way ("the
motion sensor is on"), and only meant where nothing fits properly.
"""

from collections.abc import Mapping

from ...home import Entity
from ...home.model import UNAVAILABLE

type _States = Mapping[str, frozenset[str]]

_ON = frozenset({"on"})
_OFF = frozenset({"off"})
_NOT_OFF_CLIMATE = frozenset({"auto", "cool", "dry", "fan_only", "heat", "heat_cool"})
_AWAKE = frozenset({"on", "idle", "playing", "paused", "buffering"})
_HEATERS = frozenset({"eco", "electric", "gas", "heat_pump", "high_demand", "performance", "on"})
_ARMED = frozenset(
    f"armed_{mode}" for mode in ("away", "home", "night", "vacation", "custom_bypass")
)
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
_SWITCHED = ("fan", "humidifier", "light", "siren", "switch")
_ENABLED = ("automation", "input_boolean", "remote", "script", "group", "schedule", "update")


def _domains(names: tuple[str, ...], states: frozenset[str]) -> _States:
    return dict.fromkeys(names, states)


def _sensed(states: frozenset[str], *classes: str) -> _States:
    return {f"binary_sensor.{device_class}": states for device_class in classes}


def _one(**domains: str) -> _States:
    return {domain: frozenset(states.split()) for domain, states in domains.items()}


_OPENINGS = ("door", "garage_door", "opening", "window")
_DETECTORS = (
    *("carbon_monoxide", "gas", "light", "moisture", "motion", "occupancy", "power"),
    *("presence", "smoke", "sound", "tamper", "vibration"),
)

# By the word for it, then by domain or domain and class, the states that it means.
_PROPER: Mapping[str, _States] = {
    "on": {
        **_domains(_SWITCHED, _ON),
        "climate": _NOT_OFF_CLIMATE,
        "media_player": _AWAKE,
        "water_heater": _HEATERS,
    },
    "off": {
        **_domains((*_SWITCHED, "climate", "water_heater"), _OFF),
        "media_player": frozenset({"off", "standby"}),
    },
    "open": {
        **_one(cover="open opening closing", valve="open opening closing"),
        **_sensed(_ON, *_OPENINGS),
    },
    "closed": {**_one(cover="closed", valve="closed"), **_sensed(_OFF, *_OPENINGS)},
    "opening": _one(cover="opening", valve="opening", lock="opening"),
    "closing": _one(cover="closing", valve="closing"),
    "locked": {**_one(lock="locked"), **_sensed(_OFF, "lock")},
    "unlocked": {**_one(lock="unlocked open unlocking opening"), **_sensed(_ON, "lock")},
    "locking": _one(lock="locking"),
    "unlocking": _one(lock="unlocking"),
    "jammed": _one(lock="jammed"),
    "playing": _one(media_player="playing"),
    "paused": _one(media_player="paused", vacuum="paused", lawn_mower="paused", timer="paused"),
    "idle": _one(media_player="idle", vacuum="idle", timer="idle", camera="idle"),
    "standby": _one(media_player="standby"),
    "cleaning": _one(vacuum="cleaning"),
    "mowing": _one(lawn_mower="mowing"),
    "docked": _one(vacuum="docked", lawn_mower="docked"),
    "returning": _one(vacuum="returning", lawn_mower="returning"),
    "stuck": _one(vacuum="error", lawn_mower="error"),
    "recording": _one(camera="recording"),
    "streaming": _one(camera="streaming"),
    "armed": {"alarm_control_panel": _ARMED},
    "armed_away": _one(alarm_control_panel="armed_away"),
    "armed_home": _one(alarm_control_panel="armed_home"),
    "armed_night": _one(alarm_control_panel="armed_night"),
    "disarmed": _one(alarm_control_panel="disarmed"),
    "triggered": {**_one(alarm_control_panel="triggered"), **_sensed(_ON, *_DETECTORS)},
    "active": {**_one(timer="active"), **_domains(_ENABLED, _ON)},
    "home": {
        **_one(person="home", device_tracker="home", vacuum="docked", lawn_mower="docked"),
        **_sensed(_ON, "presence"),
    },
    "away": {
        **_one(person="not_home", device_tracker="not_home"),
        **_one(vacuum="cleaning returning paused idle error"),
        **_one(lawn_mower="mowing returning paused error"),
        **_sensed(_OFF, "presence"),
    },
    "running": {**_one(timer="active"), **_sensed(_ON, "running")},
    "stopped": _sensed(_OFF, "running"),
    "low": _sensed(_ON, "battery"),
    "normal": _sensed(_OFF, "battery", "cold", "heat"),
    "charging": _sensed(_ON, "battery_charging"),
    "not_charging": _sensed(_OFF, "battery_charging"),
    "cold": _sensed(_ON, "cold"),
    "hot": _sensed(_ON, "heat"),
    "connected": _sensed(_ON, "connectivity"),
    "disconnected": _sensed(_OFF, "connectivity"),
    "wet": _sensed(_ON, "moisture"),
    "dry": _sensed(_OFF, "moisture"),
    "occupied": _sensed(_ON, "occupancy", "presence", "motion"),
    "vacant": _sensed(_OFF, "occupancy", "presence", "motion"),
    "moving": _sensed(_ON, "moving", "motion", "vibration"),
    "still": _sensed(_OFF, "moving", "motion", "vibration"),
    "vibrating": _sensed(_ON, "vibration"),
    "plugged_in": _sensed(_ON, "plug"),
    "unplugged": _sensed(_OFF, "plug"),
    "powered": _sensed(_ON, "power"),
    "unpowered": _sensed(_OFF, "power"),
    "problem": _sensed(_ON, "problem"),
    "ok": _sensed(_OFF, "problem", "safety", "tamper", "battery"),
    "unsafe": _sensed(_ON, "safety"),
    "safe": _sensed(_OFF, "safety"),
    "tampered": _sensed(_ON, "tamper"),
    "available": {**_domains(("update",), _ON), **_sensed(_ON, "update")},
    "up_to_date": {**_domains(("update",), _OFF), **_sensed(_OFF, "update")},
    "detected": _sensed(_ON, *_DETECTORS),
    "clear": _sensed(_OFF, *_DETECTORS, "problem"),
}

_ANY_BINARY_ON: _States = {"binary_sensor": _ON}
_ANY_BINARY_OFF: _States = {"binary_sensor": _OFF}
_WORKING: _States = {
    **_domains(_SWITCHED, _ON),
    "media_player": frozenset({"playing", "on", "buffering"}),
    "climate": _NOT_OFF_CLIMATE,
    "water_heater": _HEATERS,
    "valve": frozenset({"open", "opening"}),
    **_one(vacuum="cleaning", lawn_mower="mowing"),
}
_LOOSE: Mapping[str, _States] = {
    "on": {
        **_domains(_ENABLED, _ON),
        "alarm_control_panel": _ARMED,
        **_one(
            vacuum="cleaning",
            lawn_mower="mowing",
            camera="idle recording streaming",
            valve="open opening",
            calendar="on",
        ),
        **_ANY_BINARY_ON,
    },
    "off": {
        **_domains((*_ENABLED, "camera", "calendar"), _OFF),
        "alarm_control_panel": frozenset({"disarmed"}),
        **_one(vacuum="docked idle paused", lawn_mower="docked paused", valve="closed"),
        **_ANY_BINARY_OFF,
    },
    # A lock tells no more than whether one could get in, which is what most people want to know.
    "open": _one(lock="unlocked open unlocking opening"),
    "closed": _one(lock="locked"),
    "running": {**_WORKING, **_domains(("script", "automation"), _ON), "sensor.enum": AT_WORK},
    "active": {**_WORKING, **_ANY_BINARY_ON},
    "powered": {**_WORKING},
    "stopped": {
        **_domains((*_SWITCHED, "climate", "media_player"), _OFF),
        **_one(vacuum="docked idle paused", lawn_mower="docked paused"),
        "sensor.enum": THROUGH,
    },
    "detected": _ANY_BINARY_ON,
    "triggered": _ANY_BINARY_ON,
    "clear": _ANY_BINARY_OFF,
    "ok": _ANY_BINARY_OFF,
    "charging": _one(vacuum="docked", lawn_mower="docked"),
    "disconnected": {"*": frozenset({UNAVAILABLE})},
}

# What can only be said of a reading of its own: the measure, and the values that it means.
_OF_A_MEASURE: Mapping[str, tuple[str, frozenset[str]]] = {
    "heating": ("action", frozenset({"heating", "preheating"})),
    "cooling": ("action", frozenset({"cooling"})),
    "drying": ("action", frozenset({"drying"})),
    "muted": ("muted", frozenset({"True"})),
    "oscillating": ("oscillating", frozenset({"True"})),
}
_MODES: Mapping[str, _States] = {
    "heating": _one(climate="heat heat_cool"),
    "cooling": _one(climate="cool heat_cool"),
    "drying": _one(climate="dry"),
}

# By class of a binary sensor: what is said when it is on, and when it is off.
_SAID_OF: Mapping[str | None, tuple[str, str]] = {
    **dict.fromkeys(_DETECTORS, ("detected", "clear")),
    **dict.fromkeys(_OPENINGS, ("open", "closed")),
    "battery": ("low", "normal"),
    "battery_charging": ("charging", "not_charging"),
    "cold": ("cold", "normal"),
    "connectivity": ("connected", "disconnected"),
    "heat": ("hot", "normal"),
    "lock": ("unlocked", "locked"),
    "moisture": ("wet", "dry"),
    "moving": ("moving", "still"),
    "plug": ("plugged_in", "unplugged"),
    "power": ("powered", "unpowered"),
    "presence": ("home", "away"),
    "problem": ("problem", "ok"),
    "running": ("running", "stopped"),
    "safety": ("unsafe", "safe"),
    "update": ("available", "up_to_date"),
}

OPPOSITES = {"connected": "disconnected"}
"""Conditions of which only the opposite can be seen in a loose way: what can be reached."""


def states_meaning(word: str, entity: Entity) -> frozenset[str]:
    """The states in which an entity is as the word says; none if it cannot be so at all."""
    return properly(word, entity) or loosely(word, entity)


def properly(word: str, entity: Entity) -> frozenset[str]:
    """The states in which the word is properly said of an entity."""
    return _found(_PROPER, word, entity) or _found(_MODES, word, entity)


def loosely(word: str, entity: Entity) -> frozenset[str]:
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
    return next((word for word in _PROPER if _found(_PROPER, word, entity) == states), None)


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
        or states.get(entity.domain)
        or states.get("*", nothing)
    )
