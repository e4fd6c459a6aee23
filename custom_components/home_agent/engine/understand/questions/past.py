"""How things were: "how warm was it yesterday", "how long was the TV on", "did the door open"."""

from collections.abc import Iterator
from functools import cache

from ...home import Entity
from ...plan import PastKind, PastStep, Plan, Wording
from ..clauses.frame import read_target
from ..conditions.state_words import proper_states, states_meaning
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase, find_phrases
from ..time.days import Span
from ..understanding import UnresolvedError
from .last_changed import find_that_can_be
from .measure_sources import find_sources
from .past_spans import PastSpan, read_past_span, today
from .plans import query_plan
from .user_question import UserQuestion

PAST = "past"

# More than anybody would listen to.
_MOST = 8

# What adds up over a time, rather than being so much at each moment.
_SUMS = frozenset({"energy", "gas", "precipitation", "water"})
# What else tells it, where nothing counts it.
_INSTEAD = {"energy": ("power",), "power": ("energy",)}

_ASKED: tuple[tuple[str, PastKind, str], ...] = (
    ("past_often", "times", "often"),
    ("past_long", "lasted", "long"),
    ("past_when", "times", "when"),
    ("past_yes_no", "lasted", "yes_no"),
)
# How long and how often may be asked without a day: then it is today.
_OF_TODAY = frozenset({"past_often", "past_long"})


def read_past_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about a time that is over; None for any other."""
    if _telling_words(question.lexicon).isdisjoint(question.words):
        return None
    found, left = read_past_span(question.words, question)
    over = question.has(left, "past_verbs")
    if found is not None and not (found.sure or over):
        return None
    if found is not None and (plan := _figure(found, left, question)):
        return plan
    placed = _with_words(left, question)
    for name, kind, response in _ASKED:
        opener = placed.opener(name)
        # "How long has it been on" is about now, unless a day is named.
        of_today = name in _OF_TODAY and len(placed.opener("since")) < len(opener)
        if not opener or not (found or of_today):
            continue
        span = found.span if found else today(question)
        if plan := _so(span, kind, response, left[len(opener) :], question):
            return plan
    return None


@cache
def _telling_words(lexicon: Lexicon) -> frozenset[str]:
    """Without one of these, no question is about what is over: most are not."""
    questions, roles = lexicon.questions, lexicon.roles
    lists = ("past_often", "past_long", "minutes_back", "hours_back", "days_back")
    phrases = frozenset[Phrase]().union(*map(questions.of, lists), questions.past)
    yesterday = (phrase for phrase, sense in questions.days.items() if sense == "yesterday")
    small = roles["articles"] | roles["places"] | roles["questions"]
    telling = {word for phrase in (*phrases, *yesterday) for word in phrase if (word,) not in small}
    return frozenset(telling - {"#"}).union(*questions.of("past_verbs"))


def _with_words(words: Phrase, question: UserQuestion) -> UserQuestion:
    return UserQuestion.of(question.with_words(words), led=question.led)


def _so(
    span: Span, kind: PastKind, response: str, rest: Phrase, question: UserQuestion
) -> Plan | None:
    """How long or how often something was so."""
    missing: UnresolvedError | None = None
    for words, left in _conditions(rest, question):
        said = question.without(left, "past_links", "since_links", "links", "any")
        for word in words if question.names_anything(said) else ():
            try:
                found = find_that_can_be(word, said, question)
            except UnresolvedError as unresolved:
                missing = missing or unresolved
                continue
            proper = tuple(entity for entity in found if proper_states(word, entity))
            if not proper and word in ("open", "closed"):
                # A lock does not tell when its door was opened; it tells how it is itself.
                return query_plan(found, "untold", slots={"state": word})
            return _plan((proper or found)[:_MOST], kind, span, response, word)
    if missing is not None:
        raise missing
    return None


def _conditions(rest: Phrase, question: UserQuestion) -> Iterator[tuple[tuple[str, ...], Phrase]]:
    """What may have been so, with the words for what; what is sensed was detected."""
    yield from question.occurrences(rest, question.lexicon.questions.conditions)
    target = read_target(rest, question.lexicon, question.names)
    if target.kinds and all(kind.startswith("binary_sensor.") for kind in target.kinds):
        yield ("detected",), rest


def _figure(time: PastSpan, words: Phrase, question: UserQuestion) -> Plan | None:
    """What something measured over a time: the average, the most, the least or the sum."""
    missing: UnresolvedError | None = None
    untold: tuple[Entity, ...] = ()
    for measure, left in _measures(words, question):
        said = question.without(
            left, "past_links", "past_highest", "past_lowest", "average", "links", "measure_links"
        )
        for likely in (measure, *_INSTEAD.get(measure, ())):
            try:
                found = find_sources(likely, said, question)
            except UnresolvedError as unresolved:
                missing = missing or unresolved
                continue
            # Only states are kept: what a thing tells in an attribute is not.
            sensors = tuple(entity for entity in found if entity.domain == "sensor")[:_MOST]
            if any(_counts_over(time, sensor, question) for sensor in sensors):
                # Then what it shows is the answer.
                return None
            if sensors:
                return _plan(sensors, _kind(measure, words, question), time.span, "figure")
            untold = untold or found
    if untold:
        return query_plan(untold[:1], "untold")
    if missing is not None:
        raise missing
    return None


def _counts_over(time: PastSpan, sensor: Entity, question: UserQuestion) -> bool:
    """Whether it begins anew with that time: "Solar today", "Energy this week"."""
    days = question.lexicon.questions.days
    for name in map(question.lexicon.words, sensor.names):
        if any(days[phrase] == time.period for _, phrase in find_phrases(name, days)):
            return True
        if time.span.start == today(question).start and question.has(name, "daily"):
            return True
    return False


def _measures(words: Phrase, question: UserQuestion) -> Iterator[tuple[str, Phrase]]:
    """What may have been measured, with the words for whose."""
    questions, degrees = question.lexicon.questions, question.lexicon.degrees
    if opener := find_phrase(words, degrees, 0):
        measure = degrees[opener]
        if measure not in ("remaining", "contents", "monetary", "position"):
            yield measure, words[len(opener) :]
    placed = _with_words(words, question)
    opener = placed.opener("value", "which", "past_highest", "past_lowest", "average")
    short = not placed.opener("yes_no", "how_many", "past_often", "past_long", "past_yes_no")
    if opener or short:
        yield from question.occurrences(words[len(opener) :], questions.measures)


def _kind(measure: str, words: Phrase, question: UserQuestion) -> PastKind:
    if question.has(words, "past_highest"):
        return "highest"
    if question.has(words, "past_lowest"):
        return "lowest"
    if measure in _SUMS:
        return "total"
    return "average"


def _plan(
    found: tuple[Entity, ...], kind: PastKind, span: Span, response: str, word: str = ""
) -> Plan:
    slots = {
        "name": found[0].name,
        "kind": kind,
        "state": word,
        "start": span.start,
        "end": span.end,
    }
    step = PastStep(
        entity_ids=tuple(entity.entity_id for entity in found),
        kind=kind,
        start=span.start,
        end=span.end,
        wanted=frozenset(state for entity in found for state in states_meaning(word, entity)),
        wording=Wording(intent=PAST, response=response, slots=slots),
    )
    return Plan(steps=(step,))
