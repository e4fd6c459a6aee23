"""The words that give a secret away, `language/secrets.toml`, and where in a sentence they are."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ... import language
from ...language import entrance_words, opener_words
from .words import without_accents

_LONGEST_PHRASE = 4
_HYPHEN, _APOSTROPHE = "-", "'"
_TOKEN = re.compile(r"[^\W_]+(?:['’_@.\-][^\W_]+)*")  # noqa: RUF001 - as people type it


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence in small letters, and where it stands."""

    plain: str
    start: int
    end: int


def read_words(text: str) -> list[Word]:
    """The words of a sentence."""
    return [Word(_plain(token[0]), *token.span()) for token in _TOKEN.finditer(text)]


def names_password(words: Sequence[Word]) -> bool:
    """Whether a password is spoken of by its name, or as the key of a network."""
    if mentions_kind(words, "passwords"):
        return True
    return mentions_kind(words, "networks") and mentions_kind(words, "keys")


def mentions_kind(words: Sequence[Word], *kinds: str) -> bool:
    """Whether a sentence has a word of one of these kinds."""
    return next(find_marks(words, *kinds), None) is not None


def find_marks(words: Sequence[Word], *kinds: str) -> Iterator[int]:
    """Where words of these kinds end; of those that begin at the same word, the longest."""
    for at, word in enumerate(words):
        for plain in _parted(word.plain):
            # Of nearly every word: it is none of these.
            joined = plain.endswith(_compounds(*kinds)) or _HYPHEN in plain
            if plain not in _first_words(*kinds) and not joined:
                continue
            rest = [following.plain for following in words[at + 1 : at + _LONGEST_PHRASE]]
            ends = [end for kind in kinds if (end := _longest_mark(plain, rest, kind))]
            if ends:
                yield from (at + end for end in ends)
                break


def _longest_mark(first: str, rest: Sequence[str], kind: str) -> int:
    """How many words are one of a kind, at most; 0 if none are."""
    for length in range(len(rest) + 1, 0, -1):
        said = " ".join((first, *rest[: length - 1]))
        if said in listed(kind) or (length == 1 and _ends_with(said, kind)):
            return length
    return 0


def _parted(word: str) -> tuple[str, ...]:
    """A word, and its parts where two are run into one: "l'alarme", "the safe's"."""
    return (word, *word.split(_APOSTROPHE)) if _APOSTROPHE in word else (word,)


def skip_joins(words: Sequence[Word], at: int) -> int:
    """Where what is joined to a word by "is" or the like begins."""
    end = at
    while end < min(len(words), at + _LONGEST_PHRASE) and words[end].plain in listed("joins"):
        end += 1
    return end


def is_entrance(word: Word) -> bool:
    """Whether a word names what lets people in, or keeps them out: a door, a garage, a safe."""
    names, parts, ends = _entrances()
    return (
        not names.isdisjoint(_parted(word.plain))
        or word.plain.endswith(ends)
        or any(part in word.plain for part in parts)
    )


def listed(kind: str) -> frozenset[str]:
    """The words of a kind."""
    return _phrases()[kind]


@cache
def load_repeats() -> Mapping[str, int]:
    """How often a figure comes, by the word before it: "double four"."""
    read = tomllib.loads((files(language) / "secrets.toml").read_text("utf-8"))
    return dict(read["times"])


def _plain(word: str) -> str:
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word).casefold().replace("’", "'")  # noqa: RUF001
    return without_accents(folded).replace("ß", "ss")


@cache
def _phrases() -> Mapping[str, frozenset[str]]:
    read = tomllib.loads((files(language) / "secrets.toml").read_text("utf-8"))
    return {kind: frozenset(phrases) for kind, phrases in read.items()}


@cache
def _entrances() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """Whole words, parts of words, and what words end with: "voordeur"."""
    names, parts = entrance_words()
    doors = frozenset(map(_plain, names | opener_words().words))
    ends = tuple(name for name in doors if len(name) >= _LONGEST_PHRASE)
    return doors | listed("guarded"), tuple(map(_plain, parts)), ends


@cache
def _first_words(*kinds: str) -> frozenset[str]:
    return frozenset(phrase.split()[0] for kind in kinds for phrase in listed(kind))


def _ends_with(word: str, kind: str) -> bool:
    """Whether a word is joined of others, of which the last is of a kind: "bank-pin"."""
    if word.endswith(_compounds(kind)):
        return True
    return _HYPHEN in word and word.rpartition(_HYPHEN)[2] in listed(kind)


@cache
def _compounds(*kinds: str) -> tuple[str, ...]:
    """What such words end with where a language joins them to others: "wlan-passwort"."""
    return tuple(
        phrase
        for kind in kinds
        if kind in ("codes", "passwords")
        for phrase in listed(kind)
        if len(phrase) >= _LONGEST_PHRASE and " " not in phrase
    )
