"""Which things are meant, what is left out, what is said around it, and what is not there."""

from typing import Any

import pytest

from home_agent.engine.plan import CallStep, QueryStep
from home_agent.engine.understand import Proposal, Question, Refusal, Understood

from .conftest import Hear, Planned
from .speaking import targets_of

HALL, CHANDELIER, MOOD = "light.hall", "light.chandelier", "light.mood"


SCOPES: list[tuple[str, dict[str, set[str]]]] = [
    (
        "turn off the lights in the living room, leave the chandelier on",
        {"light.turn_off": {"light.living_room_reading_lamp", MOOD}},
    ),
    (
        "turn off the living room lights but leave the mood light on",
        {"light.turn_off": {CHANDELIER, "light.living_room_reading_lamp"}},
    ),
    (
        "turn on the chandelier and turn off the other lights in the living room",
        {
            "light.turn_on": {CHANDELIER},
            "light.turn_off": {"light.living_room_reading_lamp", MOOD},
        },
    ),
    (
        "turn on only the kitchen lights",
        {"light.turn_on": {"light.worktop", "light.dining_table"}},
    ),
    (
        "turn the light in the hall on and the one in the garage off",
        {"light.turn_on": {HALL}, "light.turn_off": {"light.workbench"}},
    ),
    (
        "turn on the radio in the kitchen and set its volume to 20",
        {
            "media_player.turn_on": {"media_player.kitchen_radio"},
            "media_player.volume_set": {"media_player.kitchen_radio"},
        },
    ),
]


LIVING_ROOM_AND_HALL = {HALL, CHANDELIER, MOOD, "light.living_room_reading_lamp"}


@pytest.mark.parametrize(
    ("sentence", "spared", "touched"),
    [
        (
            "turn off everything and close all blinds except in the bedroom",
            {"light.bedside", "light.bedroom_reading_lamp", "fan.ceiling"},
            LIVING_ROOM_AND_HALL,
        ),
        (
            "switch off all lights and all fans but not the desk lamp",
            {"light.desk_lamp"},
            {"fan.ceiling", *LIVING_ROOM_AND_HALL},
        ),
        (
            "turn off all lights and close the curtains except the mood light",
            {MOOD},
            {"cover.curtains", CHANDELIER},
        ),
        (
            "turn on the hall light and turn off all the lights except the hall light",
            set(),
            {HALL, CHANDELIER},
        ),
        ("close everything", {"valve.main_water", "valve.sprinkler"}, {"cover.garage_door"}),
        ("open everything but the garage door", {"valve.main_water", "cover.garage_door"}, set()),
        ("turn off all lights except in the garden shed and hall", set(), set()),
    ],
)
def test_what_is_left_out_at_the_end_is_left_out_of_all(
    hear: Hear, sentence: str, spared: set[str], touched: set[str]
) -> None:
    """And everything to close is what moves before windows and doors, not the water."""
    found = hear(sentence)
    if not touched and not spared:
        assert not isinstance(found, Understood), "a place that is not there cannot be spared"
        return
    assert isinstance(found, Understood | Proposal)
    assert found.plan is not None
    targets = {item for some in targets_of(found.plan).values() for item in some}
    assert not targets & spared
    assert targets >= touched


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("turn on the hall light for Grandma", {"light.turn_on": {HALL}}),
        ("open the garage door for the gardener", {"cover.open_cover": {"cover.garage_door"}}),
        ("turn on the lamp for the terrace", {}),
        (
            "turn on the reading lamp in the bedroom for Grandma",
            {"light.turn_on": {"light.bedroom_reading_lamp"}},
        ),
        ("set the table for four", {}),
        ("lay the dining table for six", {}),
    ],
)
def test_whom_it_is_for(hear: Hear, sentence: str, expected: dict[str, set[str]]) -> None:
    """It changes nothing, where the thing was named in full; else it may be part of the name."""
    found = hear(sentence)
    assert (targets_of(found.plan) if isinstance(found, Understood) else {}) == expected


@pytest.mark.parametrize(
    ("sentence", "data"),
    [
        ("dim the chandelier by half", {"brightness_pct": 25}),
        ("brighten the chandelier by a quarter", {"brightness_pct": 63}),
        ("dim the chandelier to half", {"brightness_pct": 50}),
        ("dim the chandelier another 20 percent", {"brightness_pct": 30}),
        ("brighten the chandelier by a further 10 percent", {"brightness_pct": 60}),
        ("turn up the kitchen radio by another 10 percent", {"volume_level": 0.4}),
        ("close the shutters by 20 percent", {"position": 60}),
        ("close the shutters 10 percent more", {"position": 70}),
        ("radiator one degree less", {"temperature": 16.5}),
        ("turn the radiator up by a degree and a half", {"temperature": 19}),
        ("radiator nineteen", {"temperature": 19}),
        ("kitchen radio volume 25", {"volume_level": 0.25}),
        ("set the charging limit to 80 amps", {"value": 80}),
        ("nudge the radiator up half a degree", {"temperature": 18}),
    ],
)
def test_by_how_much(planned: Planned, sentence: str, data: dict[str, Any]) -> None:
    """A share is one of what there is; a figure is added to it or taken away."""
    [step] = planned(sentence).steps
    assert isinstance(step, CallStep)
    assert step.call.data == data


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("turn off the lights that are on in the kitchen", {"light.turn_off": {"light.worktop"}}),
        ("lock any door that's still unlocked", {"lock.lock": {"lock.front_door"}}),
        (
            "turn off everything that is on in the living room",
            {"light.turn_off": {CHANDELIER, MOOD}},
        ),
        (
            "turn on the lights which are off in the living room",
            {"light.turn_on": {"light.living_room_reading_lamp"}},
        ),
    ],
)
def test_things_as_they_are(planned: Planned, sentence: str, expected: dict[str, set[str]]) -> None:
    """Of those that are meant, the ones that are so now."""
    assert targets_of(planned(sentence)) == expected


def test_commands_and_a_question(planned: Planned) -> None:
    """What is asked after them is answered after them."""
    for sentence in (
        "close the curtains and tell me if it is raining",
        "close the curtains, is it raining?",
    ):
        close, look = planned(sentence).steps
        assert isinstance(close, CallStep)
        assert isinstance(look, QueryStep)
        assert look.entity_ids == ("weather.home",)


def test_a_list_after_other_commands(planned: Planned) -> None:
    """Each in its own way."""
    assert targets_of(
        planned("turn off the coffee machine and add coffee to the shopping list")
    ) == {
        "switch.turn_off": {"switch.coffee_machine"},
        "todo.add_item": {"todo.shopping"},
    }


@pytest.mark.parametrize(("sentence", "expected"), SCOPES)
def test_scope(planned: Planned, sentence: str, expected: dict[str, set[str]]) -> None:
    """Exactly those."""
    assert targets_of(planned(sentence)) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "switch off the lights in each room",
        "lights off in all the rooms",
        "turn off each and every light across the house",
        "turn every light off throughout the home",
        "turn the lights off in all of the areas",
        "switch off all lights in every single room of the house",
    ],
)
def test_every_room(planned: Planned, sentence: str) -> None:
    """However that is put."""
    [targets] = targets_of(planned(sentence)).values()
    assert targets >= {HALL, CHANDELIER, MOOD, "light.workbench", "light.mirror"}


@pytest.mark.parametrize(
    "sentence",
    [
        "turn off the lights in my room",
        "lights off in our room",
        "turn off all lights in this room",
    ],
)
def test_ones_own_room(hear: Hear, sentence: str) -> None:
    """The room of the speaker; where that is unknown, none that has "room" in its name."""
    assert not isinstance(hear(sentence), Understood)
    found = hear(sentence, room="hall")
    assert isinstance(found, Understood)
    assert targets_of(found.plan) == {"light.turn_off": {HALL}}


@pytest.mark.parametrize(
    "sentence", ["turn it off", "lock it", "turn them all off", "turn off that one", "turn all off"]
)
def test_nobody_knows_what_it_is(hear: Hear, sentence: str) -> None:
    """Where nothing was spoken of; and nothing is called "it"."""
    found = hear(sentence)
    assert isinstance(found, Refusal)
    assert found.key == "no_intent"


@pytest.mark.parametrize("sentence", ["turn off the lights in that room", "lamp off in the room"])
def test_a_room_is_no_name(hear: Hear, sentence: str) -> None:
    """Nothing is meant by it alone, not even the living room."""
    assert not isinstance(hear(sentence), Understood)


LABELLED: dict[str, Any] = {
    "labels": ["Christmas"],
    "areas": [
        {"name": "Hall", "id": "hall"},
        {"name": "Attic", "id": "attic", "labels": ["Christmas"]},
    ],
    "entities": [
        {
            "name": "Star",
            "id": "light.star",
            "area": "hall",
            "state": "on",
            "labels": ["Christmas"],
        },
        {
            "name": "Tree",
            "id": "switch.tree",
            "area": "hall",
            "state": "on",
            "labels": ["Christmas"],
        },
        {"name": "Garland", "id": "light.garland", "area": "attic", "state": "on"},
        {"name": "Ceiling", "id": "light.ceiling", "area": "hall", "state": "on"},
    ],
}


def test_labels(planned: Planned) -> None:
    """Of the thing itself, or of its room; narrowed by kind and place."""
    lights = planned("turn off the christmas lights", home=LABELLED)
    assert targets_of(lights) == {"light.turn_off": {"light.star", "light.garland"}}
    there = planned("turn off the christmas lights in the hall", home=LABELLED)
    assert targets_of(there) == {"light.turn_off": {"light.star"}}


def test_one_match_wins_without_its_full_name(planned: Planned, hear: Hear) -> None:
    """One of its kind is the one that is meant; of two we ask which."""
    heater = {
        "name": "Bathroom unit",
        "id": "climate.unit",
        "state": "off",
        "attributes": {"hvac_modes": ["off", "heat"]},
    }
    assert targets_of(planned("start the heater", home={"entities": [heater]})) == {
        "climate.turn_on": {"climate.unit"}
    }
    two = {"entities": [heater, {**heater, "name": "Hall unit", "id": "climate.hall"}]}
    assert isinstance(hear("start the heater", home=two), Question)


@pytest.mark.parametrize(
    ("sentence", "refusal"),
    [
        (
            "turn on the fan in the kitchen",
            Refusal(
                key="no_domain_in_area",
                arguments={"domain": "fan", "area": "Kitchen"},
                instead=("Ceiling fan (Bedroom)", "Extractor fan (Bathroom)"),
            ),
        ),
        (
            "set the front door to 50 percent",
            Refusal(key="unsupported", arguments={"name": "Front door"}),
        ),
        (
            "dim the coffee machine",
            Refusal(key="unsupported", arguments={"name": "Coffee machine"}),
        ),
        ("turn on the piano", Refusal(key="no_entity", arguments={"entity": "piano"})),
        ("turn on the lights in the attic", Refusal(key="no_area", arguments={"area": "attic"})),
        ("turn on the lights in here", Refusal(key="no_here")),
        (
            "turn on the dishwasher",
            Refusal(
                key="no_entity",
                arguments={"entity": "dishwasher"},
                instead=("Dishwasher programme",),
            ),
        ),
    ],
)
def test_what_is_not_there_is_named(hear: Hear, sentence: str, refusal: Refusal) -> None:
    """With what there is instead, if anything."""
    assert hear(sentence) == refusal


def test_room_makes_here_known(planned: Planned, hear: Hear) -> None:
    """The same sentence, in a room."""
    assert targets_of(planned("turn on the lights in here", "hall")) == {"light.turn_on": {HALL}}
    assert not isinstance(hear("turn on the fans in here", "hall"), Understood)
