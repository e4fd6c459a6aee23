"""Questions in any order of words: what is asked for, of what and where.

The last resort, for what no other subject reads: "on tire combien de watts là", "l'acqua dei pesci
a quanto è", "Röbi, wie viel Saft hat der noch". Some words tell what is asked for, some say
nothing, and all the others must name the thing or the place: no word is passed over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...home import Entity
from ...plan import Plan
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase, has_phrase
from ..understanding import Refusal, UnresolvedError
from .batteries import find_lowest_battery
from .electricity import choose_energy_measure
from .measure_sources import CONTENTS, find_sources, is_of_a_thing, is_thing
from .plans import query_plan
from .power_producers import find_producers
from .states import plan_conditions
from .user_question import Form, UserQuestion

# More than anybody would listen to.
_MOST = 10

# Nobody asks for more in one breath.
_MOST_ASKED = 3
_LONGEST_ASKED = 18

# What is told where only "what is it at" is asked: the first of these that the thing tells.
_FIGURES = ("temperature", "set_to", CONTENTS, "state")

# A battery that runs out, or wants changing.
_FLAT = frozenset({"flat"})

# What says little beside a word for a measure: what is left of a battery is a charge.
_WEAK = frozenset({CONTENTS, "figure", "remaining", "state"})

# Of what is set, its own word tells no more: "what temperature is it set to".
_SET = frozenset({"brightness", "humidity", "position", "speed", "temperature", "volume"})

# What may be told by whatever holds it.
_HELD = frozenset({"battery", "energy", "gas", "volume", "water"})

# Of these, what a thing is often called after.
_HELD_NOUNS = frozenset({"gas", "water"})

# What the whole house has, where no place is named.
_OF_THE_HOUSE = frozenset(
    {"carbon_dioxide", "energy", "gas", "humidity", "power", "temperature", "water", "wind_speed"}
)

# Words that say of how many something is so.
_QUANTITIES = ("any", "every", "none", "rooms", "things")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """The words of a question by what they are for."""

    asked: tuple[frozenset[str], ...]
    """For each thing that is asked for, the measures that it may be."""

    about: Phrase
    """Whatever else was said: the thing and the place."""

    named: Phrase
    """The same with the nouns for a measure, which may be what the thing is called."""

    flat: bool
    """Whether somebody asks which battery is running out."""

    weak: frozenset[str]
    """What is asked for if those nouns are names: "how's the gas valve"."""


def read_in_any_order(question: UserQuestion) -> Plan | None:
    """The plan for a question of which every word is accounted for; None for any other."""
    if not _asks(question):
        return None
    parts = _take_apart(question)
    if not parts.asked:
        return _state(question)
    if _form(question) == "yes_no" and (plan := _state(question)):
        # "Y a-t-il une fenêtre ouverte ?" wants no figure.
        return plan
    if len(parts.asked) > _MOST_ASKED:
        return None
    if parts.flat and parts.asked == (frozenset({"battery"}),):
        about = question.without(parts.about, "things", "any", "links")
        if not question.names_anything(about):
            return find_lowest_battery(question)
    looks = [_look(measures, parts, question) for measures in parts.asked]
    if all(looks):
        return Plan(steps=tuple(step for plan in looks if plan for step in plan.steps))
    if parts.weak and (plan := _look(parts.weak, replace(parts, about=parts.named), question)):
        return plan
    return _state(question)


def _asks(question: UserQuestion) -> bool:
    """Whether it can only be a question, and one that people ask in one breath."""
    words = question.lexicon.questions.of("asking_words")
    if len(question.words) > _LONGEST_ASKED:
        return False
    return question.has_question_mark or question.led or has_phrase(question.words, words)


# A figure


def _take_apart(question: UserQuestion) -> _Parts:
    words, questions = question.words, question.lexicon.questions
    asked: list[frozenset[str]] = []
    nouns: list[str] = []
    about: list[str] = []
    named: list[str] = []
    at = 0
    while at < len(words):
        name = _name(words, at, question)
        cue, noun = (
            find_phrase(words, table, at) for table in (questions.cues, questions.measures)
        )
        padding = find_phrase(words, questions.of("padding"), at)
        taken = max(name, cue, noun, padding, words[at : at + 1], key=len)
        is_name = len(name) == len(taken) and (len(name) > 1 or not (cue or noun))
        if is_name:
            about += taken
            named += taken
        elif cue == taken:
            asked.append(frozenset(questions.cues[cue]))
        elif noun == taken:
            nouns.append(questions.measures[noun])
            named += taken
            if questions.measures[noun] not in _HELD_NOUNS:
                asked.append(frozenset({questions.measures[noun]}))
        elif padding != taken:
            about += taken
            named += taken
        at += len(taken)
    flat = _FLAT in asked
    asked = [measures for measures in asked if measures != _FLAT]
    weak = [measures for measures in asked if measures <= _WEAK]
    settled = tuple(_settle(asked))
    if all(measures <= _WEAK for measures in settled) and nouns:
        settled = tuple(frozenset({measure}) for measure in dict.fromkeys(nouns))
    elif any(measure in _HELD_NOUNS for measure in nouns):
        # How warm the water is, is no question after water.
        about = named
    return _Parts(
        asked=settled,
        about=tuple(about),
        named=tuple(named),
        flat=flat,
        weak=frozenset().union(*weak) if nouns else frozenset(),
    )


def _name(words: Phrase, at: int, question: UserQuestion) -> Phrase:
    """The name of a thing or a place that begins there, or more than a word of one."""
    names = question.names
    found = (find_phrase(words, known, at) for known in (names.entities, names.areas, names.floors))
    return max(*found, _part_of_name(words, at, question), key=len)


def _part_of_name(words: Phrase, at: int, question: UserQuestion) -> Phrase:
    """The words from there that stand so in one name: "back of house" of "Ecobee back of house"."""
    questions = question.lexicon.questions
    padding = questions.of("padding")
    ids: frozenset[str] | None = None
    end = at
    while end < len(words):
        called = question.names.words.get(words[end], frozenset())
        if not (called := called if ids is None else ids & called):
            break
        ids, end = called, end + 1
    entities = question.home.layout.entities
    while end - at > 1:
        part = words[at:end]
        known = (question.names.words[word] for word in part)
        called_so = frozenset.intersection(*known)
        is_cue = part in questions.cues or part in questions.measures
        says_nothing = is_cue or all((word,) in padding for word in part)
        if not says_nothing and any(
            _holds(question.lexicon.words(entities[entity_id].name), part)
            for entity_id in called_so
        ):
            return part
        end -= 1
    return ()


def _holds(name: Phrase, part: Phrase) -> bool:
    return any(name[at : at + len(part)] == part for at in range(len(name) - len(part) + 1))


def _settle(asked: list[frozenset[str]]) -> Iterator[frozenset[str]]:
    """What is asked for, once each: two words for the same thing settle which it is."""
    settled: list[frozenset[str]] = []
    for measures in asked:
        at = next((at for at, known in enumerate(settled) if known & measures), None)
        if at is None:
            settled.append(measures)
        else:
            settled[at] &= measures
    if any("set_to" in measures for measures in settled):
        settled = [measures for measures in settled if not measures <= _SET] or settled
    strong = [measures for measures in settled if not measures <= _WEAK]
    yield from strong or settled[:1]


def _look(measures: frozenset[str], parts: _Parts, question: UserQuestion) -> Plan | None:
    missing: UnresolvedError | None = None
    for asked in sorted(measures, key=lambda measure: (measure in _WEAK, measure)):
        measure = choose_energy_measure(asked, question) or asked
        of_a_thing = measure in _WEAK or measure not in _OF_THE_HOUSE
        placed = question.names_anything(parts.about) or question.has(parts.about, "outside")
        if of_a_thing and not placed:
            continue
        for told in _FIGURES if measure == "figure" else (measure,):
            try:
                found = _sources(told, parts, question)
            except UnresolvedError as unresolved:
                missing = missing or unresolved
                continue
            if found:
                attribute = None if told in _WEAK or not _tells(told, found) else told
                return query_plan(found[:_MOST], "one", attribute=attribute)
    if missing is not None and _misses_a_sensor(missing):
        raise missing
    return None


def _tells(measure: str, found: tuple[Entity, ...]) -> bool:
    """Whether it is told as this measure, and not only by what holds it."""
    return measure not in _HELD or any(
        entity.domain != "sensor" or entity.device_class is not None for entity in found
    )


def _misses_a_sensor(missing: UnresolvedError) -> bool:
    """Whether the place is known, and nothing there tells what is asked."""
    instead = missing.instead
    return isinstance(instead, Refusal) and instead.key.startswith("no_device_class")


def _sources(measure: str, parts: _Parts, question: UserQuestion) -> tuple[Entity, ...]:
    about = parts.about
    if found := find_producers(measure, about, question):
        return found
    if measure == "state":
        return question.try_find(about, is_thing) if is_of_a_thing(about, question) else ()
    if measure not in _HELD or not question.names_anything(about):
        return find_sources(measure, about, question)
    try:
        return find_sources(measure, about, question)
    except UnresolvedError:
        for held in (about, parts.named):
            try:
                return find_sources(CONTENTS, held, question)
            except UnresolvedError:
                continue
        raise


# How something is


def _state(question: UserQuestion) -> Plan | None:
    words, questions = question.words, question.lexicon.questions
    spoken = frozenset[Phrase]().union(*map(questions.of, _QUANTITIES))
    rest: list[str] = []
    said: list[str] = []
    at = 0
    while at < len(words):
        name = _name(words, at, question)
        condition = find_phrase(words, questions.conditions, at)
        padding = find_phrase(words, questions.of("padding"), at)
        taken = max(name, condition, padding, words[at : at + 1], key=len)
        # "On" is said of a lamp in French, too, but at the end only.
        is_one = padding != condition or at + len(condition) == len(words)
        if condition == taken and len(name) < len(taken) and is_one:
            said += condition
        elif padding != taken or name == taken or padding in spoken:
            rest += taken
        at += len(taken)
    left, form = (*rest, *said), _form(question)
    counted = any(has_phrase(words, questions.of(name)) for name in _QUANTITIES)
    about_something = question.names_anything(tuple(rest)) or (counted and bool(said))
    if not form or left == words or not about_something:
        return None
    try:
        return plan_conditions(form, left, replace(question, words=left))
    except UnresolvedError:
        return None


def _form(question: UserQuestion) -> Form:
    for form in ("how_many", "which"):
        if question.has(question.words, f"asks_{form}"):
            return form
    # "How hot is it" wants a figure, though it may be too hot.
    asks = has_phrase(question.words, question.lexicon.questions.of("asking_words"))
    return "" if asks else "yes_no"
