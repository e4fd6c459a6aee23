"""Home Assistant's registries, states and services, as the engine's layout."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from homeassistant.components.conversation import DOMAIN as CONVERSATION
from homeassistant.components.homeassistant.exposed_entities import async_should_expose
from homeassistant.const import ATTR_DEVICE_CLASS
from homeassistant.core import HomeAssistant, State, callback
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import floor_registry as fr
from homeassistant.helpers import intent
from homeassistant.helpers import label_registry as lr
from homeassistant.helpers.service import async_get_cached_service_description

from .engine.home import Area, Device, Entity, Floor, Label, Layout, Service, ServiceCall
from .engine.home.service import read_service
from .engine.home.service_kinds import own_service
from .routines import async_routines, async_script_services, async_shown_as


@callback
def async_build_layout(hass: HomeAssistant) -> Layout:
    """The home as its registries describe it now."""
    devices = {device.device_id: device for device in _devices(hass)}
    return Layout(
        floors=MappingProxyType({floor.floor_id: floor for floor in _floors(hass)}),
        areas=MappingProxyType({area.area_id: area for area in _areas(hass)}),
        devices=MappingProxyType(devices),
        labels=MappingProxyType({label.label_id: label for label in _labels(hass)}),
        entities=MappingProxyType(
            {entity.entity_id: entity for entity in _entities(hass, devices)}
        ),
        services=MappingProxyType({service.full_name: service for service in _services(hass)}),
        routines=MappingProxyType(dict(async_routines(hass))),
        routine_services=MappingProxyType(async_script_services(hass)),
        shown_as=MappingProxyType(async_shown_as(hass)),
    )


def _floors(hass: HomeAssistant) -> Iterator[Floor]:
    for floor in fr.async_get(hass).async_list_floors():
        yield Floor(
            floor_id=floor.floor_id,
            name=floor.name,
            aliases=tuple(sorted(floor.aliases)),
            level=floor.level,
        )


def _areas(hass: HomeAssistant) -> Iterator[Area]:
    for area in ar.async_get(hass).async_list_areas():
        yield Area(
            area_id=area.id,
            name=area.name,
            aliases=tuple(sorted(area.aliases)),
            floor_id=area.floor_id,
            labels=frozenset(area.labels),
        )


def _labels(hass: HomeAssistant) -> Iterator[Label]:
    for label in lr.async_get(hass).async_list_labels():
        yield Label(label_id=label.label_id, name=label.name)


def _devices(hass: HomeAssistant) -> Iterator[Device]:
    for device in _registered_devices(dr.async_get(hass)):
        yield Device(
            device_id=device.id,
            name=device.name_by_user or device.name or "",
            area_id=async_area_of_device(hass, device),
            # Only a child device, since Home Assistant 2026.9, is part of another.
            parent_id=getattr(device, "parent_device_id", None),
            labels=frozenset(device.labels),
            # A child device, part of another device, has no maker of its own.
            manufacturer=getattr(device, "manufacturer", None),
            model=getattr(device, "model", None),
        )


def _registered_devices(registry: dr.DeviceRegistry) -> Iterator[dr.AnyDeviceEntry]:
    """Every device and, since Home Assistant 2026.9, child device."""
    devices = registry.devices
    # A mapping by id until Home Assistant 2026.8, where it became a collection.
    yield from devices.values() if isinstance(devices, Mapping) else devices
    yield from getattr(registry, "child_devices", ())


@callback
def async_area_of_device(hass: HomeAssistant, device: dr.AnyDeviceEntry) -> str | None:
    """The room a device is in; since Home Assistant 2026.9 a child device may inherit one."""
    inherited = getattr(dr, "async_get_effective_area_id", None)
    area_id: str | None = inherited(hass, device) if inherited else device.area_id
    return area_id


def _entities(hass: HomeAssistant, devices: Mapping[str, Device]) -> Iterator[Entity]:
    """Everything that has a state; what is disabled has none."""
    registry = er.async_get(hass)
    for state in hass.states.async_all():
        entry = registry.async_get(state.entity_id)
        device = devices.get(entry.device_id or "") if entry else None
        names = intent.async_get_entity_aliases(hass, entry, state=state)
        yield Entity(
            entity_id=state.entity_id,
            name=state.name,
            names=tuple(dict.fromkeys(name for name in names if name)),
            area_id=(entry and entry.area_id) or (device and device.area_id) or None,
            device_id=device.device_id if device else None,
            device_class=_device_class(state, entry),
            labels=frozenset(entry.labels) if entry else frozenset(),
            exposed=async_should_expose(hass, CONVERSATION, state.entity_id),
        )


def _device_class(state: State, entry: er.RegistryEntry | None) -> str | None:
    if device_class := state.attributes.get(ATTR_DEVICE_CLASS):
        return str(device_class)
    return (entry.device_class or entry.original_device_class) if entry else None


def _services(hass: HomeAssistant) -> Iterator[Service]:
    """Every service, with as much detail as has been loaded from its integration so far.

    A script's own service is not one of them: it is the script.
    """
    for domain, services in hass.services.async_services().items():
        for name in services:
            if own_service(ServiceCall(domain=domain, service=name)):
                continue
            description = async_get_cached_service_description(hass, domain, name)
            yield read_service(domain, name, description)
