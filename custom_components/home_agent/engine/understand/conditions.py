"""What a state that people speak of is called in each domain."""

from collections.abc import Mapping

from ..home import Entity

_NOT_OFF_CLIMATE = frozenset({"auto", "cool", "dry", "fan_only", "heat", "heat_cool"})
_AWAKE = frozenset({"on", "idle", "playing", "paused", "buffering"})
_HEATERS = frozenset({"eco", "electric", "gas", "heat_pump", "high_demand", "performance", "on"})
_ON = frozenset({"on"})
_OFF = frozenset({"off"})
_OPENINGS = frozenset({"door", "window", "garage_door", "opening"})
_LOCKS = frozenset({"lock"})

# Of these, only sensors of some classes can tell.
_SENSED_BY = {"open": _OPENINGS, "closed": _OPENINGS, "locked": _LOCKS, "unlocked": _LOCKS}

_OPPOSITES = (
    *(("on", "off"), ("open", "closed"), ("locked", "unlocked"), ("home", "not_home")),
    ("detected", "undetected"),
)

_SWITCHED = (
    *("automation", "fan", "humidifier", "input_boolean", "light", "remote", "script", "siren"),
    "switch",
)

# By the word for it, then by domain, the states that it means.
_MEANS: Mapping[str, Mapping[str, frozenset[str]]] = {
    "on": {
        **dict.fromkeys(_SWITCHED, _ON),
        "climate": _NOT_OFF_CLIMATE,
        "media_player": _AWAKE,
        "water_heater": _HEATERS,
        "vacuum": frozenset({"cleaning"}),
        "lawn_mower": frozenset({"mowing"}),
        "camera": frozenset({"idle", "recording", "streaming"}),
        "binary_sensor": _ON,
    },
    "off": {
        **dict.fromkeys(_SWITCHED, _OFF),
        "climate": _OFF,
        "media_player": frozenset({"off", "standby"}),
        "water_heater": _OFF,
        "camera": _OFF,
        "binary_sensor": _OFF,
    },
    "open": {
        "cover": frozenset({"open", "opening", "closing"}),
        "valve": frozenset({"open", "opening", "closing"}),
        "binary_sensor": _ON,
    },
    "opening": {"cover": frozenset({"opening"}), "valve": frozenset({"opening"})},
    "closing": {"cover": frozenset({"closing"}), "valve": frozenset({"closing"})},
    "closed": {
        "cover": frozenset({"closed"}),
        "valve": frozenset({"closed"}),
        "binary_sensor": _OFF,
    },
    "locked": {"lock": frozenset({"locked"}), "binary_sensor": _OFF},
    "unlocked": {"lock": frozenset({"unlocked", "open", "unlocking"}), "binary_sensor": _ON},
    "playing": {"media_player": frozenset({"playing"})},
    "paused": {"media_player": frozenset({"paused"})},
    "cleaning": {"vacuum": frozenset({"cleaning"})},
    "docked": {"vacuum": frozenset({"docked"}), "lawn_mower": frozenset({"docked"})},
    "mowing": {"lawn_mower": frozenset({"mowing"})},
    "heating": {"climate": frozenset({"heat"})},
    "cooling": {"climate": frozenset({"cool"})},
    "detected": {"binary_sensor": _ON},
    "undetected": {"binary_sensor": _OFF},
    "home": {"person": frozenset({"home"})},
    "not_home": {"person": frozenset({"not_home"})},
}


def states_meaning(word: str, entity: Entity) -> frozenset[str]:
    """The states in which an entity is as the word says; none if it cannot be so at all.

    Only a sensor of its class can be "detected.heat".
    """
    word, _, device_class = word.partition(".")
    if device_class and entity.device_class != device_class:
        return frozenset()
    states = _MEANS.get(word, {}).get(entity.domain, frozenset())
    if entity.domain == "binary_sensor" and word in _SENSED_BY:
        return states if entity.device_class in _SENSED_BY[word] else frozenset()
    return states


def opposite(word: str) -> str:
    """What a state is when it is not so."""
    kind, dot, device_class = word.partition(".")
    others = dict(_OPPOSITES) | {other: one for one, other in _OPPOSITES}
    return f"{others.get(kind, kind)}{dot}{device_class}"
