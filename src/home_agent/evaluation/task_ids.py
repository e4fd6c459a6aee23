"""What tasks are called, in the way of the assist datasets."""

import re
import unicodedata
from pathlib import PurePath

_SPELT = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "œ": "oe"})
"""Letters that Unicode does not take for another letter with a mark."""


def slug(text: str) -> str:
    """The text in lower-case ASCII letters, digits and underscores."""
    parts = unicodedata.normalize("NFKD", text.lower().translate(_SPELT))
    return re.sub(r"[^a-z0-9]+", "_", "".join(map(_in_ascii, parts))).strip("_")


def record_id(file: PurePath) -> str:
    """The id of a task file, given by its path inside the dataset."""
    return slug(str(file.with_suffix("")))


def task_id(record: str, sentence: str) -> str:
    """The id of one sentence of a task file."""
    first, *_ = sentence.strip().splitlines() or [""]
    return f"{record}-{slug(first)}"


def _in_ascii(letter: str) -> str:
    if letter.isascii():
        return letter
    # The letters of other scripts by their number, or all sentences in them would have one id.
    return f"{ord(letter):x}" if letter.isalnum() else ("" if _is_mark(letter) else " ")


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter) == "Mn"
