"""What a service takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from home_agent.engine.home.service import Field

from .readers import (
    InvalidDataError,
    Outside,
    Reader,
    limited,
    one_of,
    read_at,
    to_bool,
    to_filled,
    to_float,
    to_int,
    to_strict_bool,
    to_text,
)

_REQUIRED = "required key not provided"
_EXTRA = "extra keys not allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One piece of data that a service takes."""

    name: str
    read: Reader
    required: bool = False
    minimum: float | None = None
    maximum: float | None = None
    options: tuple[str, ...] = ()
    group: str | None = None
    """Only one argument of a group may be given."""

    @property
    def field(self) -> Field:
        """How the home tells others about it."""
        return Field(
            name=self.name,
            required=self.required,
            minimum=self.minimum,
            maximum=self.maximum,
            options=self.options,
        )


def read_data(arguments: Sequence[Argument], data: Mapping[str, Any]) -> dict[str, Any]:
    """Check and convert everything; raise `InvalidDataError` at the first thing wrong."""
    known = {argument.name: argument for argument in arguments}
    found: dict[str, Any] = {}
    groups: set[str] = set()
    for name, value in data.items():
        argument = known.get(name)
        if argument is None:
            raise InvalidDataError(_EXTRA, name)
        if argument.group in groups:
            raise InvalidDataError(
                f"two or more values in the same group of exclusion '{argument.group}'",
                f"<{argument.group}>",
            )
        if argument.group:
            groups.add(argument.group)
        try:
            found[name] = argument.read(value)
        except InvalidDataError as error:
            raise InvalidDataError(error.message, name, *error.path) from error
    for argument in arguments:
        if argument.required and argument.name not in found:
            raise InvalidDataError(_REQUIRED, argument.name)
    return found


def required(argument: Argument) -> Argument:
    """The same, but it must be given."""
    return replace(argument, required=True)


def at_most_one(group: str, *arguments: Argument) -> tuple[Argument, ...]:
    """The same, of which only one may be given."""
    return tuple(replace(argument, group=group) for argument in arguments)


def whole(
    name: str, minimum: int | None = None, maximum: int | None = None, *, clamp: bool = False
) -> Argument:
    """A whole number within a range."""
    read = limited(to_int, minimum, maximum, clamp=clamp)
    return Argument(name=name, read=read, minimum=minimum, maximum=maximum)


def decimal(
    name: str, minimum: float | None = None, maximum: float | None = None, *, clamp: bool = False
) -> Argument:
    """A number within a range."""
    read = limited(to_float, minimum, maximum, clamp=clamp)
    return Argument(name=name, read=read, minimum=minimum, maximum=maximum)


def text(name: str, *, filled: bool = False) -> Argument:
    """Some text; filled text is more than white space."""
    return Argument(name=name, read=to_filled if filled else to_text)


def flag(name: str, *, strict: bool = False) -> Argument:
    """True or false; strictly a boolean, or also the words that mean one."""
    return Argument(name=name, read=to_strict_bool if strict else to_bool)


def choice(name: str, options: Sequence[str]) -> Argument:
    """One of some words."""
    return Argument(name=name, read=one_of(options), options=tuple(options))


def several(name: str, each: Reader) -> Argument:
    """One thing or a list of them; always read as a list."""

    def read(value: Outside) -> list[Any]:
        values = value if isinstance(value, list | tuple) else [value]
        values = [] if value is None else values
        return [read_at(place, each, item) for place, item in enumerate(values)]

    return Argument(name=name, read=read)


def numbers(name: str, *each: Reader) -> Argument:
    """So many numbers in a row, such as a colour."""

    def read(value: Outside) -> tuple[Any, ...]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise InvalidDataError("expected tuple")
        if len(value) != len(each):
            raise InvalidDataError(f"expected a sequence of {len(each)} items")
        return tuple(
            read_at(place, reader, item)
            for place, (reader, item) in enumerate(zip(each, value, strict=True))
        )

    return Argument(name=name, read=read)


def anything(name: str, read: Reader = lambda value: value) -> Argument:
    """Whatever the reader makes of it."""
    return Argument(name=name, read=read)
