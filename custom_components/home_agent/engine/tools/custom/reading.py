"""Reads the fields of a handler, and notes what is wrong with each."""

import re
from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from ...act.gate.safety import runs_programs
from ...errors import SettingsError
from ...validation.fields import (
    describe_unknown,
    is_header_name,
    is_header_value,
    shown_header_name,
)

# No template, nobody's name and no space before the path.
_ADDRESS = re.compile(r"https?://[^/?#@{}\s\\]+(?:[/?#].*)?", re.IGNORECASE | re.DOTALL)
_SERVICE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
_MOST_SECONDS = 120
_ADDRESS_WANTED = (
    "must begin with http:// or https:// and a host, neither of them from a template, without a"
    " name or password in it."
)


class HandlerReader:
    """Takes the fields of a handler, each with its default."""

    def __init__(self, values: Mapping[str, Any], known: Collection[str]) -> None:
        """Note every field that nobody knows."""
        self.values = values
        self.problems: list[str] = [
            str(describe_unknown(str(name), known)) for name in values if name not in known
        ]

    def note(self, where: str, problem: str) -> None:
        """Note what is wrong with a field."""
        self.problems.append(f"{where}: {problem}")

    def check(self) -> None:
        """Raise `SettingsError` with all that was noted, if anything was."""
        if self.problems:
            raise SettingsError(tuple(self.problems))

    def first(self, *names: str) -> str:
        """The name that a field is written under, of several that it may have."""
        return next((name for name in names if name in self.values), names[0])

    def text(self, name: str, wanted: str = "must be a text.", default: str | None = None) -> str:
        """Read a text; without a default it must be there."""
        value = self.values.get(name, default)
        if isinstance(value, str) and (value.strip() or default is not None):
            return value
        self.note(name, wanted)
        return ""

    def service(self, where: str, value: object) -> str:
        """A service such as light.turn_on; none that runs programs on this machine."""
        if not isinstance(value, str) or not _SERVICE.fullmatch(value):
            self.note(where, "must be a service such as light.turn_on.")
        elif runs_programs(value):
            self.note(where, "must be a service that runs no program on this machine.")
        else:
            return value
        return ""

    def flag(self, name: str, *, default: bool) -> bool:
        """Read true or false."""
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            self.note(name, "must be true or false.")
        return bool(value)

    def number(self, name: str, default: float, *, least: float, most: float) -> float:
        """Read a number within limits."""
        value = self.values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.note(name, "must be a number.")
        elif not least <= value <= most:
            self.note(name, f"must be from {least:g} to {most:g}.")
        else:
            return value
        return default

    def seconds(self, name: str, default: float) -> float:
        """Read a number of seconds."""
        value = self.values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.note(name, "must be a number of seconds.")
        elif not 1 <= value <= _MOST_SECONDS:
            self.note(name, f"must be from 1 to {_MOST_SECONDS} seconds.")
        else:
            return value
        return default

    def address(self, name: str) -> str:
        """Read an address whose host is no template."""
        value = self.values.get(name)
        if isinstance(value, str) and is_address(value):
            return value
        self.note(name, _ADDRESS_WANTED)
        return ""

    def table(self, name: str) -> Mapping[str, Any]:
        """Read a mapping."""
        table = self.values.get(name) or {}
        if isinstance(table, Mapping):
            return table
        self.note(name, "must be a table.")
        return {}

    def texts(self, name: str) -> Mapping[str, str]:
        """Read a mapping of texts."""
        table = self.table(name)
        for key, value in table.items():
            if not isinstance(value, str | int | float):
                self.note(f"{name}.{key}", "must be a text.")
        return {str(key): str(value) for key, value in table.items()}

    def headers(self, name: str = "headers") -> Mapping[str, str]:
        """Read the headers of a request, by the rules of HTTP."""
        headers = self.texts(name)
        self.problems += [
            f"{name}: {shown_header_name(header)} is no name."
            for header in headers
            if not is_header_name(header)
        ]
        # What a template fills in is looked at when it is filled in.
        self.problems += [
            f"{name}.{header}: must be a plain text of one line."
            for header, value in headers.items()
            if is_header_name(header) and not is_header_value(value)
        ]
        return headers

    def listed(self, name: str) -> list[Any]:
        """Read a list that is not empty; a single value counts as a list of one."""
        value = self.values.get(name)
        if isinstance(value, Mapping):
            value = [value]
        if isinstance(value, list) and value:
            return value
        self.note(name, "must be a list with something in it.")
        return []


def origin(url: str) -> tuple[str, str]:
    """Scheme and host of an address. Raises `ValueError`."""
    parts = urlsplit(url)
    _ = parts.port
    return parts.scheme, parts.netloc.casefold()


def is_address(url: str) -> bool:
    """Whether it begins with a scheme and a host that are written down."""
    try:
        return _ADDRESS.fullmatch(url) is not None and bool(origin(url)[1])
    except ValueError:
        return False
