"""On which line of a TOML file each key stands, which the standard reader does not tell.

The text is known to be valid: whoever asks has had it read before. So nothing is checked here,
and only what decides where a key or a value ends is looked at.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

type Place = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and the number of an element, from 0."""

_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*'""")
_DOT = re.compile(r"(?:[ \t]*\.[ \t]*)?")
_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BETWEEN = re.compile(r"(?:[ \t\n,]|#[^\n]*)*")
# One or two quotes may stand right before the three that end a text of several lines.
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:[^"\\]|\\.)*"'
    r"|'[^']*'",
    re.DOTALL,
)
_BARE = re.compile(r"[^,\]}#\n]+")


def lines_of(text: str) -> Mapping[Place, int]:
    """The line of every table, key and element of a list in a valid TOML text, from 1."""
    locator = _Locator(text.replace("\r\n", "\n"))
    locator.go_through()
    return locator.lines


class _Locator:
    """Goes through the text once, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Place, int] = {}
        self._text = text
        self._at = 0
        self._ends = [found.start() for found in re.finditer("\n", text)]
        # How many tables there are by now in each list of such.
        self._tables: dict[Place, int] = {}

    def go_through(self) -> None:
        table: Place = ()
        self._skip(_BLANK)
        while self._at < len(self._text):
            if self._text[self._at] == "[":
                table = self._header()
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self) -> Place:
        """`[a.b]` or `[[a.b]]`: the table that what follows belongs to."""
        line = self._line()
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        self._skip(_BLANK)
        *above, last = self._key()
        self._skip(_BLANK)
        self._at += brackets
        table = self._note((*self._within(above, line), last), line)
        if brackets == 1:
            return table
        number = self._tables.get(table, 0)
        self._tables[table] = number + 1
        return self._note((*table, number), line)

    def _within(self, names: Sequence[str], line: int) -> Place:
        """The table of this name; of a list of tables, the one that was begun last."""
        place: Place = ()
        for name in names:
            place = self._note((*place, name), line)
            if place in self._tables:
                place = (*place, self._tables[place] - 1)
        return place

    def _pair(self, table: Place) -> None:
        """`key = value`, on a line of its own or in an inline table."""
        line = self._line()
        place = table
        for name in self._key():
            place = self._note((*place, name), line)
        self._skip(_BLANK)
        self._at += len("=")
        self._skip(_BLANK)
        self._value(place)

    def _value(self, place: Place) -> None:
        match self._text[self._at]:
            case "[":
                for number in self._inside("]"):
                    self._value(self._note((*place, number), self._line()))
            case "{":
                for _number in self._inside("}"):
                    self._pair(place)
            case '"' | "'":
                self._skip(_TEXT)
            case _:
                self._skip(_BARE)

    def _inside(self, end: str) -> Iterator[int]:
        """Stop at the beginning of everything that is between brackets."""
        self._at += 1
        for number in count():
            self._skip(_BETWEEN)
            if self._text[self._at] == end:
                self._at += 1
                return
            yield number

    def _key(self) -> list[str]:
        names = []
        while found := _KEY.match(self._text, self._at):
            self._at = found.end()
            self._skip(_DOT)
            names.append(_plain(found[0]))
        return names

    def _skip(self, what: re.Pattern[str]) -> None:
        if found := what.match(self._text, self._at):
            self._at = found.end()

    def _note(self, place: Place, line: int) -> Place:
        """Remember where something was named first."""
        self.lines.setdefault(place, line)
        return place

    def _line(self) -> int:
        return bisect_left(self._ends, self._at) + 1


def _plain(key: str) -> str:
    """The name that a key stands for, without quotes and escapes."""
    if key[0] not in "\"'":
        return key
    if "\\" in key:
        name: str = tomllib.loads(f"name = {key}")["name"]
        return name
    return key[1:-1]
