"""More and less: "which room is warmest", "is it over 60 percent", "is it colder than outside"."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ...home import Entity
from ...home.measures import measured
from ...home.model import UNAVAILABLE, UNKNOWN
from ...plan import Bound, Plan
from ..clauses.frame import find_phrase, read_target, without
from ..lexicon.lexicon import Phrase
from ..text.numerals import read_number
from ..text.words import Phrases
from ..understanding import UnresolvedError
from .plans import query_plan
from .sources import OF_ROOMS, find_sources, is_of_an_appliance
from .user_question import UserQuestion

# What a figure is held against where no more than its unit is said.
_BY_UNIT = {"degrees": "temperature", "percent": "humidity", "": "temperature"}
_USUAL = ("temperature", "humidity", "battery", "brightness", "position", "volume", "speed")


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


def read_comparison(asking: UserQuestion) -> Plan | None:
    """The plan for a question that compares, if it does."""
    if plan := _average(asking):
        return plan
    for comparison in _comparisons(asking, "superlatives"):
        if plan := _most(comparison, asking):
            return plan
    for comparison in _comparisons(asking, "bounds"):
        if plan := _held_against(comparison, asking):
            return plan
    return _just_so_much(asking)


def _comparisons(asking: UserQuestion, table: str) -> Iterator[_Comparison]:
    words = asking.words
    questions = asking.lexicon.questions
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


def _most(comparison: _Comparison, asking: UserQuestion) -> Plan | None:
    # It may be said twice: "which needs replacing first, which is lowest".
    again = asking.lexicon.questions.of("which") | asking.lexicon.questions.superlatives.keys()
    said = without(_subject((*comparison.before, *comparison.after), asking), Phrases(again))
    measure, said = _measure(comparison, said, asking)
    if not measure:
        return None
    rooms = asking.says(asking.words, "rooms")
    said = asking.less(said, "rooms", "things", "links")
    try:
        named = read_target(said, asking.lexicon, asking.names)
        of_rooms = measure in OF_ROOMS and not named.names and not named.kinds
        found = (_room_readings if rooms or of_rooms else find_sources)(measure, said, asking)
    except UnresolvedError:
        # A kind of thing that tells it: "which light is brightest".
        found = ()
    if not found or all(_is_text(one, measure, asking) for one in found):
        # "The best film" is no figure.
        return None
    extreme = comparison.extreme
    slots = {"by_room": rooms}
    return query_plan(found, "extreme", slots, attribute=measure, extreme=extreme)


def _is_text(entity: Entity, measure: str, asking: UserQuestion) -> bool:
    """Whether a thing tells this in words, of which none is more than another."""
    state = asking.scene.home.states.get(entity.entity_id)
    if state is None or state.value in (UNAVAILABLE, UNKNOWN):
        return False
    reading = measured(entity, state, measure)
    return reading is not None and reading.size is None


def _measure(comparison: _Comparison, said: Phrase, asking: UserQuestion) -> tuple[str, Phrase]:
    """What is compared: what the word itself says, else what stands beside it."""
    for measure, left in asking.occurrences(said, asking.lexicon.questions.measures):
        if comparison.measure in ("", measure):
            return measure, left
    return comparison.measure, said


def _room_readings(measure: str, said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    """One reading for each room; what hangs outside or in the fridge tells nothing of a room."""
    elsewhere = {word for phrase in asking.lexicon.questions.of("not_rooms") for word in phrase}
    layout = asking.scene.home.layout
    by_room: dict[str, Entity] = {}
    # Whatever is in the room of the speaker, it is compared with the others.
    everywhere = replace(asking, scene=replace(asking.scene, area=None))
    for entity in find_sources(measure, said, everywhere):
        area = layout.area_of(entity)
        if area is None or area.area_id in by_room or is_of_an_appliance(entity, asking):
            continue
        words = {*asking.lexicon.words(entity.name), *asking.lexicon.words(area.name)}
        if not words & elsewhere:
            by_room[area.area_id] = entity
    return tuple(by_room.values())


def _average(asking: UserQuestion) -> Plan | None:
    if not asking.says(asking.words, "average"):
        return None
    said = asking.less(_subject(asking.words, asking), "average", "rooms")
    for measure, left in asking.occurrences(said, asking.lexicon.questions.measures):
        said = asking.less(left, "links")
        named = read_target(said, asking.lexicon, asking.names).names
        found = (find_sources if named else _room_readings)(measure, said, asking)
        if found:
            return query_plan(found, "average", attribute=measure)
    return None


# More or less than a figure, or than another thing


def _held_against(comparison: _Comparison, asking: UserQuestion) -> Plan | None:
    after = asking.less(comparison.after[:1], "than") + comparison.after[1:]
    figure = _figure(after, asking)
    if figure is not None:
        value, unit, rest = figure
        said = _subject((*comparison.before, *rest), asking)
        return _bounded(comparison, Bound(value=value, above=comparison.more), unit, said, asking)
    if not comparison.measure and not asking.says(asking.words, "than"):
        return None
    return _between(comparison, asking)


def _just_so_much(asking: UserQuestion) -> Plan | None:
    """Whether something is at a figure: "is the lamp at 50 percent"."""
    form, rest = asking.form()
    if form != "yes_no":
        return None
    for at in range(1, len(rest)):
        figure = _figure(rest[at:], asking)
        if figure is None:
            continue
        value, unit, after = figure
        said = asking.less((*rest[:at], *after), "links", "set_to")
        for measure in ("set_to", *_measures("", unit)):
            try:
                found = find_sources(measure, said, asking) if asking.content(said) else ()
            except UnresolvedError:
                continue
            if found:
                exactly = Bound(value=value, above=None)
                return query_plan(found, "one_yesno", attribute=measure, bound=exactly)
    return None


def _figure(words: Phrase, asking: UserQuestion) -> tuple[float, str, Phrase] | None:
    """The figure that begins here, its unit, and the words after it."""
    minus = words[:1] in asking.lexicon.questions.of("minus")
    words = words[1:] if minus else words
    value = read_number(words[0]) if words else None
    if value is None:
        return None
    unit = find_phrase(words, asking.lexicon.amounts, 1)
    sense = asking.lexicon.amounts.get(unit, "")
    return -value if minus else value, sense, words[1 + len(unit) :]


def _bounded(
    comparison: _Comparison, bound: Bound, unit: str, said: Phrase, asking: UserQuestion
) -> Plan | None:
    form, _ = asking.form()
    rooms = asking.says(said, "rooms")
    measure, left = _measure(comparison, said, asking)
    every = asking.says(said, "every")
    some = asking.says(said, "any") or rooms or form in ("which", "how_many")
    left = asking.less(left, "links", "any", "every", "things", "rooms")
    for one in _measures(measure, unit):
        try:
            found = (_room_readings if rooms else find_sources)(one, left, asking)
        except UnresolvedError:
            continue
        if found:
            alone = len(found) == 1 and not some and not every
            yes_no = "all" if every else "one_yesno" if alone else "any"
            response = form if form in ("which", "how_many") else yes_no
            return query_plan(found, response, attribute=one, bound=bound, slots={"by_room": rooms})
    return None


def _measures(measure: str, unit: str) -> Iterable[str]:
    """What may be held against a figure: what was said, else whatever the thing tells."""
    if measure:
        return (measure,)
    first = _BY_UNIT.get(unit, "temperature")
    return (first,) if unit == "degrees" else (first, *(one for one in _USUAL if one != first))


def _between(comparison: _Comparison, asking: UserQuestion) -> Plan | None:
    """Two things held against each other: "is the bedroom warmer than the kitchen"."""
    sides = _sides(comparison, asking)
    if sides is None:
        return None
    first, second = (_subject(side, asking) for side in sides)
    measure = comparison.measure
    for one, left in asking.occurrences(first, asking.lexicon.questions.measures):
        if measure in ("", one):
            measure, first = one, left
            break
    if not measure:
        return None
    found = [_one_reading(measure, side, asking) for side in (first, second)]
    if None in found:
        return None
    both = tuple(one for one in found if one is not None)
    response = "more_than" if asking.says(asking.words, "than") else "extreme"
    return query_plan(both, response, attribute=measure, extreme=comparison.extreme)


def _sides(comparison: _Comparison, asking: UserQuestion) -> tuple[Phrase, Phrase] | None:
    """The two that are compared: around "than", or around "or"."""
    questions = asking.lexicon.questions
    whole = (*comparison.before, *comparison.after)
    for name in ("than", "or"):
        for at in range(len(whole)):
            if phrase := find_phrase(whole, questions.of(name), at):
                return whole[:at], whole[at + len(phrase) :]
    # the comparative brought its "than" with it
    if comparison.after and read_target(comparison.after, asking.lexicon, asking.names).words:
        return comparison.before, comparison.after
    return None


def _one_reading(measure: str, said: Phrase, asking: UserQuestion) -> Entity | None:
    try:
        found = find_sources(measure, said, asking)
    except UnresolvedError:
        return None
    return found[0] if found else None


def _subject(words: Phrase, asking: UserQuestion) -> Phrase:
    """The words less how the question begins, and what only links."""
    opener = find_phrase(words, asking.lexicon.degrees, 0) or max(
        (
            find_phrase(words, asking.lexicon.questions.of(name), 0)
            for name in ("yes_no", "which", "how_many", "value", "which_more", "where")
        ),
        key=len,
    )
    return asking.less(words[len(opener) :], "links")
