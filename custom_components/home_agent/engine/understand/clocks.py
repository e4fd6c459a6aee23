"""What the clock shows: "7:30 pm", "half past seven", "ten to eight", "noon"."""

import re
from dataclasses import dataclass
from datetime import time

from .durations import time_sense, time_word
from .lexicon import Lexicon, Phrase
from .numerals import figure, is_whole

_NOON, _HOURS, _MINUTES = 12, 24, 60
_SHOWN = re.compile(r"(\d{1,2})[:.](\d{2})")
_SHARES = {"half_hour": 30, "quarter_hour": 15}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """An hour and a minute as they were said."""

    hour: int
    minute: int = 0
    half: str = ""
    """am, pm, or nothing said."""

    @property
    def whole_day(self) -> bool:
        """Whether it can be only one hour of the day."""
        return self.hour > _NOON or self.hour == 0

    def as_time(self, half: str) -> time:
        """The time of day, in the first or the second half of it."""
        if self.whole_day or not half:
            return time(self.hour % _HOURS, self.minute)
        return time(self.hour % _NOON + (_NOON if half == "pm" else 0), self.minute)


def clock_at(words: Phrase, at: int, lexicon: Lexicon, *, hours: int) -> tuple[int, Clock | None]:
    """The time that begins at this word; a figure alone may be one up to so many hours."""
    name, length = time_sense(words, at, lexicon, "noon", "midnight")
    if name:
        return length, Clock(hour=_NOON, half="pm" if name == "noon" else "am")
    length, clock = _around(words, at, lexicon)
    sure = clock is not None
    if clock is None:
        length, clock, sure = _figures(words, at)
    if clock is None:
        return 0, None
    if oclock := time_word(words, at + length, lexicon, "oclock"):
        length, sure = length + len(oclock), True
    half, size = time_sense(words, at + length, lexicon, "am", "pm")
    if half:
        return length + size, Clock(hour=clock.hour, minute=clock.minute, half=half)
    if not sure and (clock.hour > hours or not hours or _has_unit(words, at + length, lexicon)):
        return 0, None
    return length, clock


def _around(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, Clock | None]:
    """Half past seven, ten minutes to eight."""
    share, length = time_sense(words, at, lexicon, *_SHARES)
    minutes = _SHARES.get(share)
    if minutes is None and is_whole(words[at]):
        unit = len(time_word(words, at + 1, lexicon, "minutes"))
        # "Ten to eight" is a time; "from 8 to 10" is two.
        minutes = int(words[at]) if unit or int(words[at]) % 5 == 0 else None
        length = 1 + unit
    if minutes is None or minutes >= _MINUTES:
        return 0, None
    side, size = time_sense(words, at + length, lexicon, "past", "to")
    hour = _hour(words, at + length + size)
    if not side or hour is None:
        return 0, None
    if side == "to":
        hour, minutes = (hour - 1) % _HOURS or _NOON, _MINUTES - minutes
    return length + size + 1, Clock(hour=hour, minute=minutes)


def _figures(words: Phrase, at: int) -> tuple[int, Clock | None, bool]:
    """Figures as a clock shows them; whether they can be nothing else."""
    if shown := _SHOWN.fullmatch(words[at]):
        clock = Clock(hour=int(shown[1]), minute=int(shown[2]))
        fits = clock.hour < _HOURS and clock.minute < _MINUTES
        return (1, clock, ":" in words[at]) if fits else (0, None, False)
    hour = _hour(words, at)
    if hour is None:
        return 0, None, False
    following = words[at + 1] if at + 1 < len(words) else ""
    if is_whole(following) and len(following) == 2 and int(following) < _MINUTES:  # noqa: PLR2004
        return 2, Clock(hour=hour, minute=int(following)), False
    return 1, Clock(hour=hour), False


def _hour(words: Phrase, at: int) -> int | None:
    if at >= len(words) or not is_whole(words[at]) or int(words[at]) >= _HOURS:
        return None
    return int(words[at])


def _has_unit(words: Phrase, at: int, lexicon: Lexicon) -> bool:
    """Whether the figure before this word is an amount of something."""
    return any(words[at : at + len(unit)] == unit for unit in lexicon.amounts) or (
        at < len(words) and figure(words[at]) is not None
    )
