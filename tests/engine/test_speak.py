"""Words are made of outcomes, in the speaker's language, and never of what a device says."""

import ast
import re
import tomllib
from datetime import UTC, date, datetime, time
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import home_agent.engine.language
from home_agent.engine import languages
from home_agent.engine.home import Area, Entity, Layout, State
from home_agent.engine.language import load_language
from home_agent.engine.outcome import Outcome, Reason, Status
from home_agent.engine.plan import Plan, ReplyStep, Wording
from home_agent.engine.speak import ask_which, refuse, report
from home_agent.engine.speak.templates import TemplateEntity, render
from home_agent.engine.understand import Question, Refusal
from home_agent.engine.understand.grammar.intents import PLANNERS

PHRASES = {
    file.parent.name: tomllib.loads(file.read_text("utf-8"))
    for file in Path(home_agent.engine.language.__file__).parent.glob("*/phrases.toml")
}
NOW = datetime(2026, 11, 15, 14, 5, tzinfo=UTC)

SLOTS: dict[str, Any] = {
    "name": "Kitchen",
    "area": "Kitchen",
    "floor": "Ground",
    "item": "Milk",
    "search_query": "jazz",
    "brightness": "50",
    "color": "red",
    "temperature": "21",
    "time": time(14, 5),
    "date": date(2026, 11, 15),
    "device_class": "blind",
    "domain": "light",
    "state": "on",
    "fan_mode": "auto",
    "position": "50",
    "percentage": "40",
    "volume_level": "30",
    "volume_step": "up",
    "minutes": "5",
    "canceled": 1,
    "timers": [],
    "media": "Jazz",
}


# what is said of something that is to be remembered, which is no entity
OF_MEMORY = {reason for reason in Reason if reason.startswith("memory_")}

# what is said of a whole plan, a job or a timer, and so names no entity
OF_PLANS = {
    Reason.READ_ONLY,
    Reason.NOT_WAITING,
    Reason.NOT_KEPT,
    Reason.NOT_DURABLE,
    Reason.PLANS_UNKNOWN,
    Reason.PLANS_DAMAGED,
    Reason.TOO_MUCH,
    Reason.NOTHING_TO_SNOOZE,
    Reason.TOO_OFTEN,
    Reason.NO_SUN,
    Reason.TIME_OVER,
    Reason.TOO_FAR,
    Reason.NO_JOB,
    Reason.NO_TIMER,
    Reason.HOW_LONG,
    Reason.NO_AUTOMATIONS,
    Reason.NOT_AN_AUTOMATION,
    Reason.NO_AUTOMATION,
}
# asked back, with what there is to choose from
WHICH = (Reason.WHICH_JOB, Reason.WHICH_TIMER, Reason.WHICH_AUTOMATION)


@pytest.mark.parametrize("code", languages())
def test_every_answer_of_every_language_can_be_said(code: str) -> None:
    """The templates find what they look for in what we show them."""
    shown = TemplateEntity(
        entity_id="light.kitchen",
        name="Kitchen",
        state="on",
        attributes={"current_temperature": 21.5, "temperature": 20, "temperature_unit": "°C"},
    )
    for intent, responses in load_language(code).responses.items():
        for key, source in responses.items():
            if intent in PLANNERS and source.strip():
                said = render(source, slots=SLOTS, matched=[shown], unmatched=[shown])
                assert said, f"{intent} {key}"


@pytest.mark.parametrize("code", sorted(PHRASES))
def test_own_phrases_are_complete(code: str) -> None:
    """A translation has every phrase of the English file, and no blank that nobody fills."""
    english = PHRASES["en"]
    assert PHRASES[code].keys() == english.keys()
    for key, phrase in PHRASES[code].items():
        assert _blanks(phrase) <= _blanks(english[key]) | {"name", "state"}, key
        if key not in ("already", "pending"):
            assert _blanks(phrase) == _blanks(english[key]), key


def test_whatever_a_step_says_is_a_phrase() -> None:
    """A key that no file has would be told as an unexpected error."""
    named = {
        response
        for file in Path(home_agent.engine.__file__).parent.rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "ReplyStep"
        for response in re.findall(r"Wording\(intent='', response='(\w+)'", ast.unparse(call))
    }
    assert named
    assert named <= PHRASES["en"].keys()


def test_six_languages_have_words_of_their_own() -> None:
    """Those that we promise."""
    assert {"de", "en", "es", "fr", "it", "nl"} <= PHRASES.keys()


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("reason", [item for item in Reason if item not in WHICH])
def test_failure_is_never_told_as_success(code: str, reason: Reason) -> None:
    """In no language, ours or not."""
    outcome = Outcome(
        status=Status.FAILED,
        entity_id="light.lamp",
        before=_state("off"),
        after=_state("off"),
        reason=reason,
        detail="It is broken",
    )
    language = load_language(code)
    wording = Wording(intent="HassTurnOn", response="lights_area", slots=SLOTS)
    plan = Plan(steps=(ReplyStep(wording=wording),))
    told = report(plan, ((outcome,),), _layout("Lamp"), language)
    success = language.responses["HassTurnOn"].get("lights_area")
    assert told.text
    assert success is None or told.text != render(success, slots=SLOTS)
    # some languages do not name what is not exposed, and what is not there has no name
    nothing = {Reason.NOT_THERE, Reason.NOTHING_TO_UNDO, Reason.NOT_SO}
    # of an item of a list, the item is named
    of_lists = {Reason.NOT_LISTED, Reason.WHICH_LIST}
    unnamed = {Reason.NOT_EXPOSED, *nothing, *of_lists, *OF_PLANS, *OF_MEMORY}
    assert "Lamp" in told.text or reason in unnamed
    assert told.outcomes[0].message == told.text


@pytest.mark.parametrize(
    "hostile", ["{detail}", "{{ 7 * 7 }}", "{% for %}", "{0.__class__}", "%s", "{name!r}", "{"]
)
def test_names_and_device_texts_are_data(hostile: str) -> None:
    """They are said as they are; nothing in them is filled in or run."""
    outcome = Outcome(
        status=Status.FAILED,
        entity_id="light.lamp",
        reason=Reason.REJECTED,
        detail=f"{hostile}.",
        after=_state("off"),
    )
    english = load_language("en")
    plan = Plan(steps=(ReplyStep(wording=Wording(intent="HassTurnOn")),))
    told = report(plan, ((outcome,),), _layout(hostile), english)
    assert told.text == f"{hostile} did not do it: {hostile}."
    refusal = Refusal(key="no_entity", arguments={"entity": hostile})
    assert refuse(refusal, english) == f"Sorry, I am not aware of any device called {hostile}"


def test_choices_are_told_apart_by_room_or_by_name() -> None:
    """Whatever tells them apart."""
    english = load_language("en")
    question = Question(heard="", name="lamp", candidates=("light.a", "light.b", "light.c"))
    rooms = _house(
        ("light.a", "Lamp", "one"), ("light.b", "Lamp", "two"), ("light.c", "Lamp", "six")
    )
    assert ask_which(question, rooms, english) == "Which one: One, Two or Six?"
    names = _house(
        ("light.a", "Left", "one"), ("light.b", "Right", "one"), ("light.c", "Lamp", None)
    )
    assert ask_which(question, names, english) == "Which one: Left, Right or Lamp?"


def _blanks(phrase: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(phrase) if name}


def _state(value: str) -> State:
    return State(value=value, changed=NOW, updated=NOW)


def _layout(name: str) -> Layout:
    return _house(("light.lamp", name, None))


def _house(*entities: tuple[str, str, str | None]) -> Layout:
    return Layout(
        areas={
            area: Area(area_id=area, name=area.title())
            for _, _, area in entities
            if area is not None
        },
        entities={
            entity_id: Entity(entity_id=entity_id, name=name, names=(name,), area_id=area)
            for entity_id, name, area in entities
        },
    )


def test_what_is_not_known_is_not_said() -> None:
    """A template may ask for a slot that was not filled, but not say it."""
    assert render("Le luci in {{ slots.area }}", slots={}) == ""
    assert (
        render("Le luci{% if slots.area %} in {{ slots.area }}{% endif %}", slots={}) == "Le luci"
    )
