"""Whether the parameters of a tool are a JSON schema that all who are told of it understand.

That is less than JSON Schema has: some models, and Home Assistant for its own agents, know no more.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ..text import to_json

ANYTHING: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": True}
"""The schema of a tool that takes any arguments."""

_KINDS = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


# What some generators write and no model needs.
_IGNORED = frozenset({"$schema", "title", "$id", "examples", "default", "format"})


def simplify_schema(
    schema: Mapping[str, Any], longest: int, *, without: frozenset[str] = frozenset()
) -> Mapping[str, Any] | None:
    """A schema of others as every model understands it; `None` if there is no such."""
    plain: Mapping[str, Any] = _without(schema, _IGNORED | without)
    if len(to_json(plain)) > longest or any(find_schema_problems(plain)):
        return None
    return plain


def _without(schema: Any, ignored: frozenset[str]) -> Any:  # noqa: ANN401 - any JSON
    """A schema without what only tells people something, names of properties aside."""
    if not isinstance(schema, Mapping):
        return schema
    plain = {key: value for key, value in schema.items() if key not in ignored}
    for key in ("items", "additionalProperties"):
        if key in plain:
            plain[key] = _without(plain[key], ignored)
    if isinstance(properties := plain.get("properties"), Mapping):
        plain["properties"] = {name: _without(inner, ignored) for name, inner in properties.items()}
    if isinstance(options := plain.get("anyOf"), list):
        plain["anyOf"] = [_without(option, ignored) for option in options]
    return plain


def find_schema_problems(schema: Any, where: str = "parameters") -> Iterator[str]:  # noqa: ANN401 - as written
    """One line for everything that is wrong with the schema of a tool's arguments."""
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        yield f"{where}: must be a JSON schema with type: object."
        return
    yield from _problems(schema, where)


def _problems(schema: Any, where: str) -> Iterator[str]:  # noqa: ANN401 - as written
    if not isinstance(schema, Mapping):
        yield f"{where}: must be a JSON schema, such as type: string."
        return
    for key, value in schema.items():
        fits, expected = _KEYWORDS.get(key, (None, ""))
        if fits is None:
            yield f"{where}.{key}: is not known here. Known are {', '.join(_KEYWORDS)}."
        elif not fits(value):
            yield f"{where}.{key}: must be {expected}."
        else:
            for path, inner in _inner(key, value):
                yield from _problems(inner, f"{where}.{path}")
    yield from _missing(schema, where)


def _inner(key: str, value: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401 - as written
    """The schemas within a schema, each with where it stands."""
    match key:
        case "properties":
            return ((f"{key}.{name}", prop) for name, prop in value.items())
        case "anyOf":
            return ((f"{key}.{at}", option) for at, option in enumerate(value, 1))
        case "items" | "additionalProperties" if isinstance(value, Mapping):
            return ((key, value),)
    return ()


def _missing(schema: Mapping[str, Any], where: str) -> Iterator[str]:
    if "type" not in schema and "anyOf" not in schema:
        yield f"{where}.type: is missing."
    if "array" in _kinds(schema.get("type")) and "items" not in schema:
        yield f"{where}.items: must say what the list has in it."
    yield from _required(schema, where)


def _required(schema: Mapping[str, Any], where: str) -> Iterator[str]:
    required, properties = schema.get("required"), schema.get("properties", {})
    if _is_texts(required) and isinstance(properties, Mapping):
        for name in required or ():
            if name not in properties:
                yield f"{where}.required: {name} is not among the properties."


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_kind(value: object) -> bool:
    kinds = _kinds(value)
    return bool(kinds) and all(isinstance(kind, str) and kind in _KINDS for kind in kinds)


def _kinds(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _is_pattern(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(re.compile(value))
    except re.error:
        return False


_TEXT = (lambda value: isinstance(value, str), "a text")
_NUMBER = (_is_number, "a number")
_COUNT = (_is_count, "a whole number from 0")
_ANYTHING = (lambda _value: True, "anything")
_FILLED = (lambda value: isinstance(value, list) and bool(value), "a list with something in it")
_KEYWORDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "type": (_is_kind, f"one of {', '.join(sorted(_KINDS))}"),
    "description": _TEXT,
    "title": _TEXT,
    "format": _TEXT,
    "default": _ANYTHING,
    "examples": (lambda value: isinstance(value, list), "a list"),
    "enum": _FILLED,
    "properties": (lambda value: isinstance(value, Mapping), "a table of parameters"),
    "required": (_is_texts, "a list of names"),
    "additionalProperties": (
        lambda value: isinstance(value, bool | Mapping),
        "true, false or a JSON schema",
    ),
    "items": (lambda value: isinstance(value, Mapping), "a JSON schema"),
    "anyOf": _FILLED,
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _NUMBER),
    **dict.fromkeys(("minLength", "maxLength"), _COUNT),
    "pattern": (_is_pattern, "a regular expression"),
}
