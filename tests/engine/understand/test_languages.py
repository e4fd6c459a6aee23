"""What families say to their houses, language by language; the sentences are `said/<code>.txt`."""

import json
from functools import cache

import pytest

from home_agent.engine.plan import QueryStep
from home_agent.engine.plan_contents import entities_of
from home_agent.engine.understand import (
    NotUnderstood,
    Question,
    Refusal,
    Remark,
    Understanding,
    Understood,
)

from .speaking import as_line, calls_of, hear, house_of, rows

LANGUAGES = ("de", "nl", "fr", "it", "es")
house = cache(house_of)


def understand(
    code: str, sentence: str, room: str | None = None, mentioned: tuple[str, ...] = ()
) -> Understanding:
    """What a sentence means in the house of its language."""
    return hear(code, house(code), sentence, room, mentioned)


def each(section: str) -> list[tuple[str, ...]]:
    """Every row of a section, with the code of its language."""
    return [(code, *row) for code in LANGUAGES for row in rows(code, section)]


@pytest.mark.parametrize(("code", "calls", "sentence"), each("commands"))
def test_commands(code: str, calls: str, sentence: str) -> None:
    """The right services in the right order, of the right things, with the right data."""
    assert as_line(calls_of(understand(code, sentence))) == calls


@pytest.mark.parametrize(("code", "calls", "room", "sentence"), each("rooms"))
def test_the_room_of_the_speaker(code: str, calls: str, room: str, sentence: str) -> None:
    """Here is where the speaker is, and a room unsaid is that one."""
    assert as_line(calls_of(understand(code, sentence, room))) == calls


@pytest.mark.parametrize(("code", "calls", "mentioned", "sentence"), each("mentioned"))
def test_what_was_last_spoken_of(code: str, calls: str, mentioned: str, sentence: str) -> None:
    """A pronoun means what was said before, and nothing where nothing was."""
    spoken_of = understand(code, sentence, mentioned=tuple(mentioned.split(",")))
    assert as_line(calls_of(spoken_of)) == calls
    assert not isinstance(understand(code, sentence), Understood)


@pytest.mark.parametrize(("code", "calls", "first", "then"), each("turns"))
def test_pronouns_mean_what_the_sentence_before_spoke_of(
    code: str, calls: str, first: str, then: str
) -> None:
    """Whether that was a command or a question."""
    before = understand(code, first)
    assert isinstance(before, Understood), before
    meant = understand(code, then, mentioned=entities_of(before.plan))
    assert as_line(calls_of(meant)) == calls


@pytest.mark.parametrize(("code", "entity_ids", "wanted", "sentence"), each("questions"))
def test_questions(code: str, entity_ids: str, wanted: str, sentence: str) -> None:
    """They look at the right things, for the right states, and never act."""
    understanding = understand(code, sentence)
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    assert sorted(step.entity_ids) == entity_ids.split(",")
    assert set(wanted.split("/")) - {"-"} <= step.wanted


@pytest.mark.parametrize(("code", "sentence"), each("asked back"))
def test_between_several_we_ask(code: str, sentence: str) -> None:
    """Never a guess; also where one of them is called nothing but "Licht"."""
    assert isinstance(understand(code, sentence), Question)


@pytest.mark.parametrize(("code", "missing", "sentence"), each("missing"))
def test_what_is_not_there_is_named(code: str, missing: str, sentence: str) -> None:
    """In the words of the speaker."""
    refusal = understand(code, sentence)
    assert isinstance(refusal, Refusal)
    assert refusal.arguments == json.loads(missing)


@pytest.mark.parametrize(("code", "sentence"), each("never"))
def test_nothing_is_done_where_nothing_should_be(code: str, sentence: str) -> None:
    """Questions, negations, statements, conditions, other times, and what is not there."""
    understanding = understand(code, sentence)
    if isinstance(understanding, Understood):
        assert not calls_of(understanding)
    else:
        assert isinstance(understanding, Refusal | NotUnderstood | Remark)


@pytest.mark.parametrize(("code", "sentence"), each("at most offered"))
def test_nothing_is_done_unasked(code: str, sentence: str) -> None:
    """At most it is offered or explained."""
    assert not isinstance(understand(code, sentence), Understood | Question)
