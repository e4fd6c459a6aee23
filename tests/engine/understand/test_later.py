"""Times and conditions: what is for later carries everything, and nothing of it is for now."""

from dataclasses import replace
from datetime import datetime, time
from typing import Any

import pytest

from home_agent.engine.conditions import Measures, StateIs
from home_agent.engine.home.domains.readings import WEATHER_CONDITIONS
from home_agent.engine.plan import CallStep, IfStep, LaterStep
from home_agent.engine.triggers import (
    ConditionTrigger,
    Delay,
    RecurringTrigger,
    SunTrigger,
    TimeTrigger,
    Trigger,
)
from home_agent.engine.understand import NotUnderstood, Question, Refusal

from .conftest import WEDNESDAY, Hear, Planned


def at(day: int, hour: int, minute: int = 0) -> TimeTrigger:
    """A moment in the week of that Wednesday."""
    return TimeTrigger(moment=datetime(2026, 3, day, hour, minute, tzinfo=WEDNESDAY.tzinfo))


BEGINS: list[tuple[str, Trigger]] = [
    ("turn off the chandelier in ten minutes", Delay(seconds=600)),
    ("in half an hour turn off the chandelier", Delay(seconds=1800)),
    ("turn off the chandelier in an hour and a half", Delay(seconds=5400)),
    ("turn the chandelier off 5 minutes from now", Delay(seconds=300)),
    ("switch off the chandelier in 1 hour and 15 minutes please", Delay(seconds=4500)),
    ("turn off the chandelier in a second", Delay(seconds=1)),
    ("turn on the chandelier at sunset", SunTrigger(event="sunset")),
    ("ten minutes before sunset, turn on the chandelier", SunTrigger(event="sunset", offset=-600)),
    ("turn on the chandelier when it gets dark", SunTrigger(event="sunset")),
    ("at 7:30 pm turn on the chandelier", at(4, 19, 30)),
    ("turn on the chandelier at 7", at(4, 19)),
    ("turn on the chandelier at half past ten", at(4, 22, 30)),
    ("turn on the chandelier at quarter to nine in the evening", at(4, 20, 45)),
    ("turn on the chandelier at eleven thirty", at(4, 23, 30)),
    ("turn on the chandelier at half ten", at(4, 22, 30)),
    ("at half six in the morning turn on the chandelier", at(5, 6, 30)),
    ("turn on the chandelier at noon", at(5, 12)),
    ("turn on the chandelier tomorrow morning", at(5, 8)),
    ("tomorrow at 6 turn on the chandelier", at(5, 6)),
    ("turn on the chandelier this evening", at(4, 19)),
    ("turn on the chandelier tonight at ten", at(4, 22)),
    ("on friday at 8 am turn on the chandelier", at(6, 8)),
    ("turn on the chandelier the day after tomorrow at nine am", at(6, 9)),
    ("this weekend at noon turn on the chandelier", at(7, 12)),
    ("set the chandelier to 30 percent tomorrow at 6 am", at(5, 6)),
    (
        "every weekday at seven turn on the chandelier",
        RecurringTrigger(days=frozenset(range(5)), at=time(7)),
    ),
    (
        "turn on the chandelier every monday and friday at 8 pm",
        RecurringTrigger(days=frozenset({0, 4}), at=time(20)),
    ),
    ("turn on the chandelier every day at sunset", RecurringTrigger(at=SunTrigger(event="sunset"))),
    ("toggle the chandelier every 10 minutes", RecurringTrigger(seconds=600)),
]


@pytest.mark.parametrize(("sentence", "begin"), BEGINS)
def test_when_it_begins(planned: Planned, sentence: str, begin: Trigger) -> None:
    """The moment is resolved, and so is what is to be done."""
    [step] = planned(sentence).steps
    assert isinstance(step, LaterStep)
    assert (step.begin, step.end, step.condition) == (begin, None, None)
    [inner] = step.steps
    assert isinstance(inner, CallStep)
    assert inner.call.targets == ("light.chandelier",)


@pytest.mark.parametrize(
    ("sentence", "end"),
    [
        ("turn on the towel rail for an hour", Delay(seconds=3600)),
        ("turn on the towel rail for a couple of minutes", Delay(seconds=120)),
        ("turn the towel rail on until ten", at(4, 22)),
        ("turn on the towel rail until sunset", SunTrigger(event="sunset")),
    ],
)
def test_when_it_ends(planned: Planned, sentence: str, end: Trigger) -> None:
    """What is for a while begins at once."""
    [step] = planned(sentence).steps
    assert isinstance(step, LaterStep)
    assert (step.begin, step.end) == (None, end)


WINDOW = StateIs(entity_ids=("binary_sensor.bedroom_window",), states=frozenset({"on"}))
NOBODY = StateIs(entity_ids=("person.anna", "person.ben"), states=frozenset({"home"}), negated=True)
ANNA_GONE = StateIs(entity_ids=("person.anna",), states=frozenset({"home"}), negated=True)
COLD = Measures(entity_id="sensor.bedroom_temperature", attribute="temperature", below=18)

RAIN = StateIs(entity_ids=("weather.home",), states=WEATHER_CONDITIONS["rain"])


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("if the bedroom window is open turn off the radiator", WINDOW),
        ("turn off the radiator if the bedroom window is open", WINDOW),
        ("if the bedroom window is open, then turn off the radiator", WINDOW),
        ("unless someone is home turn off the radiator", NOBODY),
        ("turn off the radiator if nobody is home", NOBODY),
        ("turn off the radiator if Anna is not home", ANNA_GONE),
        ("if the bedroom window is not open turn off the radiator", replace(WINDOW, negated=True)),
        ("turn off the radiator if the bedroom temperature is below 18 degrees", COLD),
        ("turn off the radiator if it is raining", RAIN),
        ("if it is wet outside turn off the radiator", RAIN),
    ],
)
def test_if_something_is_so_now(planned: Planned, sentence: str, condition: Any) -> None:
    """It is decided when the plan is carried out."""
    [step] = planned(sentence).steps
    assert isinstance(step, IfStep)
    assert step.condition == condition
    [inner] = step.steps
    assert isinstance(inner, CallStep)
    assert inner.call.full_name == "climate.turn_off"
    assert inner.call.targets == ("climate.bedroom_radiator",)


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("when the bedroom temperature drops below 18, turn on the radiator", COLD),
        ("turn on the radiator as soon as the bedroom temperature falls below 18 degrees", COLD),
        ("turn on the radiator when the bedroom window opens", WINDOW),
        ("turn on the radiator once the bedroom window is open", WINDOW),
        ("turn on the radiator when everybody leaves", NOBODY),
        ("when Anna leaves turn on the radiator", ANNA_GONE),
        ("turn on the radiator as soon as Anna gets home", replace(ANNA_GONE, negated=False)),
        ("if the bedroom window opens turn on the radiator", WINDOW),
        ("turn on the radiator when it starts to rain", RAIN),
        ("if it rains turn on the radiator", RAIN),
        ("when the rain sets in turn on the radiator", RAIN),
    ],
)
def test_when_something_becomes_so(planned: Planned, sentence: str, condition: Any) -> None:
    """Not now, even if it is so already."""
    [step] = planned(sentence).steps
    assert isinstance(step, LaterStep)
    assert step.begin == ConditionTrigger(condition=condition)


def test_time_and_condition_together(planned: Planned) -> None:
    """The condition is looked at when the time comes."""
    [step] = planned("at 10 pm turn off the radiator if the bedroom window is open").steps
    assert isinstance(step, LaterStep)
    assert (step.begin, step.condition) == (at(4, 22), WINDOW)


def test_pronoun_is_what_the_condition_speaks_of(planned: Planned) -> None:
    """If the light is on, turn it off."""
    [step] = planned("if the hall light is on, turn it off").steps
    assert isinstance(step, IfStep)
    [inner] = step.steps
    assert isinstance(inner, CallStep)
    assert inner.call.targets == ("light.hall",)


def test_first_now_and_then_later(planned: Planned) -> None:
    """A time at the end belongs to the last command."""
    now, later = planned("turn on the hall light and turn it off in ten minutes").steps
    assert isinstance(now, CallStep)
    assert isinstance(later, LaterStep)
    assert later.begin == Delay(seconds=600)


@pytest.mark.parametrize(
    "sentence",
    [
        "turn off the heating when pigs fly",
        "if the moon is full, lock the front door",
        "turn off the chandelier later",
        "turn off the chandelier before I go to bed",
        "while we are away keep the chandelier off",
        "turn off the piano in ten minutes",
    ],
)
def test_what_we_cannot_tell_is_never_now(hear: Hear, sentence: str) -> None:
    """Refused, or left to others."""
    assert isinstance(hear(sentence), Refusal | NotUnderstood)


def test_what_is_ambiguous_is_asked(hear: Hear) -> None:
    """Also when it is for later."""
    assert isinstance(hear("turn off the lamp in ten minutes"), Question)


@pytest.mark.parametrize(
    "sentence",
    ["turn on good night", "turn on the night light", "turn on the chandelier at 40 percent"],
)
def test_names_and_amounts_are_no_times(planned: Planned, sentence: str) -> None:
    """A name may hold a part of the day, and a figure after "at" may be an amount."""
    assert all(isinstance(step, CallStep) for step in planned(sentence).steps)
