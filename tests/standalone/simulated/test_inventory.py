"""Reading a home from YAML, and saying what is wrong with one."""

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.errors import InventoryError
from home_agent.simulated import ManualClock, SimulatedHome
from home_agent.simulated.corrections import describe_warnings
from home_agent.yaml_file import find_lines

HOME = """
language: it
time_zone: Europe/Rome
labels:
  - name: Night
floors:
  - {name: Ground Floor, id: ground, level: 0, aliases: [downstairs]}
areas:
  - {name: Kitchen, id: kitchen_id, floor: ground, aliases: [cucina]}
  - {name: Hall, id: hall_id, floor: Ground Floor}
  - {name: Attic, floor: Second Floor, labels: [night]}
devices:
  - {name: Hub, id: hub, area: hall_id, info: {manufacturer: Acme, model: X}}
entities:
  - name: Lamp
    id: light.Lamp
    area: kitchen_id
    state: "on"
    aliases: [big light]
    labels: [Night]
  - name: Motion
    id: binary_sensor.motion
    device: hub
    state: true
    attributes: {device_class: motion}
  - {id: sensor.hub, device: hub, state: 5}
  - {id: sensor.nothing, state: null}
  - {id: binary_sensor.phone, name: Phone, state: {in: normal, out: "off"}}
  - id: light.mood
    attributes:
      supported_features: [LightEntityFeature.EFFECT, light.LightEntityFeature.FLASH, TRANSITION]
  - {id: switch.rack, state: "on", exposed: false}
  - {id: zone.work, state: 2}
"""


@pytest.fixture
def home(tmp_path: Path) -> SimulatedHome:
    path = tmp_path / "home.yaml"
    path.write_text(HOME, encoding="utf-8")
    return SimulatedHome.from_file(path)


def test_rooms_and_floors(home: SimulatedHome) -> None:
    layout = home.snapshot().layout
    assert layout.floors["ground"].aliases == ("downstairs",)
    assert layout.floors["ground"].level == 0
    kitchen, hall, attic = (layout.areas[it] for it in ("kitchen_id", "hall_id", "attic"))
    assert kitchen.aliases == ("cucina",)
    assert kitchen.floor_id == hall.floor_id == "ground"
    floor = layout.floor_of(attic)
    assert floor is not None
    assert floor.name == "Second Floor"
    assert attic.labels == {"night"}
    assert layout.labels["night"].name == "Night"
    assert layout.devices["hub"].manufacturer == "Acme"
    assert (home.language, str(home.time_zone)) == ("it", "Europe/Rome")
    assert home.snapshot().now.tzinfo == home.time_zone


def test_entities(home: SimulatedHome) -> None:
    snapshot = home.snapshot()
    entities, states = snapshot.layout.entities, snapshot.states
    lamp = entities["light.lamp"]
    assert (lamp.name, lamp.names, lamp.area_id) == ("Lamp", ("Lamp", "big light"), "kitchen_id")
    assert lamp.labels == {"night"}
    motion = entities["binary_sensor.motion"]
    assert (motion.area_id, motion.device_id, motion.device_class) == ("hall_id", "hub", "motion")
    assert entities["sensor.hub"].name == "Hub"
    assert entities["sensor.nothing"].name == "nothing"
    assert not entities["switch.rack"].exposed
    assert states["light.lamp"].attributes["friendly_name"] == "Lamp"
    assert states["light.mood"].features == 4 | 8 | 32
    values = {entity_id: state.value for entity_id, state in states.items()}
    assert values == {
        "light.lamp": "on",
        "binary_sensor.motion": "on",
        "sensor.hub": "5",
        "sensor.nothing": "unknown",
        "binary_sensor.phone": "off",
        "light.mood": "off",
        "switch.rack": "on",
        "zone.work": "2",
    }


def test_the_time_zone_is_us_pacific_unless_the_home_says_otherwise() -> None:
    assert str(SimulatedHome.from_inventory({}).time_zone) == "US/Pacific"


def test_what_the_inventory_holds_is_not_shared_with_the_home() -> None:
    modes = ["rgb"]
    content = {
        "entities": [
            {"id": "light.a", "state": "on", "attributes": {"supported_color_modes": modes}}
        ]
    }
    home = SimulatedHome.from_inventory(content)
    modes.append("color_temp")
    assert home.snapshot().states["light.a"].attributes["supported_color_modes"] == ["rgb"]


def entity(**fields: Any) -> dict[str, Any]:
    return {"entities": [{"id": "light.a", **fields}]}


WRONG: list[tuple[Any, str]] = [
    ({"entities": {"a": 1}}, "entities: expected a list, not a mapping"),
    ({"entities": ["light.a"]}, "entities number 1: expected a mapping, not text"),
    ({"entities": [{"name": "Lamp"}]}, "entities number 1: id: expected a domain and a name"),
    ({"entities": [{"id": "lamp"}]}, "such as light.kitchen, not 'lamp'"),
    ({"entities": [{"id": "light."}]}, "not 'light.'"),
    ({"entities": [{"id": "light.a"}, {"id": "light.A"}]}, "light.a: this id is used twice"),
    ({"areas": [{"name": "A"}, {"name": "a"}]}, "areas number 2: the id 'a' is used twice"),
    ({"areas": [{"id": "a"}]}, "areas number 1: expected a name"),
    ({"floors": [{"name": "A", "level": "x"}]}, "level: expected a whole number, not 'x'"),
    ({"devices": [{"name": "D", "area": "nowhere"}]}, "area 'nowhere' is not in the list of areas"),
    ({"devices": [{"name": "D", "info": 3}]}, "info: expected a mapping, not 3"),
    ({"time_zone": "Mars/Base"}, "time_zone: expected a name such as Europe/Berlin"),
    (entity(area="attic"), "light.a: area 'attic' is not in the list of areas"),
    (entity(device="hub"), "light.a: device 'hub' is not in the list of devices"),
    (entity(attributes=[1]), "light.a: attributes: expected a mapping, not a list"),
    (entity(aliases="big"), "light.a: aliases: expected a list of words, not 'big'"),
    (entity(labels=[3]), "light.a: labels: expected a list of words"),
    (entity(exposed="no"), "light.a: exposed: expected true or false, not 'no'"),
    (entity(state=["on"]), "light.a: state must be a word or a number"),
    (
        entity(attributes={"supported_features": ["LightEntityFeature.FLY"]}),
        "'LightEntityFeature.FLY' is unknown; LightEntityFeature has EFFECT, FLASH, TRANSITION",
    ),
    (
        entity(attributes={"supported_features": ["CoverEntityFeature.EFFECT"]}),
        "'CoverEntityFeature.EFFECT' is unknown",
    ),
    (
        entity(attributes={"supported_features": "all"}),
        "supported_features: expected names or a number, not 'all'",
    ),
    (entity(attributes={"supported_color_modes": ["x"]}), "'x' is not a colour mode"),
    (entity(attributes={"brightness": "very"}), "brightness must be a number, not 'very'"),
    (entity(attributes={"rgb_color": [1, 2]}), "rgb_color must be a list of 3 numbers"),
    (entity(behaviour="sulks"), "behaviour must be 'unavailable', 'ignores', or a mapping"),
    (entity(behaviour={"late": "soon"}), "late is 'soon'"),
    (entity(behaviour={"late": -1}), "late is -1"),
    (entity(behaviour={"refuses": ""}), "refuses is ''"),
    (entity(behaviour={"ignores": 3}), "ignores is 3"),
    ({"entities": [{"id": "lock.a", "state": "ajar"}]}, "lock.a: 'ajar' is not a state of a lock"),
    (
        {"entities": [{"id": "lock.a", "attributes": {"code_format": "("}}]},
        "code_format is not a regular expression",
    ),
    ({"entities": [{"id": "climate.a", "state": "warm"}]}, "'warm' is not an HVAC mode"),
    (
        {"entities": [{"id": "climate.a", "attributes": {"min_temp": 30, "max_temp": 20}}]},
        "the lower limit must not be above the upper one",
    ),
    ({"entities": [{"id": "number.a", "attributes": {"min": 9, "max": 1}}]}, "min must not be"),
    ({"entities": [{"id": "input_select.a"}]}, "options: expected a list of at least one choice"),
    ({"entities": [{"id": "input_datetime.a"}]}, "needs has_date or has_time"),
    (
        {"entities": [{"id": "timer.a", "attributes": {"duration": "long"}}]},
        "duration: offset long",
    ),
    ({"entities": [{"id": "todo.a", "items": "milk"}]}, "items must be a list, not 'milk'"),
    ({"entities": [{"id": "todo.a", "items": [{"status": "x"}]}]}, "item 1 must be some words"),
    (
        {"entities": [{"id": "todo.a", "items": [{"summary": "a", "status": "x"}]}]},
        "item 1: status must be needs_action or completed, not 'x'",
    ),
    (
        {"entities": [{"id": "calendar.a", "events": [{}]}]},
        "event 1: expected a summary with start",
    ),
    (
        {"entities": [{"id": "calendar.a", "events": [{"summary": "A", "in_days": "x"}]}]},
        "event 1: expected a summary with start",
    ),
    (
        {
            "entities": [
                {
                    "id": "calendar.a",
                    "events": [{"summary": "A", "start": "2026-03-02", "end": "2026-03-02"}],
                }
            ]
        },
        "event 1 must end after it starts",
    ),
    ({"entities": [{"id": "weather.a", "forecast": {"yearly": []}}]}, "forecast: expected a list"),
    ({"entities": [{"id": "scene.a", "entities": ["light.a"]}]}, "entities: expected entity ids"),
    (
        {"entities": [{"id": "scene.a", "entities": {"light.b": "on"}}]},
        "scene.a: entities: 'light.b' is not in the list of entities",
    ),
    ({"entities": [{"id": "script.a", "sequence": [{"action": "x"}]}]}, "sequence, step 1"),
    ({"entities": [{"id": "vacuum.a", "state": "asleep"}]}, "'asleep' is not one of its states"),
]


@pytest.mark.parametrize(("content", "message"), WRONG, ids=[text for _, text in WRONG])
def test_what_is_wrong_is_a_warning_with_its_place_and_all_else_is_read(
    content: Any, message: str
) -> None:
    beside = {"id": "switch.beside", "state": "on"}
    listed = content.get("entities", [])
    if isinstance(listed, list):
        content = {**content, "entities": [*listed, beside]}
    home = SimulatedHome.from_inventory(content, source="my_home.yaml")
    (warning,) = home.warnings
    assert message in f"{warning.place}: {warning.problem}"
    states = home.snapshot().states
    assert not isinstance(listed, list) or states["switch.beside"].value == "on"
    named = {str(entry.get("id")).lower() for entry in listed if isinstance(entry, dict)}
    assert {entity_id for entity_id in named if len(entity_id) > len("light.")} <= {*states}


def test_what_is_no_mapping_is_no_home() -> None:
    content: Any = []
    with pytest.raises(InventoryError, match=r"home\.yaml: the file: expected a mapping"):
        SimulatedHome.from_inventory(content, source="home.yaml")


MENDED: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"id": "vacuum.a", "state": "off"}, "docked", {}),
    ({"id": "lock.a", "state": "ajar"}, "locked", {}),
    (
        {"id": "light.a", "state": "on", "attributes": {"brightness": "very", "x": 1}},
        "on",
        {"x": 1},
    ),
    (
        {
            "id": "light.a",
            "state": "on",
            "attributes": {"supported_color_modes": ["x", "brightness"], "brightness": 9},
        },
        "on",
        {"supported_color_modes": ["brightness"], "brightness": 9},
    ),
    (
        {"id": "cover.a", "attributes": {"device_class": "cover.CoverDeviceClass.GARAGE"}},
        "closed",
        {"device_class": "garage"},
    ),
    (
        {"id": "sensor.a", "attributes": {"device_class": "SensorDeviceClass.CO2"}},
        "unknown",
        {"device_class": "carbon_dioxide"},
    ),
    ({"id": "sensor.a", "state": 3, "attributes": {"device_class": 5}}, "3", {}),
    ({"id": "climate.a", "state": "HVACMode.HEAT"}, "heat", {}),
    (
        {"id": "fan.a", "attributes": {"supported_features": ["fan.FanEntityFeature.SET_SPEED"]}},
        "off",
        {"supported_features": 1 | 16 | 32, "percentage": 0},
    ),
    (
        {"id": "light.a", "attributes": {"supported_features": ["FLY", "EFFECT"]}},
        "off",
        {"supported_features": 4},
    ),
    ({"id": "todo.a", "items": ["milk", {"status": "x"}, "eggs"]}, "2", {}),
    ({"id": "input_select.a", "state": "eco"}, "eco", {}),
]


@pytest.mark.parametrize(("given", "value", "attributes"), MENDED)
def test_it_is_read_as_far_as_it_can_be(
    given: dict[str, Any], value: str, attributes: dict[str, Any]
) -> None:
    home = SimulatedHome.from_inventory({"entities": [given]})
    assert [warning.place for warning in home.warnings] == [given["id"]]
    state = home.snapshot().states[given["id"]]
    assert state.value == value
    assert {name: state.attributes[name] for name in attributes} == attributes


def test_several_mistakes_in_one_entity_are_all_named() -> None:
    attributes = {"brightness": [], "min_color_temp_kelvin": "x", "rgb_color": "red"}
    home = SimulatedHome.from_inventory(
        {"entities": [{"id": "light.a", "attributes": attributes | {"device_class": 1}}]}
    )
    assert {warning.path[-1] for warning in home.warnings} == {*attributes, "device_class"}


def test_an_event_of_no_length_gets_one() -> None:
    events = [
        {"summary": "Nap", "start": "2026-03-02 13:00:00", "end": "2026-03-02 13:00:00"},
        {"summary": "Fair", "start": "2026-03-03", "end": "2026-03-03"},
        {"summary": "Trip", "start": "2026-03-04", "end": "2026-03-05"},
        {"summary": "Nothing"},
    ]
    clock = ManualClock(datetime(2026, 3, 2, 13, 30, tzinfo=ZoneInfo("Europe/Berlin")))
    content = {"entities": [{"id": "calendar.a", "events": events}]}
    home = SimulatedHome.from_inventory(content, clock=clock)
    assert len(home.warnings) == 1
    assert home.snapshot().states["calendar.a"].attributes["message"] == "Nap"
    clock.advance(12 * 3600)
    assert home.snapshot().states["calendar.a"].attributes["message"] == "Fair"


TWICE = """
areas: [{name: Hall, id: hall}, {name: Bath, id: bath}]
devices:
  - {name: Smart Speaker, id: speaker, area: hall}
  - {name: Smart Speaker, id: speaker, area: bath}
entities:
  - {id: media_player.speaker, name: Smart Speaker, area: hall, device: speaker, state: idle}
  - {id: media_player.speaker, name: Smart Speaker, area: bath, device: speaker, state: playing}
  - {id: media_player.speaker, name: Smart Speaker, area: bath, state: "off"}
  - {id: media_player.speaker_2, name: Old}
"""


def test_of_an_id_used_twice_the_first_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "home.yaml"
    path.write_text(TWICE)
    home = SimulatedHome.from_file(path)
    layout = home.snapshot().layout
    speakers = {key: (it.area_id, it.device_id) for key, it in layout.entities.items()}
    assert speakers == {
        "media_player.speaker": ("hall", "speaker"),
        "media_player.speaker_3": ("bath", "speaker_2"),
        "media_player.speaker_4": ("bath", None),
        "media_player.speaker_2": (None, None),
    }
    names = [it.name for it in layout.entities.values()]
    assert names == ["Smart Speaker"] * 3 + ["Old"]
    lines = find_lines(path, [warning.path for warning in home.warnings])
    assert lines == [5, 8, 9]


def test_the_line_of_a_key(tmp_path: Path) -> None:
    path = tmp_path / "home.yaml"
    path.write_text("entities:\n- id: light.a\n  attributes:\n    x: 1\n    brightness: very\n")
    warnings = SimulatedHome.from_file(path).warnings
    (warning,) = warnings
    assert find_lines(path, [warning.path, ("entities", 0, "nothing")]) == [5, 2]
    problem = "brightness must be a number, not 'very'; brightness is left out."
    assert [*describe_warnings(path, warnings)] == [f"{path}: line 5, light.a: {problem}"]
    gone = tmp_path / "gone.yaml"
    assert [*describe_warnings(gone, warnings)] == [f"{gone}: light.a: {problem}"]


def test_the_same_mistake_of_several_things_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "home.yaml"
    path.write_text("entities:\n- {id: vacuum.a, state: x}\n- {id: vacuum.b, state: x}\n")
    (told,) = describe_warnings(path, SimulatedHome.from_file(path).warnings)
    assert told.startswith(f"{path}: line 2, vacuum.a; line 3, vacuum.b: 'x' is not one of")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InventoryError, match=r"missing\.yaml: cannot be read"):
        SimulatedHome.from_file(tmp_path / "missing.yaml")
    with pytest.raises(InventoryError, match="cannot be read"):
        SimulatedHome.from_file(tmp_path)


@pytest.mark.parametrize("content", [b"a: [", b"\xff\xfe\x00", b"a: 2026-99-99", b"{a: b}: c"])
def test_a_file_that_is_not_yaml(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "home.yaml"
    path.write_bytes(content)
    with pytest.raises(InventoryError, match=r"home\.yaml: is not valid YAML"):
        SimulatedHome.from_file(path)


def test_an_empty_file_is_no_home(tmp_path: Path) -> None:
    path = tmp_path / "home.yaml"
    path.write_text("")
    with pytest.raises(InventoryError, match="expected a mapping with 'entities', not nothing"):
        SimulatedHome.from_file(path)
