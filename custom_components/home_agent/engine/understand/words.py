"""Text → words: one spelling for whatever people type, say or call their things."""

import re
import unicodedata

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´", "'"))  # noqa: RUF001 - people's keyboards
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})
_THOUSANDS = re.compile(r"(?<=\b\d),(?=\d{3}\b)")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_WORD = re.compile(r"\d+(?:[.]\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*|[%°,]")


def tokens(text: str) -> list[str]:
    """The words, figures, commas and signs of measure in a text, in lower case."""
    plain = unicodedata.normalize("NFKC", text).lower().translate(_APOSTROPHES)
    plain = _THOUSANDS.sub("", plain)
    return _WORD.findall(_DECIMAL_COMMA.sub(".", plain))


def without_accents(word: str) -> str:
    """A word as people type it in a hurry: "lumiere", "kuche"."""
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFD", word.translate(_LIGATURES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
