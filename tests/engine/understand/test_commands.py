"""Sentences of commands on the built-in house: what is asked of whom, and what is left alone."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, QueryStep
from home_agent.engine.understand import (
    NotUnderstood,
    Question,
    Refusal,
    Remark,
    Understander,
    Understanding,
    Understood,
)
from home_agent.simulated import SimulatedHome


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    """The built-in house; nothing here acts on it."""
    return SimulatedHome.demo()


def understand(house: SimulatedHome, text: str, room: str | None = None) -> Understanding:
    """What a sentence means in this house."""
    return Understander().understand(text, house.snapshot(), load_language("en"), area_id=room)


def asked(understanding: Understanding) -> dict[str, tuple[set[str], dict[str, Any]]]:
    """By service: of whom, with what data."""
    assert isinstance(understanding, Understood), understanding
    calls = [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
    return {call.full_name: (set(call.targets), dict(call.data)) for call in calls}


def named(house: SimulatedHome, *names: str) -> set[str]:
    """The entities of these names."""
    entities = house.snapshot().layout.entities.values()
    return {entity.entity_id for entity in entities if entity.name in names}


ONE_CALL: list[tuple[str, str, tuple[str, ...], dict[str, Any]]] = [
    ("could you please switch the chandelier off", "light.turn_off", ("Chandelier",), {}),
    ("kitchen lights off", "light.turn_off", ("Worktop lights", "Dining table lamp"), {}),
    ("switch on the lamp on the dining table", "light.turn_on", ("Dining table lamp",), {}),
    ("chandelier 20%", "light.turn_on", ("Chandelier",), {"brightness_pct": 20}),
    (
        "turn on chandelier at forty percent",
        "light.turn_on",
        ("Chandelier",),
        {"brightness_pct": 40},
    ),
    ("set the chandelier to the minimum", "light.turn_on", ("Chandelier",), {"brightness_pct": 1}),
    ("chandelier to half", "light.turn_on", ("Chandelier",), {"brightness_pct": 50}),
    ("dim the chandelier by ten percent", "light.turn_on", ("Chandelier",), {"brightness_pct": 40}),
    ("make the mood light green", "light.turn_on", ("Mood light",), {"rgb_color": [0, 128, 0]}),
    (
        "set the mood light to blue and fifty percent",
        "light.turn_on",
        ("Mood light",),
        {"rgb_color": [0, 0, 255], "brightness_pct": 50},
    ),
    (
        "set mood light to warm white",
        "light.turn_on",
        ("Mood light",),
        {"color_temp_kelvin": 2700},
    ),
    ("turn the telly on", "media_player.turn_on", ("Television",), {}),
    ("turn the radio down", "media_player.volume_down", ("Kitchen radio",), {}),
    ("volume up on the radio", "media_player.volume_up", ("Kitchen radio",), {}),
    (
        "set the radio volume to 45",
        "media_player.volume_set",
        ("Kitchen radio",),
        {"volume_level": 0.45},
    ),
    ("pull down the shutters", "cover.close_cover", ("Shutters",), {}),
    ("open the blinds halfway", "cover.set_cover_position", ("Blinds",), {"position": 50}),
    ("shut the garage door", "cover.close_cover", ("Garage door",), {}),
    ("unlock the main door", "lock.unlock", ("Front door",), {}),
    ("lock up", "lock.lock", ("Front door",), {}),
    ("set the heating to 22", "climate.set_temperature", ("Thermostat",), {"temperature": 22}),
    ("bedroom 19 degrees", "climate.set_temperature", ("Radiator",), {"temperature": 19}),
    (
        "turn the heating up by two degrees",
        "climate.set_temperature",
        ("Thermostat",),
        {"temperature": 23},
    ),
    (
        "can you make it a bit warmer in the living room",
        "climate.set_temperature",
        ("Thermostat",),
        {"temperature": 22},
    ),
    (
        "set the ceiling fan to 50 percent",
        "fan.set_percentage",
        ("Ceiling fan",),
        {"percentage": 50},
    ),
    ("turn on the fan in the bathroom", "fan.turn_on", ("Extractor fan",), {}),
    ("send robbie home", "vacuum.return_to_base", ("Robbie",), {}),
    ("start the hoover", "vacuum.start", ("Robbie",), {}),
    ("start the mower", "lawn_mower.start_mowing", ("Shaun",), {}),
    ("turn on the sprinkler", "valve.open_valve", ("Sprinkler",), {}),
    (
        "set the humidifier to 50 percent",
        "humidifier.set_humidity",
        ("Humidifier",),
        {"humidity": 50},
    ),
    ("good night", "scene.turn_on", ("Good night",), {}),
    ("turn on guest mode", "input_boolean.turn_on", ("Guest mode",), {}),
    ("arm the alarm", "alarm_control_panel.alarm_arm_away", ("House alarm",), {}),
    ("turn on both reading lamps", "light.turn_on", ("Reading lamp",), {}),
    (
        "turn the volume of the radio up to 60",
        "media_player.volume_set",
        ("Kitchen radio",),
        {"volume_level": 0.6},
    ),
    ("turn on the garden", "light.turn_on", ("Fairy lights",), {}),
]


@pytest.mark.parametrize(("sentence", "service", "targets", "data"), ONE_CALL)
def test_one_command(
    house: SimulatedHome,
    sentence: str,
    service: str,
    targets: tuple[str, ...],
    data: dict[str, Any],
) -> None:
    """The right service, of the right things, with the right data."""
    assert asked(understand(house, sentence)) == {service: (named(house, *targets), data)}


def test_several_commands_share_verbs_and_kinds(house: SimulatedHome) -> None:
    """What a part leaves unsaid comes from its fellows."""
    sentence = "turn off the kitchen and hall lights and lock the front door"
    lights = named(house, "Worktop lights", "Dining table lamp", "Hall light")
    assert asked(understand(house, sentence)) == {
        "light.turn_off": (lights, {}),
        "lock.lock": (named(house, "Front door"), {}),
    }
    sentence = "set the chandelier and the mood light to 30 percent"
    both = named(house, "Chandelier", "Mood light")
    assert asked(understand(house, sentence)) == {"light.turn_on": (both, {"brightness_pct": 30})}
    sentence = "turn the night light, the mirror light and the hall light off"
    three = named(house, "Night light", "Mirror light", "Hall light")
    assert asked(understand(house, sentence)) == {"light.turn_off": (three, {})}


def test_lights_of_a_room_are_never_those_of_the_house(house: SimulatedHome) -> None:
    """Where the room has none, or is not known, the others stay as they are."""
    for sentence, room in (("turn on the lights here", None), ("turn on the fans", "kitchen")):
        understanding = understand(house, sentence, room)
        assert not isinstance(understanding, Understood), sentence
    empty = SimulatedHome.from_inventory(
        {
            "areas": [{"name": "Attic", "id": "attic"}, {"name": "Hall", "id": "hall"}],
            "entities": [
                {"name": f"Lamp {n}", "id": f"light.n{n}", "area": "hall", "state": "off"}
                for n in range(3)
            ],
        }
    )
    assert isinstance(understand(empty, "turn on the lights", "attic"), Question)


def test_whom_it_is_said_to_may_come_first(house: SimulatedHome) -> None:
    """As long as nobody else is spoken to."""
    robbie = named(house, "Robbie")
    assert asked(understand(house, "Robbie, go home")) == {"vacuum.return_to_base": (robbie, {})}
    assert not isinstance(understand(house, "Alexa, turn on the chandelier"), Understood)


@pytest.mark.parametrize(
    ("sentence", "targets", "service"),
    [
        ("trun on the chandelier", ("Chandelier",), "light.turn_on"),
        ("turn off teh chandeleir", ("Chandelier",), "light.turn_off"),
        ("unlcok the frnt door", ("Front door",), "lock.unlock"),
    ],
)
def test_slips_of_the_finger(
    house: SimulatedHome, sentence: str, targets: tuple[str, ...], service: str
) -> None:
    """One slip in a word is forgiven, if only one word can be meant."""
    assert asked(understand(house, sentence)) == {service: (named(house, *targets), {})}


@pytest.mark.parametrize(
    ("sentence", "service", "data"),
    [
        ("set house mode to away", "input_select.select_option", {"option": "away"}),
        (
            "switch the boiler to performance mode",
            "water_heater.set_operation_mode",
            {"operation_mode": "performance"},
        ),
        ("add milk and brown sugar to the groceries", "todo.add_item", {"item": "Brown sugar"}),
        ("take the bread off the shopping list", "todo.remove_item", {"item": "Bread"}),
    ],
)
def test_options_and_items(
    house: SimulatedHome, sentence: str, service: str, data: dict[str, Any]
) -> None:
    """What a thing offers, and what is on a list."""
    assert asked(understand(house, sentence))[service][1] == data


@pytest.mark.parametrize(
    ("sentence", "wanted", "names"),
    [
        ("kitchen lights on?", {"on"}, ("Worktop lights", "Dining table lamp")),
        ("did I lock the front door", {"locked"}, ("Front door",)),
        ("can you tell me whether the garage door is shut", {"closed"}, ("Garage door",)),
        ("are any of the windows open", {"on"}, ("Bedroom window",)),
        ("how warm is it in the bedroom right now", set(), ("Bedroom temperature",)),
        ("car battery level", set(), ("Car battery",)),
        ("how bright is the chandelier", set(), ("Chandelier",)),
        ("who is at home right now", {"home"}, ("Anna", "Ben")),
    ],
)
def test_questions(
    house: SimulatedHome, sentence: str, wanted: set[str], names: tuple[str, ...]
) -> None:
    """They look at the right things, for the right state."""
    understanding = understand(house, sentence)
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    assert set(step.entity_ids) == named(house, *names)
    assert wanted <= step.wanted


def test_exceptions_are_left_alone(house: SimulatedHome) -> None:
    """All but those."""
    lights = named(
        house, "Reading lamp", "Bedside lamp", "Star projector", "Desk lamp", "Mirror light"
    )
    (targets, _) = asked(
        understand(house, "turn on all the lights upstairs except the night light")
    )["light.turn_on"]
    assert targets == {light for light in lights if "living" not in light}
    but_one = understand(house, "turn off the kitchen except the dining table lamp")
    assert asked(but_one) == {"light.turn_off": (named(house, "Worktop lights"), {})}
    missing = understand(house, "turn off all the lights except the disco ball")
    assert isinstance(missing, Refusal)


def test_room_of_the_speaker(house: SimulatedHome) -> None:
    """Unplaced lights are those of the room; a lamp is the one that is called so."""
    (targets, _) = asked(understand(house, "turn on the lights", "kitchen"))["light.turn_on"]
    assert targets == named(house, "Worktop lights", "Dining table lamp")
    (targets, _) = asked(understand(house, "turn off the lamp", "kitchen"))["light.turn_off"]
    assert targets == named(house, "Dining table lamp")


@pytest.mark.parametrize(
    "sentence",
    ["turn on the lamp", "turn on the reading lamp", "turn on the fan", "play the music"],
)
def test_between_rooms_we_ask(house: SimulatedHome, sentence: str) -> None:
    """Never a guess."""
    assert isinstance(understand(house, sentence), Question)


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the kitchen tv",
        "turn on the tv in the bedroom",
        "turn on the piano",
        "turn on the lights in the cellar",
        "set the front door to 50 percent",
        "don't turn off the chandelier",
        "never open the garage door",
        "I turned off the chandelier",
        "the chandelier is on",
        "is the chandelier on",
        "turn off the chandelier in ten minutes",
        "turn off the chandelier when the tv is on",
        "if it rains close the blinds",
        "turn on the towel rail for an hour",
        "what if I turned on the chandelier",
        "the bedroom one",
        "any blinds open?",
        "kitchen lights on?",
        "the chandelier",
        "lock",
        "switch on each",
        "light up",
        "turn over a new leaf",
        "open a bank account",
        "set an example",
        "stop it",
        "turn",
        "and",
        ",,,",
        "100 %",
    ],
)
def test_nothing_is_planned_where_nothing_should_be(house: SimulatedHome, sentence: str) -> None:
    """Refused, or left to others; at most looked at, never acted upon."""
    understanding = understand(house, sentence)
    if isinstance(understanding, Understood):
        assert not asked(understanding)
    else:
        assert isinstance(understanding, Refusal | NotUnderstood | Remark)


def test_the_number_of_a_floor_is_no_amount() -> None:
    """Level 3 is a place, not 3 %."""
    home = SimulatedHome.from_inventory(
        {
            "floors": [{"name": f"Level {n}", "id": f"level_{n}"} for n in (2, 3)],
            "areas": [
                {"name": f"Hall {n}", "id": f"hall_{n}", "floor": f"level_{n}"} for n in (2, 3)
            ],
            "entities": [
                {"name": f"Lamp {n}", "id": f"light.lamp_{n}", "area": f"hall_{n}", "state": "off"}
                for n in (2, 3)
            ],
        }
    )
    understanding = understand(home, "turn on all the lights on level 3")
    assert asked(understanding) == {"light.turn_on": ({"light.lamp_3"}, {})}
