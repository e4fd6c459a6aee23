"""A question with something said beside it: why it is asked, or what it is about.

"It's all steamed up in here, how humid is the bathroom?", "where's Rosie at, is she parked?". What
stands beside a question may name what it is about, and nothing else is made of it. Two ways that a
thing may be are one question too, and how it is answers both: "is it open or did I close it?".
"""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from functools import cache

from ...plan import Plan, QueryStep
from ...plan_contents import entities_of
from ..clauses.clause import read_clause
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.mood import asks_to_be_told, begins_command, sets_condition
from ..text.phrases import end_phrase, find_phrase, find_phrases, has_phrase
from ..text.told_parts import strip_fillers
from ..text.words import Phrases
from ..understanding import SentenceReading, Understood
from ..utterance import Utterance, read_words
from .joined import merge_queries, read_together, without_repetition
from .measure_sources import is_thing
from .user_question import UserQuestion, read_user_question

type _Read = Callable[[Utterance], SentenceReading]

# "24.5" is one figure, and "Mr. Coffee" one name.
_SENTENCE = re.compile(r"(?:[^?!…;.]|[.](?=\S)|(?<![^\W\d_]{3})[.])+[?!…;.]*")
_PAUSE = re.compile(r"\s*,\s+|:\s+|\s[-–—]\s")  # noqa: RUF001

_COUNTING = ("which", "how_many")
_CHOOSING = (*_COUNTING, "yes_no", "any")
_FORMS = ("interrogatives", "value", "which", "how_many", "yes_no", "where")

# More than anybody says in one breath.
_MOST_PARTS = 3
_MOST_THINGS = 6
_MOST_LINKS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A part of a sentence, between pauses."""

    words: Phrase
    openly: bool
    """Whether it begins as questions do."""

    wants: bool
    """Whether that is with a word for what it wants to know: "why", "how many"."""

    asks: bool
    """Whether it may ask, be it by the mark at its end."""

    explains: bool
    """Whether it goes on with why: "que se derriten los helados"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject:
    """What some words are about."""

    place: Phrase = ()
    """The words for the only room or floor that they name."""

    thing: tuple[str, ...] = ()
    """The ids of what they name."""


def read_beside_remarks(utterance: Utterance, read: _Read) -> Understood | None:
    """The plan for the question among several parts of a sentence; None if there is none."""
    parts = list(_parts(utterance))
    if not 1 < len(parts) <= _MOST_PARTS:
        return None
    if any(
        not (part.openly or part.explains) and _may_be_for_us(part, utterance) for part in parts
    ):
        return None
    choices = utterance.lexicon.questions.of("or")
    if any(
        has_phrase(part.words, choices) and _names_something(part.words, utterance)
        for part in parts
        if not part.openly
    ):
        # "Where is it colder, in the den or in the loft" leaves out nothing.
        return None
    found = {
        part: reading
        for part in parts
        if part.asks and (reading := _read_part(part, parts, utterance, read))
    }
    if any(part not in found and asks_to_be_told(part.words, utterance.lexicon) for part in parts):
        # "Is the door open? Tell me when it opens": what else is wanted is no remark.
        return None
    wanting = [part for part in parts if part.wants]
    if wanting and wanting[-1] not in found:
        # "It's loud, why is that": how loud it is, is no answer.
        return None
    if any(part.openly for part in found):
        # "It was open before, is it open now?" tells, and then asks.
        found = {part: reading for part, reading in found.items() if part.openly}
    if not found:
        return None
    *_, last = found.values()
    steps = [step for reading in found.values() for step in reading.plan.steps]
    return replace(last, plan=Plan(steps=tuple(without_repetition(steps))))


def read_alternatives(utterance: Utterance, read: _Read) -> Understood | None:
    """The plan for a question after two ways that a thing may be; None for any other."""
    words, questions = utterance.words, utterance.lexicon.questions
    links = list(find_phrases(words, questions.of("or"), 1))
    if len(links) > _MOST_LINKS or not (
        _begins_openly(words, utterance.lexicon) or utterance.has_question_mark
    ):
        return None
    for at, link in links:
        first, second = _strip_commas(words[:at]), _strip_commas(words[at + len(link) :])
        if not first or not second:
            continue
        found = (
            _read_each(first, second, utterance, read)
            if _names_something(second, utterance)
            else _read_either(first, second, utterance, read)
        )
        if found is not None:
            return found
    return None


def read_choices(utterance: Utterance, read: _Read) -> Understood | None:
    """The plan for a question of things of two kinds: "which curtains or blinds are down"."""
    words, questions = utterance.words, utterance.lexicon.questions
    opener = max((find_phrase(words, questions.of(form), 0) for form in _CHOOSING), key=len)
    condition = end_phrase(words, questions.conditions)
    kinds = utterance.lexicon.kinds
    for at, link in find_phrases(words, questions.of("or"), 1) if opener else ():
        first, second = words[len(opener) : at], words[at + len(link) :]
        if has_phrase(first, questions.sensed) and second in questions.sensed:
            # "Is there any smoke or gas"
            parts = [(*opener, *first), (*opener, *second)]
            return read_together(parts, utterance, read)
        if not condition or not (has_phrase(first, kinds) and has_phrase(second, kinds)):
            continue
        if end_phrase(first, questions.conditions):
            # "Is the oven on or the hob" asks of each.
            continue
        second = second[: -len(condition)]
        tail = _after_kind(second, kinds)
        parts = [(*opener, *first, *tail, *condition), (*opener, *second, *condition)]
        found = merge_queries(read_together(parts, utterance, read))
        return found and _of_any(found)
    return None


def _of_any(found: Understood) -> Understood:
    """The plan that asks whether any is so, where one or the other may be."""
    step = found.plan.steps[0]
    if not isinstance(step, QueryStep) or step.wording.response in _COUNTING:
        return found
    wording = replace(step.wording, response="any")
    return replace(found, plan=Plan(steps=(replace(step, wording=wording),)))


def _after_kind(words: Phrase, kinds: Container[Phrase]) -> Phrase:
    """What follows on the kind, and is said of both: "are", "in the hall are"."""
    at, kind = next(find_phrases(words, kinds), (0, ()))
    return words[at + len(kind) :]


def _read_either(
    first: Phrase, second: Phrase, utterance: Utterance, read: _Read
) -> Understood | None:
    """How the thing is that may be one or the other: "is the hatch open or did I close it"."""
    found = _read_words(first, utterance, read)
    if found is None:
        about = _subject(first, utterance).thing
        found = _read_words(second, utterance.mentioning(about), read) if about else None
    return None if found is None else _tell_state(found)


def _read_each(
    first: Phrase, second: Phrase, utterance: Utterance, read: _Read
) -> Understood | None:
    """How each of two things is, where one of them may be so: "is the oven on or the hob"."""
    questions = utterance.lexicon.questions
    opener = find_phrase(first, questions.of("yes_no"), 0)
    ends = [end_phrase(words, questions.conditions) for words in (first, second)]
    condition = ends[0] or ends[1]
    if not opener or not condition or (ends[0] and ends[1]):
        return None
    of_first = first if ends[0] else (*first, *condition)
    of_second = (*opener, *second, *(() if ends[1] else condition))
    each = [_read_words(words, utterance, read) for words in (of_first, of_second)]
    told = [_tell_state(found) for found in each if found is not None]
    if len(told) != len(each):
        return None
    steps = tuple(step for found in told if found for step in found.plan.steps)
    return replace(told[0], plan=Plan(steps=steps)) if told[0] and told[1] else None


def _tell_state(found: Understood) -> Understood | None:
    """How the thing is that was asked about; None if more than that was asked."""
    if len(found.plan.steps) != 1 or not isinstance(step := found.plan.steps[0], QueryStep):
        return None
    if not step.wanted or len(step.entity_ids) > _MOST_THINGS:
        return None
    wording = replace(step.wording, response="one")
    told = replace(step, wanted=frozenset(), negated=False, wording=wording)
    return replace(found, plan=Plan(steps=(told,)))


def _parts(utterance: Utterance) -> Iterator[_Part]:
    """The parts of the sentence, each less the reason that follows on it."""
    lexicon = utterance.lexicon
    openers, wanting = _openers(lexicon), lexicon.questions.of("interrogatives")
    begun = False
    for sentence in _SENTENCE.findall(utterance.text):
        for text in _PAUSE.split(sentence):
            words = _strip_commas(read_words(text, lexicon))
            reasons = find_phrases(words, lexicon.roles["reasons"], 1)
            words = words[: next((at for at, _ in reasons), len(words))]
            bare = strip_fillers(words, lexicon)
            explains = begun and words[:1] in lexicon.roles["that_clauses"]
            openly = bool(find_phrase(bare, openers, 0)) and not explains
            by_tone = sentence.rstrip().endswith("?")
            if words:
                begun = True
                yield _Part(
                    words=words,
                    openly=openly,
                    wants=openly and bool(find_phrase(bare, wanting, 0)),
                    asks=openly or by_tone,
                    explains=explains,
                )


def _begins_openly(words: Phrase, lexicon: Lexicon) -> bool:
    return bool(find_phrase(strip_fillers(words, lexicon), _openers(lexicon), 0))


@cache
def _openers(lexicon: Lexicon) -> Phrases:
    """What questions begin with, and nothing else does."""
    roles, questions = lexicon.roles, lexicon.questions
    forms = (questions.of(name) for name in _FORMS)
    asking = roles["questions"].union(*forms, lexicon.degrees) - roles["statements"]
    led = (
        (*prefix, *opener)
        for prefix in questions.of("prefixes")
        for opener in (*asking, *questions.measures)
        if len(prefix) + len(opener) > 1
    )
    return Phrases(asking.union(led))


def _may_be_for_us(part: _Part, utterance: Utterance) -> bool:
    """Whether a part may ask for something to be done, or say on what condition."""
    lexicon = utterance.lexicon
    bare = strip_fillers(part.words, lexicon)
    if part.asks:
        return begins_command(bare, lexicon)
    return read_clause(bare, utterance) is not None or sets_condition(bare, lexicon)


def _read_part(
    part: _Part, parts: list[_Part], utterance: Utterance, read: _Read
) -> Understood | None:
    """What a part asks, of what it names itself or else of what is named beside it."""
    own = _subject(part.words, utterance)
    others = [_subject(other.words, utterance) for other in parts if other is not part]
    places = list(dict.fromkeys(other.place for other in others if other.place))
    things = tuple(dict.fromkeys(id_ for other in others for id_ in other.thing))
    if len(places) == 1 and not own.place:
        beside = _read_words((*part.words, *places[0]), utterance, read)
        if beside is not None:
            return beside
    if own.thing or own.place:
        return _read_words(part.words, utterance, read)
    if things and len(things) <= _MOST_THINGS:
        return _read_words(part.words, utterance.mentioning(things), read)
    if places or things:
        return None
    # What is about nothing in particular may want a figure, but is no way to be: "is it out".
    found = _read_words(part.words, utterance, read)
    return None if found is None or _asks_after_a_state(found.plan) else found


def _asks_after_a_state(plan: Plan) -> bool:
    return any(isinstance(step, QueryStep) and step.wanted for step in plan.steps)


def _read_words(words: Phrase, utterance: Utterance, read: _Read) -> Understood | None:
    tone = "?" if utterance.has_question_mark else ""
    scene = replace(utterance.scene, heard=" ".join(words) + tone)
    found = read(replace(utterance, words=words, scene=scene))
    if not isinstance(found, Understood) or not entities_of(found.plan):
        return None
    return found


def _subject(words: Phrase, utterance: Utterance) -> _Subject:
    """What some words name, whatever else they say."""
    question = read_user_question(utterance.with_words(words))
    names, lexicon = question.names, question.lexicon
    places = [
        phrase
        for known in (names.areas, names.floors)
        for _, phrase in find_phrases(words, known)
        if phrase
    ]
    told: list[str] = []
    at = 0
    while at < len(words):
        known = (names.entities, names.areas, names.floors, lexicon.kinds)
        phrase = max((find_phrase(words, table, at) for table in known), key=len)
        if phrase or (words[at] in names.words and not _is_small(words[at], utterance)):
            told += phrase or words[at : at + 1]
        at += len(phrase) or 1
    found = _called(tuple(told), question) if told and tuple(told) not in places else ()
    return _Subject(place=places[0] if len(set(places)) == 1 else (), thing=found)


def _called(words: Phrase, question: UserQuestion) -> tuple[str, ...]:
    """The ids of what the words mean: the thing, and what senses something of it."""
    found = (
        *question.try_find(words, is_thing),
        *question.try_find(words, lambda entity: not is_thing(entity)),
    )
    return tuple(entity.entity_id for entity in found)


def _names_something(words: Phrase, utterance: Utterance) -> bool:
    """Whether some words name a thing or a place, beside ways in which a thing may be."""
    subject = _subject(words, utterance)
    kinds = has_phrase(words, utterance.lexicon.kinds)
    return bool(subject.place or subject.thing or kinds)


def _is_small(word: str, utterance: Utterance) -> bool:
    questions = utterance.lexicon.questions
    return (
        (word,) in questions.of("padding")
        or (word,) in questions.of("links")
        or (word,) in questions.conditions
    )


def _strip_commas(words: Phrase) -> Phrase:
    while words[:1] == (",",):
        words = words[1:]
    while words[-1:] == (",",):
        words = words[:-1]
    return words
