"""What the clock shows: "7:30 pm", "half past seven", "halb acht", "las siete y media", "noon"."""

import re
from dataclasses import dataclass
from datetime import time

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.numerals import is_whole, read_number
from .durations import time_sense, time_word

_NOON, _HOURS, _MINUTES = 12, 24, 60
_SHOWN = re.compile(r"(\d{1,2})[:.](\d{2})")
_HALF_PAST = re.compile(r"(\d{1,2})\.5")
_SHARES = {"half_hour": 30, "quarter_hour": 15, "three_quarter_hour": 45}
# These count down to the hour that follows: "halb acht" is half past seven.
_TOWARDS = {"quarter_towards": 45, "half_towards": 30, "three_quarters_towards": 15}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockTime:
    """An hour and a minute as they were said."""

    hour: int
    minute: int = 0
    half: str = ""
    """am, pm, or nothing said."""

    @property
    def whole_day(self) -> bool:
        """Whether it can be only one hour of the day."""
        return self.hour > _NOON or self.hour == 0

    @property
    def half_of_day(self) -> str:
        """The half of the day that it is in, where hours are counted through the whole day."""
        return "pm" if self.hour >= _NOON else "am"

    def as_time(self, half: str) -> time:
        """The time of day, in the first or the second half of it."""
        if self.whole_day or not half:
            return time(self.hour % _HOURS, self.minute)
        return time(self.hour % _NOON + (_NOON if half == "pm" else 0), self.minute)


def clock_at(
    words: Phrase, at: int, lexicon: Lexicon, *, hours: int
) -> tuple[int, ClockTime | None]:
    """The time that begins at this word; a figure alone may be one up to so many hours."""
    name, length = time_sense(words, at, lexicon, "noon", "midnight")
    if name:
        return length, ClockTime(hour=_NOON, half="pm" if name == "noon" else "am")
    length, clock = _around(words, at, lexicon)
    if clock is None and hours:
        length, clock = _half(words, at, lexicon)
    sure = clock is not None
    if oclock := time_word(words, at, lexicon, "one_oclock"):
        length, clock, sure = len(oclock), ClockTime(hour=1), True
    elif clock is None:
        length, clock, sure = _figures(words, at)
    if clock is None:
        return 0, None
    if oclock := time_word(words, at + length, lexicon, "oclock"):
        length, sure = length + len(oclock), True
    size, clock = _past_the_hour(words, at + length, clock, lexicon, said=bool(oclock))
    length, sure = length + size, sure or bool(size)
    half, size = time_sense(words, at + length, lexicon, "am", "pm")
    if half:
        return length + size, ClockTime(hour=clock.hour, minute=clock.minute, half=half)
    if not sure and (clock.hour > hours or not hours or _has_unit(words, at + length, lexicon)):
        return 0, None
    return length, clock


def _around(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, ClockTime | None]:
    """Half past seven, ten minutes to eight, halb acht, fünf nach halb acht."""
    length, clock = _at_or_towards(words, at, lexicon)
    if length > 1:
        return length, clock
    length, minutes = _share(words, at, lexicon)
    # "Ten to eight" is a time; "from 8 to 10" is two.
    if not length or (length == 1 and is_whole(words[at]) and minutes % 5):
        return 0, None
    side, size = time_sense(words, at + length, lexicon, "past", "to")
    more, clock = _at_or_towards(words, at + length + size, lexicon)
    if not side or clock is None:
        return 0, None
    return length + size + more, _moved(clock, minutes if side == "past" else -minutes)


def _at_or_towards(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, ClockTime | None]:
    """An hour, or a share of the way to it."""
    towards, length = time_sense(words, at, lexicon, *_TOWARDS)
    hour = _hour(words, at + length)
    if hour is None:
        return 0, None
    return length + 1, _moved(ClockTime(hour=hour), -_TOWARDS.get(towards, 0))


def _share(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, int]:
    """So many minutes, or a share of the hour: of how many words, and how many minutes."""
    share, length = time_sense(words, at, lexicon, *_SHARES)
    if share:
        return length, _SHARES[share]
    if at >= len(words) or not is_whole(words[at]) or not 0 < int(words[at]) < _MINUTES:
        return 0, 0
    return 1 + len(time_word(words, at + 1, lexicon, "minutes")), int(words[at])


def _past_the_hour(
    words: Phrase, at: int, clock: ClockTime, lexicon: Lexicon, *, said: bool
) -> tuple[int, ClockTime]:
    """What is added after the hour: "y media", "moins le quart", "Uhr 30"."""
    side, size = time_sense(words, at, lexicon, "plus", "less")
    length, minutes = _share(words, at + size, lexicon)
    told = bool(side) or (said and at < len(words) and is_whole(words[at]))
    if clock.minute or not length or not told or _has_unit(words, at + size + length, lexicon):
        return 0, clock
    return size + length, _moved(clock, -minutes if side == "less" else minutes)


def _moved(clock: ClockTime, minutes: int) -> ClockTime:
    """So many minutes later, or earlier; whether it is morning is left open."""
    hours, minute = divmod(clock.minute + minutes, _MINUTES)
    hour = (clock.hour + hours) % _HOURS if hours else clock.hour
    return ClockTime(hour=hour or (_NOON if hours else 0), minute=minute)


def _half(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, ClockTime | None]:
    """Half seven, where that is half past it."""
    length = len(time_word(words, at, lexicon, "half_past"))
    hour = _hour(words, at + length)
    if not length or hour is None or _has_unit(words, at + length + 1, lexicon):
        return 0, None
    return length + 1, ClockTime(hour=hour, minute=_MINUTES // 2)


def _figures(words: Phrase, at: int) -> tuple[int, ClockTime | None, bool]:
    """Figures as a clock shows them; whether they can be nothing else."""
    if shown := _SHOWN.fullmatch(words[at]):
        clock = ClockTime(hour=int(shown[1]), minute=int(shown[2]))
        fits = clock.hour < _HOURS and clock.minute < _MINUTES
        return (1, clock, ":" in words[at]) if fits else (0, None, False)
    if half := _HALF_PAST.fullmatch(words[at]):
        return 1, ClockTime(hour=int(half[1]), minute=30), False
    hour = _hour(words, at)
    if hour is None:
        return 0, None, False
    following = words[at + 1] if at + 1 < len(words) else ""
    if is_whole(following) and len(following) == 2 and int(following) < _MINUTES:  # noqa: PLR2004
        return 2, ClockTime(hour=hour, minute=int(following)), False
    return 1, ClockTime(hour=hour), False


def _hour(words: Phrase, at: int) -> int | None:
    if at >= len(words) or not is_whole(words[at]) or int(words[at]) >= _HOURS:
        return None
    return int(words[at])


def _has_unit(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether the figure before this word is an amount of something."""
    return any(words[at : at + len(unit)] == unit for unit in lexicon.amounts) or (
        at < len(words) and read_number(words[at]) is not None
    )
