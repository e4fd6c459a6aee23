"""A home in few words, for a model that has little room: pure, and only of what is exposed.

What seldom changes (the services) is for the beginning of a prompt; how things are, line by line,
is for its end. Names and states come from devices and people: they are data, kept to one short
line, and cannot end the quotes around them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ...home import Entity, Service, Snapshot, State
from ...home.measures import measured
from ...home.model import UNAVAILABLE
from ...privacy.sanitize import one_line

_LONGEST_NAME = 60
_LONGEST_VALUE = 40
_MOST_FIELDS = 6

# What is told of a thing besides its state, and how each is called where it needs to be.
_TOLD: Mapping[str, tuple[tuple[str, str], ...]] = {
    "climate": (("temperature", "now "), ("target_temperature", "set "), ("fan_mode", "fan ")),
    "cover": (("position", ""), ("tilt", "tilt ")),
    "fan": (("speed", ""), ("preset", "")),
    "humidifier": (("humidity", "now "), ("target_humidity", "set "), ("preset", "")),
    "light": (("brightness", ""), ("color", ""), ("effect", "")),
    "media_player": (("volume", "volume "), ("title", ""), ("artist", "")),
    "timer": (("remaining", "until "),),
    "vacuum": (("battery", "battery "),),
    "valve": (("position", ""),),
    "water_heater": (("temperature", "now "), ("target_temperature", "set ")),
    "weather": (("temperature", ""), ("humidity", "humidity ")),
}

# Services that only answer, are for whoever runs the home, or do what another does as well.
_NOT_OFFERED = re.compile(
    r"get_.*|reload|browse_media|search_media|snapshot|record|play_stream|set_options|alarm_trigger"
    r"|clear_playlist|media_play_pause|media_seek|(?:en|dis)able_motion_detection"
    r"|select_(?:first|last|next|previous)|toggle_cover_tilt|join|unjoin"
)
# Other ways to say the same, or what hardly anyone says.
_FIELDS_LEFT_OUT = frozenset(
    {
        *("advanced_fields", "brightness", "brightness_step", "code", "color_name", "color_temp"),
        *("entity_id", "extra", "flash", "hs_color", "kelvin", "profile", "rgbw_color"),
        *("rgbww_color", "white", "xy_color", "enqueue", "announce", "speed", "transition"),
        *("variables", "skip_condition", "stop_actions", "media_id", "preannounce", "media"),
        *("preannounce_media_id", "timestamp"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a model may ask of a home."""

    services: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By full name, what each takes; sorted."""

    devices: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Ids, with every name that each answers to; sorted. Only what a service can be asked of."""

    definitions: Mapping[str, Service] = field(default_factory=lambda: MappingProxyType({}))
    """The services as the home describes them."""

    tools: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Other tools by name, with what each takes."""

    @property
    def domains(self) -> tuple[str, ...]:
        """The kinds of things there are; sorted."""
        return tuple(sorted({one.partition(".")[0] for one in self.services}))

    def services_of(self, domain: str) -> tuple[str, ...]:
        """What can be asked of one kind of thing."""
        return tuple(one for one in self.services if one.partition(".")[0] == domain)

    def devices_of(self, domain: str) -> tuple[str, ...]:
        """The ids of one kind."""
        return tuple(one for one in self.devices if one.partition(".")[0] == domain)


def offer_of(home: Snapshot) -> Offer:
    """The services that something exposed can take, and what that is."""
    features: dict[str, set[int | None]] = {}
    names: dict[str, dict[str, tuple[str, ...]]] = {}
    for entity, state in home.exposed():
        # What cannot be reached may not tell what it can do.
        known = state.features if state.value != UNAVAILABLE else None
        features.setdefault(entity.domain, set()).add(known)
        answers_to = tuple(dict.fromkeys((entity.name, *entity.names)))
        names.setdefault(entity.domain, {})[entity.entity_id] = answers_to
    definitions = {
        name: service
        for name, service in sorted(home.layout.services.items())
        if not _NOT_OFFERED.fullmatch(service.name)
        and name not in home.layout.entities  # a script, which is turned on like others
        and _can_any(service, features.get(service.domain, set()))
    }
    domains = {service.domain for service in definitions.values()}
    devices = {one: named for domain in domains for one, named in names[domain].items()}
    return Offer(
        services={name: _fields(service) for name, service in definitions.items()},
        devices=dict(sorted(devices.items())),
        definitions=definitions,
    )


def describe_services(offer: Offer) -> str:
    """What can be asked for: one line for each kind of thing."""
    return "\n".join(
        ", ".join(_signature(one, offer.services[one]) for one in offer.services_of(domain))
        for domain in offer.domains
    )


def describe_devices(devices: Iterable[tuple[Entity, State]]) -> str:
    """How things are, a line for each, in the order of their ids."""
    ordered = sorted(devices, key=lambda one: one[0].entity_id)
    return "\n".join(describe_device(entity, state) for entity, state in ordered)


def describe_device(entity: Entity, state: State) -> str:
    """One thing, such as `light.bedroom 'Bedroom Light' = on;80%`."""
    parts = [_value(entity, state)]
    if state.available and not state.is_secret:
        for measure, label in _TOLD.get(entity.domain, ()):
            if (told := measured(entity, state, measure)) is None:
                continue
            figure = f"{told.value:g}" if isinstance(told.value, int | float) else str(told.value)
            parts.append(label + one_line(f"{figure}{told.unit}", _LONGEST_VALUE))
    return f"{one_line(entity.entity_id, _LONGEST_NAME)} {quoted(entity.name)} = {';'.join(parts)}"


def quoted(name: str) -> str:
    """A name that stays a name, whatever is in it."""
    escaped = one_line(name, _LONGEST_NAME).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _value(entity: Entity, state: State) -> str:
    if state.is_secret:
        return "•••"
    unit = state.attributes.get("unit_of_measurement")
    value = f"{state.value} {unit}" if unit and entity.domain == "sensor" else state.value
    return one_line(value, _LONGEST_VALUE) or "unknown"


def _can_any(service: Service, features: set[int | None]) -> bool:
    return any(one is None or service.suits(one) for one in features)


def _fields(service: Service) -> tuple[str, ...]:
    if service.name == "toggle":
        return ()
    wanted = [one for one in service.fields if one.name not in _FIELDS_LEFT_OUT]
    wanted.sort(key=lambda one: not one.required)
    return tuple(one.name for one in wanted[:_MOST_FIELDS])


def _signature(name: str, fields: tuple[str, ...]) -> str:
    return f"{name}({', '.join(fields)})" if fields else name
