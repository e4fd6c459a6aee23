"""What the parts of a sentence share, and what a word can never be, on the built-in house."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, QueryStep
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.simulated import SimulatedHome

KITCHEN = {"light.worktop", "light.dining_table"}


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    return SimulatedHome.demo()


def understand(house: SimulatedHome, text: str) -> Understanding:
    return Understander().understand(text, house.snapshot(), load_language("en"))


def targets(understanding: Understanding) -> dict[str, set[str]]:
    """By service, whom it is asked of."""
    assert isinstance(understanding, Understood), understanding
    calls = [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
    return {call.full_name: set(call.targets) for call in calls}


@pytest.mark.parametrize(
    ("sentence", "calls"),
    [
        # what comes last is for all before it
        (
            "chandelier and television off",
            {
                "light.turn_off": {"light.chandelier"},
                "media_player.turn_off": {"media_player.television"},
            },
        ),
        ("kitchen and hall lights off", {"light.turn_off": KITCHEN | {"light.hall"}}),
        # the kind of the first is that of the second, too
        (
            "turn off the fan in the bedroom and the bathroom",
            {"fan.turn_off": {"fan.ceiling", "fan.extractor"}},
        ),
        # but not of one that asks something else
        (
            "turn off the kitchen and lock the front door",
            {"light.turn_off": KITCHEN, "lock.lock": {"lock.front_door"}},
        ),
        # of two kinds the narrower counts
        (
            "next song on the radio",
            {"media_player.media_next_track": {"media_player.kitchen_radio"}},
        ),
        (
            "kitchen lights off except the dining table lamp",
            {"light.turn_off": {"light.worktop"}},
        ),
    ],
)
def test_what_parts_share(house: SimulatedHome, sentence: str, calls: dict[str, set[str]]) -> None:
    assert targets(understand(house, sentence)) == calls


def test_a_share_may_begin_with_a_figure(house: SimulatedHome) -> None:
    understanding = understand(house, "set the chandelier to three quarters")
    assert isinstance(understanding, Understood)
    [step] = understanding.plan.steps
    assert isinstance(step, CallStep)
    assert step.call.data == {"brightness_pct": 75}


@pytest.mark.parametrize(
    "sentence",
    [
        "Alexa, turn on the chandelier",
        "dinner and lights off",
        "set the chandelier by ten percent",
        "turn on the lights in the bright room",
    ],
)
def test_nothing_is_shared_with_what_is_not_there(house: SimulatedHome, sentence: str) -> None:
    understanding = understand(house, sentence)
    assert not isinstance(understanding, Understood)


@pytest.mark.parametrize(
    ("sentence", "wanted", "asked_of"),
    [
        ("what is on in the kitchen", "on", "light.worktop"),
        ("is anything open in the bedroom", "on", "binary_sensor.bedroom_window"),
        ("is any window open", "on", "binary_sensor.bedroom_window"),
    ],
)
def test_questions_about_whatever_is_there(
    house: SimulatedHome, sentence: str, wanted: str, asked_of: str
) -> None:
    understanding = understand(house, sentence)
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    assert asked_of in step.entity_ids
    assert wanted in step.wanted


def test_brackets_stand_for_either() -> None:
    german = load_lexicon("de")
    assert {("rot",), ("rotes",)} <= german.colours.keys()
    assert ("zu", "hause", "auf") in german.states
