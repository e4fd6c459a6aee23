"""Text → words: one spelling for whatever people type, say or call their things."""

import re
import unicodedata

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´", "'"))  # noqa: RUF001 - people's keyboards
_FRACTIONS = str.maketrans({"½": " 1/2", "¼": " 1/4", "¾": " 3/4"})
_WORD = re.compile(r"(?:(?<!\S)-)?\d+(?:[.:/]\d+)?|[^\W\d_]+(?:'[^\W\d_]+)*|[%°,]")


def tokens(text: str) -> list[str]:
    """The words, figures, commas and signs of measure in a text, in lower case."""
    plain = (
        unicodedata.normalize("NFKC", text.translate(_FRACTIONS)).lower().translate(_APOSTROPHES)
    )
    return _WORD.findall(plain)
