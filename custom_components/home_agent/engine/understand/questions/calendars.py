"""What is in a calendar: "what's on today", "when is the dentist", "am I free on Friday"."""

from datetime import datetime, timedelta

from ...home import Entity, ServiceCall
from ...plan import Plan, ReadStep, Wording
from ..clauses.frame import read_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import end_phrase, find_phrase, find_phrases, without
from ..time.days import Span
from ..understanding import UnresolvedError
from ..utterance import Utterance
from .hours import read_span_and_hours
from .last_changed import read_last_changed_question
from .measure_sources import find_sources
from .user_question import UserQuestion

# How far ahead an appointment is looked for, and how far where nothing at all is said of when.
_A_YEAR = timedelta(days=366)
_A_WEEK = timedelta(days=7)

# In words, without small ones: what an appointment is called in a question.
_LONGEST_ITEM = 4

_FORMS = {
    "events_count": "count",
    "events_free": "free",
    "events_busy": "busy",
    "events_any": "any_events",
    "events_when": "when",
    "events_who": "who",
    "events_read": "events",
}

# Of which what is told is which appointments there are.
_TELLING = ("events", "any_events", "count")


def read_calendar_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about appointments; None for any other."""
    calendars = question.of_domain("calendar")
    if not calendars:
        return None
    if told := _around_the_day(calendars, question):
        return told
    name = max(_FORMS, key=lambda form: len(question.opener(form)))
    opener = question.opener(name)
    if name == "events_when" and _is_of_a_state(question):
        return None
    response = _FORMS[name]
    rest = question.words[len(opener) :]
    if where := question.opener("where"):
        # Where it is, is told with when it is.
        response, rest = "when", question.words[len(where) :]
    when = question.ending("asks_when") if question.has_question_mark and not opener else ()
    if when:
        # "Léo joue au hockey quand ?"
        return _plan("when", rest[: -len(when)], calendars, question)
    if not opener or where:
        takes_place = bool(where) and _takes_place(rest, question)
        if not question.has(rest, "calendars") and not takes_place:
            return None
        response = "when" if where else "events"
    return _plan(response, rest, _meant(rest, calendars, question), question)


def _takes_place(words: Phrase, question: UserQuestion) -> bool:
    """Whether it is something that takes place, and nothing in this home is called so."""
    said = question.without(words, "links", "event_links")
    if not question.has(said, "event_nouns"):
        return False
    return not question.try_find(said, lambda _entity: True)


def drop_where(words: Phrase, utterance: Utterance) -> Phrase:
    """The words less "and where is it", which is told with when it is; all if that is not asked."""
    questions = utterance.lexicon.questions
    when = end_phrase(words, questions.of("events_when_last"), 1)
    if when and find_phrase(words, questions.of("where"), 0):
        return words[: -len(when) - (words[-len(when) - 1] == ",")]
    where = end_phrase(words, questions.of("events_where"), 1)
    asks = max(
        (find_phrase(words, questions.of(form), 0) for form in ("events_when", "events_read")),
        key=len,
    )
    if not where or not asks or len(words) <= len(where) + len(asks):
        return words
    return words[: -len(where) - (words[-len(where) - 1] == ",")]


def _meant(
    words: Phrase, calendars: tuple[Entity, ...], question: UserQuestion
) -> tuple[Entity, ...]:
    """The calendar that is called by its name, or by a part of it and "calendar"; else all."""
    if named := question.find_by_full_name(words, _is_calendar):
        return named
    nouns = question.lexicon.questions.of("calendar_nouns")
    for at, noun in find_phrases(words, nouns, 1):
        said = set(question.without(words[max(0, at - 2) : at + len(noun)], "event_links"))
        called = [
            calendar
            for calendar in calendars
            if said & {w for name in calendar.names for w in question.lexicon.words(name)}
        ]
        if len(called) == 1:
            return tuple(called)
    return calendars


def _is_of_a_state(question: UserQuestion) -> bool:
    """Whether it is asked when something was so: a door is in no calendar."""
    if not (question.has(question.words, "last_time") or question.opener("since")):
        return False
    try:
        return read_last_changed_question(question) is not None
    except UnresolvedError:
        return False


def _around_the_day(calendars: tuple[Entity, ...], question: UserQuestion) -> Plan | None:
    """Whether somebody is free, where the day stands inside: "habe ich am Freitag Zeit"."""
    span, left = read_span_and_hours(question.words, question)
    left = without(left, question.lexicon.roles["places"] | question.lexicon.roles["articles"])
    for name in ("events_free", "events_busy"):
        if span and left in question.lexicon.questions.of(name):
            return _reading(calendars, span, _FORMS[name], (), question)
    return None


def _plan(
    response: str, rest: Phrase, calendars: tuple[Entity, ...], question: UserQuestion
) -> Plan | None:
    now = question.home.now
    following = question.has(question.words, "events_next")
    span, left = _read_span(rest, question)
    item = _item(left, calendars, question)
    of_calendar = (
        question.has(question.words, "calendars")
        or _is_calendar_name(item, calendars, question)
        or bool(question.find_by_full_name(rest, _is_calendar))
    )
    if len(item) > _LONGEST_ITEM and not of_calendar:
        # Nobody calls an appointment so: it is about something else.
        return None
    if response == "who":
        return _reading(calendars, span or _ahead(now, _A_WEEK), "events", item, question)
    if response in _TELLING and not (of_calendar or span):
        # "What is on?" and "do I have bread?" may be about anything.
        return None
    if response in ("busy", "free") and item and not (of_calendar or span):
        # "¿Hay algo previsto?" is about appointments, "¿hay algo roto?" about anything.
        return None
    if response == "events" and span is not None and not of_calendar and item:
        return None
    if response == "when" and (_is_told_otherwise(left, question) or not (item or of_calendar)):
        return None
    if following and not item and span is None:
        return _reading(calendars, _ahead(now, _A_YEAR), "next", (), question)
    if response == "when":
        return _reading(calendars, span or _ahead(now, _A_YEAR), "when", item, question)
    if item and response in ("any_events", "events"):
        window = span or _ahead(now, _A_YEAR)
        # "Which bin is it" wants no yes.
        asks_which = response == "events" and _is_calendar_name(item, calendars, question)
        told = response if asks_which else "search"
        return _reading(calendars, window, told, item, question)
    return _reading(calendars, span or _ahead(now, _A_WEEK), response, item, question)


def _read_span(words: Phrase, question: UserQuestion) -> tuple[Span | None, Phrase]:
    """When, and the words that do not say when: "date night" is no night."""
    nouns = question.lexicon.questions.of("event_nouns")
    at, noun = next(
        ((at, noun) for at, noun in find_phrases(words, nouns) if len(noun) > 1), (0, ())
    )
    span, left = read_span_and_hours(words[:at] + words[at + len(noun) :], question)
    return span, (*noun, *left)


def _is_calendar_name(item: Phrase, calendars: tuple[Entity, ...], question: UserQuestion) -> bool:
    """Whether what is looked for is what a calendar is for: "which bin is it", of "Bins"."""
    words, forms = question.lexicon.words, question.lexicon.questions.forms
    names = {words(name) for calendar in calendars for name in calendar.names}
    return len(item) == 1 and any((form,) in names for form in forms(item[0]))


def _item(words: Phrase, calendars: tuple[Entity, ...], question: UserQuestion) -> Phrase:
    """The words that an appointment is looked for by."""
    for calendar in calendars:
        for name in calendar.names:
            words = _less(words, question.lexicon.words(name))
    if len(calendars) == 1:
        # Which calendar was said, be it by a part of its name.
        called = {w for name in calendars[0].names for w in question.lexicon.words(name)}
        for at, _noun in find_phrases(words, question.lexicon.questions.of("calendar_nouns"), 1):
            start = at
            while start and words[start - 1] in called:
                start -= 1
            if start < at:
                words = words[:start] + words[at:]
                break
    item = question.without(words, "event_links", "calendars", "events_next")
    # Whose it is: "Kev's podiatrist" is about Kev.
    return tuple(word for word in item if word not in question.lexicon.enclitics)


def _less(words: Phrase, name: Phrase) -> Phrase:
    for at in range(len(words) - len(name) + 1):
        if name and words[at : at + len(name)] == name:
            return words[:at] + words[at + len(name) :]
    return words


def _is_told_otherwise(words: Phrase, question: UserQuestion) -> bool:
    """Whether something in the home tells when: the end of a wash, the next birthday."""
    said = question.without(words, "links", "remaining_links")
    target = read_target(said, question.lexicon, question.names)
    if not target.names and not target.kinds:
        return False
    try:
        return bool(find_sources("remaining", said, question))
    except UnresolvedError:
        return False


def _ahead(now: datetime, how_far: timedelta) -> Span:
    return Span(start=now, end=now + how_far)


def _reading(
    calendars: tuple[Entity, ...], span: Span, response: str, item: Phrase, question: UserQuestion
) -> Plan:
    data = {
        "start_date_time": span.start.isoformat(sep=" ", timespec="seconds"),
        "end_date_time": span.end.isoformat(sep=" ", timespec="seconds"),
    }
    call = ServiceCall(
        domain="calendar",
        service="get_events",
        targets=tuple(calendar.entity_id for calendar in calendars),
        data=data,
    )
    words = Wording(
        intent="calendar.get_events",
        response=response,
        slots={"item": " ".join(item), "start": span.start, "end": span.end},
    )
    forms = tuple(map(question.lexicon.questions.forms, item))
    return Plan(steps=(ReadStep(call=call, search=forms, loose=True, wording=words),))


def _is_calendar(entity: Entity) -> bool:
    return entity.domain == "calendar"
