"""A configuration as YAML, to be read by people and pasted where Home Assistant takes it."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

# What YAML could take for something else is put in quotation marks.
_PLAIN = re.compile(r"[A-Za-zÀ-ÿ_/][\w./ ()-]*[\w./()%-]|[A-Za-z_]")
_RESERVED = frozenset({"true", "false", "yes", "no", "on", "off", "null", "none", "y", "n", "~"})


def format_yaml(config: Mapping[str, Any]) -> str:
    """Return a configuration as YAML."""
    return "\n".join(_table(config, 0))


def _table(table: Mapping[str, Any], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for key, value in table.items():
        name = _scalar(str(key))
        match value:
            case Mapping() if value:
                yield f"{pad}{name}:"
                yield from _table(value, depth + 1)
            case list() | tuple() if value:
                yield f"{pad}{name}:"
                yield from _list(value, depth + 1)
            case _:
                yield f"{pad}{name}: {_scalar(value)}"


def _list(values: list[Any] | tuple[Any, ...], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for value in values:
        if isinstance(value, Mapping) and value:
            first, *rest = _table(value, depth + 1)
            yield f"{pad}- {first.lstrip()}"
            yield from rest
        else:
            yield f"{pad}- {_scalar(value)}"


def _scalar(value: object) -> str:
    match value:
        case None:
            return "null"
        case Mapping():
            return "{}"
        case str() if _PLAIN.fullmatch(value) and value.casefold() not in _RESERVED:
            return value
        case str() | bool() | int() | float():
            return json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False, default=str)
