"""A sentence about several timers, or about a timer and something else → its parts."""

from collections.abc import Iterator
from itertools import pairwise

from ..clauses.frame import read_act
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.numerals import read_number
from ..text.phrases import find_phrase, has_phrase, strip_start, without
from ..time.durations import duration_at


def split_timers(words: Phrase, lexicon: Lexicon) -> list[Phrase]:
    """A sentence for each timer that is to be started: "one for ten minutes and one for twenty".

    What a later part leaves unsaid is as in the first. A sentence with one length of time is whole.
    """
    parts = [words[start:end] for start, end in find_parts(words, lexicon)]
    parts = _repeat_unit(parts, lexicon)
    if sum(_has_length(part, lexicon) for part in parts) <= 1:
        return [words]
    nouns = lexicon.timers["nouns"]
    lead = _find_lead(parts[0], lexicon)
    return [
        part if has_phrase(part, nouns) else (*lead, *_drop_another(part, lexicon))
        for part in parts
    ]


def split_timer_and_rest(words: Phrase, lexicon: Lexicon) -> Iterator[tuple[Phrase, Phrase, bool]]:
    """Where a sentence may part into what is about a timer and other commands.

    Yields the words for the timer, those for the rest, and whether the timer comes first.
    """
    nouns = lexicon.timers.get("nouns", frozenset())
    spans = list(find_parts(words, lexicon))
    for (_, end), (start, _) in pairwise(spans):
        first, last = words[:end], words[start:]
        for timer, rest in ((first, last), (last, first)):
            if (
                has_phrase(timer, nouns)
                and not has_phrase(rest, nouns)
                and read_act(rest, lexicon)[0]
            ):
                yield timer, rest, timer is first


def goes_on(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether another command follows: no timer is called "and turn on the light"."""
    links = ((at, find_phrase(words, lexicon.roles["and"], at)) for at in range(len(words)))
    acts = (read_act(words[at + len(link) :], lexicon)[0] for at, link in links if link)
    return any(act is not None and act.head for act in acts)


def find_parts(words: Phrase, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Where the parts between "and" and commas stand; "an hour and a half" is one."""
    start = position = 0
    while position < len(words):
        length, _ = duration_at(words, position, lexicon)
        comma = words[position : position + 1] if words[position] == "," else ()
        link = () if length else comma or find_phrase(words, lexicon.roles["and"], position)
        if link and position > start:
            yield start, position
        position += length or len(link) or 1
        start = position if link else start
    if position > start:
        yield start, position


def _repeat_unit(parts: list[Phrase], lexicon: Lexicon) -> list[Phrase]:
    """The parts with the unit of the first where one is but a figure: "… and one for ten"."""
    first = parts[0] if parts else ()
    lengths = ((at, duration_at(first, at, lexicon)[0]) for at in range(len(first)))
    unit = next((first[at + length - 1 : at + length] for at, length in lengths if length), ())
    if not unit or read_number(unit[0]) is not None:
        return parts
    links = lexicon.timers.get("links", frozenset())
    return [
        (*part, *unit) if _is_figure(strip_start(_drop_another(part, lexicon), links)) else part
        for part in parts
    ]


def _is_figure(words: Phrase) -> bool:
    return len(words) == 1 and read_number(words[0]) is not None


def _has_length(words: Phrase, lexicon: Lexicon) -> bool:
    return any(duration_at(words, at, lexicon)[0] for at in range(len(words)))


def _find_lead(words: Phrase, lexicon: Lexicon) -> Phrase:
    """What begins a sentence about a timer, up to that word and without its length."""
    kept: list[str] = []
    position = 0
    while position < len(words):
        if noun := find_phrase(words, lexicon.timers["nouns"], position):
            return (*kept, *noun)
        length, _ = duration_at(words, position, lexicon)
        if not length:
            kept.append(words[position])
        position += length or 1
    return tuple(kept)


def _drop_another(words: Phrase, lexicon: Lexicon) -> Phrase:
    return without(words, lexicon.timers.get("another", frozenset()))
