"""Reads a table of settings field by field, and notes what is wrong instead of stopping there."""

from collections.abc import Callable, Collection, Iterable, Mapping
from math import isfinite
from typing import Any

from .errors import SettingsError


class FieldReader:
    """Takes the fields out of a table that a person wrote, each with its default."""

    def __init__(self, values: object, *, known: Collection[str]) -> None:
        """Note every field that nobody knows; raise `SettingsError` if it is no table at all."""
        if not isinstance(values, Mapping):
            raise SettingsError(("must be a table of settings.",))
        self.values: Mapping[str, Any] = values
        self.problems = [
            f"{name}: there is no such setting." for name in values if name not in known
        ]

    def text(self, name: str, default: str = "") -> str:
        """Words, without the blanks around them that come with pasting."""
        value = self.values.get(name)
        if value is None:
            return default
        if isinstance(value, str):
            return value.strip() or default
        self.problems.append(f"{name}: must be a text.")
        return default

    def number(self, name: str, default: float, *, least: float, most: float) -> float:
        """A number between two others, both included."""
        value = self.values.get(name, default)
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and isfinite(value)
            and least <= value <= most
        ):
            return value
        self.problems.append(f"{name}: must be a number from {least:.9g} to {most:.9g}.")
        return default

    def whole(self, name: str, default: int, *, least: int = 1, most: int | None = None) -> int:
        """A whole number of at least so much, and at most so much if there is a bound."""
        value = self.values.get(name, default)
        fits = isinstance(value, int) and not isinstance(value, bool)
        if fits and least <= value and (most is None or value <= most):
            return int(value)
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        self.problems.append(f"{name}: must be a whole number {bounds}.")
        return default

    def flag(self, name: str, *, default: bool) -> bool:
        """Yes or no."""
        value = self.values.get(name, default)
        if isinstance(value, bool):
            return value
        self.problems.append(f"{name}: must be true or false.")
        return default

    def choice[T: str](self, name: str, choices: Iterable[T], default: T) -> T:
        """One of a few words."""
        value = self.values.get(name, default)
        known = tuple(choices)
        for one in known:
            if value == one:
                return one
        self.problems.append(f"{name}: must be one of {', '.join(known)}.")
        return default

    def table(self, name: str) -> Mapping[str, Any]:
        """Names with what belongs to each."""
        value = self.values.get(name)
        if value is None:
            return {}
        if isinstance(value, Mapping) and all(isinstance(one, str) for one in value):
            return dict(value)
        self.problems.append(f"{name}: must be a table of names and values.")
        return {}

    def part[Part](self, name: str, read: Callable[[Any], Part], default: Part) -> Part:
        """Settings within settings."""
        found = self.read(name, read, self.values.get(name) or {})
        return default if found is None else found

    def read[Part](self, name: str, read: Callable[[Any], Part], values: object) -> Part | None:
        """Settings that belong under this name; nothing where something is wrong with them."""
        try:
            if isinstance(values, Mapping):
                return read(values)
            self.problems.append(f"{name}: must be a table of settings.")
        except SettingsError as error:
            self.problems += [f"{name}, {problem}" for problem in error.problems]
        return None

    def check(self) -> None:
        """Raise all that was noted."""
        if self.problems:
            raise SettingsError(tuple(self.problems))
