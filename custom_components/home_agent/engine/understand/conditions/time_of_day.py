"""The time of day in a condition: "after eleven", "at night", "between ten and six", "on weekends".

Whoever is told of something after an hour means the evening or the night, where no more is said:
five to eleven are in the evening, twelve to four at night. What begins then lasts until six in the
morning, and what is before an hour begins at midnight.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import time, timedelta

from ...conditions import Condition, StateIs, TimeIs
from ...instants import WEEKDAYS
from ..clauses.amounts import name_positions
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase
from ..time.clocks import ClockTime, clock_at
from ..time.durations import duration_at, time_sense, time_word
from ..utterance import Utterance

_GROUPS = {
    **{f"{day}s": frozenset({at}) for at, day in enumerate(WEEKDAYS)},
    "weekdays": frozenset(range(5)),
    "weekends": frozenset({5, 6}),
    "weekend": frozenset({5, 6}),
}
_NIGHT_ENDS = time(6)
_PARTS = {
    "in_the_morning": (time(6), time(12)),
    "in_the_afternoon": (time(12), time(18)),
    "in_the_evening": (time(18), time(22)),
    "in_the_night": (time(22), _NIGHT_ENDS),
    "tonight": (time(18), _NIGHT_ENDS),
}
_FIRST_IN_THE_EVENING, _NOON = 5, 12
_WHOLE_DAY = 24
_SUN = "sun.sun"


@dataclass(slots=True, kw_only=True)
class _Draft:
    after: time | None = None
    before: time | None = None
    days: set[int] = field(default_factory=set)
    dark: bool | None = None
    """Whether the sun must be down, or up."""

    def conditions(self) -> Iterator[Condition]:
        if self.after or self.before or self.days:
            yield TimeIs(after=self.after, before=self.before, days=frozenset(self.days))
        if self.dark is not None:
            state = "below_horizon" if self.dark else "above_horizon"
            yield StateIs(entity_ids=(_SUN,), states=frozenset({state}))


def read_time_of_day(utterance: Utterance) -> tuple[tuple[Condition, ...], Phrase]:
    """Take the time of day out of the words of a condition, where they tell one."""
    words = utterance.words
    reader = _Reader(utterance)
    taken = name_positions(words, utterance.names)
    kept: list[str] = []
    at = 0
    while at < len(words):
        length = 0 if at in taken else reader.take(at)
        if length:
            at += length
        else:
            kept.append(words[at])
            at += 1
    return tuple(reader.draft.conditions()), tuple(kept)


class _Reader:
    """Goes through the words, and gathers what they say of the time of day."""

    def __init__(self, utterance: Utterance) -> None:
        self._words = utterance.words
        self._home = utterance.home
        self._lexicon = utterance.lexicon
        self.draft = _Draft()

    def take(self, at: int) -> int:
        """Take what stands here, if it is a time of day: of how many words it is."""
        if dark := find_phrase(self._words, self._said("in_the_dark"), at):
            self.draft.dark = True if _SUN in self._home.states else None
            return len(dark) if self.draft.dark else 0
        return self._between(at) or self._from(at) or self._until(at) or self._part(at)

    def _between(self, at: int) -> int:
        mark = len(find_phrase(self._words, self._lexicon.roles["range_marks"], at))
        length, first = self._clock(at + mark)
        if not mark or first is None:
            return 0
        middle = at + mark + length
        links = self._lexicon.roles["range_links"] | self._lexicon.times.get("until", frozenset())
        link = len(find_phrase(self._words, links, middle))
        size, last = self._clock(middle + link)
        if not link or last is None:
            return 0
        self.draft.after, self.draft.before = _span(first, last)
        return mark + length + link + size

    def _from(self, at: int) -> int:
        length, clock = self._after_mark("hours_after", at, dark="sunset")
        if clock is not None:
            self.draft.after = _evening(clock)
            self.draft.before = _NIGHT_ENDS if self.draft.after != _NIGHT_ENDS else None
        return length

    def _until(self, at: int) -> int:
        length, clock = self._after_mark("hours_before", at, dark="sunrise")
        if clock is not None:
            self.draft.before = clock.as_time(clock.half or "am")
        return length

    def _after_mark(self, role: str, at: int, *, dark: str) -> tuple[int, ClockTime | None]:
        """How many words a mark and its time are, and the time; None if the sun tells it.

        With which of its events it gets dark depends on the mark: "after sunset", "before sunrise".
        """
        mark = len(find_phrase(self._words, self._said(role), at))
        if not mark:
            return 0, None
        event, size = time_sense(self._words, at + mark, self._lexicon, "sunset", "sunrise")
        if event and _SUN in self._home.states:
            self.draft.dark = event == dark
            return mark + size, None
        length, clock = self._clock(at + mark)
        return (0, None) if clock is None else (mark + length, clock)

    def _part(self, at: int) -> int:
        part, length = time_sense(self._words, at, self._lexicon, *_PARTS)
        if night := find_phrase(self._words, self._said("hours_at_night"), at):
            # What is the evening where somebody says when is the night where they say how late.
            part, length = "in_the_night", len(night)
        if part:
            self.draft.after, self.draft.before = _PARTS[part]
            if part == "tonight":
                self.draft.days.add(self._home.now.weekday())
            return length
        on = len(time_word(self._words, at, self._lexicon, "on", "at", "every"))
        group, length = time_sense(self._words, at + on, self._lexicon, *_GROUPS)
        if not group:
            return 0
        self.draft.days |= _GROUPS[group]
        return on + length

    def _clock(self, at: int) -> tuple[int, ClockTime | None]:
        length, _seconds = duration_at(self._words, at, self._lexicon)
        if at >= len(self._words) or (
            length and not time_word(self._words, at + 1, self._lexicon, "oclock")
        ):
            return 0, None
        return clock_at(self._words, at, self._lexicon, hours=_WHOLE_DAY)

    def _said(self, name: str) -> frozenset[Phrase]:
        return self._lexicon.conditions.get(name, frozenset())


def _evening(clock: ClockTime) -> time:
    late = _FIRST_IN_THE_EVENING <= clock.hour < _NOON
    return clock.as_time(clock.half or ("pm" if late else "am"))


def _span(first: ClockTime, last: ClockTime) -> tuple[time, time]:
    """Two ends of which one may say which half of the day is meant, and the other follows."""
    if not first.half and last.half:
        end = last.as_time(last.half)
        halves = (first.as_time(half) for half in ("am", "pm"))
        return min(halves, key=lambda begin: _length(begin, end)), end
    begin = _evening(first)
    halves = (last.as_time(last.half or half) for half in ("am", "pm"))
    return begin, min(halves, key=lambda end: _length(begin, end))


def _length(begin: time, end: time) -> timedelta:
    first, last = (timedelta(hours=at.hour, minutes=at.minute) for at in (begin, end))
    return last - first if last > first else last - first + timedelta(days=1)
