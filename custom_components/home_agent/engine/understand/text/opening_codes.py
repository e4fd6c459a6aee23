"""Figures that open something, though nobody calls them a code: "the garage opens with 4711".

They are known by what they stand beside: something that opens, unlocks or disarms, or a door, a
gate, a garage; and by how they are joined to it: as the means ("with"), as what is pressed, as what
it "is"; or, where there are four and more, by standing in the same clause, in whatever words ("4711
will always open …"). A moment ("at 1830"), a year, what is measured ("with 1200 watts"), what a
thing is set to and what it is called by ("camera 4711") are none.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...language import Language
from .digits import group_digits, is_measured
from .secret_words import Word, is_entrance, listed, mentions_kind, read_words

_FIGURES_AS_MEANS = 3
_FIGURES_OF_A_CODE = 4
_MOST_FILLERS = 3
_NEAR = 4
_TIME = re.compile(r"(?:[01]?\d|2[0-4])[0-5]\d")
_PAUSE = re.compile(r"[,;.!?\n]")
_DAY = re.compile(r"(?:[0-3]?\d[ ./-]+[01]?\d[ ./-]+)?(?:19|20)\d\d")

type Span = tuple[int, int]


def find_opening_codes(text: str, words: Sequence[Word], language: Language) -> Iterator[Span]:
    """Where figures stand that open something."""
    if not _may_hold_one(text, words) or not _speaks_of_opening(words):
        return
    for number in _numbers(text, words, language):
        place, is_long = _Place(words, number), number.figures >= _FIGURES_OF_A_CODE
        if number.figures < _FIGURES_AS_MEANS or place.is_measured:
            continue
        if is_measured(text[number.end :], language):
            continue
        joined = place.is_keyed or place.is_told(text) or _opens_here(text, words, number, place)
        if place.lead in listed("means") or (is_long and joined):
            yield number.start, number.end


def may_hold_opening_code(text: str, language: Language) -> bool:
    """Whether there are figures that may open something, for all that anybody can tell.

    Whatever is as long as a code beside what opens, but for a moment, a year and what is measured.
    """
    words = read_words(text)
    return _speaks_of_opening(words) and any(
        number.figures >= _FIGURES_OF_A_CODE
        and not is_measured(text[number.end :], language)
        and not (place := _Place(words, number)).is_moment
        and not place.is_measured
        and not _DAY.fullmatch(text[number.start : number.end])
        for number in _numbers(text, words, language)
    )


def _opens_here(text: str, words: Sequence[Word], number: _Number, place: _Place) -> bool:
    """Whether figures stand in the same clause as what opens, and are nothing else."""
    said = text[number.start : number.end]
    if place.is_called_by or _DAY.fullmatch(said) or (place.is_moment and _may_be_time(said)):
        return False
    clause = _clause_around(text, words, number)
    return _speaks_of_opening(clause) and not mentions_kind(clause, "setting")


def _may_be_time(said: str) -> bool:
    """Whether figures may be an hour and its minutes; spoken ones may be anything."""
    return not said.isdecimal() or _TIME.fullmatch(said) is not None


def _clause_around(text: str, words: Sequence[Word], number: _Number) -> list[Word]:
    """The words between the commas and the "and" before and after figures."""
    before: list[Word] = []
    following = number.start
    for word in reversed([word for word in words if word.end <= number.start]):
        if word.plain in listed("links") or _PAUSE.search(text, word.end, following):
            break
        before.insert(0, word)
        following = word.start
    after: list[Word] = []
    end = number.end
    for word in (word for word in words if word.start >= number.end):
        if word.plain in listed("links") or _PAUSE.search(text, end, word.start):
            break
        after.append(word)
        end = word.end
    return [*before, *after]


def _speaks_of_opening(words: Sequence[Word]) -> bool:
    return any(map(is_entrance, words)) or mentions_kind(words, "opening")


def _may_hold_one(text: str, words: Sequence[Word]) -> bool:
    """Whether anything of a sentence leads to figures: few do, and looking for those takes time."""
    if any(map(str.isdigit, text)):
        return True
    joining = (listed(kind) for kind in ("means", "keying", "tells", "purposes"))
    said = {word.plain for word in words[1:]}
    return not said.isdisjoint(listed("opening").union(*joining)) or (
        bool(words) and words[0].plain in listed("means") | listed("keying")
    )


@dataclass(frozen=True, slots=True, order=True)
class _Number:
    """Where a number stands, and how many figures it has at least."""

    start: int
    end: int
    figures: int

    def precedes(self, word: Word, later: _Number) -> bool:
        """Whether a word stands between this and a later one."""
        return self.end <= word.start < later.start


class _Place:
    """What stands around figures."""

    def __init__(self, words: Sequence[Word], number: _Number) -> None:
        self._start = number.start
        # A word for a moment may be one for a figure elsewhere: "um" is one in Portuguese.
        inside = (word for word in words if number.start <= word.start < number.end)
        for word in inside:
            if word.plain not in listed("moments"):
                self._start = word.start
                break
        self._before = [word for word in words if word.end <= self._start]
        self._after = [word for word in words if word.start >= number.end]
        lead = self._before[:]
        for _ in range(_MOST_FILLERS):
            if lead and lead[-1].plain in listed("fillers"):
                lead.pop()
        self._leading = lead

    @property
    def lead(self) -> str:
        """The word that leads to them, whatever is said between."""
        return self._leading[-1].plain if self._leading else ""

    @property
    def is_keyed(self) -> bool:
        """Whether they are pressed, or do it themselves."""
        following = self._after[0].plain if self._after else ""
        if self.lead in listed("keying") or following in listed("keying"):
            return True
        return following in listed("opening") and not self.is_moment

    @property
    def is_moment(self) -> bool:
        """Whether they tell when something is."""
        if not self._before or self._before[-1].plain not in listed("moments"):
            return False
        return not any(word.plain in listed("heeding") for word in self._before[-2:-1])

    @property
    def is_called_by(self) -> bool:
        """Whether they tell one thing from others like it: "camera 4711"."""
        return bool(self._before) and self._before[-1].plain in listed("numbered")

    @property
    def is_measured(self) -> bool:
        """Whether they count something."""
        return bool(self._after) and self._after[0].plain in listed("measures")

    def is_told(self, text: str) -> bool:
        """Whether they are what a door or a gate "is", or what is "for" it."""
        if self.is_moment:
            return False
        if self._leading and is_entrance(self._leading[-1]):
            return True
        named = any(map(is_entrance, self._before))
        between = text[self._before[-1].end : self._start] if self._before else ""
        if named and (self.lead in listed("tells") or ":" in between or "=" in between):
            return True
        following = self._after[:_NEAR]
        return (
            bool(following)
            and following[0].plain in listed("purposes")
            and any(map(is_entrance, following))
        )


def _numbers(text: str, words: Sequence[Word], language: Language) -> Iterator[_Number]:
    """The figures that belong together: typed, told one by one, or as one number."""
    runs = (
        _Number(run[0].start, run[-1].end, sum(len(digits.figures) for digits in run))
        for run in group_digits(text, language)
    )
    large = [_Number(word.start, word.end, _FIGURES_OF_A_CODE) for word in words if _is_large(word)]
    if not large:
        yield from runs
        return
    joined: _Number | None = None
    for number in sorted({*runs, *large}):
        if joined is None:
            joined = number
        elif all(word.plain in listed("links") for word in words if joined.precedes(word, number)):
            figures = max(joined.figures, number.figures)
            joined = _Number(joined.start, max(joined.end, number.end), figures)
        else:
            yield joined
            joined = number
    if joined is not None:
        yield joined


def _is_large(word: Word) -> bool:
    """Whether a word is a hundred or a thousand, or a number with one in it."""
    if word.plain in listed("magnitudes"):
        return True
    return any(part in word.plain for part in listed("magnitude_parts"))
