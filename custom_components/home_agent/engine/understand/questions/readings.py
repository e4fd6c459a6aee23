"""What things read: "how warm is it in the bedroom", "what is the fan speed", "is it set to 20"."""

from collections.abc import Container, Iterator

from ...home import Entity
from ...plan import Plan
from ..clauses.frame import find_phrase
from ..lexicon.lexicon import Phrase
from ..understanding import UnresolvedError
from .plans import query_plan
from .sources import CONTENTS, find_sources, is_of_a_thing, is_thing
from .user_question import UserQuestion

# More than anybody would listen to.
_MOST = 10

# What may be asked of what something holds.
_HELD = frozenset(
    {CONTENTS, "battery", "energy", "gas", "monetary", "set_to", "volume", "water", "weight"}
)

_TARGETS = {"temperature": "target_temperature", "humidity": "target_humidity"}


def read_reading_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after a figure or a setting, if it is one."""
    missing: UnresolvedError | None = None
    untold: tuple[Entity, ...] = ()
    for measure, said in _asked(asking):
        found: tuple[Entity, ...] = ()
        try:
            found = find_sources(measure, said, asking)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
        if found:
            told = None if measure == CONTENTS else measure
            return query_plan(found[:_MOST], "one", attribute=told)
        if measure is not None and not untold and _tells_of_itself(said, asking):
            untold = asking.found(said, is_thing)
    if untold:
        return query_plan(untold, "untold")
    if missing is not None:
        raise missing
    return None


def _tells_of_itself(said: Phrase, asking: UserQuestion) -> bool:
    """Whether a thing is asked after, rather than a place or what is in the thing."""
    return is_of_a_thing(said, asking) and not asking.says(asking.words, "liquids")


def _asked(asking: UserQuestion) -> Iterator[tuple[str | None, Phrase]]:
    """The measures that may be asked for, each with the words for whose."""
    form, rest = asking.form()
    opener = find_phrase(asking.words, asking.lexicon.degrees, 0)
    if len(opener) > len(asking.words) - len(rest):
        yield from _how_much(opener, asking)
    elif form == "value" or _is_short(asking) or (form == "which" and _names_one(rest, asking)):
        measured = list(_what(rest, asking))
        yield from measured
        said = _whose(rest, asking)
        asks_for_thing = form == "value" and not _asks_which(rest, asking)
        named = asking.names_in_full(said, lambda _one: True)
        if (asks_for_thing and (named or not measured)) or asking.words in asking.names.entities:
            yield None, said
    elif form == "which" and (chosen := _chosen(rest, asking)):
        yield None, chosen


def _how_much(opener: Phrase, asking: UserQuestion) -> Iterator[tuple[str, Phrase]]:
    """What "how warm is", "how long does" and the like ask for."""
    measure = asking.lexicon.degrees[opener]
    said = _whose(asking.words[len(opener) :], asking)
    if measure == "remaining":
        said = asking.less(said, "remaining_links")
    if asking.says(asking.words, "set_to"):
        yield "set_to", asking.less(said, "set_to")
    yield measure, said
    if measure == "position":
        # "how far is the awning out"
        yield measure, asking.less(said, "position_links")
    if measure in ("humidity", "moisture") and asking.says(said, "soil"):
        yield "moisture", said
        yield "moisture", asking.less(said, "soil")
    if measure in _HELD:
        yield CONTENTS, said
    for other, left in asking.occurrences(said, asking.lexicon.questions.measures):
        if asking.content(left):
            # "how much does electricity cost"
            yield other, left


def _what(rest: Phrase, asking: UserQuestion) -> Iterator[tuple[str, Phrase]]:
    """What "what is the volume of" and the like ask for."""
    measures = asking.lexicon.questions.measures
    if asking.says(rest, "set_to"):
        said = asking.less(rest, "set_to")
        for measure, left in asking.occurrences(said, measures):
            yield _TARGETS.get(measure, measure), _whose(left, asking)
        yield "set_to", _whose(said, asking)
    for measure, left in asking.occurrences(rest, measures):
        yield measure, _whose(left, asking)
        if measure in _HELD:
            # "what is the water level in the tank"
            yield CONTENTS, _whose(left, asking)
    ends = (rest[at:] for at in range(1, len(rest)))
    if end := next((one for one in ends if one in asking.lexicon.questions.of("standing")), ()):
        said = _whose(rest[: -len(end)], asking)
        yield from ((one, said) for one in ("temperature", "set_to", CONTENTS))


def _asks_which(rest: Phrase, asking: UserQuestion) -> bool:
    """Whether a condition follows, or nothing: "what is on" asks for things, not for a figure."""
    conditions = asking.lexicon.questions.conditions
    return bool(find_phrase(rest, conditions, 0)) or not asking.content(_whose(rest, asking))


def _is_short(asking: UserQuestion) -> bool:
    """Whether nothing but what is wanted was said: "kitchen temperature", "car battery level"."""
    words = asking.words
    if ids := asking.names.entities.get(words):
        return all(one.startswith("sensor.") for one in ids)
    measures = asking.lexicon.questions.measures
    # "Pippo è in carica" ends in a condition, though "carica" alone is a measure.
    condition = _length_at_end(words, asking.lexicon.questions.conditions)
    ends_so = _length_at_end(words, measures) >= max(1, condition)
    return ends_so or bool(find_phrase(words, measures, 0))


def _length_at_end(words: Phrase, phrases: Container[Phrase]) -> int:
    return next((len(words) - at for at in range(len(words)) if words[at:] in phrases), 0)


def _chosen(rest: Phrase, asking: UserQuestion) -> Phrase:
    """The name of what was chosen from some: "which wash cycle is selected"."""
    name = find_phrase(rest, asking.names.entities, 0)
    ids = asking.names.entities.get(name, ())
    return name if any(one.startswith(("select.", "input_select.")) for one in ids) else ()


def _names_one(rest: Phrase, asking: UserQuestion) -> bool:
    """Whether "what" or "which" goes on with a measure: "what mode is the heating in"."""
    sensed = find_phrase(rest, asking.lexicon.questions.sensed, 0)
    if sensed and _length_at_end(rest[len(sensed) :], asking.lexicon.questions.conditions):
        # "which batteries are charging"
        return False
    return bool(find_phrase(rest, asking.lexicon.questions.measures, 0))


def _whose(words: Phrase, asking: UserQuestion) -> Phrase:
    return asking.less(words, "links", "any", "measure_links")


def read_feeling_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question that only a figure can answer, if it is one."""
    form, rest = asking.form()
    if form != "yes_no":
        return None
    missing: UnresolvedError | None = None
    for measure, left in asking.occurrences(rest, asking.lexicon.questions.feelings):
        try:
            found = find_sources(measure, asking.less(left, "links"), asking)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
            continue
        if found:
            return query_plan(found, "one", attribute=measure)
    if missing is not None:
        raise missing
    return None
