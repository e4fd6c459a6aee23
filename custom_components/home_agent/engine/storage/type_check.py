"""Whether a value that was read from outside is what its class declares.

A class takes whatever it is given. One field of the wrong kind in one stored document would raise
much later, in the middle of what belongs to others, and so it is found out where it is read. What
a class declares is worked out once: conversations are read with every sentence.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from datetime import UTC, datetime
from functools import cache
from math import isfinite
from types import UnionType
from typing import Any, Literal, TypeAliasType, Union, get_args, get_origin, get_type_hints

type ValueCheck = Callable[[Any], bool]


def check_types[T](value: T) -> T:
    """The value, a dataclass. Raises `TypeError` where it is not as declared."""
    kind: Any = type(value)
    for name, fits in _fields(kind):
        if not fits(getattr(value, name)):
            raise TypeError(f"{kind.__name__}.{name} is {type(getattr(value, name)).__name__}")
    return value


@cache
def _fields(kind: Any) -> tuple[tuple[str, ValueCheck], ...]:  # noqa: ANN401 - a class
    return tuple((name, _fits(hint)) for name, hint in get_type_hints(kind).items())


@cache
def _fits(hint: Any) -> ValueCheck:  # noqa: ANN401 - any type there is
    """How to tell whether something is of a type; what we cannot tell is let through."""
    if isinstance(hint, TypeAliasType):
        return _resolve_later(hint)
    inner = get_args(hint)
    match get_origin(hint):
        case None:
            return _plain(hint)
        case origin if origin is UnionType or origin is Union:
            kinds = tuple(map(_fits, inner))
            return lambda value: any(fits(value) for fits in kinds)
        case origin if origin is Literal:
            return lambda value: value in inner
        case origin if isinstance(origin, type) and issubclass(origin, Mapping):
            key_fits, item_fits = map(_fits, inner)
            return lambda value: (
                isinstance(value, origin)
                and all(key_fits(key) and item_fits(item) for key, item in value.items())
            )
        case origin if origin is tuple and inner[-1] is not ...:
            parts = tuple(map(_fits, inner))
            return lambda value: (
                isinstance(value, tuple)
                and len(value) == len(parts)
                and all(fits(item) for fits, item in zip(parts, value, strict=True))
            )
        case origin if isinstance(origin, type):
            item_fits = _fits(inner[0])
            return lambda value: isinstance(value, origin) and _all_fit(item_fits, value)
    return _anything


def _resolve_later(alias: TypeAliasType) -> ValueCheck:
    """Looked up when it is needed: a type may hold itself."""

    def fits(value: Any) -> bool:  # noqa: ANN401 - anything
        return _fits(alias.__value__)(value)

    return fits


def _plain(hint: Any) -> ValueCheck:  # noqa: ANN401 - any type there is
    if hint is Any or hint is object or not isinstance(hint, type):
        return _anything
    if is_dataclass(hint):
        return lambda value: isinstance(value, hint) and _is_valid(value)
    special: dict[type, ValueCheck] = {float: _is_number, int: _is_integer, datetime: _is_datetime}
    return special.get(hint, lambda value: isinstance(value, hint))


def _all_fit(fits: ValueCheck, items: Any) -> bool:  # noqa: ANN401 - whatever can be gone through
    return all(map(fits, items))


def _anything(_value: object) -> bool:
    return True


def _is_valid(value: Any) -> bool:  # noqa: ANN401 - a dataclass
    kind: Any = type(value)
    return all(fits(getattr(value, name)) for name, fits in _fields(kind))


def _is_number(value: Any) -> bool:  # noqa: ANN401 - anything
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_integer(value: Any) -> bool:  # noqa: ANN401 - anything
    return _is_number(value) and value == int(value)


def _is_datetime(value: Any) -> bool:  # noqa: ANN401 - anything
    if not isinstance(value, datetime):
        return False
    try:
        # The first and the last days that there are cannot be told in every zone.
        value.astimezone(UTC)
    except OverflowError, ValueError:
        return False
    return True
