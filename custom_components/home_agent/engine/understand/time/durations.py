"""How long: "ten minutes", "an hour and a half", "a couple of seconds"."""

from functools import cache

from ..lexicon.lexicon import Lexicon, Phrase
from ..text.numerals import read_number
from ..text.phrases import find_phrase
from ..text.words import PhraseMeanings

_UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400, "weeks": 604800}
# Some languages have one word for these.
_UNITS |= {"quarter_hours": 900, "half_hours": 1800, "three_quarter_hours": 2700}
_COUNTS = {"one": 1.0, "half": 0.5, "quarter": 0.25, "three_quarters": 0.75, "couple": 2, "few": 3}
_COUNTS |= {"one_and_a_half": 1.5, "two_and_a_half": 2.5}
_SHARES = ("quarter", "half", "three_quarters")
_HOUR, _MINUTE = _UNITS["hours"], _UNITS["minutes"]


def duration_at(words: Phrase, start: int, lexicon: Lexicon) -> tuple[int, float]:
    """The length of time that begins at this word: of how many words, and how many seconds."""
    position, seconds = start, 0.0
    while True:
        length, more = _part(words, _after_link(words, start, position, lexicon), lexicon)
        if not length:
            break
        position = _after_link(words, start, position, lexicon) + length
        seconds += more
        if seconds % _HOUR == 0:
            length, more = _of_the_hour(words, position, lexicon)
            position, seconds = position + length, seconds + more
    return (position - start, seconds) if seconds else (0, 0)


def repeat_unit(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words with a unit that is said once wherever it is meant: "for 10 minutes … for 20".

    None is added where two are told, or where more than a figure follows "for" or "in".
    """
    bare: list[int] = []
    units: set[Phrase] = set()
    for at in range(len(words)):
        figure = at + time_sense(words, at, lexicon, "for", "in")[1]
        if figure in (at, len(words)):
            continue
        following = words[figure + 1 : figure + 2]
        ends = following in ((), (",",)) or find_phrase(words, lexicon.roles["and"], figure + 1)
        if length := duration_at(words, figure, lexicon)[0]:
            units.add(words[figure + length - 1 : figure + length])
        elif ends and read_number(words[figure]) is not None:
            bare.append(figure)
    if len(units) != 1:
        return words
    unit = units.pop()
    return tuple(
        said for at, word in enumerate(words) for said in ((word, *unit) if at in bare else (word,))
    )


def _of_the_hour(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, float]:
    """What follows an hour without a unit of its own: "une heure 30", "un'ora e un quarto"."""
    link = len(find_phrase(words, lexicon.roles["and"], at))
    share, length = time_sense(words, at + link, lexicon, *_SHARES)
    if link and share and not time_word(words, at + link + length, lexicon, *_UNITS):
        return link + length, _COUNTS[share] * _HOUR
    minutes = read_number(words[at]) if at < len(words) else None
    if minutes is None or not 0 < minutes < _HOUR / _MINUTE:
        return 0, 0
    if find_phrase(words, lexicon.amounts, at + 1) or time_word(words, at + 1, lexicon, *_UNITS):
        return 0, 0
    return 1, minutes * _MINUTE


def time_word(words: Phrase, at: int, lexicon: Lexicon, *names: str) -> Phrase:
    """The longest phrase of these kinds that begins at this word."""
    return words[at : at + time_sense(words, at, lexicon, *names)[1]]


def time_sense(words: Phrase, at: int, lexicon: Lexicon, *names: str) -> tuple[str, int]:
    """Which of these kinds the phrase at this word is, and of how many words it is.

    The longest counts; of two kinds that have it, the one that is asked for first.
    """
    if at >= len(words):
        return "", 0
    kinds = _kinds(lexicon)
    for length in range(min(kinds.lengths.get(words[at], 0), len(words) - at), 0, -1):
        found = kinds.get(words[at : at + length])
        name = next((sense for sense in names if sense in found), None) if found else None
        if name is not None:
            return name, length
    return "", 0


@cache
def _kinds(lexicon: Lexicon) -> PhraseMeanings[frozenset[str]]:
    """By phrase, of which kinds it is: looked up far more often than any other words."""
    kinds: dict[Phrase, frozenset[str]] = {}
    for name, phrases in lexicon.times.items():
        for phrase in phrases:
            kinds[phrase] = kinds.get(phrase, frozenset()) | {name}
    return PhraseMeanings(kinds)


def _after_link(words: Phrase, start: int, position: int, lexicon: Lexicon) -> int:
    """Where the next part stands: "1 hour and 15 minutes"."""
    if position == start:
        return position
    while position < len(words) and (
        words[position] == "," or words[position : position + 1] in lexicon.roles["and"]
    ):
        position += 1
    return position


def _part(words: Phrase, at: int, lexicon: Lexicon) -> tuple[int, float]:
    if at >= len(words):
        return 0, 0
    sense, length = time_sense(words, at, lexicon, *_COUNTS)
    count = _COUNTS.get(sense)
    if count is None:
        count, length = read_number(words[at]), 1
    if count is None:
        return 0, 0
    length += len(time_word(words, at + length, lexicon, "more"))
    unit, size = time_sense(words, at + length, lexicon, *_UNITS)
    if not unit:
        return 0, 0
    length += size
    half = time_word(words, at + length, lexicon, "and_a_half")
    # "five hours and a half minute" has two parts
    if half and not time_word(words, at + length + len(half), lexicon, *_UNITS):
        count, length = count + 0.5, length + len(half)
    return length, count * _UNITS[unit]
