"""JSON as small models write it.

Single quotes, comments, commas too many or too few, Python's `True` and `None`, words without
quotes, brackets that nobody closed: all of it is read. Nothing is ever evaluated.
"""

import re
from math import isfinite
from typing import Any

_DEEPEST = 20
_LONGEST_NUMBER = 30
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![^\s,:;{}\[\]()\"'`<>#/])")
_WORD = re.compile(r"[^\s,:=;{}\[\]()\"'“”`<>#]+")
_BETWEEN = re.compile(r"(?:\s|//[^\n]*|\#[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
# Where whoever wrote it went on without closing what was open.
_ABANDONED = re.compile(r"\Z|```|</|<\|")
_AFTER_STRING = re.compile(r"[ \t]*(?:[,:;}\])\n\r]|\Z|//|\#|/\*|```|</)")
_CLOSED_BY = {'"': '"', "'": "'", "“": "”"}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_NAMED = {"true": True, "false": False, "null": None, "none": None}


class NotJsonError(ValueError):
    """It cannot be read. The message is for the model that wrote it."""


def read_loosely(text: str, at: int = 0) -> tuple[Any, int]:
    """The value that begins here, and where it ends; raises `NotJsonError`."""
    reader = _Reader(text, at)
    return reader.value(0), reader.at


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self.at = at

    def value(self, depth: int) -> Any:  # noqa: ANN401 - any JSON
        """Whatever comes next."""
        if depth > _DEEPEST:
            raise NotJsonError("it is nested too deeply")
        match self._peek():
            case "{":
                return self._object(depth)
            case "[":
                return self._list("]", depth)
            case "(":
                return self._list(")", depth)
            case '"' | "'" | "“":
                return self._string()
            case _:
                return self._number_or_word()

    def _object(self, depth: int) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while not self._closed_by("}"):
            key = self._key()
            self._skip()
            if self._peek() not in (":", "="):
                raise NotJsonError(f"there is no ':' after {_quoted(key)}")
            self.at += 1
            self._skip()
            found[key] = self.value(depth + 1)
        return found

    def _list(self, end: str, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while not self._closed_by(end):
            found.append(self.value(depth + 1))
        return found

    def _closed_by(self, end: str) -> bool:
        """Go on to the next entry, and say whether there is none."""
        self._skip()
        while self._peek() in (",", ";"):
            self.at += 1
            self._skip()
        if self._peek() == end:
            self.at += 1
            return True
        return _ABANDONED.match(self._text, self.at) is not None

    def _key(self) -> str:
        if self._peek() in _CLOSED_BY:
            return self._string()
        if word := _WORD.match(self._text, self.at):
            self.at = word.end()
            return word[0]
        raise NotJsonError(f"a name is missing before {_quoted(self._text[self.at :])}")

    def _string(self) -> str:
        end = _CLOSED_BY[self._peek()]
        start = self.at
        self.at += 1
        found: list[str] = []
        while char := self._peek():
            self.at += 1
            if char == "\\":
                found.append(self._escaped())
            elif char == end and self._is_end_of_string(end):
                return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            else:
                found.append(char)
        raise NotJsonError(f"the text {_quoted(self._text[start:])} has no end")

    def _is_end_of_string(self, end: str) -> bool:
        """Whether a quote ends the string, and is no apostrophe or quotation inside it."""
        if _AFTER_STRING.match(self._text, self.at):
            return True
        rest = self._text[self.at : self.at + 20].lstrip()
        # "a" "b": a comma was left out.
        return rest[:1] == end and self._text[self.at] != end

    def _escaped(self) -> str:
        char = self._peek()
        self.at += 1
        if char == "u":
            digits = self._text[self.at : self.at + 4]
            if re.fullmatch(r"[0-9a-fA-F]{4}", digits):
                self.at += 4
                return chr(int(digits, 16))
        return _ESCAPES.get(char, char)

    def _number_or_word(self) -> Any:  # noqa: ANN401 - a number, a text, true, false or nothing
        if number := _NUMBER.match(self._text, self.at):
            self._take(number)
            return _figure(number[0])
        word = _WORD.match(self._text, self.at)
        if word is None:
            raise NotJsonError(f"a value is missing before {_quoted(self._text[self.at :])}")
        self._take(word)
        return _NAMED.get(word[0].lower(), word[0])

    def _take(self, found: re.Match[str]) -> None:
        if found.end() == len(self._text):
            raise NotJsonError(f"it breaks off at {_quoted(found[0])}")
        self.at = found.end()

    def _skip(self) -> None:
        if between := _BETWEEN.match(self._text, self.at):
            self.at = between.end()

    def _peek(self) -> str:
        return self._text[self.at : self.at + 1]


def _figure(text: str) -> float:
    if len(text) > _LONGEST_NUMBER:
        raise NotJsonError(f"the number {_quoted(text)} is too long")
    figure = float(text)
    if not isfinite(figure):
        raise NotJsonError(f"the number {_quoted(text)} is too large")
    return int(text) if text.lstrip("+-").isdecimal() else figure


def _quoted(text: str) -> str:
    line = " ".join(text[:40].split())
    return f'"{line}"' if line else "the end"
