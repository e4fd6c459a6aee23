"""How the assist datasets say that a home begins and reacts (their README, Scoring 2 to 4)."""

from collections.abc import Callable
from typing import Any

import pytest

from home_agent.engine.errors import InventoryError
from home_agent.engine.home import LayoutChanged
from home_agent.simulated import SimulatedHome

from .conftest import House

COLOURS = {"color_mode", "brightness", "hs_color", "rgb_color", "xy_color"}

Given = dict[str, Any]
BEGINS: list[tuple[str, Given, str, Given]] = [
    ("light", {"state": "on"}, "on", {"color_mode": "onoff"}),
    ("light", {"state": "off"}, "off", {"color_mode": None}),
    ("light", {"state": "off", "attributes": {"brightness": 1}}, "on", {"brightness": 1}),
    ("light", {"state": True}, "off", {}),
    (
        "light",
        {"state": "off", "attributes": {"supported_color_modes": ["rgb"]}},
        "off",
        dict.fromkeys(COLOURS),
    ),
    (
        "light",
        {"state": "on", "attributes": {"supported_color_modes": ["brightness"]}},
        "on",
        {"brightness": None, "color_mode": "brightness"},
    ),
    ("cover", {"state": "open"}, "open", {"current_position": 100}),
    ("cover", {"state": "closed"}, "closed", {"current_position": 0}),
    ("cover", {}, "closed", {"current_position": 0}),
    (
        "cover",
        {"state": "open", "attributes": {"current_position": 0}},
        "closed",
        {"current_position": 0},
    ),
    (
        "cover",
        {"state": "closed", "attributes": {"current_position": 1}},
        "open",
        {"current_position": 1},
    ),
    (
        "valve",
        {"state": "open", "attributes": {"current_position": "0", "reports_position": True}},
        "closed",
        {"current_position": 0},
    ),
    ("fan", {"state": "on", "attributes": {"percentage": 20}}, "on", {"percentage": 100}),
    ("fan", {"state": "off", "attributes": {"percentage": 20}}, "off", {"percentage": 0}),
    ("switch", {"state": "on"}, "on", {}),
    ("switch", {"state": True}, "off", {}),
    ("binary_sensor", {"state": True}, "on", {}),
    ("binary_sensor", {"state": "on"}, "on", {}),
    ("binary_sensor", {"state": False}, "off", {}),
    ("todo", {"state": 7, "attributes": {"todo_items": []}}, "0", {}),
    ("todo", {"items": ["a", {"summary": "b", "status": "completed"}]}, "1", {}),
    ("climate", {"state": "heat", "attributes": {"hvac_mode": "cool"}}, "heat", {}),
    ("climate", {"attributes": {"hvac_mode": "cool"}}, "cool", {}),
    ("sensor", {"state": "1", "attributes": {"native_value": 2}}, "2", {}),
    ("sensor", {"state": "1"}, "1", {}),
    ("media_player", {"state": "idle"}, "idle", {"volume_level": 0.5, "media_track": 0}),
]


@pytest.mark.parametrize(("domain", "given", "value", "attributes"), BEGINS)
def test_how_it_begins(
    house: Callable[..., House], domain: str, given: Given, value: str, attributes: Given
) -> None:
    state = house({"id": f"{domain}.a", **given}).state(f"{domain}.a")
    assert state.value == value
    assert {name: state.attributes[name] for name in attributes} == attributes


def test_what_is_not_shown(house: Callable[..., House]) -> None:
    it = house(
        {"id": "light.plain", "state": "on", "attributes": {"supported_color_modes": ["onoff"]}},
        {"id": "media_player.off", "state": "off"},
        {"id": "media_player.tv", "state": "idle", "attributes": {"device_class": "tv"}},
        {"id": "fan.plain", "state": "on"},
    )
    assert "brightness" not in it.state("light.plain").attributes
    assert not {"volume_level", "media_track"} & set(it.state("media_player.off").attributes)
    assert "media_track" not in it.state("media_player.tv").attributes
    assert "percentage" not in it.state("fan.plain").attributes


Call = tuple[str, Given]
EFFECTS: list[tuple[str, Given, list[Call], str, Given]] = [
    (
        "light",
        {"state": "on", "attributes": {"brightness": 40}},
        [("turn_off", {}), ("turn_on", {})],
        "on",
        {"brightness": 40},
    ),
    (
        "light",
        {"state": "on", "attributes": {"brightness": 102}},
        [("turn_on", {"brightness_pct": 50})],
        "on",
        {"brightness": 128},
    ),
    (
        "light",
        {"state": "on", "attributes": {"brightness": 102}},
        [("turn_on", {"brightness_pct": 0})],
        "off",
        {"brightness": None},
    ),
    ("cover", {"state": "closed"}, [("open_cover", {})], "open", {"current_position": 100}),
    (
        "cover",
        {"state": "closed"},
        [("set_cover_position", {"position": 50})],
        "open",
        {"current_position": 50},
    ),
    (
        "valve",
        {"state": "closed", "attributes": {"current_position": 0}},
        [("open_valve", {})],
        "open",
        {"current_position": 100},
    ),
    (
        "fan",
        {"state": "off", "attributes": {"percentage": 0}},
        [("turn_on", {})],
        "on",
        {"percentage": 100},
    ),
    ("vacuum", {"state": "docked"}, [("start", {})], "cleaning", {}),
    ("vacuum", {"state": "cleaning"}, [("stop", {})], "idle", {}),
    ("vacuum", {"state": "cleaning"}, [("pause", {})], "paused", {}),
    ("vacuum", {"state": "cleaning"}, [("return_to_base", {})], "returning", {}),
    (
        "media_player",
        {"state": "paused"},
        [("media_previous_track", {})],
        "playing",
        {"media_track": 19},
    ),
    (
        "media_player",
        {"state": "idle", "attributes": {"media_track": 19}},
        [("media_next_track", {})],
        "playing",
        {"media_track": 0},
    ),
    (
        "media_player",
        {"state": "playing"},
        [("volume_mute", {"is_volume_muted": True})],
        "playing",
        {"is_volume_muted": True, "volume_level": 0.5},
    ),
    (
        "media_player",
        {"state": "playing"},
        [("volume_up", {}), ("volume_up", {}), ("volume_up", {})],
        "playing",
        {"volume_level": 0.8},
    ),
    (
        "media_player",
        {"state": "playing", "attributes": {"volume_level": 0.05}},
        [("volume_down", {})],
        "playing",
        {"volume_level": 0},
    ),
    ("media_player", {"state": "off"}, [("turn_on", {})], "idle", {"volume_level": 0.5}),
]


@pytest.mark.parametrize(("domain", "given", "calls", "value", "attributes"), EFFECTS)
async def test_what_comes_of_a_call(
    house: Callable[..., House],
    domain: str,
    given: Given,
    calls: list[Call],
    value: str,
    attributes: Given,
) -> None:
    it = house({"id": f"{domain}.a", **given})
    for service, data in calls:
        await it.call(f"{domain}.{service}", data=data)
    state = it.state(f"{domain}.a")
    assert state.value == value
    assert {name: state.attributes[name] for name in attributes} == attributes


def test_setup_is_laid_over_before_the_rules_apply(house: Callable[..., House]) -> None:
    it = house(
        {"id": "light.lamp", "state": "off", "attributes": {"supported_color_modes": ["rgb"]}},
        {"id": "valve.main", "state": "open", "attributes": {"current_position": 100}},
    )
    it.home.apply("light.lamp", attributes={"brightness": 102})
    assert it.value("light.lamp") == "on"
    it.home.apply("light.lamp", state="off")
    assert it.value("light.lamp") == "on", "brightness wins, even where setup says off"
    it.home.apply("light.lamp", attributes={"brightness": None})
    assert it.value("light.lamp") == "off"
    it.home.apply("VALVE.main", state="closed", attributes={"current_position": 0})
    assert it.value("valve.main") == "closed"
    assert [change.entity_id for change in it.changes] == ["light.lamp"] * 2 + ["valve.main"]


def test_setup_may_change_what_a_thing_is(house: Callable[..., House]) -> None:
    it = house({"id": "binary_sensor.a", "state": "off"})
    heard: list[object] = []
    it.home.subscribe(heard.append)
    it.home.apply("binary_sensor.a", attributes={"device_class": "door"})
    assert it.home.snapshot().layout.entities["binary_sensor.a"].device_class == "door"
    assert isinstance(heard[0], LayoutChanged)


def test_setup_that_makes_no_sense_is_a_warning(house: Callable[..., House]) -> None:
    it = house({"id": "light.a", "state": "on"})
    it.home.apply("light.a", attributes={"supported_features": ["X"]})
    it.home.apply("light.a", attributes={"brightness": "x"})
    features, brightness = (warning.problem for warning in it.home.warnings)
    assert "'X' is unknown" in features
    assert "brightness must be a number, not 'x'" in brightness
    assert it.value("light.a") == "on"


def test_setup_of_nothing_in_the_home_is_an_inventory_error(house: Callable[..., House]) -> None:
    it = house({"id": "light.a"})
    with pytest.raises(InventoryError, match=r"light\.b: there is no such entity"):
        it.home.apply("light.b", state="on")


async def test_a_light_begins_and_stays_at_a_brightness_of_0(house: Callable[..., House]) -> None:
    dimmable = {"supported_color_modes": ["brightness"]}
    it = house({"id": "light.a", "state": "off", "attributes": dimmable | {"brightness": 0}})
    assert it.value("light.a") == "off"
    await it.call("light.turn_on")
    assert it.value("light.a") == "on"
    assert it.attribute("light.a", "brightness") == 0
    assert not it.home.warnings


FIXTURE = """
language: "en"
areas:
  - {name: "Kitchen", id: "kitchen_id", floor: "First Floor"}
  - {name: "Office", id: "office_id", floor: "Basement"}
entities:
  - name: "Price per kW"
    id: "sensor.price_per_kW"
    state: "1"
    attributes: {device_class: monetary, unit_of_measurement: "EUR"}
  - name: "Bedroom Curtain"
    id: "cover.bedroom"
    state: "closed"
    attributes:
      device_class: curtain
      current_position: 0
      supported_features:
        - cover.CoverEntityFeature.OPEN
        - cover.CoverEntityFeature.CLOSE
        - cover.CoverEntityFeature.SET_POSITION
  - name: "Pet Door"
    id: "binary_sensor.pet_door"
    state: {in: "closed", out: "off"}
    attributes: {device_class: door}
  - name: "TV"
    id: "media_player.tv"
    area: "kitchen_id"
    state: "idle"
    attributes: {volume_level: "50"}
  - name: "Rover"
    id: "vacuum.rover"
    state: "idle"
    attributes:
      supported_features:
        - vacuum.VacuumEntityFeature.START
        - vacuum.VacuumEntityFeature.STATE
        - vacuum.VacuumEntityFeature.RETURN_HOME
"""


def test_a_piece_of_a_dataset_loads(tmp_path: Any) -> None:
    path = tmp_path / "_fixtures.yaml"
    path.write_text(FIXTURE)
    snapshot = SimulatedHome.from_file(path).snapshot()
    assert {it.name for it in snapshot.layout.floors.values()} == {"First Floor", "Basement"}
    assert snapshot.states["sensor.price_per_kw"].value == "1"
    assert snapshot.states["cover.bedroom"].features == 7
    assert snapshot.states["vacuum.rover"].features == 8192 | 4096 | 16
    assert snapshot.states["media_player.tv"].attributes["volume_level"] == 0.5
    assert str(snapshot.now.tzinfo) == "US/Pacific"
