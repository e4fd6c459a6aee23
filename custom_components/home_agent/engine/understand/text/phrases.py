"""Looking for phrases among words: every reader's one search, and every look is counted."""

from collections.abc import Container, Iterable, Iterator
from functools import cache
from itertools import dropwhile

from ..effort import CURRENT
from ..lexicon.file import has_lexicon, load_lexicon
from ..lexicon.lexicon import Lexicon, Phrase
from .words import PhraseMeanings, Phrases, tokens

_LONGEST_PHRASE = 7
_INDEXED = (Phrases, PhraseMeanings)


def find_phrase(words: Phrase, phrases: Container[Phrase], start: int) -> Phrase:
    """The longest of the phrases that begins at this word; empty if none does."""
    if (effort := CURRENT.get()) is not None:
        if effort.left <= 0:
            effort.check()
        effort.left -= 1
    left = len(words) - start
    if left <= 0:
        return ()
    longest = _LONGEST_PHRASE
    if isinstance(phrases, _INDEXED):
        longest = phrases.lengths.get(words[start], 0)
        if not longest:
            # Most words begin none of them.
            return ()
    for length in range(min(longest, left), 0, -1):
        phrase = words[start : start + length]
        if phrase in phrases:
            return phrase
    return ()


def _begin_none(words: Phrase, phrases: Container[Phrase]) -> bool:
    """Whether the words begin none of the phrases, which is told of all of them at once.

    It counts as a look at each word: what a sentence may cost stays the same.
    """
    if not isinstance(phrases, _INDEXED) or not phrases.lengths.keys().isdisjoint(words):
        return False
    if (effort := CURRENT.get()) is not None:
        if effort.left <= 0:
            effort.check()
        effort.left -= len(words)
    return True


def find_phrases(
    words: Phrase, phrases: Container[Phrase], start: int = 0
) -> Iterator[tuple[int, Phrase]]:
    """Every place from `start` on where one of the phrases begins, and the longest there."""
    if _begin_none(words, phrases):
        return
    for at in range(start, len(words)):
        if phrase := find_phrase(words, phrases, at):
            yield at, phrase


def has_phrase(words: Phrase, phrases: Container[Phrase], start: int = 0) -> bool:
    """Whether one of the phrases stands among the words, from `start` on."""
    if _begin_none(words, phrases):
        return False
    return any(find_phrase(words, phrases, at) for at in range(start, len(words)))


def first_phrase(words: Phrase, phrases: Container[Phrase], start: int = 0) -> tuple[int, Phrase]:
    """Where the first of the phrases stands, and which it is; the end and empty if none does."""
    return next(find_phrases(words, phrases, start), (len(words), ()))


def cut(words: Phrase, at: int, phrase: Phrase, by: Phrase = ()) -> Phrase:
    """The words without the phrase that stands there, or with others in its place."""
    return words[:at] + by + words[at + len(phrase) :]


def end_phrase(words: Phrase, phrases: Container[Phrase], start: int = 0) -> Phrase:
    """The longest of the phrases that the words end with, from `start` on; empty if none."""
    return next((words[at:] for at in range(start, len(words)) if words[at:] in phrases), ())


def without_commas(words: Iterable[str]) -> Phrase:
    """The words without the pauses between them."""
    return tuple(word for word in words if word != ",")


def words_of(text: str, code: str) -> Phrase:
    """The words of a text without commas, also in a language that has no lexicon."""
    return without_commas(load_lexicon(code).words(text) if has_lexicon(code) else tokens(text))


def without(words: Phrase, phrases: Container[Phrase]) -> Phrase:
    """The words less every occurrence of the phrases."""
    if _begin_none(words, phrases):
        return tuple(words)
    kept: list[str] = []
    position = 0
    while position < len(words):
        phrase = find_phrase(words, phrases, position)
        if phrase:
            position += len(phrase)
        else:
            kept.append(words[position])
            position += 1
    return tuple(kept)


def strip_start(words: Phrase, phrases: Container[Phrase]) -> Phrase:
    """The words without the phrases that they begin with, however many."""
    while phrase := find_phrase(words, phrases, 0):
        words = words[len(phrase) :]
    return words


def strip_end(words: Phrase, phrases: Container[Phrase]) -> Phrase:
    """The words without the phrases that they end with, however many; some words stay."""
    while (phrase := end_phrase(words, phrases, 1)) and len(phrase) < len(words):
        words = words[: -len(phrase)]
    return words


def strip_words(words: Phrase, small: Container[Phrase]) -> Phrase:
    """The words less single small ones at both ends."""
    start, end = 0, len(words)
    while start < end and words[start : start + 1] in small:
        start += 1
    while start < end and words[end - 1 : end] in small:
        end -= 1
    return words[start:end]


def spans_of(words: Phrase, longest: int) -> Iterator[tuple[int, int]]:
    """Every start and end of up to so many words in a row."""
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + longest) + 1):
            yield start, end


def drop_fillers(words: Phrase, lexicon: Lexicon, but: frozenset[Phrase] = frozenset()) -> Phrase:
    """The words of a sentence less what people say out of politeness, `but` those."""
    fillers = lexicon.roles["fillers"]
    said = without(words, fillers - but if but else fillers)
    return tuple(dropwhile(lambda word: word == ",", said))


def trim_fillers(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words of a sentence less politeness and commas before and after it."""
    fillers, longest = _fillers_and_commas(lexicon)
    words = strip_start(words, fillers)
    while length := next(
        (size for size in range(min(longest, len(words)), 0, -1) if words[-size:] in fillers), 0
    ):
        words = words[:-length]
    return words


def split_at_links(words: Phrase, lexicon: Lexicon) -> Iterator[tuple[Phrase, Phrase]]:
    """Every way to part a sentence in two at an "and" or a comma."""
    for at in range(1, len(words)):
        link = (
            words[at : at + 1] if words[at] == "," else find_phrase(words, lexicon.roles["and"], at)
        )
        if link and words[at + len(link) :]:
            yield words[:at], words[at + len(link) :]


@cache
def _fillers_and_commas(lexicon: Lexicon) -> tuple[Phrases, int]:
    fillers = Phrases(lexicon.roles["fillers"] | {(",",)})
    return fillers, max(map(len, fillers))


def find_spans(words: Phrase, phrases: Container[Phrase], *, most: int) -> list[tuple[int, int]]:
    """Where known phrases stand among the words, the longest first, and no more than so many."""
    count = len(words)
    spans = [
        (start, end)
        for start in range(count)
        for end in range(start + 1, min(count, start + 8) + 1)
        if words[start:end] in phrases
    ]
    return sorted(spans, key=lambda span: (span[0] - span[1], span[0]))[:most]
