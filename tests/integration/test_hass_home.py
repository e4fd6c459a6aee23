"""What the engine sees of a Home Assistant."""

from collections.abc import Generator
from datetime import timedelta

import pytest
from homeassistant.components.cover import CoverEntityFeature
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import HomeAssistant
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import floor_registry as fr
from homeassistant.helpers import label_registry as lr
from homeassistant.helpers.service import async_set_service_schema
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_fire_time_changed

from custom_components.home_agent.engine.home import Change, LayoutChanged, StateChanged
from custom_components.home_agent.home import HassHome


@pytest.fixture
def home(house: HomeAssistant, agent_entry: MockConfigEntry) -> Generator[HassHome]:
    """The house, as the engine sees it."""
    home = HassHome(house, agent_entry)
    stop = home.async_start()
    yield home
    stop()


@pytest.fixture
def changes(home: HassHome) -> list[Change]:
    """Every change that the engine hears of."""
    changes: list[Change] = []
    home.subscribe(changes.append)
    return changes


async def _settle(hass: HomeAssistant) -> None:
    """Let the time pass after which a quiet home is looked at anew."""
    async_fire_time_changed(hass, dt_util.utcnow() + timedelta(seconds=5))
    await hass.async_block_till_done(wait_background_tasks=True)


def _device_id(hass: HomeAssistant, entity_id: str) -> str:
    entry = er.async_get(hass).async_get(entity_id)
    assert entry is not None
    assert entry.device_id is not None
    return entry.device_id


async def test_entities_in_their_rooms(house: HomeAssistant, home: HassHome) -> None:
    """Names, rooms, floors, devices, classes and states are as Home Assistant has them."""
    snapshot = home.snapshot()
    layout = snapshot.layout

    lamp = layout.entities["light.kitchen_lights"]
    assert (lamp.name, lamp.names, lamp.domain) == ("Kitchen Lights", ("Kitchen Lights",), "light")
    assert lamp.exposed
    area = layout.area_of(lamp)
    assert area is not None
    assert area.name == "Kitchen"
    floor = layout.floor_of(area)
    assert floor is not None
    assert floor.name == "Ground Floor"
    assert lamp.device_id is not None
    assert layout.devices[lamp.device_id].name == "Kitchen Lights"
    assert layout.devices[lamp.device_id].area_id == area.area_id
    assert layout.entities["sensor.outside_temperature"].device_class == "temperature"

    state = snapshot.states["light.kitchen_lights"]
    theirs = house.states.get("light.kitchen_lights")
    assert theirs is not None
    assert (state.value, state.attributes) == (theirs.state, theirs.attributes)
    assert (state.changed, state.updated) == (theirs.last_changed, theirs.last_updated)
    assert snapshot.states.keys() == set(house.states.async_entity_ids())
    assert snapshot.now.tzinfo is dt_util.get_default_time_zone()


async def test_unregistered_entities_count_too(house: HomeAssistant, home: HassHome) -> None:
    """Demo locks have no unique id, hence no place in the registry."""
    assert er.async_get(house).async_get("lock.front_door") is None
    lock = home.snapshot().layout.entities["lock.front_door"]
    assert lock.names == ("Front Door",)
    assert (lock.area_id, lock.device_id, lock.labels) == (None, None, frozenset())
    # Locks are not exposed unless somebody says so.
    assert not lock.exposed


async def test_aliases_replace_the_name(house: HomeAssistant, home: HassHome) -> None:
    """The list of aliases says what a thing answers to; its own name is only one choice."""
    registry = er.async_get(house)
    registry.async_update_entity("light.bed_light", aliases=["night lamp"])
    registry.async_update_entity("light.kitchen_lights", aliases=[er.COMPUTED_NAME, "spots"])
    ar.async_get(house).async_update("kitchen", aliases={"cookhouse"})
    floor = fr.async_get(house).async_get_floor_by_name("Upstairs")
    assert floor is not None
    fr.async_get(house).async_update(floor.floor_id, aliases={"first floor"}, level=1)

    layout = home.snapshot().layout
    assert layout.entities["light.bed_light"].names == ("night lamp",)
    assert layout.entities["light.bed_light"].name == "Bed Light"
    assert layout.entities["light.kitchen_lights"].names == ("Kitchen Lights", "spots")
    assert layout.areas["kitchen"].aliases == ("cookhouse",)
    assert layout.floors[floor.floor_id].aliases == ("first floor",)
    assert layout.floors[floor.floor_id].level == 1


async def test_labels(house: HomeAssistant, home: HassHome) -> None:
    """Labels are known by name, and on whatever carries them."""
    label = lr.async_get(house).async_create("Christmas")
    labels = {label.label_id}
    ar.async_get(house).async_update("kitchen", labels=labels)
    device_id = _device_id(house, "light.kitchen_lights")
    dr.async_get(house).async_update_device(device_id, labels=labels)
    er.async_get(house).async_update_entity("light.kitchen_lights", labels=labels)

    layout = home.snapshot().layout
    assert layout.labels[label.label_id].name == "Christmas"
    assert layout.areas["kitchen"].labels == labels
    assert layout.devices[device_id].labels == labels
    assert layout.entities["light.kitchen_lights"].labels == labels


async def test_an_entitys_own_room_comes_first(house: HomeAssistant, home: HassHome) -> None:
    """Where an entity has a room of its own, its device's does not matter."""
    registry = er.async_get(house)
    # An entity needs a name of its own to be somewhere else than its device.
    registry.async_update_entity("light.kitchen_lights", name="Lantern", area_id="garden")
    await house.async_block_till_done()
    lantern = home.snapshot().layout.entities["light.kitchen_lights"]
    assert lantern.area_id == "garden"
    assert "Lantern" in lantern.name


@pytest.mark.skipif(
    not hasattr(dr.DeviceRegistry, "async_get_or_create_child"),
    reason="this Home Assistant has no child devices",
)
async def test_a_child_device_is_where_its_parent_is(
    house: HomeAssistant, home: HassHome, agent_entry: MockConfigEntry
) -> None:
    """A part of a device, without a room of its own, inherits the room."""
    registry = dr.async_get(house)
    strip = registry.async_get_or_create(
        config_entry_id=agent_entry.entry_id, identifiers={("test", "strip")}, name="Power strip"
    )
    registry.async_update_device(strip.id, area_id="kitchen")
    outlet = registry.async_get_or_create_child(
        config_entry_id=agent_entry.entry_id,
        identifiers={("test", "outlet")},
        parent_device_id=strip.id,
        name="Outlet",
    )
    entry = er.async_get(house).async_get_or_create(
        "switch", "test", "outlet", config_entry=agent_entry, device_id=outlet.id
    )
    house.states.async_set(entry.entity_id, "off")

    layout = home.snapshot().layout
    assert layout.devices[outlet.id].area_id == "kitchen"
    assert layout.entities[entry.entity_id].area_id == "kitchen"


async def test_exposure_is_respected_live(house: HomeAssistant, home: HassHome) -> None:
    """A click in the exposure settings counts from the next look on, in both directions."""
    for entity_id, exposed in (("light.kitchen_lights", False), ("lock.front_door", True)):
        assert home.snapshot().layout.entities[entity_id].exposed is not exposed
        async_expose_entity(house, "conversation", entity_id, exposed)
        assert home.snapshot().layout.entities[entity_id].exposed is exposed


async def test_exposure_set_in_the_registry_counts(house: HomeAssistant, home: HassHome) -> None:
    """The entity's own dialog writes the option without telling the exposure settings."""
    home.snapshot()
    er.async_get(house).async_update_entity_options(
        "light.kitchen_lights", "conversation", {"should_expose": False}
    )
    assert not home.snapshot().layout.entities["light.kitchen_lights"].exposed


async def test_hidden_and_disabled(house: HomeAssistant, home: HassHome) -> None:
    """As in core: what is disabled has no state, what is hidden is exposed only if asked for."""
    registry = er.async_get(house)
    hidden = registry.async_get_or_create(
        "light", "test", "hidden", hidden_by=er.RegistryEntryHider.USER
    )
    disabled = registry.async_get_or_create(
        "light", "test", "disabled", disabled_by=er.RegistryEntryDisabler.USER
    )
    house.states.async_set(hidden.entity_id, "off")

    layout = home.snapshot().layout
    assert disabled.entity_id not in layout.entities
    assert not layout.entities[hidden.entity_id].exposed


async def test_services_and_what_they_take(house: HomeAssistant, home: HassHome) -> None:
    """Services are known at once, and in detail as soon as things have settled."""
    assert home.snapshot().layout.services["light.turn_on"].full_name == "light.turn_on"
    await _settle(house)

    services = home.snapshot().layout.services
    fields = {field.name: field for field in services["light.turn_on"].fields}
    assert (fields["brightness_pct"].minimum, fields["brightness_pct"].maximum) == (0, 100)
    # Flash is in a section of its own.
    assert fields["flash"].options == ("long", "short")
    assert services["cover.set_cover_position"].suits(CoverEntityFeature.SET_POSITION)
    assert not services["cover.set_cover_position"].suits(CoverEntityFeature.OPEN)
    assert services["light.turn_on"].suits(0)
    position = {field.name: field for field in services["cover.set_cover_position"].fields}
    assert position["position"].required

    # Integrations may describe services as they like.
    async_set_service_schema(house, "light", "toggle", {"fields": {"odd": None}})
    house.services.async_register("light", "blink", lambda _call: None)
    assert home.snapshot().layout.services["light.toggle"].fields == ()
    assert "light.blink" in home.snapshot().layout.services
    house.services.async_remove("light", "toggle")
    assert "light.toggle" not in home.snapshot().layout.services


async def test_descriptions_that_cannot_be_loaded(
    house: HomeAssistant,
    home: HassHome,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """One integration's broken description costs us details, not the home."""

    async def fail(_hass: HomeAssistant) -> None:
        raise ImportError("No module named 'pymicro_vad'")

    monkeypatch.setattr("custom_components.home_agent.home.async_get_all_descriptions", fail)
    await _settle(house)
    assert "Descriptions of services could not be loaded" in caplog.text
    assert "light.turn_on" in home.snapshot().layout.services


async def test_states_stream_in_order(
    house: HomeAssistant, home: HassHome, changes: list[Change]
) -> None:
    """Every report is told at once; entities that come and go are told as such."""
    home.snapshot()
    changes.clear()
    house.states.async_set("light.new", "on")
    house.states.async_set("light.new", "off", {"friendly_name": "New"})
    house.states.async_remove("light.new")

    told = [change for change in changes if isinstance(change, StateChanged)]
    assert [
        (line.before and line.before.value, line.after and line.after.value) for line in told
    ] == [
        (None, "on"),
        ("on", "off"),
        ("off", None),
    ]
    assert "light.new" not in home.snapshot().states


async def test_new_names_of_unregistered_entities(house: HomeAssistant, home: HassHome) -> None:
    """A name may come with a state, and then the layout follows the state."""
    for name in ("One", "Two"):
        house.states.async_set("light.new", "on", {"friendly_name": name})
        assert home.snapshot().layout.entities["light.new"].names == (name,)
    house.states.async_remove("light.new")
    assert "light.new" not in home.snapshot().layout.entities


async def test_a_snapshot_stays_as_it_was(house: HomeAssistant, home: HassHome) -> None:
    """Whatever happens later, a snapshot does not change."""
    snapshot = home.snapshot()
    await house.services.async_call(
        "light", "turn_off", {"entity_id": "light.kitchen_lights"}, blocking=True
    )
    ar.async_get(house).async_update("kitchen", name="Galley")

    assert snapshot.states["light.kitchen_lights"].value == "on"
    assert snapshot.layout.areas["kitchen"].name == "Kitchen"
    assert home.snapshot().states["light.kitchen_lights"].value == "off"
    assert home.snapshot().layout.areas["kitchen"].name == "Galley"


async def test_nothing_is_rebuilt_without_need(house: HomeAssistant, home: HassHome) -> None:
    """The layout stays the same object until something that we show is different."""
    await _settle(house)
    layout = home.snapshot().layout
    house.states.async_set("light.kitchen_lights", "off", {"friendly_name": "Kitchen Lights"})
    er.async_get(house).async_update_entity_options("light.bed_light", "other", {"a": 1})
    dr.async_get(house).async_update_device(
        _device_id(house, "light.kitchen_lights"), sw_version="2"
    )
    await _settle(house)
    assert home.snapshot().layout is layout


async def test_a_burst_of_changes_is_one_change(
    house: HomeAssistant, home: HassHome, changes: list[Change]
) -> None:
    """A hundred changes cost one new layout: at the next look, or when things have settled."""
    await _settle(house)
    home.snapshot()
    changes.clear()

    for number in range(100):
        ar.async_get(house).async_create(f"Room {number}")
    assert changes == []
    assert len(home.snapshot().layout.areas) == 104
    assert changes == [LayoutChanged()]
    await _settle(house)
    assert changes == [LayoutChanged()]

    for number in range(100):
        er.async_get(house).async_update_entity("light.bed_light", name=f"Lamp {number}")
    changes.clear()
    await _settle(house)
    assert changes == [LayoutChanged()]


async def test_after_the_end(house: HomeAssistant, agent_entry: MockConfigEntry) -> None:
    """A home that is no longer followed hears of nothing."""
    home = HassHome(house, agent_entry)
    changes: list[Change] = []
    home.subscribe(changes.append)
    stop = home.async_start()
    home.snapshot()
    stop()
    changes.clear()

    house.states.async_set("light.kitchen_lights", "off")
    async_expose_entity(house, "conversation", "light.kitchen_lights", should_expose=False)
    ar.async_get(house).async_create("Attic")
    await _settle(house)
    assert changes == []
