"""Days and parts of days in a sentence → from when until when."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from ...instants import WEEKDAYS
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import cut, find_phrases

_WEEK = timedelta(days=7)
_DAY = timedelta(days=1)
_SATURDAY = 5
_FAR = 10_000

# The hours that people mean.
_PARTS = {
    "morning": (time(5), time(12)),
    "noon": (time(11), time(14)),
    "afternoon": (time(12), time(18)),
    "evening": (time(17), time(23, 59, 59)),
    "night": (time(20), time(23, 59, 59)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of time, in the home's local time."""

    start: datetime
    end: datetime

    @property
    def day(self) -> date:
        """The day that it begins on."""
        return self.start.date()


def read_span(words: Phrase, now: datetime, lexicon: Lexicon) -> tuple[Span | None, Phrase]:
    """The time that a sentence speaks of, if any, and the words without it."""
    days, left = read_day(words, now, lexicon)
    part, left = read_part(left, lexicon)
    if part is None:
        return days, left
    start, end = _PARTS[part]
    day = (days or _whole(now.date(), now)).start
    hours = Span(
        start=datetime.combine(day.date(), start, now.tzinfo),
        end=datetime.combine(day.date(), end, now.tzinfo),
    )
    return hours, left


def read_day(words: Phrase, now: datetime, lexicon: Lexicon) -> tuple[Span | None, Phrase]:
    """The day or days that a sentence speaks of, if any, and the words without them."""
    senses = lexicon.questions.days
    for at, phrase in find_phrases(words, senses):
        return _span(senses[phrase], now), cut(words, at, phrase)
    return _ahead(words, now, lexicon) or _date(words, now, lexicon)


def read_part(words: Phrase, lexicon: Lexicon) -> tuple[str | None, Phrase]:
    """The part of a day that a sentence speaks of, if any, and the words without it."""
    senses = lexicon.questions.parts_of_day
    for at, phrase in find_phrases(words, senses):
        return senses[phrase], cut(words, at, phrase)
    return None, words


def _span(sense: str, now: datetime) -> Span:
    today = now.date()
    sense = sense.removesuffix("s") if sense != "weekdays" else sense
    if sense.removeprefix("next_") in WEEKDAYS:
        first = _weekday(sense, today)
        return _between(first, first + _DAY, now)
    monday = today - timedelta(days=today.weekday())
    saturday = monday + timedelta(days=_SATURDAY)
    next_month = _first_of_next_month(today)
    first, after_last = {
        "yesterday": (today - _DAY, today),
        "today": (today, today + _DAY),
        "my_day": (today, today + _DAY),
        "tomorrow": (today + _DAY, today + 2 * _DAY),
        "after_tomorrow": (today + 2 * _DAY, today + 3 * _DAY),
        "this_week": (today, monday + _WEEK),
        "next_week": (monday + _WEEK, monday + 2 * _WEEK),
        "weekdays": (today, saturday) if today < saturday else (monday + _WEEK, saturday + _WEEK),
        "weekend": (max(today, saturday), monday + _WEEK),
        "next_weekend": (saturday + _WEEK, monday + 2 * _WEEK),
        "this_month": (today, next_month),
        "next_month": (next_month, _first_of_next_month(next_month)),
    }[sense]
    return _between(first, after_last, now)


def _weekday(sense: str, today: date) -> date:
    """The day of this name that comes first; today counts, unless the next one is asked for."""
    ahead = (WEEKDAYS.index(sense.removeprefix("next_")) - today.weekday()) % 7
    if sense.startswith("next_") and ahead == 0:
        ahead = 7
    return today + timedelta(days=ahead)


def _ahead(words: Phrase, now: datetime, lexicon: Lexicon) -> tuple[Span, Phrase] | None:
    """So many days from today; none that is too far away to be told rightly."""
    figures = tuple("#" if word.isdecimal() else word for word in words)
    for at, phrase in find_phrases(figures, lexicon.questions.of("days_ahead")):
        days = int(words[at + phrase.index("#")])
        if days > _FAR:
            return None
        return _whole(now.date() + timedelta(days=days), now), cut(words, at, phrase)
    return None


def _date(words: Phrase, now: datetime, lexicon: Lexicon) -> tuple[Span | None, Phrase]:
    """A day of a month: "december 24", "the 24th of december"."""
    months = lexicon.questions.months
    for at, word in enumerate(words):
        month = months.get((word,))
        if month is None:
            continue
        for beside in (at + 1, at - 1, at - 2, at - 3):
            if 0 <= beside < len(words) and words[beside].isdigit():
                day = _next_date(int(month), int(words[beside]), now)
                if day is not None:
                    low, high = sorted((at, beside))
                    if words[high + 1 : high + 2] in lexicon.questions.of("ordinals"):
                        high += 1
                    return _whole(day, now), words[:low] + words[high + 1 :]
    return None, words


def _next_date(month: int, day: int, now: datetime) -> date | None:
    for year in (now.year, now.year + 1):
        try:
            found = date(year, month, day)
        except ValueError:
            return None
        if found >= now.date():
            return found
    return None


def _whole(day: date, now: datetime) -> Span:
    return _between(day, day + _DAY, now)


def _between(first: date, after_last: date, now: datetime) -> Span:
    zone = now.tzinfo
    return Span(
        start=datetime.combine(first, time(), zone), end=datetime.combine(after_last, time(), zone)
    )


def _first_of_next_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1)
