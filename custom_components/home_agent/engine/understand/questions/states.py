"""How things are: "is the door locked", "which lights are on", "is nothing open upstairs"."""

from collections.abc import Iterable
from typing import Unpack

from ...home import Entity
from ...home.measures import measured
from ...plan import Plan
from ..conditions.state_words import OPPOSITES, loosely, of_a_measure, properly, states_meaning
from ..lexicon.lexicon import Phrase
from ..understanding import UnresolvedError
from .answering import Asked, looking
from .batteries import about_batteries
from .condition import Condition, read_conditions
from .form import Asking, Form

# What may be so of whatever there is, be it that a few things tell it of themselves.
_OF_ANYTHING = frozenset({"disconnected"})


def about_states(asking: Asking) -> Plan | None:
    """The plan for a question after a condition, if it is one."""
    form, rest = _form(asking)
    if not form:
        return None
    missing: UnresolvedError | None = None
    for condition in read_conditions(form, rest, asking):
        try:
            if plan := _plan(condition, asking):
                return plan
        except UnresolvedError as unresolved:
            missing = missing or unresolved
    if missing is None:
        return None
    if plan := _as_it_is(form, rest, asking):
        return plan
    raise missing


def _form(asking: Asking) -> tuple[Form, Phrase]:
    """The form of a question after a condition; empty if it cannot be one."""
    form, rest = asking.form()
    if form == "value":
        # "What is on in the kitchen" asks which things are.
        conditions = asking.lexicon.questions.conditions
        asks_which = any(rest[: len(phrase)] == phrase for phrase in conditions)
        return ("which" if asks_which else ""), rest
    if form:
        return form, rest
    asks = asking.by_tone or asking.led or asking.opener("any", "none", "every")
    return ("yes_no" if asks else ""), rest


def _plan(condition: Condition, asking: Asking) -> Plan | None:
    word = condition.word
    if not condition.subject:
        return _looking(condition, _mentioned(word, asking))
    if condition.colour:
        found = _telling("color", condition, asking)
        return _looking(condition, found, wanted=frozenset({word}), attribute="color")
    if (told := of_a_measure(word)) and (found := _telling(told[0], condition, asking)):
        return _looking(condition, found, wanted=told[1], attribute=told[0])
    if plan := about_batteries(condition, asking):
        return plan
    opposite = OPPOSITES.get(word)
    if opposite and not condition.found(lambda one: bool(properly(word, one))):
        found = condition.found(lambda one: bool(loosely(opposite, one)))
        wanted = frozenset(state for one in found for state in loosely(opposite, one))
        return _looking(condition, found, wanted=wanted, negated=True)
    return _looking(condition, _that_can_be(condition, asking))


def _looking(
    condition: Condition, found: tuple[Entity, ...], **asked: Unpack[Asked]
) -> Plan | None:
    if not found:
        return None
    asked.setdefault("wanted", _meaning(condition.word, found))
    asked["negated"] = asked.get("negated", False) is not condition.negated
    return looking(found, condition.response(found), {"state": condition.word}, **asked)


def _meaning(word: str, entities: Iterable[Entity]) -> frozenset[str]:
    return frozenset(state for one in entities for state in states_meaning(word, one))


def _mentioned(word: str, asking: Asking) -> tuple[Entity, ...]:
    """What was last spoken of, where nothing is named: "is it still on"."""
    home = asking.scene.home
    known = (home.layout.entities.get(one) for one in asking.scene.mentioned if one in home.states)
    return tuple(one for one in known if one is not None and states_meaning(word, one))


def _that_can_be(condition: Condition, asking: Asking) -> tuple[Entity, ...]:
    """What is asked about and can be so; what is properly called so goes first."""
    word = condition.word

    def proper(entity: Entity) -> bool:
        return bool(properly(word, entity))

    def either(entity: Entity) -> bool:
        return bool(states_meaning(word, entity))

    if condition.generic and word in _OF_ANYTHING:
        # What tells of its connection, and what has none: all that the question covers.
        return condition.find(either)
    try:
        found = condition.find(proper)
    except UnresolvedError:
        return condition.find(either)
    said = condition.said
    if not asking.names_in_full(said, proper) and asking.names_in_full(said, either):
        # A full name is meant, unless what it properly fits is called so too, and more.
        named = condition.find(either)
        words = frozenset(asking.lexicon.words(named[0].name))
        if not all(words <= frozenset(asking.lexicon.words(one.name)) for one in found):
            return named
    return found


def _telling(measure: str, condition: Condition, asking: Asking) -> tuple[Entity, ...]:
    """What tells this of itself, and is asked about."""
    states = asking.scene.home.states
    return condition.found(lambda one: measured(one, states[one.entity_id], measure) is not None)


def _as_it_is(form: Form, rest: Phrase, asking: Asking) -> Plan | None:
    """How a thing is that was called by its full name, though it cannot be what was asked."""
    for _, left in asking.occurrences(rest, asking.lexicon.questions.conditions):
        said = asking.less(left, "links", "any")
        if form == "yes_no" and asking.names_in_full(said, lambda _one: True):
            return looking(asking.find(said, lambda _one: True), "one")
    return None
