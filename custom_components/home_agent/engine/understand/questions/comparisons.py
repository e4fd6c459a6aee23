"""More and less: "which room is warmest", "is it over 60 percent", "is it colder than outside"."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from ...home import Entity
from ...home.measures import measured
from ...home.model import UNAVAILABLE, UNKNOWN
from ...plan import Bound, Plan
from ..clauses.frame import read_target
from ..lexicon.lexicon import Phrase
from ..text.numerals import read_number
from ..text.phrases import find_phrase, find_phrases, without, without_commas
from ..text.words import Phrases
from ..understanding import UnresolvedError
from .measure_sources import OF_ROOMS, find_sources, find_users, is_of_an_appliance
from .plans import query_plan
from .user_question import UserQuestion

# What a figure is held against where no more than its unit is said.
_BY_UNIT = {"degrees": "temperature", "percent": "humidity", "": "temperature"}
_USUAL = ("temperature", "humidity", "battery", "brightness", "position", "volume", "speed")


# Nobody compares more in one breath, nor names a place after more words for places.
_MOST_COMPARED = 4
_MOST_SIDES = 3
_MOST_PLACES = 3

# What is meant where there is no such reading: drier soil, rather than drier air.
_INSTEAD = {"humidity": ("moisture",)}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Comparison:
    """What is compared, and which way."""

    measure: str
    """Empty where only more or less is said."""

    more: bool
    before: Phrase
    after: Phrase

    @property
    def extreme(self) -> Literal["highest", "lowest"]:
        """The end of the scale that is asked for."""
        return "highest" if self.more else "lowest"


def read_comparison(question: UserQuestion) -> Plan | None:
    """The plan for a question that compares, if it does."""
    if plan := _average(question) or _side_by_side(question):
        return plan
    for comparison in islice(_comparisons(question, "superlatives"), _MOST_COMPARED):
        either = comparison.measure and any(
            question.has(question.words, name) for name in ("or", "than")
        )
        if plan := (_between(comparison, question) if either else None) or _most(
            comparison, question
        ):
            return plan
    for comparison in islice(_comparisons(question, "bounds"), _MOST_COMPARED):
        if plan := _held_against(comparison, question):
            return plan
        if (
            comparison.measure
            and question.opener("which")
            and not question.has(question.words, "than")
        ):
            # "Which bedroom is warmer"
            return _most(comparison, question)
    return _just_so_much(question)


def _comparisons(question: UserQuestion, table: str) -> Iterator[_Comparison]:
    words = question.words
    questions = question.lexicon.questions
    senses = questions.superlatives if table == "superlatives" else questions.bounds
    at = 0
    while at < len(words):
        phrase = find_phrase(words, senses, at)
        if phrase:
            sense = senses[phrase]
            yield _Comparison(
                measure=sense[:-1],
                more=sense[-1] == "+",
                before=words[:at],
                after=words[at + len(phrase) :],
            )
        at += len(phrase) or 1


# The most and the least


def _most(comparison: _Comparison, question: UserQuestion) -> Plan | None:
    # It may be said twice: "which needs replacing first, which is lowest".
    again = question.lexicon.questions.of("which") | question.lexicon.questions.superlatives.keys()
    said = without(_subject((*comparison.before, *comparison.after), question), Phrases(again))
    measure, said = _measure(comparison, said, question)
    if not measure:
        return None
    rooms = question.has(question.words, "rooms")
    said = question.without(said, "rooms", "things", "links")
    try:
        named = read_target(said, question.lexicon, question.names)
        of_rooms = measure in OF_ROOMS and not named.names and not named.kinds
        # "The coldest sensor" may hang outside, or in the freezer.
        of_rooms = of_rooms and (rooms or not question.has(question.words, "sensors"))
        found = (room_readings if rooms or of_rooms else find_sources)(measure, said, question)
    except UnresolvedError:
        # A kind of thing that tells it: "which light is brightest".
        found = ()
    if not found or all(_is_text(entity, measure, question) for entity in found):
        # "The best film" is no figure.
        return None
    extreme = comparison.extreme
    if comparison.more and not question.names_anything(said):
        found = find_users(measure, question) or found
    slots = {"by_room": rooms}
    return query_plan(found, "extreme", slots, attribute=measure, extreme=extreme)


def _is_text(entity: Entity, measure: str, question: UserQuestion) -> bool:
    """Whether a thing tells this in words, of which none is more than another."""
    state = question.home.states.get(entity.entity_id)
    if state is None or state.value in (UNAVAILABLE, UNKNOWN):
        return False
    reading = measured(entity, state, measure)
    return reading is not None and reading.size is None


def _measure(comparison: _Comparison, said: Phrase, question: UserQuestion) -> tuple[str, Phrase]:
    """What is compared: what the word itself says, else what stands beside it."""
    for measure, left in question.occurrences(said, question.lexicon.questions.measures):
        if comparison.measure in ("", measure):
            return measure, left
    return comparison.measure, said


def room_readings(measure: str, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """One reading for each room; what hangs outside or in the fridge tells nothing of a room."""
    elsewhere = {word for phrase in question.lexicon.questions.of("not_rooms") for word in phrase}
    layout = question.home.layout
    by_room: dict[str, Entity] = {}
    # Whatever is in the room of the speaker, it is compared with the others.
    everywhere = replace(question, scene=replace(question.scene, area=None))
    for entity in find_sources(measure, said, everywhere):
        area = layout.area_of(entity)
        if area is None or area.area_id in by_room or is_of_an_appliance(entity, question):
            continue
        words = {*question.lexicon.words(entity.name), *question.lexicon.words(area.name)}
        if not words & elsewhere:
            by_room[area.area_id] = entity
    return tuple(by_room.values())


def _average(question: UserQuestion) -> Plan | None:
    if not question.has(question.words, "average"):
        return None
    said = question.without(_subject(question.words, question), "average", "rooms")
    for measure, left in question.occurrences(said, question.lexicon.questions.measures):
        said = question.without(left, "links")
        named = read_target(said, question.lexicon, question.names).names
        found = (find_sources if named else room_readings)(measure, said, question)
        if found:
            return query_plan(found, "average", attribute=measure)
    return None


# More or less than a figure, or than another thing


def _held_against(comparison: _Comparison, question: UserQuestion) -> Plan | None:
    after = question.without(comparison.after[:1], "than") + comparison.after[1:]
    figure = _figure(after, question)
    if figure is not None:
        value, unit, rest = figure
        said = _subject((*comparison.before, *rest), question)
        return _bounded(comparison, Bound(value=value, above=comparison.more), unit, said, question)
    if not comparison.measure and not question.has(question.words, "than"):
        return None
    return _between(comparison, question)


def _just_so_much(question: UserQuestion) -> Plan | None:
    """Whether something is at a figure: "is the lamp at 50 percent"."""
    form, rest = question.form()
    if form != "yes_no":
        return None
    for at in range(1, len(rest)):
        figure = _figure(rest[at:], question)
        if figure is None:
            continue
        value, unit, after = figure
        said = question.without((*rest[:at], *after), "links", "set_to")
        for measure in ("set_to", *_measures("", unit)):
            try:
                found = (
                    find_sources(measure, said, question) if question.names_anything(said) else ()
                )
            except UnresolvedError:
                continue
            if found:
                exactly = Bound(value=value, above=None)
                return query_plan(found, "one_yesno", attribute=measure, bound=exactly)
    return None


def _figure(words: Phrase, question: UserQuestion) -> tuple[float, str, Phrase] | None:
    """The figure that begins here, its unit, and the words after it."""
    minus = words[:1] in question.lexicon.questions.of("minus")
    words = words[1:] if minus else words
    value = read_number(words[0]) if words else None
    if value is None:
        return None
    unit = find_phrase(words, question.lexicon.amounts, 1)
    sense = question.lexicon.amounts.get(unit, "")
    return -value if minus else value, sense, words[1 + len(unit) :]


def _bounded(
    comparison: _Comparison, bound: Bound, unit: str, said: Phrase, question: UserQuestion
) -> Plan | None:
    form, _ = question.form()
    rooms = question.has(said, "rooms")
    measure, left = _measure(comparison, said, question)
    every = question.has(said, "every")
    several = question.has(said, "any") or rooms or form in ("which", "how_many")
    left = question.without(left, "links", "any", "every", "things", "rooms")
    for likely in _measures(measure, unit):
        try:
            found = (room_readings if rooms else find_sources)(likely, left, question)
        except UnresolvedError:
            continue
        if found:
            alone = len(found) == 1 and not several and not every
            yes_no = "all" if every else "one_yesno" if alone else "any"
            response = form if form in ("which", "how_many") else yes_no
            return query_plan(
                found, response, attribute=likely, bound=bound, slots={"by_room": rooms}
            )
    return None


def _measures(measure: str, unit: str) -> Iterable[str]:
    """What may be held against a figure: what was said, else whatever the thing tells."""
    if measure:
        return (measure,)
    first = _BY_UNIT.get(unit, "temperature")
    return (
        (first,) if unit == "degrees" else (first, *(usual for usual in _USUAL if usual != first))
    )


def _between(comparison: _Comparison, question: UserQuestion) -> Plan | None:
    """Two things held against each other: "is the bedroom warmer than the kitchen"."""
    sides = islice(_sides(comparison, question), _MOST_SIDES)
    plans = (_hold_against(pair, comparison, question) for pair in sides)
    return next(filter(None, plans), None)


def _hold_against(
    sides: tuple[Phrase, Phrase], comparison: _Comparison, question: UserQuestion
) -> Plan | None:
    first, second = (_subject(_from_place(side, question), question) for side in sides)
    measure = comparison.measure
    for said, left in question.occurrences(first, question.lexicon.questions.measures):
        if measure in ("", said):
            measure, first = said, left
            break
    for likely in (measure, *_INSTEAD.get(measure, ())) if measure else ():
        inside = [question.has(side, "inside") for side in sides]
        found = [
            _one_reading(likely, side, question, inside=within)
            for side, within in zip((first, second), inside, strict=True)
        ]
        both = tuple(entity for entity in found if entity is not None)
        if len(both) == len(found):
            than = question.has(question.words, "than") and not question.has(question.words, "or")
            # "How much warmer is it inside than outside" wants no yes.
            plainly = not question.opener("yes_no") and question.has(question.words, "asking_words")
            response = ("one" if plainly else "more_than") if than else "extreme"
            rooms = (
                question.has(question.words, "rooms")
                or bool(find_phrase(question.words, question.lexicon.questions.of("where"), 0))
                or _tells_by_room(both, (first, second), question)
            )
            floors = all(_is_floor(side, question) for side in (first, second))
            slots = {"by_floor": True} if floors else {"by_room": rooms}
            extreme = None if response == "one" else comparison.extreme
            return query_plan(both, response, slots, attribute=likely, extreme=extreme)
    return None


def _is_floor(side: Phrase, question: UserQuestion) -> bool:
    target = read_target(side, question.lexicon, question.names)
    return bool(target.floors) and not (target.areas or target.names or target.kinds)


def _tells_by_room(
    found: tuple[Entity, ...], sides: tuple[Phrase, Phrase], question: UserQuestion
) -> bool:
    """Whether two rooms are compared by what does not say in its name which is which."""
    targets = [read_target(side, question.lexicon, question.names) for side in sides]
    if not all(target.areas and not target.names and not target.kinds for target in targets):
        return False
    words, area_of = question.lexicon.words, question.home.layout.area_of
    areas = [(entity, area_of(entity)) for entity in found]
    return any(
        area is not None and set(words(area.name)).isdisjoint(words(entity.name))
        for entity, area in areas
    )


def _side_by_side(question: UserQuestion) -> Plan | None:
    """Two readings told beside each other: "how warm is it outside compared to inside"."""
    questions = question.lexicon.questions
    words = question.words
    links = [(at, phrase) for at, phrase in find_phrases(words, questions.of("compared"), 1)]
    if not links and question.has(words, "difference"):
        words = question.without(words, "difference")
        links = [
            (at, phrase) for at, phrase in find_phrases(words, question.lexicon.roles["and"], 1)
        ]
    opener = find_phrase(words, question.lexicon.degrees, 0)
    for at, link in links[:1]:
        sides = [words[:at], words[at + len(link) :]]
        measure = question.lexicon.degrees.get(opener, "")
        for side, said in enumerate(sides):
            for named, left in question.occurrences(said, questions.measures):
                measure, sides[side] = measure or named, left
                break
        found = [_one_reading(measure, _subject(side, question), question) for side in sides]
        both = tuple(entity for entity in found if entity is not None)
        if measure and len(both) == len(found):
            return query_plan(both, "one", attribute=measure)
    return None


def _sides(comparison: _Comparison, question: UserQuestion) -> Iterator[tuple[Phrase, Phrase]]:
    """The two that may be compared: around "or", or around "than"."""
    questions = question.lexicon.questions
    whole = (*comparison.before, *comparison.after)
    for name in ("or", "than"):
        for at, phrase in find_phrases(whole, questions.of(name)):
            yield whole[:at], whole[at + len(phrase) :]
    # the comparative brought its "than" with it
    if comparison.after and read_target(comparison.after, question.lexicon, question.names).words:
        yield comparison.before, comparison.after


def _from_place(side: Phrase, question: UserQuestion) -> Phrase:
    """One side from the place on that it names: "in the hall" of "where is it, in the hall"."""
    side = without_commas(side)
    places = find_phrases(side, question.lexicon.roles["places"])
    for at, _ in islice(places, _MOST_PLACES):
        if read_target(side[at:], question.lexicon, question.names).areas:
            return side[at:]
    return side


def _one_reading(
    measure: str, said: Phrase, question: UserQuestion, *, inside: bool = False
) -> Entity | None:
    try:
        found = find_sources(measure, said, question)
    except UnresolvedError:
        return None
    if inside or question.has(said, "inside"):
        # Of the whole house, its thermostat tells.
        found = tuple(entity for entity in found if entity.domain == "climate") or found
    return found[0] if found else None


def _subject(words: Phrase, question: UserQuestion) -> Phrase:
    """The words less how the question begins, and what only links."""
    opener = find_phrase(words, question.lexicon.degrees, 0) or max(
        (
            find_phrase(words, question.lexicon.questions.of(name), 0)
            for name in ("yes_no", "which", "how_many", "value", "which_more", "where")
        ),
        key=len,
    )
    return question.without(words[len(opener) :], "links")
