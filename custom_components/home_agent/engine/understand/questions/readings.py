"""What things read: "how warm is it in the bedroom", "what is the fan speed", "is it set to 20"."""

from collections.abc import Iterator

from ...home import Entity
from ...home.measures import measured
from ...plan import Plan
from ..clauses.frame import read_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import end_phrase, find_phrase
from ..time.days import read_span
from ..understanding import UnresolvedError
from .electricity import choose_energy_measure
from .measure_sources import CONTENTS, find_sources, is_of_a_thing, is_thing
from .plans import query_plan
from .user_question import UserQuestion

# More than anybody would listen to.
_MOST = 10

# What may be asked of what something holds.
_HELD = frozenset(
    {CONTENTS, "battery", "energy", "gas", "monetary", "set_to", "volume", "water", "weight"}
)

_OF_POWER = frozenset({CONTENTS, "energy", "power", "monetary"})

_TARGETS = {"temperature": "target_temperature", "humidity": "target_humidity"}


def read_reading_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about a figure or a setting; None for any other."""
    missing: UnresolvedError | None = None
    for asked, said in _asked(question):
        measure = choose_energy_measure(asked, question)
        found: tuple[Entity, ...] = ()
        try:
            found = find_sources(measure, said, question)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
        if found:
            told = None if measure == CONTENTS else measure
            return query_plan(found[:_MOST], "one", attribute=told)
    if missing is not None:
        raise missing
    return None


def read_untold_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about a figure that the thing does not tell; None for any other."""
    for measure, said in _asked(question):
        if measure is not None and _tells_of_itself(said, question):
            untold = question.try_find(said, is_thing)
            if untold:
                return query_plan(untold, "untold")
    return None


def _tells_of_itself(said: Phrase, question: UserQuestion) -> bool:
    """Whether a thing is asked after, rather than a place or what is in the thing."""
    return is_of_a_thing(said, question) and not question.has(question.words, "liquids")


def _asked(question: UserQuestion) -> Iterator[tuple[str | None, Phrase]]:
    """The measures that may be asked for, each with the words for whose."""
    form, rest = question.form()
    opener = find_phrase(question.words, question.lexicon.degrees, 0)
    end = question.ending("power_ends")
    if end and question.lexicon.degrees.get(opener) in _OF_POWER:
        # What something makes or uses now is a power; what it has made, an energy.
        yield "power", _whose(question.words[len(opener) : -len(end)], question)
    if len(opener) > len(question.words) - len(rest):
        yield from _how_much(opener, question)
    elif form == "value" or _is_short(question) or (form == "which" and _names_one(rest, question)):
        measured = list(_what(rest, question))
        yield from measured
        said = _whose(rest, question)
        asks_for_thing = form == "value" and not _asks_which(rest, question)
        named = question.has_full_name(said, lambda _one: True)
        if (
            asks_for_thing and (named or not measured)
        ) or question.words in question.names.entities:
            yield None, said
    elif form == "which" and (chosen := _chosen(rest, question) or _told_in_words(rest, question)):
        yield None, chosen
    elif form == "how_many" and (counted := _counted(rest, question)):
        yield None, counted


def _how_much(opener: Phrase, question: UserQuestion) -> Iterator[tuple[str, Phrase]]:
    """What "how warm is", "how long does" and the like ask for."""
    measure = question.lexicon.degrees[opener]
    said = _whose(question.words[len(opener) :], question)
    if measure == "remaining":
        said = question.without(said, "remaining_links")
    if question.has(question.words, "set_to"):
        said = question.without(said, "set_to")
        yield "set_to", said
        if measure in _TARGETS:
            # How warm it is, is not what it is set to.
            yield _TARGETS[measure], said
            return
    yield from _so_much(measure, said, question)


def _so_much(measure: str, said: Phrase, question: UserQuestion) -> Iterator[tuple[str, Phrase]]:
    """What may tell how much of something there is."""
    if measure == "volume" and not is_of_a_thing(said, question):
        # How loud a room is, a meter tells rather than a player.
        yield "sound_pressure", said
    yield measure, said
    if measure == "position":
        # "how far is the awning out"
        yield measure, question.without(said, "position_links")
    if measure in ("humidity", "moisture") and question.has(said, "soil"):
        yield "moisture", said
        yield "moisture", question.without(said, "soil")
    elif measure == "humidity":
        yield "moisture", said
    if measure in _HELD:
        yield CONTENTS, said
    for named, left in question.occurrences(said, question.lexicon.questions.measures):
        if question.names_anything(left):
            # "how much does electricity cost"
            yield named, left


def _what(rest: Phrase, question: UserQuestion) -> Iterator[tuple[str, Phrase]]:
    """What "what is the volume of" and the like ask for."""
    measures = question.lexicon.questions.measures
    if question.has(rest, "set_to"):
        said = question.without(rest, "set_to")
        for measure, left in question.occurrences(said, measures):
            yield _TARGETS.get(measure, measure), _whose(left, question)
        yield "set_to", _whose(said, question)
    for measure, left in question.occurrences(rest, measures):
        if measure in _TARGETS and question.has(rest, "set_to"):
            # How warm it is, is not what it is set to.
            continue
        yield measure, _whose(left, question)
        if measure == "speed":
            # An air conditioner calls it a mode of its fan.
            yield "fan_mode", _whose(left, question)
        if measure in _HELD:
            # "what is the water level in the tank"
            yield CONTENTS, _whose(left, question)
    if end := end_phrase(rest, question.lexicon.questions.of("standing"), 1):
        said = _whose(rest[: -len(end)], question)
        yield from ((measure, said) for measure in ("temperature", "set_to"))
        if not question.has_full_name(said, is_thing):
            yield CONTENTS, said


def _asks_which(rest: Phrase, question: UserQuestion) -> bool:
    """Whether a condition follows, or nothing: "what is on" asks for things, not for a figure."""
    conditions = question.lexicon.questions.conditions
    return bool(find_phrase(rest, conditions, 0)) or not question.names_anything(
        _whose(rest, question)
    )


def _is_short(question: UserQuestion) -> bool:
    """Whether nothing but what is wanted was said: "kitchen temperature", "car battery level"."""
    words = question.words
    if ids := question.names.entities.get(words):
        return all(entity_id.startswith("sensor.") for entity_id in ids)
    measures = question.lexicon.questions.measures
    # "Pippo è in carica" ends in a condition, though "carica" alone is a measure.
    condition = end_phrase(words, question.lexicon.questions.conditions)
    ends_so = len(end_phrase(words, measures)) >= max(1, len(condition))
    return ends_so or bool(find_phrase(words, measures, 0))


def _chosen(rest: Phrase, question: UserQuestion) -> Phrase:
    """The name of what was chosen from some: "which wash cycle is selected"."""
    name = find_phrase(rest, question.names.entities, 0)
    ids = question.names.entities.get(name, ())
    return (
        name if any(entity_id.startswith(("select.", "input_select.")) for entity_id in ids) else ()
    )


def _told_in_words(rest: Phrase, question: UserQuestion) -> Phrase:
    """The words for the one sensor that tells it in words: "which bin is it this week"."""
    _, left = read_span(rest, question.home.now, question.lexicon)
    said = _whose(left, question)
    target = read_target(said, question.lexicon, question.names)
    states = question.home.states

    def tells(entity: Entity) -> bool:
        reading = measured(entity, states[entity.entity_id], None)
        return entity.domain == "sensor" and reading is not None and reading.size is None

    if not target.names or target.kinds or len(question.try_find(said, tells, every=True)) != 1:
        return ()
    return said


def _counted(rest: Phrase, question: UserQuestion) -> Phrase:
    """The words for a sensor that counts something: "how many eggs today"."""
    said = _whose(rest, question)
    target = read_target(said, question.lexicon, question.names)
    states = question.home.states

    def counts(entity: Entity) -> bool:
        reading = measured(entity, states[entity.entity_id], None)
        return entity.domain == "sensor" and reading is not None and reading.size is not None

    if not target.names or target.kinds or not question.try_find(said, counts):
        return ()
    return said


def _names_one(rest: Phrase, question: UserQuestion) -> bool:
    """Whether "what" or "which" goes on with a measure: "what mode is the heating in"."""
    sensed = find_phrase(rest, question.lexicon.questions.sensed, 0)
    if sensed and end_phrase(rest[len(sensed) :], question.lexicon.questions.conditions):
        # "which batteries are charging"
        return False
    return bool(find_phrase(rest, question.lexicon.questions.measures, 0))


def _whose(words: Phrase, question: UserQuestion) -> Phrase:
    return question.without(words, "links", "any", "measure_links")


def read_feeling_question(question: UserQuestion) -> Plan | None:
    """The plan for a question that only a figure can answer; None for any other."""
    form, rest = question.form()
    if form != "yes_no" and (form or not question.has_question_mark):
        return None
    missing: UnresolvedError | None = None
    felt = question.lexicon.questions.feelings
    if end := end_phrase(rest, question.lexicon.questions.of("levels_felt"), 1):
        # "Is the CO2 high"
        rest, felt = rest[: -len(end)], question.lexicon.questions.measures
    elif question.has(rest, "levels_felt"):
        rest, felt = question.without(rest, "levels_felt"), question.lexicon.questions.measures
    for measure, left in question.occurrences(rest, felt):
        try:
            found = find_sources(measure, question.without(left, "links"), question)
        except UnresolvedError as unresolved:
            missing = missing or unresolved
            continue
        if found:
            return query_plan(found, "one", attribute=measure)
    if missing is not None:
        raise missing
    return None
