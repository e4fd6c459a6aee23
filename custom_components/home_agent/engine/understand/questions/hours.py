"""Hours of a day in a question: "before noon", "after five", "between two and four"."""

from datetime import datetime, time
from functools import cache

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from ..time.clocks import ClockTime, clock_at
from ..time.days import Span, read_span
from .user_question import UserQuestion

# Who asks for their day by the hour, and says no half of it, is awake then.
_FIRST_IN_THE_MORNING = 7
_WHOLE_DAY = 24


def read_span_and_hours(words: Phrase, question: UserQuestion) -> tuple[Span | None, Phrase]:
    """The time that a question speaks of, be it by the hour, and the words without it."""
    now = question.home.now
    marked = not _marks(question.lexicon).isdisjoint(words)
    for at in range(len(words)) if marked else ():
        begin, end, length = _between(words, at, question)
        if not length:
            continue
        span, left = read_span(words[:at] + words[at + length :], now, question.lexicon)
        start = span.start if span else now.replace(hour=0, minute=0, second=0, microsecond=0)
        last = end or time(23, 59, 59)
        hours = Span(start=_at(begin or time(), start), end=_at(last, start))
        if span is None and hours.end < now:
            # What is over today is meant for tomorrow.
            continue
        return hours, left
    return read_span(words, now, question.lexicon)


@cache
def _marks(lexicon: Lexicon) -> frozenset[str]:
    """The words that stand before an hour."""
    listed = (lexicon.conditions.get(name, frozenset()) for name in ("hours_after", "hours_before"))
    phrases = lexicon.roles["range_marks"].union(*listed)
    return frozenset(phrase[0] for phrase in phrases)


def _between(
    words: Phrase, at: int, question: UserQuestion
) -> tuple[time | None, time | None, int]:
    """From when until when, and of how many words that is."""
    lexicon = question.lexicon
    if mark := len(find_phrase(words, lexicon.roles["range_marks"], at)):
        length, first = _clock(words, at + mark, question)
        middle = at + mark + length
        link = len(find_phrase(words, lexicon.roles["range_links"], middle)) if first else 0
        size, last = _clock(words, middle + link, question) if link else (0, None)
        if first and last:
            return _awake(first), _awake(last), mark + length + link + size
    for name in ("hours_after", "hours_before"):
        mark = len(find_phrase(words, lexicon.conditions.get(name, frozenset()), at))
        length, clock = _clock(words, at + mark, question) if mark else (0, None)
        if clock is not None:
            moment = _awake(clock)
            after = name == "hours_after"
            return (moment if after else None), (None if after else moment), mark + length
    return None, None, 0


def _clock(words: Phrase, at: int, question: UserQuestion) -> tuple[int, ClockTime | None]:
    if at >= len(words):
        return 0, None
    return clock_at(words, at, question.lexicon, hours=_WHOLE_DAY)


def _awake(clock: ClockTime) -> time:
    """The time of day, in the half of it that people plan things for."""
    late = 0 < clock.hour < _FIRST_IN_THE_MORNING
    return clock.as_time(clock.half or ("pm" if late else clock.half_of_day))


def _at(moment: time, day: datetime) -> datetime:
    return datetime.combine(day.date(), moment, day.tzinfo)
