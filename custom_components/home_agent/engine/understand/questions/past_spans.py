"""Times that are over, in a question: "yesterday", "last night", "in the last three hours"."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from ...instants import WEEKDAYS
from ..lexicon.lexicon import Phrase
from ..text.phrases import cut, find_phrases
from ..time.days import Span, read_part
from .user_question import UserQuestion

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_SATURDAY = 5
# Further back nothing is kept, or nobody cares.
_FAR = timedelta(days=400)

_STEPS = {
    "minutes_back": timedelta(minutes=1),
    "hours_back": timedelta(hours=1),
    "days_back": _DAY,
}

# The hours that people mean, of a day that is over; a night ends on the day after.
_PARTS = {
    "morning": (time(5), time(12)),
    "noon": (time(11), time(14)),
    "afternoon": (time(12), time(18)),
    "evening": (time(17), time(0)),
    "night": (time(20), time(6)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PastSpan:
    """A time that is over, or goes on until now."""

    span: Span
    sure: bool
    """Whether the words for it can mean nothing else: "yesterday", but not "this week"."""
    period: str = ""
    """The lexicon's sense of its words where all of that time is meant: "today", "this_week"."""


def read_past_span(words: Phrase, question: UserQuestion) -> tuple[PastSpan | None, Phrase]:
    """The time until now that a question speaks of, if any, and the words without it."""
    now = question.home.now
    found, left = (
        _counted_back(words, question)
        or _named(words, question)
        or _day(words, question)
        or (None, words)
    )
    part, rest = read_part(left, question.lexicon)
    if part is not None:
        sure = found is not None and found.sure
        day = found.span.start if found else now
        found, left = PastSpan(span=_part_of(part, day), sure=sure), rest
    if found is None or found.span.start >= now:
        return None, words
    end = min(found.span.end, now)
    return replace(found, span=Span(start=found.span.start, end=end)), left


def today(question: UserQuestion) -> Span:
    """The day until now."""
    now = question.home.now
    return Span(start=_midnight(now.date(), now), end=now)


type _FoundSpan = tuple[PastSpan, Phrase] | None


def _counted_back(words: Phrase, question: UserQuestion) -> _FoundSpan:
    """So many hours or days until now."""
    figures = tuple("#" if word.isdigit() else word for word in words)
    now = question.home.now
    for name, step in _STEPS.items():
        for at, phrase in find_phrases(figures, question.lexicon.questions.of(name)):
            count = int(words[at + phrase.index("#")]) if "#" in phrase else 1
            start = now - min(step * min(count, _FAR.days * 24 * 60), _FAR)
            return PastSpan(span=Span(start=start, end=now), sure=True), cut(words, at, phrase)
    return None


def _named(words: Phrase, question: UserQuestion) -> _FoundSpan:
    """A day or days that are over by their name."""
    senses = question.lexicon.questions.past
    now = question.home.now
    today_ = now.date()
    monday = today_ - timedelta(days=today_.weekday())
    first = today_.replace(day=1)
    for at, phrase in find_phrases(words, senses):
        sense = senses[phrase]
        if sense == "hour_back":
            span = Span(start=now - timedelta(hours=1), end=now)
        elif sense == "last_night":
            span = _part_of("night", _midnight(today_ - _DAY, now))
        else:
            begin, end = {
                "before_yesterday": (today_ - 2 * _DAY, today_ - _DAY),
                "last_week": (monday - _WEEK, monday),
                "last_weekend": _weekend_before(today_),
                "last_month": ((first - _DAY).replace(day=1), first),
            }[sense]
            span = Span(start=_midnight(begin, now), end=_midnight(end, now))
        return PastSpan(span=span, sure=True), cut(words, at, phrase)
    return None


def _day(words: Phrase, question: UserQuestion) -> _FoundSpan:
    """A day that may be over: a weekday is the one before today."""
    senses = question.lexicon.questions.days
    now = question.home.now
    today_ = now.date()
    for at, phrase in find_phrases(words, senses):
        sense = senses[phrase]
        left = cut(words, at, phrase)
        if sense in WEEKDAYS:
            back = (today_.weekday() - WEEKDAYS.index(sense)) % 7 or 7
            begin, end = today_ - back * _DAY, today_ - (back - 1) * _DAY
            left = question.without(left, "last_marks")
        elif sense in ("today", "my_day", "yesterday"):
            begin = today_ - _DAY * (sense == "yesterday")
            end = begin + _DAY
        elif sense in ("this_week", "this_month"):
            monday = today_ - timedelta(days=today_.weekday())
            begin, end = monday if sense == "this_week" else today_.replace(day=1), today_ + _DAY
        elif sense == "weekend":
            begin, end = _weekend_before(today_)
        else:
            return None
        span = Span(start=_midnight(begin, now), end=_midnight(end, now))
        return PastSpan(span=span, sure=sense == "yesterday", period=sense), left
    return None


def _weekend_before(today_: date) -> tuple[date, date]:
    monday = today_ - timedelta(days=today_.weekday())
    saturday = monday - _WEEK + timedelta(days=_SATURDAY)
    return saturday, saturday + 2 * _DAY


def _part_of(part: str, day: datetime) -> Span:
    begin, end = _PARTS[part]
    last = day.date() + _DAY if end <= begin else day.date()
    return Span(
        start=datetime.combine(day.date(), begin, day.tzinfo),
        end=datetime.combine(last, end, day.tzinfo),
    )


def _midnight(day: date, now: datetime) -> datetime:
    return datetime.combine(day, time(), now.tzinfo)
