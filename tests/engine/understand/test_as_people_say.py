"""Commands as people really say them: wishes, targets as nouns, slips, and what is no command."""

from typing import Any

import pytest

from home_agent.engine.home import Snapshot
from home_agent.engine.plan import RefusalStep
from home_agent.engine.understand import Question, Understood
from home_agent.simulated import SimulatedHome

from .conftest import Hear
from .speaking import done

HOME: dict[str, Any] = {
    "areas": [
        {"id": "kitchen", "name": "Kitchen"},
        {"id": "lounge", "name": "Lounge"},
        {"id": "yard", "name": "Yard"},
    ],
    "entities": [
        {"id": "light.hall", "name": "Hall Light", "state": "off"},
        {"id": "light.sink", "name": "Sink Light", "area": "kitchen", "state": "on"},
        {
            "id": "cover.blind",
            "name": "Roller Blind",
            "area": "lounge",
            "state": "open",
            "attributes": {"device_class": "blind", "current_position": 60},
        },
        {
            "id": "cover.awning",
            "name": "Awning",
            "area": "yard",
            "state": "closed",
            "attributes": {"device_class": "awning", "current_position": 0},
        },
        {"id": "switch.pump", "name": "Pond Pump", "area": "yard", "state": "on"},
        {"id": "switch.kettle", "name": "Rice Kettle", "area": "kitchen", "state": "off"},
        {"id": "switch.dryer", "name": "Boot Dryer", "state": "off"},
        {"id": "siren.yard", "name": "Yard Siren", "area": "yard", "state": "on"},
        {
            "id": "climate.lounge",
            "name": "Heat Pump",
            "area": "lounge",
            "state": "cool",
            "attributes": {
                "hvac_modes": ["off", "cool", "heat", "fan_only"],
                "preset_modes": ["none", "boost"],
                "temperature": 22,
            },
        },
        {
            "id": "media_player.tv",
            "name": "Bravia",
            "area": "lounge",
            "state": "on",
            "attributes": {"device_class": "tv", "source_list": ["Arte", "Netflix"]},
        },
        {"id": "media_player.gramophone", "name": "Gramophone", "state": "paused"},
        {"id": "vacuum.dusty", "name": "Dusty", "state": "cleaning"},
        {"id": "lock.door", "name": "Front Door", "state": "locked"},
        {
            "id": "number.current",
            "name": "Charging Current",
            "state": "10",
            "attributes": {"min": 6, "max": 16, "step": 1},
        },
        {
            "id": "humidifier.cellar",
            "name": "Dehumidifier",
            "state": "on",
            "attributes": {"device_class": "dehumidifier", "humidity": 55},
        },
        {"id": "button.router", "name": "Restart Router", "state": "unknown"},
        {"id": "person.nan", "name": "Nan", "state": "home"},
    ],
}


@pytest.fixture(scope="module")
def home() -> Snapshot:
    return SimulatedHome.from_inventory(HOME).snapshot()


@pytest.mark.parametrize(
    ("sentence", "service", "target", "data"),
    [
        ("stop the pond pump", "switch.turn_off", "switch.pump", {}),
        ("halt the pond pump", "switch.turn_off", "switch.pump", {}),
        ("stop the heat pump", "climate.turn_off", "climate.lounge", {}),
        ("silence the siren", "siren.turn_off", "siren.yard", {}),
        ("stop the siren", "siren.turn_off", "siren.yard", {}),
        ("start the boot dryer", "switch.turn_on", "switch.dryer", {}),
        (
            "silence the tv",
            "media_player.volume_mute",
            "media_player.tv",
            {"is_volume_muted": True},
        ),
        ("blind up", "cover.open_cover", "cover.blind", {}),
        ("roller blind down", "cover.close_cover", "cover.blind", {}),
        ("bring the blind down completely", "cover.close_cover", "cover.blind", {}),
        ("bring up the blind", "cover.open_cover", "cover.blind", {}),
        ("blind up a bit", "cover.set_cover_position", "cover.blind", {"position": 70}),
        ("lower the blind a little", "cover.set_cover_position", "cover.blind", {"position": 50}),
        (
            "bring the awning out halfway",
            "cover.set_cover_position",
            "cover.awning",
            {"position": 50},
        ),
        ("roll the awning out", "cover.open_cover", "cover.awning", {}),
        ("wind the awning in", "cover.close_cover", "cover.awning", {}),
        ("I would love the blind closed", "cover.close_cover", "cover.blind", {}),
        ("what I'd like is for the awning to be closed", "cover.close_cover", "cover.awning", {}),
        ("could the roller blind go down", "cover.close_cover", "cover.blind", {}),
        ("the blind can come up", "cover.open_cover", "cover.blind", {}),
        ("the hall light should be on", "light.turn_on", "light.hall", {}),
        ("the sink light needs to be off", "light.turn_off", "light.sink", {}),
        ("Dusty should come back and charge", "vacuum.return_to_base", "vacuum.dusty", {}),
        ("the vacuum can go back to its base", "vacuum.return_to_base", "vacuum.dusty", {}),
        ("Dusty, back to your dock", "vacuum.return_to_base", "vacuum.dusty", {}),
        ("stop Dusty where it is", "vacuum.stop", "vacuum.dusty", {}),
        ("would you mind awfully turning on the hall light", "light.turn_on", "light.hall", {}),
        (
            "dehumidifier target 45 percent",
            "humidifier.set_humidity",
            "humidifier.cellar",
            {"humidity": 45},
        ),
        (
            "heat pump target 20 degrees",
            "climate.set_temperature",
            "climate.lounge",
            {"temperature": 20},
        ),
        (
            "set the charging current to 12 amps",
            "number.set_value",
            "number.current",
            {"value": 12},
        ),
        ("charging current 8", "number.set_value", "number.current", {"value": 8}),
        (
            "heat pump on boost",
            "climate.set_preset_mode",
            "climate.lounge",
            {"preset_mode": "boost"},
        ),
        (
            "put the heat pump on fan only",
            "climate.set_hvac_mode",
            "climate.lounge",
            {"hvac_mode": "fan_only"},
        ),
        ("put Arte on the TV", "media_player.select_source", "media_player.tv", {"source": "Arte"}),
        (
            "put on Netflix on the TV",
            "media_player.select_source",
            "media_player.tv",
            {"source": "Netflix"},
        ),
        ("play Nan's gramophone", "media_player.media_play", "media_player.gramophone", {}),
        ("unlock the door for Nan", "lock.unlock", "lock.door", {}),
        ("restart the router", "button.press", "button.router", {}),
        ("urn on the hall light", "light.turn_on", "light.hall", {}),
        ("trun on the boot drier", "switch.turn_on", "switch.dryer", {}),
        ("switch on the rise kettle", "switch.turn_on", "switch.kettle", {}),
    ],
)
def test_it_is_done(
    hear: Hear, home: Snapshot, sentence: str, service: str, target: str, data: dict[str, Any]
) -> None:
    assert done(hear(sentence, home=home)) == [(service, target, data)]


@pytest.mark.parametrize(
    ("sentence", "service", "target"),
    [
        ("I fancy some tea, rice kettle on", "switch.turn_on", "switch.kettle"),
        ("let some daylight in, open the roller blind", "cover.open_cover", "cover.blind"),
        (
            "Nan is on the phone so pause the gramophone",
            "media_player.media_pause",
            "media_player.gramophone",
        ),
        ("stop the racket in the yard, siren off", "siren.turn_off", "siren.yard"),
        (
            "would you mind locking the front door, the kids keep running out",
            "lock.lock",
            "lock.door",
        ),
        ("I can't see a thing so please turn on the hall light", "light.turn_on", "light.hall"),
        ("somebody left the sink light burning, switch it off", "light.turn_off", "light.sink"),
        ("my boots are soaking, start the boot dryer", "switch.turn_on", "switch.dryer"),
        (
            "get the damp out of the cellar, dehumidifier on",
            "humidifier.turn_on",
            "humidifier.cellar",
        ),
        (
            "I'm in a meeting and the sun is on my screen, could the roller blind go down",
            "cover.close_cover",
            "cover.blind",
        ),
        ("lock the front door, the dog keeps getting out", "lock.lock", "lock.door"),
        ("water the roses, pond pump on", "switch.turn_on", "switch.pump"),
        ("I am cold. Heat pump off!", "climate.turn_off", "climate.lounge"),
        ("Front door: lock it", "lock.lock", "lock.door"),
        ("It is dark in here! Turn on the hall light", "light.turn_on", "light.hall"),
        ("the washing is in - start the boot dryer", "switch.turn_on", "switch.dryer"),
    ],
)
def test_why_it_is_wanted_is_passed_over(
    hear: Hear, home: Snapshot, sentence: str, service: str, target: str
) -> None:
    assert done(hear(sentence, home=home)) == [(service, target, {})]


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the hall light, he said",
        "He said: turn on the hall light",
        "Do not touch it! The hall light is new.",
        "then she goes, turn off the sink light",
        "he came in, hall light on, and we all laughed",
        "she shouted, turn on the hall light",
        "I told him to turn off the lamp, so he did",
        "do not turn on the hall light, it is late",
        "I never said that, so turn on what",
        "what a day, is the hall light on",
        "we had a row so the door was shut",
        "I wish it was warm, so turn on the sun",
        "my boots are soaking, the boot dryer was on",
        "the kids keep running out, the front door is open",
        "close the piano, the kids keep running out",
        "if I were rich, hall light on",
        "why is it dark, who turned the hall light off",
    ],
)
def test_what_only_tells_is_no_command(hear: Hear, home: Snapshot, sentence: str) -> None:
    assert done(hear(sentence, home=home)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "hall light on, sink light at 20 percent",
        "Hall light on. Sink light at 20 percent.",
        "hall light on and sink light at 20 percent",
    ],
)
def test_each_part_says_how_its_own_should_be(hear: Hear, home: Snapshot, sentence: str) -> None:
    found = [(target, data) for _, target, data in done(hear(sentence, home=home))]
    assert found == [("light.hall", {}), ("light.sink", {"brightness_pct": 20})]


def test_a_missing_thing_is_named_beside_what_is_done(hear: Hear, home: Snapshot) -> None:
    found = hear("turn on the piano, hall light on", home=home)
    assert [call[1] for call in done(found)] == ["light.hall"]
    assert isinstance(found, Understood)
    assert any(isinstance(step, RefusalStep) for step in found.plan.steps)


@pytest.mark.parametrize(
    "sentence",
    [
        "turn off the fan in the lounge",
        "turn off the fan in the kitchen",
        "stop the piano",
        "stop the press",
        "silence is golden",
        "start the argument",
        "perhaps the hall light should be on",
        "maybe the blind can go down",
        "the hall light should be on by now",
        "should the hall light be on",
        "the awning can withstand strong wind",
        "could the vacuum climb the stairs",
        "could the blind break",
        "I would love a cup of tea",
        "the show must go on",
        "things can only come up",
        "Nan should come back",
        "what I want is for everybody to be happy",
        "set the hall light to 12 amps",
        "hit the target 50 percent",
        "the blind went up",
        "is the blind up",
        "play Nan's piano",
        "unlock the safe for Nan",
        "the urn on the shelf",
        "turn on the rise and fall",
    ],
)
def test_nothing_is_done(hear: Hear, home: Snapshot, sentence: str) -> None:
    assert done(hear(sentence, home=home)) == []


def test_two_blinds_are_asked_about(hear: Hear) -> None:
    blinds = [
        {"id": f"cover.{name}", "name": f"{name} blind", "state": "open", "area": name}
        | {"attributes": {"device_class": "blind"}}
        for name in ("left", "right")
    ]
    areas = [{"id": name, "name": name} for name in ("left", "right")]
    assert isinstance(hear("blind up", home={"areas": areas, "entities": blinds}), Question)


def test_only_lights_are_lit(hear: Hear) -> None:
    entities = [
        {"id": "light.desk", "name": "Desk Lamp", "area": "den", "state": "on"},
        {"id": "media_player.tv", "name": "Telly", "area": "den", "state": "on"},
    ]
    home = {"areas": [{"id": "den", "name": "Den"}], "entities": entities}
    for word in ("lit", "shining", "burning"):
        found = done(hear(f"turn off everything that is {word} in the den", home=home))
        assert found == [("light.turn_off", "light.desk", {})]
