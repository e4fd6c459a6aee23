"""Reads a table of settings field by field, and notes what is wrong instead of stopping there."""

from collections.abc import Collection, Iterable, Mapping
from math import isfinite
from typing import Any

from ..errors import SettingsError


class FieldReader:
    """Takes the fields out of a table that a person wrote, each with its default."""

    def __init__(self, values: object, *, known: Collection[str]) -> None:
        """Note every field that nobody knows; raise `SettingsError` if it is no table at all."""
        if not isinstance(values, Mapping):
            raise SettingsError(("must be a table of settings.",))
        self._values: Mapping[str, Any] = values
        self.problems = [
            f"{name}: there is no such setting." for name in values if name not in known
        ]

    def text(self, name: str, default: str = "") -> str:
        """Words, without the blanks around them that come with pasting."""
        value = self._values.get(name)
        if value is None:
            return default
        if isinstance(value, str):
            return value.strip() or default
        self.problems.append(f"{name}: must be a text.")
        return default

    def number(self, name: str, default: float, *, least: float, most: float) -> float:
        """A number between two others, both included."""
        value = self._values.get(name, default)
        if (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and isfinite(value)
            and least <= value <= most
        ):
            return value
        self.problems.append(f"{name}: must be a number from {least:.9g} to {most:.9g}.")
        return default

    def whole(self, name: str, default: int, *, least: int = 1) -> int:
        """A whole number of at least so much."""
        value = self._values.get(name, default)
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.problems.append(f"{name}: must be a whole number of at least {least}.")
        return default

    def flag(self, name: str, *, default: bool) -> bool:
        """Yes or no."""
        value = self._values.get(name, default)
        if isinstance(value, bool):
            return value
        self.problems.append(f"{name}: must be true or false.")
        return default

    def choice[T: str](self, name: str, choices: Iterable[T], default: T) -> T:
        """One of a few words."""
        value = self._values.get(name, default)
        known = tuple(choices)
        for one in known:
            if value == one:
                return one
        self.problems.append(f"{name}: must be one of {', '.join(known)}.")
        return default

    def table(self, name: str) -> Mapping[str, Any]:
        """Names with what belongs to each."""
        value = self._values.get(name)
        if value is None:
            return {}
        if isinstance(value, Mapping) and all(isinstance(one, str) for one in value):
            return dict(value)
        self.problems.append(f"{name}: must be a table of names and values.")
        return {}

    def check(self) -> None:
        """Raise all that was noted."""
        if self.problems:
            raise SettingsError(tuple(self.problems))
