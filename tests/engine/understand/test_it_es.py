"""Italian and Spanish, each in a house of its own: clitics, and articles that melt away."""

from functools import cache
from types import ModuleType

import pytest

from home_agent.engine.plan import QueryStep, entities_of
from home_agent.engine.understand import Question, Understanding, Understood

from .said import es, it
from .speaking import calls_of, hear, house_of

SAID: dict[str, ModuleType] = {"it": it, "es": es}
house = cache(house_of)


def understand(
    code: str, sentence: str, room: str | None = None, mentioned: tuple[str, ...] = ()
) -> Understanding:
    """What a sentence means in the house of its language."""
    return hear(code, house(code), sentence, room, mentioned)


def asked(understanding: Understanding) -> list[str]:
    """What is asked of whom, each as one line: service, targets, data."""
    calls = calls_of(understanding)
    return sorted(
        " ".join([call.full_name, ",".join(sorted(call.targets)), *map(str, call.data.values())])
        for call in calls
    )


def each(table: str) -> list[tuple[str, ...]]:
    """Every row of a table, with the code of its language."""
    rows = ((code, row) for code, said in SAID.items() for row in getattr(said, table))
    return [(code, *((row,) if isinstance(row, str) else row)) for code, row in rows]


@pytest.mark.parametrize(("code", "sentence", "calls"), each("COMMANDS"))
def test_commands(code: str, sentence: str, calls: str) -> None:
    """The right service, of the right things, with the right data."""
    assert asked(understand(code, sentence)) == sorted(calls.split(" | "))


@pytest.mark.parametrize(("code", "first", "then", "calls"), each("TURNS"))
def test_pronouns_mean_what_was_last_spoken_of(
    code: str, first: str, then: str, calls: str
) -> None:
    before = understand(code, first)
    assert isinstance(before, Understood), before
    meant = understand(code, then, mentioned=entities_of(before.plan))
    assert asked(meant) == sorted(calls.split(" | "))


@pytest.mark.parametrize(("code", "room", "sentence", "calls"), each("IN_A_ROOM"))
def test_the_room_of_the_speaker(code: str, room: str, sentence: str, calls: str) -> None:
    assert asked(understand(code, sentence, room)) == sorted(calls.split(" | "))


@pytest.mark.parametrize(("code", "sentence", "entity_ids", "wanted"), each("QUESTIONS"))
def test_questions_look_at_the_right_things(
    code: str, sentence: str, entity_ids: str, wanted: str
) -> None:
    understanding = understand(code, sentence)
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    assert sorted(step.entity_ids) == sorted(entity_ids.split(","))
    assert not wanted or wanted in step.wanted


@pytest.mark.parametrize(("code", "sentence", "spared"), each("SPARED"))
def test_exceptions_are_left_alone(code: str, sentence: str, spared: str) -> None:
    meant = understand(code, sentence)
    lights = {one for one in house(code).snapshot().states if one.startswith("light.")}
    left = ",".join(sorted(lights - set(spared.split(","))))
    assert asked(meant) == [f"light.turn_off {left}"]


@pytest.mark.parametrize(("code", "sentence"), each("ASKED_BACK"))
def test_between_several_we_ask(code: str, sentence: str) -> None:
    assert isinstance(understand(code, sentence), Question)


@pytest.mark.parametrize(("code", "sentence"), each("NEVER"))
def test_nothing_is_done_where_nothing_should_be(code: str, sentence: str) -> None:
    """Questions, negations, statements, conditions, other times, and what is not there."""
    understanding = understand(code, sentence)
    if isinstance(understanding, Understood):
        assert asked(understanding) == []
    else:
        assert not isinstance(understanding, Question)
