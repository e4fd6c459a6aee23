"""What a recogniser misheard: names that sound like what it wrote, in one word or in several.

The rules of how a language sounds are data; the key of a word is what is left of it: "die kin"
and "Daikin" are both "dkn".
"""

from collections import defaultdict
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import lru_cache

from ..clauses.frame import small_words
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.names import Names

_SHORTEST_KEY = 2
_LONGEST_SPAN = 3
_LONGEST_NAME = 5
_MOST_SLIPS = 1
_LEAST_ALIKE = 0.6


@lru_cache(maxsize=20_000)
def phonetic_key(word: str, lexicon: Lexicon) -> str:
    """What a word sounds like, roughly; words with the same key may be taken for each other."""
    for spelt, spoken in lexicon.sounds:
        word = word.replace(spelt, spoken)
    open_end = "a" if word[-1:] in lexicon.silent and word[-1:] not in lexicon.mute else ""
    kept = word[:1] + "".join(letter for letter in word[1:] if letter not in lexicon.silent)
    first = "a" if kept[:1] in lexicon.silent else kept[:1]
    key = first + kept[1:] + open_end
    return "".join(letter for at, letter in enumerate(key) if letter != key[at - 1] or not at)


@lru_cache(maxsize=4)
def words_by_sound(names: Names, lexicon: Lexicon) -> Mapping[str, frozenset[str]]:
    """The words of the home's names and kinds of things, by how they sound."""
    found: dict[str, set[str]] = defaultdict(set)
    kinds = (word for phrase in lexicon.kinds for word in phrase)
    places = (word for phrase in (*names.areas, *names.floors) for word in phrase)
    small = small_words(lexicon)
    for word in {*names.words, *kinds, *places}:
        # A small word names nothing: "wine" taken for "in" would make any cellar the wine cellar.
        if word.isalpha() and (word,) not in small:
            found[phonetic_key(word, lexicon)].add(word)
    return {key: frozenset(words) for key, words in found.items()}


def correct_misheard(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words, each unknown one replaced by the only known one that sounds like it."""
    if not lexicon.silent:
        return words
    words = _as_named(words, lexicon, names)
    if all(word in names.vocabulary or word in names.told for word in words):
        return words
    sounds = words_by_sound(names, lexicon)
    kept: list[str] = []
    position = slips = 0
    while position < len(words):
        length, meant = _meant_at(words, position, lexicon, names, sounds)
        slips += bool(meant)
        kept.append(meant or words[position])
        position += length or 1
    # Who is misheard twice in a sentence spoke of other things: "stop hitting your sister".
    return tuple(kept) if slips <= _MOST_SLIPS else words


@lru_cache(maxsize=4)
def _names_by_sound(names: Names, lexicon: Lexicon) -> Mapping[Phrase, frozenset[Phrase]]:
    """The full names of several words, by how each of these sounds."""
    found: dict[Phrase, set[Phrase]] = defaultdict(set)
    for name in names.entities:
        if len(name) > 1:
            found[tuple(phonetic_key(word, lexicon) for word in name)].add(name)
    return {key: frozenset(found_names) for key, found_names in found.items()}


def _as_named(words: Phrase, lexicon: Lexicon, names: Names) -> Phrase:
    """The words, a full name for what sounds like it: "rise cooker", though "rise" is a word."""
    by_sound = _names_by_sound(names, lexicon)
    keys = tuple(phonetic_key(word, lexicon) for word in words)
    for length in range(min(_LONGEST_NAME, len(words)), 1, -1):
        for at in range(len(words) - length + 1):
            said, meant = words[at : at + length], by_sound.get(keys[at : at + length], ())
            if len(meant) == 1 and said not in names.entities:
                [name] = meant
                if _is_slip(said, name, lexicon, names):
                    return words[:at] + name + words[at + length :]
    return words


def _is_slip(said: Phrase, name: Phrase, lexicon: Lexicon, names: Names) -> bool:
    """Whether some words of a name were heard well, and the others are no words of names."""
    wrong = [(heard, word) for heard, word in zip(said, name, strict=True) if heard != word]
    return len(wrong) < len(name) and all(
        heard not in names.called
        and _is_like(word, heard)
        and not _is_another(heard, word, lexicon, names)
        for heard, word in wrong
    )


def _is_another(said: str, meant: str, lexicon: Lexicon, names: Names) -> bool:
    """Whether a word is one of its own, and begins or sounds otherwise: no "wall" is a "hall".

    Only what sounds the same to its vowels may be a name that was spelt as a word: "rise cooker".
    """
    if said not in names.told and said not in names.vocabulary:
        return False
    vowels, meant_vowels = (
        [letter for letter in word.replace("y", "i") if letter in lexicon.silent]
        for word in (said, meant)
    )
    return said[0] != meant[0] or vowels != meant_vowels


def _meant_at(
    words: Phrase, at: int, lexicon: Lexicon, names: Names, sounds: Mapping[str, frozenset[str]]
) -> tuple[int, str]:
    """What the words here may have been, the most of them first."""
    for length in range(min(_LONGEST_SPAN, len(words) - at), 0, -1):
        span = words[at : at + length]
        if not all(word.isalpha() for word in span):
            continue
        if any(word in names.vocabulary for word in span):
            continue
        if all(word in names.told for word in span):
            # Words that are all known are no name: a "row borrock" is one, a "row boat" is not.
            continue
        joined = "".join(span)
        key = phonetic_key(joined, lexicon)
        # Two letters are no name: who says "aim" does not mean the AM07.
        alike = [word for word in sounds.get(key, ()) if len(word) > 2 and _is_like(word, joined)]  # noqa: PLR2004
        if len(key) >= _SHORTEST_KEY and len(alike) == 1:
            return length, alike[0]
    return 0, ""


def _is_like(word: str, heard: str) -> bool:
    return SequenceMatcher(None, word, heard).ratio() >= _LEAST_ALIKE
