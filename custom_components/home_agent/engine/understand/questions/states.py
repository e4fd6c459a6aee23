"""How things are: "is the door locked", "which lights are on", "is nothing open upstairs"."""

from collections.abc import Iterable
from functools import partial
from typing import Unpack

from ...home import Entity
from ...home.measures import measured
from ...home.model import UNAVAILABLE
from ...plan import Plan, QueryStep, Wording
from ..clauses.frame import read_target
from ..conditions.state_words import (
    OPPOSITES,
    loose_states,
    of_a_measure,
    proper_states,
    states_meaning,
)
from ..lexicon.lexicon import Phrase
from ..text.phrases import end_phrase, find_phrases, without
from ..understanding import UnresolvedError
from .batteries import asks_for_charge, read_battery_question
from .entrances import locks_besides
from .measure_sources import is_thing
from .narrowing import of_that_kind, plan_watering_question
from .plans import QueryOptions, query_plan
from .state_question import StateQuestion, read_state_questions
from .text_sensors import find_told
from .unclassified_sensors import find_at_work, find_unclassed, find_unclassified_states
from .user_question import Form, UserQuestion

# What tells of a car that it is connected, or takes power.
_OF_CARS = {
    "plugged_in": frozenset({"plug"}),
    "unplugged": frozenset({"plug"}),
    "charging": frozenset({"battery_charging"}),
    "not_charging": frozenset({"battery_charging"}),
}
_OF_DOORS = frozenset({"closed", "open"})
# What a machine is asked for, and what is said of a part of it in a loose way only.
_AT_WORK = frozenset({"off", "on", "running", "stopped"})
_PARTS = frozenset(
    {
        "battery",
        "connectivity",
        "door",
        "lock",
        "moisture",
        "opening",
        "problem",
        "update",
        "window",
    }
)
# What may be so of whatever there is, be it that a few things tell it of themselves.
_OF_REACH = frozenset({"connected", "disconnected"})


def read_state_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about a condition; None for any other."""
    form, rest = _form(question)
    if not form:
        return None
    if form == "yes_no" and (
        plan := _either_or(rest, question) or plan_watering_question(question)
    ):
        return plan
    return plan_conditions(form, rest, question)


def plan_conditions(form: Form, rest: Phrase, question: UserQuestion) -> Plan | None:
    """The plan for what is asked after a condition, in a form that is known; None if it is none.

    Raises `UnresolvedError` if what it is about is not there.
    """
    missing: UnresolvedError | None = None
    for condition in read_state_questions(form, rest, question):
        try:
            if plan := _plan(condition, question):
                return plan
        except UnresolvedError as unresolved:
            missing = missing or unresolved
    if missing is None:
        return None
    if plan := _as_it_is(form, rest, question):
        return plan
    raise missing


def _either_or(rest: Phrase, question: UserQuestion) -> Plan | None:
    """How a thing is, where both ways are said: "is the hatch open or closed"."""
    questions = question.lexicon.questions
    for at, link in find_phrases(rest, questions.of("or"), 1):
        after = question.without(rest[at + len(link) :], "links")
        before = end_phrase(rest[:at], questions.conditions, 1)
        if not before or after not in questions.conditions:
            continue
        words = (*questions.conditions[before], *questions.conditions[after])
        said = question.without(rest[: at - len(before)], "links")
        if plan := _told_by_itself(words, said, question):
            return plan
        return query_plan(question.find(said, partial(_may_be_one_of, words)), "one")
    return None


def _told_by_itself(words: Iterable[str], said: Phrase, question: UserQuestion) -> Plan | None:
    """What a thing says that it is doing: "is the thermostat heating or cooling"."""
    states = question.home.states
    told = {of_a_measure(word) for word in words} - {None}
    measures = {measure for measure, _values in filter(None, told)}
    if len(measures) != 1 or not question.names_anything(said):
        return None
    (measure,) = measures
    found = question.try_find(
        said, lambda entity: measured(entity, states[entity.entity_id], measure) is not None
    )
    return query_plan(found, "one", attribute=measure) if found else None


def _may_be_one_of(words: tuple[str, ...], entity: Entity) -> bool:
    return any(proper_states(word, entity) for word in words)


def _form(question: UserQuestion) -> tuple[Form, Phrase]:
    """The form of a question after a condition; empty if it cannot be one."""
    form, rest = question.form()
    if form == "value":
        # "What is on in the kitchen" asks which things are.
        conditions = question.lexicon.questions.conditions
        asks_which = any(rest[: len(phrase)] == phrase for phrase in conditions)
        return ("which" if asks_which else ""), rest
    if form:
        return form, rest
    asks = question.by_tone or question.led or question.opener("any", "none", "every")
    return ("yes_no" if asks else ""), rest


def _plan(condition: StateQuestion, question: UserQuestion) -> Plan | None:
    word = condition.word
    if word in _OF_REACH and condition.of_anything:
        return _reach(condition)
    if not condition.subject:
        return _looking(condition, _mentioned(word, question))
    if condition.colour:
        found = _telling("color", condition, question)
        return _looking(condition, found, wanted=frozenset({word}), attribute="color")
    if (told := of_a_measure(word)) and (found := _telling(told[0], condition, question)):
        return _looking(condition, found, wanted=told[1], attribute=told[0])
    if plan := read_battery_question(condition, question):
        return plan
    opposite = OPPOSITES.get(word)
    if opposite and not condition.try_find(lambda entity: bool(proper_states(word, entity))):
        found = condition.try_find(lambda entity: bool(loose_states(opposite, entity)))
        wanted = frozenset(state for entity in found for state in loose_states(opposite, entity))
        return _looking(condition, found, wanted=wanted, negated=True)
    if plan := _of_what_is_at_work(condition, question) or _of_a_car(condition, question):
        return plan
    return _looking(condition, _that_can_be(condition, question))


def _of_what_is_at_work(condition: StateQuestion, question: UserQuestion) -> Plan | None:
    """Whether a machine runs or charges, by what tells just that of it.

    A robot at its base need not charge, and a washer runs whatever its door does.
    """
    word = condition.word
    if word == "charging":
        found = condition.try_find(lambda entity: bool(states_meaning(word, entity)))
        if found:
            return _looking(condition, _charging_of(found, question))
        return None if condition.several else find_told(word, condition.said, question)
    if word not in _AT_WORK or condition.several or condition.negated:
        return None
    found = condition.try_find(lambda entity: bool(states_meaning(word, entity)))
    if all(_is_part(entity) for entity in found) and not question.has_full_name(
        condition.said, _is_part
    ):
        return find_told(word, condition.said, question)
    return None


def _of_a_car(condition: StateQuestion, question: UserQuestion) -> Plan | None:
    """Whether a car is plugged in, by the only sensor of the home that tells of a plug.

    Its make is in the name of that sensor, and nobody says it.
    """
    classes = _OF_CARS.get(condition.word)
    cars = question.lexicon.purpose_objects.get("charge", frozenset())
    articles = question.lexicon.roles["articles"]
    if classes is None or without(condition.said, articles) not in cars:
        return None
    found = [
        entity
        for entity in question.of_domain("binary_sensor")
        if entity.device_class in classes and proper_states(condition.word, entity)
    ]
    return _looking(condition, tuple(found)) if len(found) == 1 else None


def _charging_of(found: tuple[Entity, ...], question: UserQuestion) -> tuple[Entity, ...]:
    """The sensors that tell whether the devices of these things charge."""
    devices = {entity.device_id for entity in found} - {None}
    return question.exposed(
        lambda entity: entity.device_class == "battery_charging" and entity.device_id in devices
    )


def _is_part(entity: Entity) -> bool:
    """Whether it tells of a part of a machine, or of what it sends, and not of what it does."""
    return entity.domain == "binary_sensor" and entity.device_class in _PARTS


def _reach(condition: StateQuestion) -> Plan | None:
    """What can be reached of all that is asked about, and what cannot.

    A sensor for a connection is off where that is lost; whatever else is off is there all the same.
    """
    found = condition.find(lambda _entity: True)
    wording = Wording(
        intent="HassGetState",
        response=condition.response(found),
        slots={"name": found[0].name, "state": condition.word},
    )
    negated = condition.negated is not (condition.word == "connected")
    telling = frozenset(entity.entity_id for entity in found if _tells_of_connection(entity))
    others = tuple(entity.entity_id for entity in found if entity.entity_id not in telling)
    lost = frozenset({UNAVAILABLE})
    groups = ((others, lost), (tuple(sorted(telling)), lost | {"off"}))
    return Plan(
        steps=tuple(
            QueryStep(entity_ids=ids, wanted=wanted, negated=negated, wording=wording)
            for ids, wanted in groups
            if ids
        )
    )


def _tells_of_connection(entity: Entity) -> bool:
    return entity.domain == "binary_sensor" and entity.device_class == "connectivity"


def _looking(
    condition: StateQuestion, found: tuple[Entity, ...], **asked: Unpack[QueryOptions]
) -> Plan | None:
    if not found:
        return None
    asked.setdefault("wanted", _meaning(condition.word, found))
    asked["negated"] = asked.get("negated", False) is not condition.negated
    slots = {"state": condition.word, "tell_rooms": condition.of_rooms}
    return query_plan(found, condition.response(found), slots, **asked)


def _meaning(word: str, entities: Iterable[Entity]) -> frozenset[str]:
    return frozenset(
        state
        for entity in entities
        for state in states_meaning(word, entity) | find_unclassified_states(word, entity)
    )


def _mentioned(word: str, question: UserQuestion) -> tuple[Entity, ...]:
    """What was last spoken of, where nothing is named: "is it still on"."""
    home = question.home
    known = (
        home.layout.entities.get(entity_id)
        for entity_id in question.scene.mentioned
        if entity_id in home.states
    )
    told = [entity for entity in known if entity is not None and states_meaning(word, entity)]
    return tuple(entity for entity in told if proper_states(word, entity)) or tuple(told)


def _that_can_be(condition: StateQuestion, question: UserQuestion) -> tuple[Entity, ...]:
    """What is asked about and can be so; what is properly called so goes first."""
    word = condition.word

    def proper(entity: Entity) -> bool:
        return bool(proper_states(word, entity))

    said = condition.said
    parts_too = word not in _AT_WORK or question.has_full_name(said, _is_part)

    def either(entity: Entity) -> bool:
        return bool(states_meaning(word, entity)) and (parts_too or not _is_part(entity))

    unclassed = find_unclassed(word, said, question) or find_at_work(word, said, question)
    try:
        found = condition.find(proper)
    except UnresolvedError:
        return unclassed or of_that_kind(condition.find(either), said, question)
    if condition.several or len(found) > 1:
        found += tuple(entity for entity in unclassed if entity not in found)
    found = of_that_kind(found, said, question)
    if word in _OF_DOORS and (condition.several or len(found) > 1):
        return found + locks_besides(found, condition, question)
    if not question.has_full_name(said, proper) and question.has_full_name(said, either):
        # A full name is meant, unless what it properly fits is called so too, and more.
        named = condition.find(either)
        words = frozenset(question.lexicon.words(named[0].name))
        if not all(words <= frozenset(question.lexicon.words(entity.name)) for entity in found):
            return named
    return found


def _telling(measure: str, condition: StateQuestion, question: UserQuestion) -> tuple[Entity, ...]:
    """What tells this of itself, and is asked about."""
    states = question.home.states
    return condition.try_find(
        lambda entity: measured(entity, states[entity.entity_id], measure) is not None
    )


def _as_it_is(form: Form, rest: Phrase, question: UserQuestion) -> Plan | None:
    """How a thing is that was called by its name, though it cannot be what was asked.

    What is there is not said to be missing.
    """
    if asks_for_charge(question):
        # Whether a lock wants batteries is not told by its being locked.
        return None
    for _, left in question.occurrences(rest, question.lexicon.questions.conditions):
        said = question.without(left, "links", "any")
        if form != "yes_no":
            continue
        if question.has_full_name(said, lambda _one: True):
            found = question.find(said, lambda _one: True)
            return _opened(found, rest, question) or query_plan(found, "one")
        target = read_target(said, question.lexicon, question.names)
        if target.names and len(found := question.try_find(said, is_thing)) == 1:
            return query_plan(found, "one")
    return None


def _opened(found: tuple[Entity, ...], rest: Phrase, question: UserQuestion) -> Plan | None:
    """Whether something is open that a sensor without a class is named for: "Side gate"."""
    for words, _ in question.occurrences(rest, question.lexicon.questions.conditions):
        for word in words:
            wanted = [find_unclassified_states(word, entity) for entity in found]
            if len(found) == 1 and wanted[0]:
                return query_plan(found, "one_yesno", {"state": word}, wanted=wanted[0])
    return None
