"""The words of a text, so that the forms of a word count as one."""

import re
import unicodedata
from functools import cache, lru_cache

from ..language import memory_words

_WORDS = re.compile(r"[^\W_]+")
_ENDINGS = ("ern", "en", "er", "es", "ed", "os", "as", "n", "s", "d", "e", "i", "a", "o")
_SHORTEST_STEM = 4
_SHORTEST_PLURAL = 3


def find_stems(text: str) -> tuple[str, ...]:
    """The words of a text without accents and endings, in their order."""
    return tuple(map(_stem, _WORDS.findall(plain(text))))


def find_telling_stems(text: str) -> tuple[str, ...]:
    """Those of them that tell what it is about, once each; all, where none does."""
    found = tuple(dict.fromkeys(find_stems(text)))
    return tuple(word for word in found if word not in _common()) or found


def find_happening_stems(text: str) -> frozenset[str]:
    """The stems of words that tell what happens, rather than to what: "lives", "comes"."""
    listed = memory_words()["happening"]
    words = frozenset(_WORDS.findall(plain(text)))
    happening = {word for word in words if word in listed or _without_s(word) in listed}
    # "The teacher teaches" names somebody by the same stem.
    return frozenset(map(_stem, happening)) - frozenset(map(_stem, words - happening))


def _without_s(word: str) -> str:
    """A word without the s of a verb: "likes" is "like", "gas" stays."""
    return word[:-1] if len(word) > _SHORTEST_STEM and word.endswith("s") else word


@cache
def _common() -> frozenset[str]:
    return frozenset(stem for word in memory_words()["common"] for stem in find_stems(word))


def plain(text: str) -> str:
    """A text in small letters without accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    """A word without its endings, as long as enough of it is left.

    It is the same for all languages: what it cuts too short still meets itself.
    """
    if len(word) > _SHORTEST_PLURAL and word.endswith("s"):
        word = word[:-1]
    while ending := next((end for end in _ENDINGS if word.endswith(end)), ""):
        if len(word) - len(ending) < _SHORTEST_STEM:
            return word
        word = word[: -len(ending)]
    return word
