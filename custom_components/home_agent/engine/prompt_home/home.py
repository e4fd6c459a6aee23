"""A `Home` of the devices in a request; its calls go back to the caller."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache, reduce
from operator import or_
from types import MappingProxyType
from typing import Any

from ..errors import (
    CallRefusedError,
    HistoryUnavailableError,
    TemplatesUnavailableError,
)
from ..home import Area, Entity, Layout, LiveHome, Service, ServiceCall, State
from ..home.domains import DOMAINS, abilities
from ..home.history import RecordedState
from ..home.protocol import Listener, Unsubscribe
from ..home.snapshot import Snapshot
from .device_table import ENTITY_ID, DeviceTable, ListedDevice

type CallReceiver = Callable[[ServiceCall, Entity], None]
"""Puts a call into the caller's form. Raises `CallRefusedError` where it has none."""

_NO_ID = re.compile(r"\W+")
_FEATURES = "supported_features"

# What brings something to light, which no reply can carry.
_ONLY_READS = frozenset({"search_media"})

# What a thing without a word about it is taken to offer.
_USUAL: Mapping[str, Mapping[str, Any]] = {
    "climate": {"hvac_modes": ["off", "heat", "cool", "heat_cool", "auto", "dry", "fan_only"]},
}


# What the id of a sensor ends with that measures this, where nobody tells its class.
_MEASURES = (
    *("battery", "carbon_dioxide", "energy", "humidity", "illuminance", "moisture", "pm25"),
    *("power", "pressure", "temperature", "voltage"),
)


def _now() -> datetime:
    return datetime.now().astimezone()


class PromptHome:
    """The devices of one request. It implements `Home` and `CallForwardingHome`."""

    def __init__(
        self,
        table: DeviceTable,
        layout: Layout,
        translate: CallReceiver,
        *,
        now: Callable[[], datetime] = _now,
    ) -> None:
        """Have these devices; `translate` passes each call to the caller."""
        self._now = now
        self.renew(table, layout, translate)

    def renew(self, table: DeviceTable, layout: Layout, translate: CallReceiver) -> None:
        """Become the home of a later request."""
        self._translate = translate
        self.tells_times = any(device.changed for device in table.devices)
        """Whether it is known since when things are as they are."""

        self._live = LiveHome(layout)
        moment = self._now()
        for device in table.devices:
            self._live.replace_state(device.entity_id, _state(device, moment))

    def snapshot(self) -> Snapshot:
        """The home as the request describes it."""
        return self._live.snapshot_at(self._now())

    def subscribe(self, listener: Listener) -> Unsubscribe:
        """Subscribe to changes, of which one request has none."""
        return self._live.subscribe(listener)

    async def call(self, call: ServiceCall) -> Mapping[str, Any]:  # noqa: ARG002 - for homes that can
        """Raise: calls are forwarded, and nothing is known of their response."""
        raise CallRefusedError("only its state is known here.")

    def forward_call(self, call: ServiceCall) -> None:
        """Forward a call on one target to the caller. Raises `CallRefusedError`."""
        (target,) = call.targets
        entity = self._live.layout.entities.get(target)
        if entity is None or not ENTITY_ID.match(target):
            raise CallRefusedError(f"{target} is none of the devices.")
        own = replace(call, domain=entity.domain)
        if call.domain == "homeassistant" and own.full_name in self._live.layout.services:
            call = own
        if call.domain != entity.domain:
            raise CallRefusedError(f"{call.full_name} is not for {target}.")
        self._translate(call, entity)

    async def history(
        self,
        entity_ids: tuple[str, ...],  # noqa: ARG002 - for homes that can
        start: datetime,  # noqa: ARG002
        end: datetime,  # noqa: ARG002
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        """Raise: there is no history."""
        raise HistoryUnavailableError("The devices of a request tell only how they are.")

    async def render(self, template: str, variables: Mapping[str, Any]) -> str:  # noqa: ARG002 - for homes that can
        """Raise: there are no templates."""
        raise TemplatesUnavailableError("The devices of a request read no templates.")


def build_layout(table: DeviceTable) -> Layout:
    """The layout of a device table: entities, areas and the services of their domains."""
    areas = {
        _area_id(device.areas): Area(
            area_id=_area_id(device.areas), name=device.areas[0], aliases=device.areas[1:]
        )
        for device in table.devices
        if device.areas
    }
    domains = dict.fromkeys(device.entity_id.partition(".")[0] for device in table.devices)
    services = {
        service.full_name: service for domain in domains for service in _services_of(domain)
    }
    return Layout(
        areas=MappingProxyType(areas),
        entities=MappingProxyType({device.entity_id: _entity(device) for device in table.devices}),
        services=MappingProxyType(services),
    )


def find_area(layout: Layout, name: str) -> str | None:
    """The room that is called so, if there is one."""
    wanted = name.casefold()
    return next(
        (
            area.area_id
            for area in layout.areas.values()
            if wanted in map(str.casefold, (area.name, *area.aliases))
        ),
        None,
    )


def _entity(device: ListedDevice) -> Entity:
    device_class = device.attributes.get("device_class") or _measure_of(device)
    return Entity(
        entity_id=device.entity_id,
        name=device.name,
        names=tuple(dict.fromkeys((device.name, *device.aliases))),
        area_id=_area_id(device.areas) if device.areas else None,
        device_class=device_class if isinstance(device_class, str) else None,
    )


def _measure_of(device: ListedDevice) -> str | None:
    """What a sensor measures, by its id, as most of them are called."""
    domain, _, name = device.entity_id.partition(".")
    if domain != "sensor":
        return None
    return next((kind for kind in _MEASURES if name == kind or name.endswith(f"_{kind}")), None)


def _state(device: ListedDevice, now: datetime) -> State:
    domain = device.entity_id.partition(".")[0]
    attributes = {**_USUAL.get(domain, {}), **device.attributes}
    if not isinstance(attributes.get(_FEATURES), int):
        # Nobody said what it can do: whoever carries it out knows.
        attributes[_FEATURES] = _all_features(domain)
    changed = min(device.changed or now, now)
    return State(value=device.state, attributes=attributes, changed=changed, updated=now)


def _area_id(names: tuple[str, ...]) -> str:
    return _NO_ID.sub("_", names[0].casefold()).strip("_") or "area"


@cache
def _services_of(domain: str) -> tuple[Service, ...]:
    known = DOMAINS.get(domain)
    names = dict.fromkeys(_service_names(domain)) if known else {}
    return tuple(
        Service(domain=domain, name=name, features=abilities(domain, name))
        for name in names
        if name not in _ONLY_READS
    )


def _service_names(domain: str) -> Iterator[str]:
    known = DOMAINS[domain]
    yield from (action.service for action in known.actions)
    for setting in known.settings:
        yield setting.service
        if setting.level is not None:
            yield from filter(None, (*setting.level.up_and_down, *setting.level.ends))
        if setting.switch is not None and setting.switch.off_service:
            yield setting.switch.off_service


@cache
def _all_features(domain: str) -> int:
    known = DOMAINS.get(domain)
    if known is None:
        return 0
    bits = (
        *(action.feature for action in known.actions),
        *(setting.feature for setting in known.settings),
    )
    return reduce(or_, bits, 0)
