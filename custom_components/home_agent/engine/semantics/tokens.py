"""Text → the pieces of words that a model knows.

Training reads this file by itself, without the engine: it may import nothing of it.
"""

import re
import unicodedata
from collections.abc import Mapping

_WORDS = re.compile(r"[a-z]+|[0-9]+|[%°?]")
_UNKNOWN = "[UNK]"
_GOES_ON = "##"

LONGEST = 40
"""The most pieces of a text that are looked at: nobody needs more for one command."""


class Tokenizer:
    """Splits words into the longest pieces that are known, from left to right."""

    def __init__(self, vocabulary: tuple[str, ...]) -> None:
        """Know these pieces by their place; those that go on a word begin with `##`."""
        self._ids: Mapping[str, int] = {piece: at for at, piece in enumerate(vocabulary)}
        self._unknown = self._ids[_UNKNOWN]

    def tokens(self, text: str) -> list[int]:
        """The pieces of a text; never empty."""
        found = [piece for word in _WORDS.findall(plain(text)) for piece in self._pieces(word)]
        return found[:LONGEST] or [self._unknown]

    def _pieces(self, word: str) -> list[int]:
        whole = self._ids.get(word)
        if whole is not None:
            return [whole]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            end, piece = self._longest(word, start)
            if piece is None:
                return [self._unknown]
            pieces.append(piece)
            start = end
        return pieces

    def _longest(self, word: str, start: int) -> tuple[int, int | None]:
        mark = _GOES_ON if start else ""
        for end in range(len(word), start, -1):
            piece = self._ids.get(mark + word[start:end])
            if piece is not None:
                return end, piece
        return start, None


def plain(text: str) -> str:
    """A text in small letters without accents, as the model was taught."""
    letters = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).replace(
        "ß", "ss"
    )
