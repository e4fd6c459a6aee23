"""What the changes of a thing mean to people: a door, a lamp and a smoke detector differ."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum

from ..home import Entity, State


class Kind(StrEnum):
    """How changes of a thing are to be taken."""

    ALARM = "alarm"
    ENTRY = "entry"
    PERSON = "person"
    BELL = "bell"
    MOTION = "motion"
    APPLIANCE = "appliance"
    TROUBLE = "trouble"
    BATTERY = "battery"
    SWITCHED = "switched"
    FIGURE = "figure"


class Category(IntEnum):
    """Why something matters, the most pressing first."""

    SAFETY = 0
    ENTRY = 1
    PEOPLE = 2
    AT_NIGHT = 3
    FINISHED = 4
    TROUBLE = 5
    BATTERY = 6
    CHANGE = 7
    FIGURE = 8
    MOVEMENT = 9
    BACK = 10


PRESSING = frozenset({Kind.ALARM, Kind.ENTRY, Kind.PERSON, Kind.BELL, Kind.TROUBLE, Kind.BATTERY})
"""What is remembered for longer than the rest."""

_BY_DOMAIN: Mapping[str, Kind] = {
    **dict.fromkeys(("alarm_control_panel", "siren"), Kind.ALARM),
    "lock": Kind.ENTRY,
    **dict.fromkeys(("device_tracker", "person"), Kind.PERSON),
    **dict.fromkeys(("lawn_mower", "timer", "vacuum"), Kind.APPLIANCE),
    **dict.fromkeys(
        ("binary_sensor", "climate", "cover", "fan", "humidifier", "input_boolean", "light"),
        Kind.SWITCHED,
    ),
    **dict.fromkeys(
        ("input_select", "media_player", "select", "switch", "valve", "water_heater"),
        Kind.SWITCHED,
    ),
}
_BY_CLASS: Mapping[tuple[str, str], Kind] = {
    **{
        ("binary_sensor", one): kind
        for kind, classes in {
            Kind.ALARM: ("carbon_monoxide", "gas", "moisture", "safety", "smoke", "tamper"),
            Kind.ENTRY: ("door", "garage_door", "lock", "opening", "window"),
            Kind.MOTION: ("motion", "moving", "occupancy", "presence", "sound", "vibration"),
            Kind.APPLIANCE: ("running",),
            Kind.TROUBLE: ("connectivity", "problem"),
            Kind.BATTERY: ("battery",),
            Kind.SWITCHED: ("light", "plug", "power"),
        }.items()
        for one in classes
    },
    **{("cover", one): Kind.ENTRY for one in ("door", "garage", "gate", "window")},
    ("event", "doorbell"): Kind.BELL,
    ("sensor", "battery"): Kind.BATTERY,
    ("sensor", "enum"): Kind.APPLIANCE,
}

# What changes all the time by itself, or counts up, and tells nobody anything.
_IDLE_FIGURES = frozenset(
    {"date", "duration", "signal_strength", "timestamp", "uptime", "data_rate", "data_size"}
)
_METERS = frozenset({"total", "total_increasing"})


def kind_of(entity: Entity, state: State) -> Kind | None:
    """How changes of this thing are to be taken; nothing where nobody would want to hear of it."""
    domain, device_class = entity.domain, entity.device_class or ""
    if (found := _BY_CLASS.get((domain, device_class))) is not None:
        return found
    if domain != "sensor":
        return _BY_DOMAIN.get(domain)
    if device_class in _IDLE_FIGURES or state.attributes.get("state_class") in _METERS:
        return None
    measured = {"unit_of_measurement", "state_class"} & state.attributes.keys()
    return Kind.FIGURE if measured else Kind.APPLIANCE
