"""What a model may ask of a home in words: its services, devices and other tools.

Only what is exposed is offered. The services are for the beginning of a prompt, since they seldom
change.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ...home import Layout, Service, Snapshot
from ...home.model import UNAVAILABLE
from ..messages import ToolSpec

CONTROL = "ha_control"
"""The tool through which services are called."""

# What services are for already, and a small model need not be confused with.
_COVERED = frozenset(
    {
        *(CONTROL, "execute_services", "call_home_assistant_service", "list_ha_services"),
        "get_home_assistant_entity_state",
    }
)
_MOST_FIELDS = 6

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
        return tuple(sorted({service.partition(".")[0] for service in self.services}))

    def services_of(self, domain: str) -> tuple[str, ...]:
        """What can be asked of one kind of thing."""
        return tuple(service for service in self.services if service.partition(".")[0] == domain)

    def devices_of(self, domain: str) -> tuple[str, ...]:
        """The ids of one kind."""
        return tuple(device for device in self.devices if device.partition(".")[0] == domain)


def build_offer(home: Snapshot) -> Offer:
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
    devices = {device: named for domain in domains for device, named in names[domain].items()}
    return Offer(
        services={name: _fields(service) for name, service in definitions.items()},
        devices=dict(sorted(devices.items())),
        definitions=definitions,
    )


class OfferCache:
    """The offer of a home, worked out anew only when its layout changes."""

    def __init__(self, home: Callable[[], Snapshot]) -> None:
        """Offer what there is in this home."""
        self._home = home
        self._known: tuple[Layout, Offer] | None = None

    async def offer(self, tools: tuple[ToolSpec, ...]) -> Offer:
        """The devices and services, if there is a tool for them, and the other tools."""
        home = self._home()
        known = self._known
        if known is None or known[0] is not home.layout:
            # A large home takes a while.
            self._known = known = home.layout, await asyncio.to_thread(build_offer, home)
        offer = known[1] if any(tool.name == CONTROL for tool in tools) else Offer()
        others = {
            tool.name: tuple(tool.parameters.get("properties", {}))
            for tool in tools
            if tool.name not in _COVERED
        }
        return replace(offer, tools=others)


def describe_services(offer: Offer) -> str:
    """What can be asked for: one line for each kind of thing."""
    return "\n".join(
        ", ".join(
            _signature(service, offer.services[service]) for service in offer.services_of(domain)
        )
        for domain in offer.domains
    )


def _can_any(service: Service, features: set[int | None]) -> bool:
    return any(feature is None or service.suits(feature) for feature in features)


def _fields(service: Service) -> tuple[str, ...]:
    if service.name == "toggle":
        return ()
    wanted = [field for field in service.fields if field.name not in _FIELDS_LEFT_OUT]
    wanted.sort(key=lambda field: not field.required)
    return tuple(field.name for field in wanted[:_MOST_FIELDS])


def _signature(name: str, fields: tuple[str, ...]) -> str:
    return f"{name}({', '.join(fields)})" if fields else name
