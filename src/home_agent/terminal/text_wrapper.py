"""Lines of a screen out of words that come one by one: broken between words, as far as possible."""

import re

from rich.cells import cell_len

_PARTS = re.compile(r"\n|[^\S\n]+|\S+")


class TextWrapper:
    """One text that is written as it comes."""

    def __init__(self, width: int) -> None:
        """Begin on the left of a screen that is so many columns wide."""
        self._width = width
        self._column = 0
        self._blank = ""
        """What stands before the next word, if that still fits on the line."""

    def add(self, text: str) -> str:
        """Some more of the text, with line breaks where they are needed."""
        return "".join(self._placed(part) for part in _PARTS.findall(text))

    def _placed(self, part: str) -> str:
        if part == "\n":
            self._column, self._blank = 0, ""
            return part
        if part.isspace():
            self._blank += part
            return ""
        blank, self._blank = self._blank, ""
        if blank and self._column and self._column + len(blank) + cell_len(part) > self._width:
            # The rest of a word stays where its beginning is; only a new one can go elsewhere.
            blank, self._column = "\n", 0
        end = self._column + len(blank.strip("\n")) + cell_len(part)
        # What is longer than a line was broken by the terminal; a full line is still the same one.
        self._column = (end - 1) % self._width + 1
        return f"{blank}{part}"
