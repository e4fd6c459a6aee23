"""What is in a calendar: "what's on today", "when is the dentist", "am I free on Friday"."""

from datetime import datetime, timedelta

from ...home import Entity, ServiceCall
from ...plan import Plan, ReadStep, Wording
from ..clauses.frame import read_target
from ..lexicon.lexicon import Phrase
from ..text.phrases import without
from ..time.days import Span, read_span
from ..understanding import UnresolvedError
from .last_changed import read_last_changed_question
from .sources import find_sources
from .user_question import UserQuestion

# How far ahead an appointment is looked for, and how far where nothing at all is said of when.
_A_YEAR = timedelta(days=366)
_A_WEEK = timedelta(days=7)

_FORMS = {
    "events_count": "count",
    "events_free": "free",
    "events_busy": "busy",
    "events_any": "any_events",
    "events_when": "when",
    "events_read": "events",
}


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
    if not opener:
        if not question.has(rest, "calendars"):
            return None
        response = "events"
    return _plan(
        response, rest, question.find_by_full_name(rest, _is_calendar) or calendars, question
    )


def _is_of_a_state(question: UserQuestion) -> bool:
    """Whether it is asked when something was last so: a door is in no calendar."""
    if not question.has(question.words, "last_time"):
        return False
    try:
        return read_last_changed_question(question) is not None
    except UnresolvedError:
        return False


def _around_the_day(calendars: tuple[Entity, ...], question: UserQuestion) -> Plan | None:
    """Whether somebody is free, where the day stands inside: "habe ich am Freitag Zeit"."""
    span, left = read_span(question.words, question.home.now, question.lexicon)
    left = without(left, question.lexicon.roles["places"] | question.lexicon.roles["articles"])
    for name in ("events_free", "events_busy"):
        if span and left in question.lexicon.questions.of(name):
            return _reading(calendars, span, _FORMS[name], (), question)
    return None


def _plan(
    response: str, rest: Phrase, calendars: tuple[Entity, ...], question: UserQuestion
) -> Plan | None:
    now = question.home.now
    of_calendar = question.has(question.words, "calendars")
    following = question.has(question.words, "events_next")
    span, left = read_span(rest, now, question.lexicon)
    item = _item(left, calendars, question)
    if response in ("events", "any_events", "count") and not (of_calendar or span):
        # "What is on?" and "do I have bread?" may be about anything.
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
        return _reading(calendars, window, "search", item, question)
    return _reading(calendars, span or _ahead(now, _A_WEEK), response, item, question)


def _item(words: Phrase, calendars: tuple[Entity, ...], question: UserQuestion) -> Phrase:
    """The words that an appointment is looked for by."""
    for calendar in calendars:
        for name in calendar.names:
            words = _less(words, question.lexicon.words(name))
    return question.without(words, "event_links", "calendars", "events_next")


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
    return Plan(steps=(ReadStep(call=call, search=forms, wording=words),))


def _is_calendar(entity: Entity) -> bool:
    return entity.domain == "calendar"
