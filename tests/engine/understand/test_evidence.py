"""Every understanding says what it rests on, and how sure it is."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import NotUnderstood, Understander, Understanding, Understood
from home_agent.engine.understand.evidence import DropReason, MatchMethod
from home_agent.simulated import SimulatedHome

HOUSE = {
    "areas": [{"name": "Kitchen", "id": "kitchen"}, {"name": "Hall", "id": "hall"}],
    "entities": [
        {"name": "Ceiling light", "id": "light.ceiling", "area": "kitchen", "state": "off"},
        {"name": "Worktop light", "id": "light.worktop", "area": "kitchen", "state": "off"},
        {"name": "Hall light", "id": "light.hall", "area": "hall", "state": "off"},
        {"name": "Kitchen window", "id": "binary_sensor.window", "area": "kitchen"},
        {"name": "Old thermostat", "id": "climate.old", "area": "hall", "state": "heat"},
    ],
}


def understand(text: str, *, thorough: bool = False) -> Understanding:
    home = SimulatedHome.from_inventory(HOUSE)
    understander = Understander(thorough=thorough)
    return understander.understand(text, home.snapshot(), load_language("en"))


@pytest.mark.parametrize(
    ("said", "how", "confidence"),
    [
        ("turn on the worktop light", MatchMethod.FULL_NAME, 1.0),
        ("turn on the kitchen lights", MatchMethod.PLACE_AND_KIND, 0.95),
        ("turn on the worktop", MatchMethod.WORDS, 0.85),
        ("turn on the thermostat", MatchMethod.KIND, 0.8),
        ("turn on the wroktop light", MatchMethod.FULL_NAME, 0.9),
    ],
)
def test_the_looser_the_match_the_less_sure(said: str, how: MatchMethod, confidence: float) -> None:
    evidence = understand(said).evidence
    assert {match.method for clause in evidence.clauses for match in clause.matches} == {how}
    assert evidence.confidence == confidence


def test_every_part_of_a_sentence_has_its_own_evidence() -> None:
    evidence = understand("turn on the hall light and set the kitchen lights to 40%").evidence
    assert [clause.said for clause in evidence.clauses] == [
        "turn on the hall light",
        "set the kitchen lights to 40 %",
    ]
    assert evidence.clauses[1].asks[-1] == "to 40 percent"


@pytest.mark.parametrize(
    "said", ["set a timer for ten minutes", "remind me in an hour to eat", "turn on the hall light"]
)
def test_whatever_the_lexicon_reads_is_said_to_be_read_by_it(said: str) -> None:
    evidence = understand(said).evidence
    assert evidence.reader == "lexicon"
    assert evidence.confidence > 0


def test_questions_in_one_sentence_keep_what_was_mended_of_each() -> None:
    evidence = understand("is the hall lihgt on and is the kitchen window open").evidence
    assert evidence.mended == (("lihgt", "light"),)
    assert [clause.about for clause in evidence.clauses] == ["the hall light", "the kitchen window"]


def test_a_condition_keeps_what_was_mended_of_the_command() -> None:
    evidence = understand("if the kitchen window is open turn off the hall lihgt").evidence
    assert evidence.mended == (("lihgt", "light"),)


def test_what_was_mended_is_told() -> None:
    assert understand("turn on the hall lihgt").evidence.mended == (("lihgt", "light"),)


def test_what_the_grammar_read_is_told_too() -> None:
    understanding = understand("are you always listening")
    assert isinstance(understanding, Understood)
    assert understanding.evidence.reader == "grammar"
    assert understanding.evidence.clauses[0].asks == ("HassRespond",)


def test_what_is_not_ours_has_no_evidence() -> None:
    understanding = understand("tell me a joke about llamas")
    assert isinstance(understanding, NotUnderstood)
    assert understanding.evidence.confidence == 0


def test_a_thorough_look_tells_what_was_dropped_and_why() -> None:
    evidence = understand("turn on all kitchen lights except the worktop", thorough=True).evidence
    dropped = {
        entity.entity_id: entity.reason for clause in evidence.clauses for entity in clause.dropped
    }
    assert dropped["light.worktop"] is DropReason.LEFT_OUT
    assert dropped["binary_sensor.window"] is DropReason.CANNOT
