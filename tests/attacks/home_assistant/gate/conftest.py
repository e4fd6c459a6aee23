"""A Home Assistant with a vault in its cellar, and whatever routines an attacker has written."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any, override

import pytest
from homeassistant.components.cover import CoverDeviceClass, CoverEntity, CoverEntityFeature
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.components.light import LightEntity
from homeassistant.components.light.const import ColorMode
from homeassistant.components.lock import LockEntity
from homeassistant.config_entries import ConfigEntry, ConfigFlow
from homeassistant.const import Platform
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import floor_registry as fr
from homeassistant.helpers import label_registry as lr
from homeassistant.helpers.device_registry import DeviceInfo
from homeassistant.helpers.entity_platform import AddEntitiesCallback
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    MockModule,
    MockPlatform,
    mock_config_flow,
    mock_integration,
    mock_platform,
)

from custom_components.home_agent.const import DOMAIN
from tests.attacks.routines import GARAGE, NURSERY, VAULT, Thing, Way

STRONGBOX = "strongbox"
_PLATFORMS = (Platform.COVER, Platform.LIGHT, Platform.LOCK)
_DEVICE = DeviceInfo(identifiers={(STRONGBOX, STRONGBOX)}, name="Strongbox")

type Ask = Callable[..., Awaitable[dict[str, Any]]]
type Write = Callable[[Way], Awaitable[None]]
type Find = Callable[[Thing], Thing]


class Lock(LockEntity):
    """A lock that obeys at once."""

    _attr_should_poll = False
    _attr_device_info = _DEVICE
    _attr_is_locked = True

    def __init__(self, name: str) -> None:
        self._attr_name = name
        self._attr_unique_id = name

    @override
    async def async_lock(self, **kwargs: Any) -> None:
        self._attr_is_locked = True
        self.async_write_ha_state()

    @override
    async def async_unlock(self, **kwargs: Any) -> None:
        self._attr_is_locked = False
        self.async_write_ha_state()


class Lamp(LightEntity):
    """A lamp that obeys at once."""

    _attr_should_poll = False
    _attr_device_info = _DEVICE
    _attr_is_on = False
    _attr_color_mode = ColorMode.ONOFF
    _attr_supported_color_modes = {ColorMode.ONOFF}  # noqa: RUF012 - Home Assistant's way

    def __init__(self, name: str) -> None:
        self._attr_name = name
        self._attr_unique_id = name

    @override
    async def async_turn_on(self, **kwargs: Any) -> None:
        self._attr_is_on = True
        self.async_write_ha_state()

    @override
    async def async_turn_off(self, **kwargs: Any) -> None:
        self._attr_is_on = False
        self.async_write_ha_state()


class Opening(CoverEntity):
    """A cover that obeys at once."""

    _attr_should_poll = False
    _attr_device_info = _DEVICE
    _attr_is_closed = True
    _attr_supported_features = CoverEntityFeature.OPEN | CoverEntityFeature.CLOSE

    def __init__(self, name: str, kind: CoverDeviceClass) -> None:
        self._attr_name = name
        self._attr_unique_id = name
        self._attr_device_class = kind

    @override
    async def async_open_cover(self, **kwargs: Any) -> None:
        self._attr_is_closed = False
        self.async_write_ha_state()

    @override
    async def async_close_cover(self, **kwargs: Any) -> None:
        self._attr_is_closed = True
        self.async_write_ha_state()


_THINGS: dict[Platform, Callable[[], list[Any]]] = {
    Platform.LOCK: lambda: [Lock("vault")],
    Platform.LIGHT: lambda: [Lamp("nursery"), Lamp("hall"), Lamp("cellar")],
    Platform.COVER: lambda: [
        Opening("garage", CoverDeviceClass.GARAGE),
        Opening("blind", CoverDeviceClass.BLIND),
    ],
}


@pytest.fixture
async def house(hass: HomeAssistant) -> AsyncGenerator[HomeAssistant]:
    """A Home Assistant with nothing but a box of treasures, of which nothing may be seen."""
    assert await async_setup_component(hass, "homeassistant", {})
    assert await async_setup_component(hass, "persistent_notification", {})

    async def set_up(hass: HomeAssistant, entry: ConfigEntry[Any]) -> bool:
        await hass.config_entries.async_forward_entry_setups(entry, _PLATFORMS)
        return True

    async def unload(hass: HomeAssistant, entry: ConfigEntry[Any]) -> bool:
        return await hass.config_entries.async_unload_platforms(entry, _PLATFORMS)

    module = MockModule(STRONGBOX, async_setup_entry=set_up, async_unload_entry=unload)
    mock_integration(hass, module)
    mock_platform(hass, f"{STRONGBOX}.config_flow", None)
    for platform, make in _THINGS.items():
        adds = MockPlatform(async_setup_entry=_adds(platform, make))
        mock_platform(hass, f"{STRONGBOX}.{platform}", adds)
    entry = MockConfigEntry(domain=STRONGBOX)
    entry.add_to_hass(hass)
    with mock_config_flow(STRONGBOX, ConfigFlow):
        assert await hass.config_entries.async_setup(entry.entry_id)
        await hass.async_block_till_done()
        _furnish(hass)
        yield hass


def _adds(
    platform: Platform, make: Callable[[], list[Any]]
) -> Callable[[HomeAssistant, ConfigEntry[Any], AddEntitiesCallback], Coroutine[Any, Any, None]]:
    async def add(
        _hass: HomeAssistant, _entry: ConfigEntry[Any], async_add_entities: AddEntitiesCallback
    ) -> None:
        things = make()
        for thing in things:
            thing.entity_id = f"{platform}.{thing.name}"
        async_add_entities(things)

    return add


def _furnish(hass: HomeAssistant) -> None:
    """The box is in the cellar, below, and labelled; what is in it is hidden from the assistant."""
    floor = fr.async_get(hass).async_create("Below")
    area = ar.async_get(hass).async_create("Cellar", floor_id=floor.floor_id)
    label = lr.async_get(hass).async_create("Treasure")
    vault = er.async_get(hass).async_get(VAULT.entity)
    assert vault is not None
    assert vault.device_id is not None
    dr.async_get(hass).async_update_device(vault.device_id, area_id=area.id)
    for entry in er.async_entries_for_device(er.async_get(hass), vault.device_id):
        er.async_get(hass).async_update_entity(entry.entity_id, labels={label.label_id})
        async_expose_entity(hass, "conversation", entry.entity_id, should_expose=False)


@pytest.fixture
def find(house: HomeAssistant) -> Find:
    """Where this home has a thing."""

    def find(thing: Thing) -> Thing:
        entry = er.async_get(house).async_get(thing.entity)
        assert entry is not None
        assert entry.device_id is not None
        [area] = ar.async_get(house).async_list_areas()
        [floor] = fr.async_get(house).async_list_floors()
        [label] = lr.async_get(house).async_list_labels()
        return replace(
            thing,
            registry_id=entry.id,
            device_id=entry.device_id,
            area_id=area.id,
            floor_id=floor.floor_id,
            label_id=label.label_id,
        )

    return find


@pytest.fixture
def write(house: HomeAssistant) -> Write:
    """Write a routine into the home, with all that it needs, and let it be seen."""

    async def write(way: Way) -> None:
        scenes = [{"name": name, "entities": scene} for name, scene in way.scenes.items()]
        automations = [
            {"alias": name, **automation} for name, automation in way.automations.items()
        ]
        groups = {name: {"entities": group} for name, group in way.groups.items()}
        assert await async_setup_component(house, "group", {"group": groups})
        for name, members in way.kind_groups.items():
            kind = members[0].partition(".")[0]
            options = {"group_type": kind, "entities": members, "hide_members": True, "name": name}
            group = MockConfigEntry(domain="group", options=options, title=name)
            group.add_to_hass(house)
            assert await house.config_entries.async_setup(group.entry_id)
        # Scenes always: their own services are needed where there are none, too.
        config = {"scene": scenes, "automation": automations, "script": dict(way.scripts)}
        for domain, item in config.items():
            assert await async_setup_component(house, domain, {domain: item})
        await house.async_block_till_done()
        assert house.states.get(way.run) is not None
        async_expose_entity(house, "conversation", way.run, should_expose=True)
        await house.async_block_till_done()

    return write


@pytest.fixture
def ask(house: HomeAssistant, agent: MockConfigEntry) -> Ask:
    """Have the agent do something with a tool, as automations, models and MCP clients can."""

    async def ask(tool: str = "ha_control", context: Context | None = None, **given: Any) -> Any:
        data = {"tool_name": tool, "parameters": given}
        told = await house.services.async_call(
            DOMAIN, "execute_tool", data, blocking=True, return_response=True, context=context
        )
        await house.async_block_till_done()
        return told

    return ask


def state(hass: HomeAssistant, thing: Thing | str) -> str:
    """How something is."""
    found = hass.states.get(thing if isinstance(thing, str) else thing.entity)
    assert found is not None
    return found.state


def treasures(hass: HomeAssistant) -> dict[str, str]:
    """How everything is that somebody is after."""
    return {item.entity: state(hass, item) for item in (VAULT, GARAGE, NURSERY)}
