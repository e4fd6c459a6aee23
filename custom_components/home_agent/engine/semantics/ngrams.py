"""Text → the features that sentences are classified by: words, their neighbours, their letters.

Features are numbers, so that nothing needs to know the words themselves.
"""

import re
import zlib
from collections.abc import Iterable, Iterator

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´", "'"))  # noqa: RUF001 - what models write
_MARKUP = re.compile(r"[*_`#>|]+")
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:[.,:]\d+)?|[^\w\s]")
_LETTERS = (3, 4, 5)
_MOST_TOKENS = 120
"""What comes after them does not change what a sentence is."""


def features(text: str) -> frozenset[int]:
    """The features of a sentence."""
    tokens = _tokens(text)
    names = (*_of_words(tokens), *_of_letters(tokens))
    return frozenset(zlib.crc32(name.encode()) for name in names)


def _tokens(text: str) -> list[str]:
    plain = _MARKUP.sub(" ", text.translate(_APOSTROPHES)).casefold()
    found = (part for token in _TOKEN.findall(plain) for part in _parts(token))
    return list(found)[:_MOST_TOKENS]


def _parts(token: str) -> Iterable[str]:
    """A token, or both halves of one with an apostrophe; any number is the same."""
    if token[0].isdigit():
        return ("0",)
    before, apostrophe, after = token.rpartition("'")
    if not apostrophe:
        return (token,)
    if len(before) <= len(after):
        return (f"{before}'", after)
    return (before, f"'{after}")


def _of_words(tokens: list[str]) -> Iterator[str]:
    padded = ["^", "^", *tokens, "$"]
    for at in range(2, len(padded)):
        yield f"1{padded[at]}"
        yield f"2{padded[at - 1]} {padded[at]}"
        yield f"3{padded[at - 2]} {padded[at - 1]} {padded[at]}"
        if at + 1 < len(padded):
            yield f"s{padded[at - 1]} {padded[at + 1]}"
    yield from (f"^{token}" for token in tokens[:3])
    yield f"n{min(len(tokens) // 3, 8)}"
    yield f"e{tokens[-1] if tokens else ''}"
    if "?" in tokens:
        yield "?"


def _of_letters(tokens: list[str]) -> Iterator[str]:
    for token in tokens:
        padded = f"<{token}>"
        for length in _LETTERS:
            for at in range(len(padded) - length + 1):
                yield f"c{padded[at : at + length]}"
