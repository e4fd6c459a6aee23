"""What is said around a command, by whom, and what a recogniser makes of it."""

import pytest

from home_agent.engine.plan import IfStep
from home_agent.engine.understand import NotUnderstood, Refusal

from .conftest import Hear, Planned
from .speaking import targets_of

HALL, CHANDELIER = "light.hall", "light.chandelier"


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the hall light, the truck's here",
        "I'm home, switch on the hall light",
        "it's dark in here, turn on the hall light",
        "my hands are full, turn on the hall light",
        "turn on the hall light because I cannot see",
        "turn on the hall light so I can find my keys",
        "turn on the hall light, somebody is at the door",
        "turn on the hall light, Priya's forgotten her keys",
        "the hall light is off, turn it on",
        "hey jarvis, turn on the hall light",
        "okay nabu turn on the hall light",
        "TURN ON the Hall Light!!!",
        "would you be so kind as to turn on the hall light",
        "do you think you could turn on the hall light, ta",
        "I'd really appreciate it if you could turn on the hall light",
        "um, so, could you maybe turn on the, uh, hall light",
        "turn on the lite in the hall",
        "I need the hall light on",
        "make the hall light go on",
        "trun on the hall ligth",
    ],
)
def test_what_is_said_around_it(planned: Planned, sentence: str) -> None:
    """It neither spoils the command nor is acted upon."""
    assert targets_of(planned(sentence)) == {"light.turn_on": {HALL}}


@pytest.mark.parametrize(
    ("sentence", "target"),
    [
        ("turn of the chandelier", CHANDELIER),
        ("turn off the bed room reading lamp", "light.bedroom_reading_lamp"),
        ("turn off the livingroom chandelier", CHANDELIER),
        ("turn off the living-room chandelier", CHANDELIER),
    ],
)
def test_what_a_recogniser_makes_of_it(planned: Planned, sentence: str, target: str) -> None:
    """Words together and apart, and "of" for "off"."""
    assert targets_of(planned(sentence)) == {"light.turn_off": {target}}


@pytest.mark.parametrize(
    "sentence",
    [
        "he was like, turn on the hall light",
        "she said, turn on the hall light",
        "hey Jarvis, dim the chandelier, said Tony",
        "grandma told me, turn off the night light",
        "turn on the hall light, don't turn on the chandelier",
        "Alexa, turn on the hall light",
        "it was dark and he turned on the hall light",
        "turn off the other lights",
    ],
)
def test_words_of_others_are_no_commands(hear: Hear, sentence: str) -> None:
    """Nor is what somebody forbids."""
    assert isinstance(hear(sentence), NotUnderstood | Refusal)


def test_condition_is_no_explanation(planned: Planned) -> None:
    """What comes after a comma may be one."""
    [step] = planned("turn on the radiator, provided the bedroom window is closed").steps
    assert isinstance(step, IfStep)
