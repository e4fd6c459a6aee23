"""What Home Assistant's registries say over the wire, and the layout that comes of it."""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from home_agent.engine.home import (
    Area,
    Device,
    Entity,
    Floor,
    Label,
    Layout,
    Service,
    ServiceCall,
    State,
)
from home_agent.engine.home.routine import UNKNOWN, read_actions
from home_agent.engine.home.service import read_service
from home_agent.engine.home.service_kinds import own_service

from .connection import Connection
from .errors import CommandRefusedError
from .states import name_in

type _Documents = Sequence[Mapping[str, Any]]

_ASSISTANT = "conversation"
_SCRIPTED = frozenset({"automation", "script"})
_UTC = ZoneInfo("UTC")


@dataclass(frozen=True, slots=True, kw_only=True)
class Registries:
    """Everything that a layout is made of, but the states."""

    floors: _Documents = ()
    areas: _Documents = ()
    labels: _Documents = ()
    devices: _Documents = ()
    entries: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    """By entity; None where it is not registered."""

    exposed: frozenset[str] = frozenset()
    services: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    scripts: Mapping[str, Any] = field(default_factory=dict)
    """By automation or script: how it is written; nothing where we may not see that."""

    zone: ZoneInfo = _UTC
    language: str = ""
    name: str = ""
    version: str = ""

    def responds(self, call: ServiceCall) -> bool:
        """Whether a service has something to answer."""
        return "response" in self.services.get(call.domain, {}).get(call.service, {})

    def layout(self, states: Mapping[str, State]) -> Layout:
        """The home as the registries describe it, with everything that has a state."""
        devices = {device.device_id: device for device in self._devices()}
        return Layout(
            floors=MappingProxyType({floor.floor_id: floor for floor in map(_floor, self.floors)}),
            areas=MappingProxyType({area.area_id: area for area in map(_area, self.areas)}),
            labels=MappingProxyType({label.label_id: label for label in map(_label, self.labels)}),
            devices=MappingProxyType(devices),
            entities=MappingProxyType(
                {
                    entity_id: self._entity(entity_id, state, devices)
                    for entity_id, state in states.items()
                }
            ),
            services=MappingProxyType({service.full_name: service for service in self._services()}),
            routines=MappingProxyType(dict(self._routines(states))),
            routine_services=MappingProxyType(self._script_services(states)),
            shown_as=MappingProxyType(self._shown_as()),
        )

    def _devices(self) -> Iterator[Device]:
        areas = {device["id"]: device.get("area_id") for device in self.devices}
        for device in self.devices:
            yield Device(
                device_id=device["id"],
                name=device.get("name_by_user") or device.get("name") or "",
                # A child device without a room of its own is in its parent's.
                area_id=device.get("area_id") or areas.get(device.get("parent_device_id", "")),
                parent_id=device.get("parent_device_id"),
                labels=frozenset(device.get("labels") or ()),
                manufacturer=device.get("manufacturer"),
                model=device.get("model"),
            )

    def _entity(self, entity_id: str, state: State, devices: Mapping[str, Device]) -> Entity:
        entry = self.entries.get(entity_id) or {}
        name = name_in(entity_id, state)
        device = devices.get(entry.get("device_id") or "")
        # Nothing stands for the name that Home Assistant puts together itself.
        names = [name if alias is None else alias for alias in entry.get("aliases", (None,))]
        told = state.attributes.get("device_class")
        return Entity(
            entity_id=entity_id,
            name=name,
            names=tuple(dict.fromkeys(name.strip() for name in names if name.strip())),
            area_id=entry.get("area_id") or (device.area_id if device else None),
            device_id=device.device_id if device else None,
            device_class=str(told)
            if told
            else entry.get("device_class") or entry.get("original_device_class"),
            labels=frozenset(entry.get("labels") or ()),
            exposed=self._is_exposed(entity_id, entry),
        )

    def _is_exposed(self, entity_id: str, entry: Mapping[str, Any]) -> bool:
        """Whether the people of the home said so; Home Assistant asks itself for every entity."""
        options = (entry.get("options") or {}).get(_ASSISTANT) or {}
        return bool(options.get("should_expose", entity_id in self.exposed))

    def _services(self) -> Iterator[Service]:
        for domain, services in self.services.items():
            for name, description in services.items():
                # A script's own service is the script.
                if not own_service(ServiceCall(domain=domain, service=name)):
                    yield read_service(domain, name, description)

    def _shown_as(self) -> dict[str, tuple[str, ...]]:
        """By switch: the locks, lights and covers that are nothing but this switch."""
        found: dict[str, tuple[str, ...]] = {}
        for entity_id, entry in self.entries.items():
            options = ((entry or {}).get("options") or {}).get("switch_as_x") or {}
            if switch := options.get("entity_id"):
                found[str(switch)] = (*found.get(str(switch), ()), entity_id)
        return found

    def _script_services(self, states: Mapping[str, State]) -> dict[str, str]:
        """By a script's own service: the script, which may have been given another id since."""
        scripts = (entity_id for entity_id in states if entity_id.startswith("script."))
        entries = {script: self.entries.get(script) or {} for script in scripts}
        return {
            f"script.{entry.get('unique_id') or entity_id.partition('.')[2]}": entity_id
            for entity_id, entry in entries.items()
        }

    def _routines(
        self, states: Mapping[str, State]
    ) -> Iterator[tuple[str, tuple[ServiceCall, ...]]]:
        by_registry_id = {
            str(entry["id"]): entity_id
            for entity_id, entry in self.entries.items()
            if entry and "id" in entry
        }
        for entity_id, config in self.scripts.items():
            yield entity_id, read_actions(config, by_registry_id)
        for entity_id, state in states.items():
            if entity_id.startswith("scene."):
                yield entity_id, (self._scene(entity_id, state),)

    def _scene(self, entity_id: str, state: State) -> ServiceCall:
        """What a scene touches, which is all that it tells: the worst is then assumed of how."""
        touched = tuple(map(str, state.attributes.get("entity_id") or ()))
        entry = self.entries.get(entity_id) or {}
        if touched or not entry.get("config_entry_id"):
            return replace(UNKNOWN, targets=touched)
        # One of an integration, which may do anything to what else is of that integration.
        things = (
            neighbour_id
            for neighbour_id, neighbour in self.entries.items()
            if neighbour and neighbour.get("config_entry_id") == entry["config_entry_id"]
        )
        return replace(
            UNKNOWN, targets=tuple(thing for thing in things if not thing.startswith("scene."))
        )


async def read_registries(connection: Connection, entity_ids: Sequence[str]) -> Registries:
    """Ask for all of it at once."""
    scripted = [entity_id for entity_id in entity_ids if entity_id.partition(".")[0] in _SCRIPTED]
    config, floors, areas, labels, devices, entries, services, exposed, *scripts = await _all(
        connection.command("get_config"),
        connection.command("config/floor_registry/list"),
        connection.command("config/area_registry/list"),
        connection.command("config/label_registry/list"),
        connection.command("config/device_registry/list"),
        connection.command("config/entity_registry/get_entries", entity_ids=[*entity_ids]),
        connection.command("get_services"),
        _allowed(connection, "homeassistant/expose_entity/list"),
        *(
            _allowed(connection, f"{entity_id.partition('.')[0]}/config", entity_id=entity_id)
            for entity_id in scripted
        ),
    )
    listed = (exposed or {}).get("exposed_entities", {})
    return Registries(
        floors=floors,
        areas=areas,
        labels=labels,
        devices=devices,
        entries=entries,
        exposed=frozenset(entity_id for entity_id, to in listed.items() if to.get(_ASSISTANT)),
        services=services,
        scripts={
            entity_id: told["config"] if told else None
            for entity_id, told in zip(scripted, scripts, strict=True)
        },
        zone=_zone(config.get("time_zone")),
        language=str(config.get("language") or ""),
        name=str(config.get("location_name") or ""),
        version=str(config.get("version") or ""),
    )


async def _all(*asked: Coroutine[Any, Any, Any]) -> list[Any]:
    """All answers; when one fails, the others are not waited for, and none is left behind."""
    tasks = [asyncio.ensure_future(request) for request in asked]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _allowed(connection: Connection, kind: str, **fields: Any) -> Any:  # noqa: ANN401 - JSON
    """What only an administrator's token may see; nothing to others."""
    try:
        return await connection.command(kind, **fields)
    except CommandRefusedError:
        return None


def _zone(name: str | None) -> ZoneInfo:
    try:
        return ZoneInfo(name or "UTC")
    except ZoneInfoNotFoundError, ValueError:
        return _UTC


def _floor(document: Mapping[str, Any]) -> Floor:
    return Floor(
        floor_id=document["floor_id"],
        name=document["name"],
        aliases=tuple(sorted(document.get("aliases") or ())),
        level=document.get("level"),
    )


def _area(document: Mapping[str, Any]) -> Area:
    return Area(
        area_id=document["area_id"],
        name=document["name"],
        aliases=tuple(sorted(document.get("aliases") or ())),
        floor_id=document.get("floor_id"),
        labels=frozenset(document.get("labels") or ()),
    )


def _label(document: Mapping[str, Any]) -> Label:
    return Label(label_id=document["label_id"], name=document["name"])
