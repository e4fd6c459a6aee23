"""What the changes of a thing mean to people: a door, a lamp and a smoke detector differ."""

from collections.abc import Mapping
from enum import IntEnum, StrEnum

from ..home import Entity, State
from ..home.domains import DOMAINS, all_classes


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
    name: Kind(domain.changes) for name, domain in DOMAINS.items() if domain.changes
}
_BY_CLASS: Mapping[tuple[str, str], Kind] = {
    (domain, kind.name): Kind(kind.changes) for domain, kind in all_classes() if kind.changes
}

# What changes all the time by itself, or counts up, and tells nobody anything.
_IDLE_FIGURES = frozenset(
    {"date", "duration", "signal_strength", "timestamp", "uptime", "data_rate", "data_size"}
)
_METERS = frozenset({"total", "total_increasing"})


def kind_of(entity: Entity, state: State) -> Kind | None:
    """How changes of this thing are to be taken, None if nobody would want to hear of it."""
    domain, device_class = entity.domain, entity.device_class or ""
    if (found := _BY_CLASS.get((domain, device_class))) is not None:
        return found
    if domain != "sensor":
        return _BY_DOMAIN.get(domain)
    if device_class in _IDLE_FIGURES or state.attributes.get("state_class") in _METERS:
        return None
    measured = {"unit_of_measurement", "state_class"} & state.attributes.keys()
    return Kind.FIGURE if measured else Kind.APPLIANCE
