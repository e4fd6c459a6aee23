"""The words by which a language makes statements about a home, from `statements.toml`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ..language import read_language_file
from ..understand.lexicon.lexicon import Phrase
from ..understand.text.phrases import find_phrase, has_phrase
from ..understand.text.words import Phrases, alternatives, tokens

_SIGNS = frozenset(",%°")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StatementWords:
    """One language's words, by what they show of a clause."""

    lists: Mapping[str, Phrases]
    links: re.Pattern[str]
    """What a new clause begins with."""

    granted: re.Pattern[str]
    """What takes a clause for granted, and that clause: "now that ..."."""

    became: Mapping[str, str]
    """By what was done with a thing, how it then is: "aangezet" is "aan"."""

    were: Mapping[str, str]
    """By how something was already, how it is: "was" is "is"."""

    reading: str
    """A question after a reading, with {measure} and {rest}."""

    number: str
    """A question after how many are so, with {rest}."""

    def says(self, words: Phrase, *names: str) -> bool:
        """Whether a phrase of these lists stands among the words."""
        return any(has_phrase(words, self.lists[name]) for name in names)

    def begins(self, words: Phrase, *names: str) -> Phrase:
        """The longest phrase of these lists that the words begin with; empty if none."""
        return max((find_phrase(words, self.lists[name], 0) for name in names), key=len)

    def less(self, words: Phrase, *names: str) -> Phrase:
        """The words without every occurrence of these lists."""
        kept: list[str] = []
        at = 0
        while at < len(words):
            found = max((find_phrase(words, self.lists[name], at) for name in names), key=len)
            if not found:
                kept.append(words[at])
            at += len(found) or 1
        return tuple(kept)


def split_words(text: str) -> Phrase:
    """The words of a text in lower case, parted at apostrophes, without any signs."""
    parted = (part for token in tokens(text) for part in token.split("'"))
    return tuple(part for part in parted if part and part not in _SIGNS)


@cache
def load_statement_words(code: str) -> StatementWords:
    """Read a language's words from disk, which blocks the first time."""
    data = read_language_file(code, "statements.toml")
    lists = {
        name: Phrases(split_words(phrase) for phrase in alternatives(listed))
        for name, listed in data.items()
        if isinstance(listed, list)
    }
    links = "|".join(re.escape(link) for link in sorted(data["links"], key=len, reverse=True))
    return StatementWords(
        lists=lists,
        links=re.compile(rf"(?<=[\w%°\"')])\s+(?=(?:{links})\b)", re.IGNORECASE),
        granted=_granted(data["granted"]),
        became=_by_word(data["became"]),
        were=_by_word(data["were"]),
        reading=data["reading"],
        number=data["number"],
    )


def _by_word(listed: Mapping[str, list[str]]) -> dict[str, str]:
    return {word: state for state, words in listed.items() for word in words}


def _granted(listed: list[str]) -> re.Pattern[str]:
    """What begins a clause that is taken for granted, and the clause, up to its end."""
    begun = "|".join(re.escape(words) for words in sorted(listed, key=len, reverse=True))
    return re.compile(rf"\b(?:{begun})\b,?(?P<clause>[^,;?]+)", re.IGNORECASE)
