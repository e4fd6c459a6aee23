"""What is left of a sentence that takes something back, and what we ask when in doubt."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import (
    NotUnderstood,
    Proposal,
    Remark,
    Understander,
    Understanding,
    Understood,
)
from home_agent.engine.understand.lexicon.dialogue_words import load_dialogue_words
from home_agent.simulated import SimulatedHome
from tests.engine.understand import speaking

LANGUAGES = ("en", "de", "nl", "it", "es", "fr")


def hear(text: str) -> Understanding:
    home = SimulatedHome.demo()
    return Understander().understand(text, home.snapshot(), load_language("en"))


def asked(understanding: Understanding) -> list[str]:
    assert isinstance(understanding, Understood), understanding
    calls = [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
    return [f"{call.full_name} {','.join(call.targets)}" for call in calls]


@pytest.mark.parametrize(
    "sentence",
    [
        "turn off the chandelier, scratch that",
        "turn off the chandelier, oh no, never mind",
        "turn off the chandelier never mind",
        "turn off the chandelier, just kidding, I'm not going anywhere",
        "I was about to say turn off the chandelier, but never mind",
    ],
)
def test_what_is_taken_back_is_acknowledged(sentence: str) -> None:
    assert hear(sentence) == Remark(key="left_it")


@pytest.mark.parametrize(
    ("sentence", "call"),
    [
        ("never mind the lamp, turn on the television", "media_player.turn_on television"),
        ("turn off the chandelier, never mind, turn on the mood light", "light.turn_on mood"),
        ("scratch that, open the curtains instead", "cover.open_cover curtains"),
        ("forget what I said and turn on the mood light", "light.turn_on mood"),
        ("I changed my mind, turn off the chandelier", "light.turn_off chandelier"),
        ("on second thought turn off the chandelier", "light.turn_off chandelier"),
        ("leave the radiator alone and turn off the chandelier", "light.turn_off chandelier"),
        # These take nothing back.
        ("turn off the chandelier, I'm not kidding", "light.turn_off chandelier"),
        ("this is not a joke, turn off the chandelier", "light.turn_off chandelier"),
        ("wait, wait, okay, now turn off the chandelier", "light.turn_off chandelier"),
        ("turn off the chandelier, and quickly", "light.turn_off chandelier"),
        ("turn off the chandelier, I'm going to bed", "light.turn_off chandelier"),
        ("turn off the chandelier, my eyes hurt", "light.turn_off chandelier"),
        ("turn off the chandelier, I don't need it anymore", "light.turn_off chandelier"),
    ],
)
def test_what_is_meant_is_done(sentence: str, call: str) -> None:
    service, _, name = call.partition(" ")
    assert asked(hear(sentence)) == [f"{service} {service.partition('.')[0]}.{name}"]


def test_what_was_not_understood_is_asked_about() -> None:
    found = hear("turn off the chandelier, hocus pocus")
    assert isinstance(found, Proposal)
    assert found.unclear == "hocus pocus"
    assert [call.full_name for call in found.calls] == ["light.turn_off"]


def test_a_thing_that_is_not_there_is_refused_by_itself() -> None:
    assert asked(hear("turn off the chandelier and the piano")) == [
        "light.turn_off light.chandelier"
    ]


def test_words_before_a_command_leave_it_to_others_with_what_it_may_mean() -> None:
    found = hear("Hocus pocus, turn off the chandelier")
    assert isinstance(found, NotUnderstood)
    assert isinstance(found.nearest, Proposal)
    assert found.nearest.unclear == "Hocus pocus"


@pytest.mark.parametrize(
    "sentence",
    [
        "Ben, turn off the chandelier",
        "he said, turn off the chandelier",
        "if pigs fly, turn off the chandelier",
        '"the show is over", turn off the chandelier',
    ],
)
def test_a_command_that_somebody_else_is_given_is_not_asked_about(sentence: str) -> None:
    found = hear(sentence)
    assert not isinstance(found, Understood | Proposal)
    assert not isinstance(found, NotUnderstood) or not isinstance(found.nearest, Proposal)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lexicon_says_how_people_take_back(language: str) -> None:
    talk = load_dialogue_words(language)
    for name in ("whole", "of", "aside", "lead_ins", "hints", "earnest"):
        assert talk[f"taking_back_{name}"], name


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Ni se te ocurra encender la televisión"),
        ("es", "Que ni se te ocurra apagar la televisión"),
        ("es", "Ni en broma encender la televisión"),
        ("es", "De ninguna manera encender la televisión"),
        ("it", "Neanche per sogno accendere la televisione"),
        ("it", "Per carità accendere la televisione"),
        ("fr", "Hors de question allumer la télé"),
    ],
)
def test_an_infinitive_after_it_is_what_it_forbids(language: str, text: str) -> None:
    """There is no pause between what takes back and what is taken back."""
    found = speaking.hear(language, speaking.house_of(language), text)
    assert not isinstance(found, Understood)
