"""A model controls the home: whatever it calls things, and always by the gate."""

from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.language import load_language
from home_agent.engine.speak import report
from home_agent.simulated import SimulatedHome

from .conftest import Hands, MakeHands

MORE: dict[str, Any] = {
    "areas": [{"name": "Hall", "id": "hall"}],
    "entities": [
        {"name": "Mode", "id": "select.mode", "state": "eco",
         "attributes": {"options": ["eco", "boost"]}},
        {"name": "Boost", "id": "number.boost", "state": "3",
         "attributes": {"min": 0, "max": 10}},
        {"name": "Note", "id": "input_text.note", "state": "hello"},
        {"name": "Wifi", "id": "input_text.wifi", "state": "hunter2",
         "attributes": {"mode": "password"}},
        {"name": "Dehumidifier", "id": "humidifier.cellar", "state": "on",
         "attributes": {"humidity": 40, "min_humidity": 30, "max_humidity": 80}},
        {"name": "Water", "id": "valve.garden", "state": "closed",
         "attributes": {"current_position": 0, "supported_features": [
             "ValveEntityFeature.OPEN", "ValveEntityFeature.CLOSE",
             "ValveEntityFeature.SET_POSITION"]}},
        {"name": "Doorbell", "id": "button.doorbell"},
        {"name": "Alarm", "id": "alarm_control_panel.home", "state": "armed_away", "area": "hall",
         "code": "1234", "attributes": {"code_format": "number"}},
        {"name": "Heating", "id": "climate.simple", "state": "heat",
         "attributes": {"hvac_modes": ["off", "heat"], "temperature": 20, "supported_features": [
             "ClimateEntityFeature.TARGET_TEMPERATURE"]}},
    ],
}  # fmt: skip


def ended(result: Any) -> dict[str, str]:
    """By entity, how it ended."""
    return {item["entity_id"]: item["status"] for item in result.result}


@pytest.mark.parametrize(
    ("on", "lamps"),
    [
        ("light.ceiling", ["light.ceiling"]),
        ("Light.Ceiling ", ["light.ceiling"]),
        ("light.ceiling, light.counter", ["light.ceiling", "light.counter"]),
        (["light.ceiling", "light.counter"], ["light.ceiling", "light.counter"]),
        ("light.*_reading", ["light.bedroom_reading", "light.office_reading"]),
        ("Ceiling light", ["light.ceiling"]),
        ("big light", ["light.ceiling"]),
        ("the kitchen lights", ["light.ceiling", "light.counter"]),
        ("Kitchen", ["light.ceiling", "light.counter"]),
        ("bedroom reading lamp", ["light.bedroom_reading"]),
    ],
)
async def test_things_are_found_by_id_pattern_and_name(
    on: str | list[str], lamps: list[str], hands: Hands
) -> None:
    """However a model says it, twelve lamps are one call."""
    result = await hands.use("ha_control", action="turn_on", entity_id=on)
    assert result.success, result.error
    assert ended(result) == dict.fromkeys(lamps, "done")
    assert len(result.executed[0].plan.steps) == 1
    states = hands.context.home.snapshot().states
    assert {states[lamp].value for lamp in lamps} == {"on"}


async def test_names_are_read_in_the_speaker_s_language_and_room(hands: Hands) -> None:
    """And in English, which models write anyway."""
    german = hands.of(language="de")
    result = await german.use("ha_control", action="turn_on", entity_id="die Lampen in der Küche")
    assert ended(result) == {"light.ceiling": "done", "light.counter": "done"}
    result = await german.use("ha_control", action="turn_off", entity_id="the kitchen lights")
    assert ended(result) == {"light.ceiling": "done", "light.counter": "done"}
    office = hands.of(area_id="office")
    result = await office.use("ha_control", action="turn_on", entity_id="Reading lamp")
    assert ended(result) == {"light.office_reading": "done"}


@pytest.mark.parametrize(
    ("on", "told"),
    [
        (
            "Reading lamp",
            (
                "'Reading lamp' may be several: light.bedroom_reading (Reading lamp, Bedroom);"
                " light.office_reading (Reading lamp, Office). Use the entity ids."
            ),
        ),
        (
            "light.ceilin",
            "There is no 'light.ceilin' in this home. The nearest are: light.ceiling (Ceiling",
        ),
        ("light.kitchen_ceiling", "The nearest are: light.ceiling (Ceiling light, Kitchen)."),
        ("Batmobile", "There is no 'Batmobile' in this home."),
        ("jacuzzi.*", "Nothing fits 'jacuzzi.*'."),
        ("light.ceiling, light.moon", "There is no 'light.moon' in this home."),
        ("", "say what to control"),
    ],
)
async def test_what_is_not_clear_is_not_done(on: str, told: str, hands: Hands) -> None:
    """None of it, so that the model can put it right; and it hears what there is."""
    error = await hands.error("ha_control", action="turn_on", entity_id=on)
    assert told in error
    assert hands.context.home.snapshot().states["light.ceiling"].value == "off"


@pytest.mark.parametrize(
    ("action", "entity_id", "parameters", "shown"),
    [
        ("turn_on", "light.ceiling", {"brightness": 128}, {"state": "on", "brightness": 128}),
        ("turn_on", "light.ceiling", {"brightness": "50%"}, {"brightness": 128}),
        ("light.turn_on", "light.ceiling", {"brightness_pct": "50"}, {"brightness": 128}),
        ("homeassistant.turn_on", "light.ceiling", {}, {"state": "on"}),
        ("turn_on", "light.ceiling", {"color_name": "Red"}, {"rgb_color": [255, 0, 0]}),
        ("turn_on", "light.ceiling", {"color": "#0000ff"}, {"rgb_color": [0, 0, 255]}),
        ("turn_on", "light.ceiling", {"hs_color": [120, 100]}, {"rgb_color": [0, 255, 0]}),
        ("turn_on", "light.ceiling", {"color_temp": 250}, {"color_temp_kelvin": 4000}),
        ("turn_on", "light.ceiling", {"kelvin": 3000}, {"color_temp_kelvin": 3000}),
        ("set_value", "light.ceiling", {"value": 50}, {"brightness": 128}),
        ("set_value", "light.ceiling", {"value": "blue"}, {"rgb_color": [0, 0, 255]}),
        ("set_brightness", "light.ceiling", {"brightness": 255}, {"brightness": 255}),
        ("light.turn_on", "switch.plug", {}, {"state": "on"}),
        ("set_value", "switch.plug", {"value": "on"}, {"state": "on"}),
        ("turn_on", "cover.left_blind", {}, {"state": "open"}),
        ("open", "cover.left_blind", {}, {"state": "open"}),
        ("set_value", "cover.left_blind", {"value": "40%"}, {"current_position": 40}),
        ("set_position", "cover.left_blind", {"position": 30}, {"current_position": 30}),
        ("set_value", "climate.thermostat", {"value": "22 °C"}, {"temperature": 22.0}),
        ("set_temperature", "climate.thermostat", {"temperature": "21.5"}, {"temperature": 21.5}),
        ("set_value", "climate.thermostat", {"hvac_mode": "off"}, {"state": "off"}),
        ("set_value", "climate.thermostat", {"value": "off"}, {"state": "off"}),
        ("turn_off", "climate.simple", {}, {"state": "off"}),
        ("set_value", "fan.office", {"value": 60}, {"state": "on", "percentage": 60}),
        ("set_value", "media_player.radio", {"value": 30}, {"volume_level": 0.3}),
        ("volume_set", "media_player.radio", {"volume": 0.2}, {"volume_level": 0.2}),
        ("pause", "media_player.radio", {}, {"state": "paused"}),
        ("set_value", "select.mode", {"value": "boost"}, {"state": "boost"}),
        ("set_value", "number.boost", {"value": "7"}, {"state": "7.0"}),
        ("set_value", "input_text.note", {"value": "42"}, {"state": "42"}),
        ("set_value", "humidifier.cellar", {"value": 50}, {"humidity": 50}),
        ("set_value", "valve.garden", {"value": 20}, {"current_position": 20}),
        ("lock", "lock.front_door", {}, {"state": "locked"}),
        ("start", "vacuum.robby", {}, {"state": "cleaning"}),
    ],
)
async def test_data_is_put_right_where_it_is_certain(
    action: str,
    entity_id: str,
    parameters: dict[str, Any],
    shown: dict[str, Any],
    house: SimulatedHome,
    make_hands: MakeHands,
) -> None:
    """What models write, by the domain of what it is for; and the result shows that it is so."""
    more = MORE["entities"] if entity_id not in house.snapshot().states else None
    home = SimulatedHome.from_inventory(MORE) if more else house
    hands = await make_hands(home, safety=Safety(confirm=frozenset()))
    asked = {"action": action, "entity_id": entity_id, "parameters": parameters}
    result = await hands.use("ha_control", **asked)
    home.close()
    assert result.success, result.error
    [told] = result.result
    assert {key: told.get(key) for key in shown} == shown


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            {"action": "set_temperature", "entity_id": "climate.thermostat",
             "parameters": {"temperature": 50}},
            "It can be set from 7 to 30 °.",
        ),
        (
            {"action": "set_temperature", "entity_id": "climate.thermostat"},
            "The parameter temperature is missing.",
        ),
        (
            {"action": "set_fan_mode", "entity_id": "climate.thermostat",
             "parameters": {"fan_mode": "turbo"}},
            "It can be: auto, low.",
        ),
        (
            {"action": "turn_on", "entity_id": "light.counter",
             "parameters": {"brightness_pct": 5}},
            "It cannot do that.",
        ),
        ({"action": "turn_on", "entity_id": "light.porch"}, "The device is unavailable."),
        ({"action": "turn_on", "entity_id": "light.workbench"}, "The device did not respond."),
        ({"action": "turn_on", "entity_id": "switch.coffee"}, "The water tank is empty"),
        (
            {"action": "explode", "entity_id": "switch.plug"},
            "switch.plug has no action 'explode'. It can: toggle, turn_off, turn_on.",
        ),
        (
            {"action": "turn_on", "entity_id": "sensor.office_temperature"},
            "has no action 'turn_on'. It can only be looked at.",
        ),
        (
            {"action": "turn_on", "entity_id": "light.ceiling", "parameters": {"color": "mauvish"}},
            "There is no colour 'mauvish'.",
        ),
        (
            {"action": "turn_on", "entity_id": "light.ceiling",
             "parameters": {"area_id": "garage"}},
            "leave area_id out of the parameters",
        ),
        (
            {"action": "turn_on", "entity_id": "light.ceiling",
             "parameters": {"entities": {"lock.front_door": "unlocked"}}},
            "entities cannot be set there",
        ),
        (
            {"action": "turn_on", "entity_id": "media_player.radio",
             "parameters": {"group_members": ["switch.rack"]}},
            "there is no 'switch.rack' in this home",
        ),
    ],
)  # fmt: skip
async def test_what_did_not_happen_is_told_with_its_reason(
    arguments: dict[str, Any], told: str, hands: Hands
) -> None:
    """Never as a success."""
    assert told in await hands.error("ha_control", **arguments)


async def test_of_many_each_is_told_by_itself(hands: Hands) -> None:
    """One that fails makes no success of the whole."""
    result = await hands.use("ha_control", action="turn_on", entity_id="light.*")
    assert not result.success
    assert ended(result) == {
        "light.ceiling": "done",
        "light.counter": "done",
        "light.bedroom_reading": "done",
        "light.office_reading": "done",
        "light.workbench": "failed",
        "light.porch": "failed",
    }
    assert result.error is not None
    assert result.error.startswith("4 of 6 done.")


async def test_what_needs_a_yes_is_not_claimed(hands: Hands) -> None:
    """The person is asked; the model must wait."""
    result = await hands.use("ha_control", action="unlock", entity_id="lock.front_door")
    assert not result.success
    assert ended(result) == {"lock.front_door": "awaiting_confirmation"}
    assert result.error is not None
    assert "the person is being asked to confirm it" in result.error
    assert hands.context.home.snapshot().states["lock.front_door"].value == "locked"


async def test_what_a_rule_forbids_is_refused(house: SimulatedHome, make_hands: MakeHands) -> None:
    """Whoever asks."""
    hands = await make_hands(house, safety=Safety.from_mapping({"deny": ["light.ceiling"]}))
    result = await hands.use("ha_control", action="turn_on", entity_id="light.ceiling")
    assert ended(result) == {"light.ceiling": "refused"}
    assert "A rule of this home forbids it." in str(result.error)


async def test_everything_is_what_is_switched_by_hand(hands: Hands) -> None:
    """Not the heating, the locks or the alarm."""
    for all_of_it in ("everything", "*"):
        result = await hands.use("ha_control", action="turn_off", entity_id=all_of_it)
        kinds = {item.partition(".")[0] for item in ended(result)}
        assert kinds == {"light", "switch", "fan", "media_player"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"action": "turn_on", "entity_id": "light.ceiling"}, "Turned on the light"),
        (
            {"action": "turn_on", "entity_id": "light.ceiling",
             "parameters": {"brightness_pct": 40}},
            "Brightness set",
        ),
        ({"action": "turn_on", "entity_id": "Kitchen"}, "Turned on the lights"),
        ({"action": "open_cover", "entity_id": "cover.left_blind"}, "Opening"),
        (
            {"action": "set_temperature", "entity_id": "climate.thermostat",
             "parameters": {"temperature": 22}},
            "Temperature set to 22 degrees",
        ),
        (
            {"action": "set_fan_mode", "entity_id": "climate.thermostat",
             "parameters": {"fan_mode": "low"}},
            "Fan mode set to low",
        ),
        ({"action": "volume_up", "entity_id": "media_player.radio"}, "Radio volume is 50%."),
        ({"action": "unlock", "entity_id": "lock.front_door"}, "Shall I unlock Front door?"),
        ({"action": "turn_on", "entity_id": "light.workbench"}, "Workbench did not respond."),
    ],
)  # fmt: skip
async def test_the_person_can_be_told_in_our_own_words(
    arguments: dict[str, Any], said: str, hands: Hands
) -> None:
    """Whatever a model does, the outcomes can speak for themselves."""
    result = await hands.use("ha_control", **arguments)
    [acted] = result.executed
    layout = hands.context.home.snapshot().layout
    assert report(acted.plan, acted.outcomes, layout, load_language("en")).text == said
