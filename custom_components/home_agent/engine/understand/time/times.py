"""When: the times that a sentence speaks of, and its words without them."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from ...instants import WEEKDAYS
from ...triggers import Trigger
from ..clauses.amounts import name_positions
from ..clauses.frame import read_act
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names
from ..text.phrases import find_phrase, has_phrase
from .clocks import clock_at
from .durations import duration_at, time_sense, time_word
from .reference import TimeReference, shift_trigger
from .time_parts import HOURS, TimeParts, to_trigger

_EVERY_DAYS = tuple(f"{day}s" for day in WEEKDAYS)
_GROUPS = {
    "weekdays": frozenset(range(5)),
    "weekend": frozenset({5, 6}),
    "weekends": frozenset({5, 6}),
}
DAYS_AHEAD = {"today": 0, "tonight": 0, "tomorrow": 1, "after_tomorrow": 2}
"""How many days ahead the days are that are named by their distance from today."""
_SATURDAY = 5
_SUN = ("sunrise", "sunset")

_WHOLE_DAY = 24

# What is done for a while, where only its length is said.
_SWITCHING = frozenset({"close", "open", "turn_off", "turn_on"})

# Kinds of words that tell nothing without others.
_LINKS = frozenset(
    {"in", "for", "at", "named", "on", "after", "before", "to", "up_to", "one", "half", "quarter"}
    | {"three_quarters", "more", "half_hour", "half_past", "and_a_half", "couple"}
    | {"few", "plus", "less", "half_towards", "quarter_towards", "long", "since", "wait", "now"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """When something is to be done, and when it is to be undone."""

    begin: Trigger | None = None
    end: Trigger | None = None
    twice: bool = False
    """Whether two were said where there can be one: "at 7 turn it on and at 8 off"."""

    spans: tuple[range, ...] = ()
    """Where the words of each time stand."""

    whole_day: bool = False
    """Whether somebody counts the hours of a whole day: "um 19 Uhr"."""

    @property
    def now(self) -> bool:
        """Whether nothing was said of another time."""
        return self.begin is None and self.end is None


def read_times(
    words: Phrase, lexicon: Lexicon, names: Names, reference: TimeReference, *, hours: int
) -> tuple[Times, Phrase]:
    """Take the times out of a sentence; a figure after "at" may be an hour up to `hours`."""
    if not _may_tell(words, lexicon):
        return Times(), words
    reader = _Reader(words, lexicon, hours=hours)
    taken = name_positions(words, names)
    kept: list[str] = []
    spans: list[range] = []
    position = 0
    while position < len(words):
        length = 0 if position in taken else reader.take(position, taken)
        if length:
            spans.append(range(position, position + length))
            position += length
        else:
            kept.append(words[position])
            position += 1
    whole_day = reference.whole_day or reader.begin.whole_day or reader.end.whole_day
    reference = replace(reference, whole_day=whole_day)
    begin, end = to_trigger(reader.begin, reference), to_trigger(reader.end, reference)
    twice = reader.begin.twice or reader.end.twice
    if reader.begin.is_relative and reference.before is not None:
        begin = shift_trigger(reference.before, reader.begin.delay)
        twice = twice or begin is None
    times = Times(
        begin=begin, end=end, twice=twice, spans=tuple(spans), whole_day=reference.whole_day
    )
    return times, tuple(kept)


def _may_tell(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether it is worth to look closer: most sentences have no word that tells a time."""
    telling = _telling(lexicon)
    return any(
        word in telling or ":" in word or (word[-1].isdigit() and before in _marks(lexicon))
        for before, word in pairwise(("", *words))
    )


@cache
def _telling(lexicon: Lexicon) -> frozenset[str]:
    """The words that only times are told with."""
    small = lexicon.roles["articles"] | lexicon.roles["places"] | lexicon.roles["and"]
    phrases = (
        phrase for name, listed in lexicon.times.items() if name not in _LINKS for phrase in listed
    )
    words = (word for phrase in phrases for word in phrase)
    return frozenset(word for word in words if (word,) not in small and len(word) > 1)


@cache
def _marks(lexicon: Lexicon) -> frozenset[str]:
    """The words after which a figure may be an hour."""
    names = ("at", "after", "half_past", "named")
    phrases = (phrase for name in names for phrase in lexicon.times.get(name, ()))
    return frozenset(phrase[-1] for phrase in phrases)


class _Reader:
    """Goes through a sentence, and gathers what it says of the beginning and of the end."""

    def __init__(self, words: Phrase, lexicon: Lexicon, *, hours: int) -> None:
        self._words = words
        self._lexicon = lexicon
        self._hours = hours
        self.begin = TimeParts()
        self.end = TimeParts()
        self._told_up_to = 0

    def take(self, at: int, taken: set[int]) -> int:
        """Take what stands here, if it is a time and no name: of how many words it is."""
        if find_phrase(self._words, self._lexicon.roles["fillers"], at):
            return 0
        before = self.begin.copied(), self.end.copied()
        length = self._length(at) or self._again(at) or self._moment(at)
        if taken & set(range(at, at + length)):
            self.begin, self.end = before
            return 0
        for parts, was in zip((self.begin, self.end), before, strict=True):
            parts.twice = parts.twice or parts.differs(was)
        if length:
            self._told_up_to = at + length
        return length

    def _length(self, at: int) -> int:
        """A length of time: "in ten minutes", "for an hour", "ten minutes after sunset"."""
        mark, size = time_sense(self._words, at, self._lexicon, "in", "for")
        length, seconds = duration_at(self._words, at + size, self._lexicon)
        if not length:
            return 0
        after = at + size + length
        side, more = time_sense(self._words, after, self._lexicon, "before", "after")
        event, end = time_sense(self._words, after + more, self._lexicon, *_SUN)
        if side and event:
            self.begin.sun_event, self.begin.offset = (
                event,
                seconds if side == "after" else -seconds,
            )
            return size + length + more + end
        if long := time_word(self._words, after, self._lexicon, "long"):
            self.end.delay = seconds
            return size + length + len(long)
        from_now = time_word(self._words, after, self._lexicon, "from_now")
        if mark == "in" or (from_now and not mark):
            said = from_now or self._words[at : at + size]
            self.begin.is_relative = said in self._lexicon.times.get("since", ())
            self.begin.delay = seconds
            return size + length + len(from_now)
        # "doe de lamp een kwartier aan"
        bare = not mark and (self._lexicon.particles_last or self._ends_switching(at, after))
        if mark == "for" or bare:
            self.end.delay = seconds
            return size + length
        return 0

    def _ends_switching(self, at: int, after: int) -> bool:
        """Whether a mere length ends a command to switch: "enciende el ventilador diez minutos"."""
        words, lexicon = self._words, self._lexicon
        ends = words[after : after + 1] in ((), (",",))
        if not ends and not find_phrase(words, lexicon.roles["and"], after):
            return False
        if has_phrase(words[:at], lexicon.timers.get("nouns", frozenset())):
            return False
        act, target = read_act(words[:at], lexicon)
        return act is not None and bool(act.head and target) and bool(act.acts & _SWITCHING)

    def _again(self, at: int) -> int:
        """Again and again: "every ten minutes", "every weekday", "every morning", "daily"."""
        words, lexicon, parts = self._words, self._lexicon, self.begin
        daily = time_word(words, at, lexicon, "daily")
        group, length = time_sense(words, at, lexicon, "weekdays", "weekends")
        if length > max(1, len(daily)):
            # "du lundi au vendredi" is no Friday
            parts.recurs = True
            parts.days |= _GROUPS[group]
            return length
        if daily:
            parts.recurs = True
            return len(daily)
        size = len(time_word(words, at, lexicon, "every"))
        if not size:
            # "on weekdays", "Mondays at seven"
            on = len(time_word(words, at, lexicon, "on"))
            group, length = time_sense(words, at + on, lexicon, *_EVERY_DAYS)
            if not group:
                group, length = time_sense(words, at + on, lexicon, "weekdays", "weekends")
            if not group:
                return 0
            parts.recurs = True
            parts.days |= _GROUPS.get(group) or {WEEKDAYS.index(group.removesuffix("s"))}
            return on + length
        length, seconds = duration_at(("1", *words[at + size :]), 0, lexicon)
        if length and not time_word(words, at + size, lexicon, "days"):
            parts.recurs, parts.period = True, seconds
            return size + length - 1
        length, seconds = duration_at(words, at + size, lexicon)
        if length:
            parts.recurs, parts.period = True, seconds
            return size + length
        length = self._days(at + size)
        if length:
            parts.recurs = True
            return size + length
        return 0

    def _days(self, at: int) -> int:
        """The days that come after "every": one or several, a group, or a part of the day."""
        position = at
        while True:
            name, length = time_sense(self._words, position, self._lexicon, *WEEKDAYS, *_EVERY_DAYS)
            if not length:
                break
            self.begin.days.add((*WEEKDAYS, *_EVERY_DAYS).index(name) % len(WEEKDAYS))
            position += length
            link = self._words[position : position + 1]
            days = (*WEEKDAYS, *_EVERY_DAYS)
            following = time_word(self._words, position + 1, self._lexicon, *days)
            if following and (link == (",",) or link in self._lexicon.roles["and"]):
                position += 1
        if position > at:
            return position - at
        group, length = time_sense(self._words, at, self._lexicon, *_GROUPS)
        if group:
            self.begin.days |= _GROUPS[group]
            return length
        part, length = time_sense(self._words, at, self._lexicon, *HOURS)
        if part:
            self.begin.part_of_day = part
            return length
        return len(time_word(self._words, at, self._lexicon, "days"))

    def _moment(self, at: int) -> int:
        """A moment: "at seven", "tomorrow morning", "until sunset"."""
        # "from seven to nine", but not "the lamp at seven and the radio at eight"
        goes_on = self.begin.clock is not None and at == self._told_up_to
        ends = ("until", "up_to") if goes_on else ("until",)
        until = time_word(self._words, at, self._lexicon, *ends)
        mark = until or time_word(self._words, at, self._lexicon, "at", "after", "on", "named")
        if time_sense(self._words, at, self._lexicon, *DAYS_AHEAD)[1] > len(mark):
            # "après-demain" is no "demain"
            mark = ()
        parts, position = (self.end if until else self.begin), at + len(mark)
        hours = _WHOLE_DAY if until else self._hours_after(mark)
        length = self._piece(position, parts, marked=bool(mark), hours=hours)
        if not length:
            position = at
            length = self._piece(position, parts, marked=False, hours=0)
        if not length:
            return 0
        position += length
        while more := self._following(position, parts):
            position += more
        return position - at

    def _following(self, at: int, parts: TimeParts) -> int:
        """A further piece of the same moment, with or without a small word before it."""
        if time_sense(self._words, at, self._lexicon, "weekdays", "weekends")[1] > 1:
            # That is told by itself.
            return 0
        mark = len(time_word(self._words, at, self._lexicon, "at", "on", "named"))
        length = self._piece(at + mark, parts, marked=True, hours=_WHOLE_DAY)
        return mark + length if length else 0

    def _hours_after(self, mark: Phrase) -> int:
        """Up to how much a figure after this word is an hour: "alle 23" can be nothing else."""
        if not mark or mark in self._lexicon.times.get("named", ()):
            return 0
        amount = mark in self._lexicon.roles["amount_marks"]
        return self._hours if amount or not self._hours else _WHOLE_DAY

    def _piece(self, at: int, parts: TimeParts, *, marked: bool, hours: int) -> int:
        words, lexicon = self._words, self._lexicon
        if at >= len(words):
            return 0
        event, length = time_sense(words, at, lexicon, *_SUN)
        if event and marked:
            parts.sun_event = event
            return length
        ahead, length = time_sense(words, at, lexicon, *DAYS_AHEAD)
        if ahead:
            return length + self._day(at + length, ahead, parts)
        part, length = time_sense(words, at, lexicon, *(f"in_the_{hour}" for hour in HOURS))
        if part:
            parts.part_of_day = part.removeprefix("in_the_")
            return length
        name, length = time_sense(words, at, lexicon, *WEEKDAYS, "weekend")
        if name and (marked or name == "weekend"):
            parts.days.add(_SATURDAY if name == "weekend" else WEEKDAYS.index(name))
            rest, size = time_sense(words, at + length, lexicon, *HOURS)
            parts.part_of_day = rest or parts.part_of_day
            return length + size
        said = parts.days_ahead is not None or parts.recurs or bool(parts.days or parts.part_of_day)
        hours = _WHOLE_DAY if said and marked else hours
        length, clock = clock_at(words, at, lexicon, hours=hours)
        if clock is not None:
            parts.twice = parts.twice or parts.clock not in (None, clock)
            parts.whole_day = parts.whole_day or clock.whole_day
            parts.clock = clock
        return length

    def _day(self, at: int, ahead: str, parts: TimeParts) -> int:
        parts.days_ahead = DAYS_AHEAD[ahead]
        if ahead == "tonight":
            parts.part_of_day = "night"
        part, length = time_sense(self._words, at, self._lexicon, *HOURS)
        parts.part_of_day = part or parts.part_of_day
        return length
