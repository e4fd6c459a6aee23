"""Reads a table of settings field by field, and notes what is wrong instead of stopping there."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from ..errors import SettingsError
from .problems import MisreadError, Problem, prefix_problem

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LONGEST_HEADER_NAME = 60

_NEAR = 0.7
"""Of 1: what is less like it would be a guess."""


def describe_unknown(name: str, known: Collection[str]) -> Problem:
    """What to say of a setting that there is not, with the one that was probably meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - seldom needed

    near = get_close_matches(name, known, n=1, cutoff=_NEAR)
    return Problem(name, "unknown_near", near=near[0]) if near else Problem(name, "unknown")


class FieldReader:
    """Takes the fields out of a table that a person wrote, each with its default."""

    def __init__(self, values: object, *, known: Collection[str]) -> None:
        """Note every field that nobody knows; raise `SettingsError` if it is no table at all."""
        if not isinstance(values, Mapping):
            raise SettingsError((Problem("", "settings"),))
        self.values: Mapping[str, Any] = values
        self.problems: list[str] = [
            describe_unknown(str(name), known) for name in values if name not in known
        ]

    def note(self, where: str, kind: str, **placeholders: str) -> None:
        """Something is wrong with this field, in one of the ways of `problems.SENTENCES`."""
        self.problems.append(Problem(where, kind, **placeholders))

    def text(self, name: str, default: str = "") -> str:
        """Words, without the blanks around them that come with pasting."""
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, str):
            return value.strip() or default
        self.note(name, "text")
        return default

    def number(self, name: str, default: float, *, least: float, most: float) -> float:
        """A number between two others, both included."""
        value = self.values.get(name, default)
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and least <= value <= most
        ):
            return value
        self.note(name, "number", least=f"{least:.9g}", most=f"{most:.9g}")
        return default

    def whole(self, name: str, default: int, *, least: int = 1, most: int | None = None) -> int:
        """A whole number of at least so much, and at most so much if there is a bound."""
        value = self.values.get(name, default)
        fits = isinstance(value, int) and not isinstance(value, bool)
        if fits and least <= value and (most is None or value <= most):
            return int(value)
        if most is None:
            self.note(name, "whole_least", least=str(least))
        else:
            self.note(name, "whole", least=str(least), most=str(most))
        return default

    def flag(self, name: str, *, default: bool) -> bool:
        """Yes or no."""
        value = self.values.get(name, default)
        if isinstance(value, bool):
            return value
        self.note(name, "flag")
        return default

    def choice[T: str](self, name: str, choices: Iterable[T], default: T) -> T:
        """One of a few words."""
        value = self.values.get(name, default)
        known = tuple(choices)
        for choice in known:
            if value == choice:
                return choice
        self.note(name, "choice", choices=", ".join(known))
        return default

    def words(self, name: str) -> frozenset[str]:
        """A list of words, in no order."""
        return self.words_of(name, self.values.get(name, ()))

    def words_of(self, where: str, value: object) -> frozenset[str]:
        """Such a list, wherever it stands."""
        if isinstance(value, list | tuple):
            return frozenset(map(str, value))
        self.note(where, "list")
        return frozenset()

    def table(self, name: str) -> Mapping[str, Any]:
        """Names with what belongs to each."""
        value = self.values.get(name)
        if value is None:
            return {}
        if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
            return dict(value)
        self.note(name, "table")
        return {}

    def part[Part](self, name: str, read: Callable[[Any], Part], default: Part) -> Part:
        """Settings within settings."""
        found = self.read(name, read, self.values.get(name) or {})
        return default if found is None else found

    def read[Part](self, name: str, read: Callable[[Any], Part], values: object) -> Part | None:
        """Settings that belong under this name; `None` if something is wrong with them."""
        try:
            if isinstance(values, Mapping):
                return read(values)
            self.note(name, "settings")
        except SettingsError as error:
            self.problems += [prefix_problem(name, problem) for problem in error.problems]
        return None

    def written[Thing](self, where: str, read: Callable[[str], Thing], text: str) -> Thing | None:
        """What a person wrote in some form of its own; `None` if it makes no sense."""
        try:
            return read(text)
        except MisreadError as error:
            self.note(where, error.kind, **error.placeholders)
            return None

    def check(self) -> None:
        """Raise all that was noted."""
        if self.problems:
            raise SettingsError(tuple(self.problems))


def is_header_name(name: object) -> bool:
    """Whether it is a name by the rules of HTTP."""
    return isinstance(name, str) and _HEADER_NAME.fullmatch(name) is not None


def is_header_value(value: object) -> bool:
    """Whether it is plain text of one line."""
    return isinstance(value, str) and value.isascii() and value.isprintable()


def shown_header_name(name: object) -> str:
    """A name as it may stand in a message, whatever is in it."""
    return str(name) if is_header_name(name) else ascii(str(name)[:_LONGEST_HEADER_NAME])
