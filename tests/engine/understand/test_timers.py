"""Timers, by the lexicon and by the grammar."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, Plan, TimerStep
from home_agent.engine.understand import NotUnderstood, Refusal, Remark, Understander, Understood

from .conftest import Hear, Planned

VOICE: list[tuple[str, dict[str, Any]]] = [
    ("set a timer for five minutes", {"action": "start", "seconds": 300}),
    ("set a timer for one hour", {"action": "start", "seconds": 3600}),
    ("set a 10 minute pizza timer", {"action": "start", "seconds": 600, "name": "pizza"}),
    ("timer for an hour and a half please", {"action": "start", "seconds": 5400}),
    ("a timer for 1/2 an hour", {"action": "start", "seconds": 1800}),
    (
        "set a timer for the eggs for three minutes",
        {"action": "start", "seconds": 180, "name": "eggs"},
    ),
    (
        "add two minutes to the pizza timer",
        {"action": "increase", "seconds": 120, "name": "pizza"},
    ),
    (
        "increase the 1 hour timer by 5 minutes",
        {"action": "increase", "seconds": 300, "start_seconds": 3600},
    ),
    ("make the timer 5 minutes longer", {"action": "increase", "seconds": 300}),
    ("take a minute off the timer", {"action": "decrease", "seconds": 60}),
    ("remove 30 seconds from the timer", {"action": "decrease", "seconds": 30}),
    ("change the timer to 10 minutes", {"action": "change", "seconds": 600}),
    (
        "change my 5 minute timer to 10 minutes",
        {"action": "change", "seconds": 600, "start_seconds": 300},
    ),
    (
        "adjust the pizza timer to 15 minutes",
        {"action": "change", "seconds": 900, "name": "pizza"},
    ),
    ("reset the timer to five minutes", {"action": "change", "seconds": 300}),
    ("reset the timer", {"action": "cancel"}),
    ("pause the timer", {"action": "pause"}),
    ("resume the pizza timer", {"action": "unpause", "name": "pizza"}),
    ("cancel the timer", {"action": "cancel"}),
    ("stop the 5 minute timer", {"action": "cancel", "start_seconds": 300}),
    ("cancel the timer in the kitchen", {"action": "cancel", "area_id": "kitchen"}),
    ("cancel all timers", {"action": "cancel_all"}),
    ("how long is left on the timer?", {"action": "status"}),
    ("pizza timer status", {"action": "status", "name": "pizza"}),
]


def fields(plan: Plan) -> dict[str, Any]:
    """What is asked of a timer, less what is not said."""
    [step] = plan.steps
    assert isinstance(step, TimerStep), step
    names = ("action", "seconds", "name", "start_seconds", "area_id")
    return {name: value for name in names if (value := getattr(step, name))}


@pytest.mark.parametrize(("sentence", "expected"), VOICE)
def test_timers_by_voice(planned: Planned, sentence: str, expected: dict[str, Any]) -> None:
    """What is to be done with which timer, and how long."""
    assert fields(planned(sentence)) == expected


def test_grammar_knows_them_in_its_languages(demo: Any) -> None:
    """Where a language has no lexicon, or its lexicon no timers."""
    heard = Understander().understand("Stelle einen Timer auf 5 Minuten", demo, load_language("de"))
    assert isinstance(heard, Understood)
    assert fields(heard.plan) == {"action": "start", "seconds": 300}


@pytest.mark.parametrize(
    ("sentence", "service", "data"),
    [
        ("start the egg timer for five minutes", "timer.start", {"duration": 300}),
        ("start the egg timer", "timer.start", {}),
        ("pause the egg timer", "timer.pause", {}),
        ("cancel the egg timer", "timer.cancel", {}),
        ("finish the egg timer", "timer.finish", {}),
        ("add a minute to the egg timer", "timer.change", {"duration": 60}),
        ("take a minute off the egg timer", "timer.change", {"duration": -60}),
    ],
)
def test_timers_of_the_home(
    planned: Planned, sentence: str, service: str, data: dict[str, Any]
) -> None:
    """An entity that is called so is meant."""
    [step] = planned(sentence).steps
    assert isinstance(step, CallStep)
    assert step.call.full_name == service
    assert step.call.targets == ("timer.egg",)
    assert dict(step.call.data) == data


def test_what_is_no_timer(hear: Hear, planned: Planned) -> None:
    """A thing may be called so, and a sentence may forbid it."""
    assert hear("do not set a timer") == Remark(key="left_it")
    assert isinstance(hear("Siri, set a timer for ten minutes"), Refusal | NotUnderstood)
    home = {
        "entities": [{"name": "Sprinkler timer", "id": "switch.sprinkler_timer", "state": "on"}]
    }
    [step] = planned("turn off the sprinkler timer", home=home).steps
    assert isinstance(step, CallStep)
    assert step.call.full_name == "switch.turn_off"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "ändere den Timer auf 10 Minuten"),
        ("de", "stelle den Timer auf 10 Minuten um"),
        ("nl", "verander de timer naar 10 minuten"),
        ("nl", "pas de timer aan naar 10 minuten"),
        ("it", "cambia il timer a 10 minuti"),
        ("es", "cambia el temporizador a 10 minutos"),
        ("fr", "change le minuteur à 10 minutes"),
    ],
)
def test_another_length_in_other_languages(demo: Any, language: str, sentence: str) -> None:
    """It starts no timer that is called by the verb."""
    heard = Understander().understand(sentence, demo, load_language(language))
    assert isinstance(heard, Understood)
    assert fields(heard.plan) == {"action": "change", "seconds": 600}


@pytest.mark.parametrize(
    "sentence",
    ["wiggle the timer to 10 minutes", "admire my timer for 10 minutes", "change the timer"],
)
def test_a_verb_that_nobody_knows_is_no_name(hear: Hear, sentence: str) -> None:
    """A timer is called by what stands beside it, and not by what is done with it."""
    heard = hear(sentence)
    assert not isinstance(heard, Understood) or not any(
        isinstance(step, TimerStep) for step in heard.plan.steps
    )
