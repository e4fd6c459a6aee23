"""What each kind of thing can do, written once: one frozen `Domain` per Home Assistant domain.

Whatever else must know it (services of acts, levels, expectations, undo, measures, the gate, the
tools) derives it from `DOMAINS`. CONTRIBUTING.md shows how to add a setting or a domain.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from .action import Action
from .climate import CLIMATE, WATER_HEATER
from .cover import COVER, VALVE
from .domain import DeviceClass, Domain, Trait
from .fan import FAN
from .humidifier import HUMIDIFIER
from .inputs import COUNTER, INPUT_NUMBER, INPUT_SELECT, INPUT_TEXT, NUMBER, SELECT, TEXT
from .light import LIGHT
from .lists import CALENDAR, TODO
from .media_player import MEDIA_PLAYER
from .readings import (
    ASSIST_SATELLITE,
    BINARY_SENSOR,
    DEVICE_TRACKER,
    EVENT,
    PERSON,
    PLAIN_READINGS,
    SCHEDULE,
    SENSOR,
    SUN,
    UPDATE,
    VOICES,
    WEATHER,
    ZONE,
)
from .robots import LAWN_MOWER, VACUUM
from .routines import AUTOMATION, BUTTON, INPUT_BUTTON, SCENE, SCRIPT
from .security import ALARM_CONTROL_PANEL, CAMERA, LOCK, SIREN
from .setting import Setting
from .switches import GROUP, INPUT_BOOLEAN, REMOTE, SWITCH
from .times import DATE, DATETIME, INPUT_DATETIME, TIME, TIMER

__all__ = [
    "DOMAINS",
    "SENSORS",
    "SETS_OFF",
    "Action",
    "DeviceClass",
    "Domain",
    "Setting",
    "Trait",
    "abilities",
    "all_actions",
    "all_classes",
    "all_settings",
    "with_trait",
]

DOMAINS: Mapping[str, Domain] = MappingProxyType(
    {
        domain.name: domain
        for domain in (
            *(ALARM_CONTROL_PANEL, ASSIST_SATELLITE, AUTOMATION, BINARY_SENSOR, BUTTON, CALENDAR),
            *(CAMERA, CLIMATE, COUNTER, COVER, DATE, DATETIME, DEVICE_TRACKER, EVENT, FAN, GROUP),
            *(HUMIDIFIER, INPUT_BOOLEAN, INPUT_BUTTON, INPUT_DATETIME, INPUT_NUMBER, INPUT_SELECT),
            *(INPUT_TEXT, LAWN_MOWER, LIGHT, LOCK, MEDIA_PLAYER, NUMBER, PERSON, REMOTE, SCENE),
            *(SCHEDULE, SCRIPT, SELECT, SENSOR, SIREN, SUN, SWITCH, TEXT, TIME, TIMER, TODO),
            *(UPDATE, VACUUM, VALVE, WATER_HEATER, WEATHER, ZONE, *PLAIN_READINGS, *VOICES),
        )
    }
)
"""Every kind of thing that we know, by the name of its domain."""

SETS_OFF = frozenset(name for name, domain in DOMAINS.items() if domain.sets_off_by)
"""What sets off more than its own state shows."""


def with_trait(trait: Trait) -> frozenset[str]:
    """Return the names of the domains that have a trait."""
    return frozenset(name for name, domain in DOMAINS.items() if trait in domain.traits)


SENSORS = with_trait(Trait.SENSOR)
"""What tells what is measured or noticed."""


def all_actions() -> Iterator[tuple[str, Action]]:
    """Yield every action with the name of its domain."""
    return ((name, action) for name, domain in DOMAINS.items() for action in domain.actions)


def all_settings() -> Iterator[tuple[str, Setting]]:
    """Yield every setting with the name of its domain."""
    return ((name, setting) for name, domain in DOMAINS.items() for setting in domain.settings)


def abilities(domain: str, service: str) -> tuple[int, ...]:
    """Return the features that a service takes, as `Service.features` has them."""
    known = DOMAINS.get(domain)
    if known is None:
        return ()
    offers: tuple[Action | Setting, ...] = tuple(
        action for action in known.actions if action.service == service
    ) or tuple(setting for setting in known.settings if setting.service == service)
    return tuple(dict.fromkeys(offer.feature for offer in offers if offer.feature))


def all_classes() -> Iterator[tuple[str, DeviceClass]]:
    """Yield every device class with the name of its domain."""
    return ((name, kind) for name, domain in DOMAINS.items() for kind in domain.classes)
