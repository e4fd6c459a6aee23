"""Checks the arguments of a tool call against the schema."""

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import ValidationError

_MOST_PROBLEMS = 3
_LONGEST = 80

# More than any tool can make sense of; larger numbers are no numbers of seconds, degrees or ids.
_DEEPEST = 16
_LONGEST_TEXT = 100_000
_LARGEST = 1e30

_WHOLE = {"integer": int, "number": float}
_ALL_KINDS = ("array", "boolean", "integer", "number", "object", "string")
_TRUE_OR_FALSE = {"true": True, "false": False}


def coerce_arguments(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments with obvious mistakes of form corrected, as small models make them.

    A nothing for what may be left out is left out; numbers, lists and tables written as text are
    read; one thing where a list is expected is a list of one, and a list of texts where one text is
    expected has commas between them.
    """
    properties, required = schema.get("properties", {}), schema.get("required", ())
    return {
        key: _as_expected(value, properties.get(key, {}))
        for key, value in arguments.items()
        if value is not None or key in required or key not in properties
    }


def find_excess(value: object, where: str = "arguments", depth: int = 0) -> str:
    """What is too deep, too long or too large; empty if nothing is."""
    match value:
        case bool():
            return ""
        case int() | float() if not -_LARGEST <= value <= _LARGEST:
            return f"{where}: that is no number that can be used."
        case str() if len(value) > _LONGEST_TEXT:
            return f"{where}: that text is too long."
        case Mapping() | list() if depth >= _DEEPEST:
            return f"{where}: that goes too deep."
        case Mapping():
            parts = ((cut(str(name)), part) for name, part in value.items())
        case list():
            parts = ((where, part) for part in value)
        case _:
            return ""
    found = (find_excess(part, name, depth + 1) for name, part in parts)
    return next(filter(None, found), "")


async def problems(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """What is wrong and what was expected, in short; empty if they fit."""
    found = await asyncio.to_thread(_errors, arguments, schema)
    return " ".join(map(_in_words, found[:_MOST_PROBLEMS]))


def describe_parameters(schema: Mapping[str, Any]) -> str:
    """The parameters of a tool, in short."""
    required = schema.get("required", ())
    names = [
        f"{name} ({'' if name in required else 'optional, '}{_kind(prop)})"
        for name, prop in schema.get("properties", {}).items()
    ]
    return f"Expected a JSON object with {', '.join(names) or 'nothing in it'}."


def cut(text: str, most: int = _LONGEST) -> str:
    """The text, cut to this length."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _as_expected(value: Any, schema: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    kinds = _kinds(schema)
    if isinstance(value, str) and "string" not in kinds:
        return _read(value, kinds)
    if "array" in kinds and not kinds & {"string", "object"} and not isinstance(value, list):
        return [_as_expected(value, schema.get("items", {}))]
    if isinstance(value, list) and kinds == {"string"} and _are_texts(value):
        return ", ".join(value)
    if isinstance(value, list):
        return [_as_expected(item, schema.get("items", {})) for item in value]
    if isinstance(value, Mapping) and "properties" in schema:
        return coerce_arguments(value, schema)
    return value


def _are_texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _read(text: str, kinds: frozenset[str]) -> Any:  # noqa: ANN401 - any JSON
    """What a text stands for where a text is not expected."""
    if "boolean" in kinds and (known := _TRUE_OR_FALSE.get(text.strip().casefold())) is not None:
        return known
    for kind, number in _WHOLE.items():
        if kind in kinds:
            with suppress(ValueError, OverflowError):
                return number(text)
    if kinds & {"array", "object"}:
        with suppress(ValueError, RecursionError):
            return json.loads(text)
    return text


def _kinds(schema: Mapping[str, Any]) -> frozenset[str]:
    """The JSON types that a schema allows; all of them if it does not say."""
    if "anyOf" in schema:
        return frozenset().union(*map(_kinds, schema["anyOf"]))
    kind = schema.get("type", _ALL_KINDS)
    return frozenset((kind,) if isinstance(kind, str) else kind)


def _kind(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    return " or ".join(sorted(_kinds(schema)))


def _errors(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> list[ValidationError]:
    # Only who has a model needs it, and reading it takes a while.
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    found: Iterator[ValidationError] = Draft202012Validator(schema).iter_errors(arguments)
    return sorted(found, key=lambda error: [str(part) for part in error.absolute_path])


def _in_words(error: ValidationError) -> str:
    """What is wrong at which argument, and what was expected there."""
    where = ".".join(map(str, error.absolute_path)) or "arguments"
    wanted: Any = error.validator_value
    schema: Any = error.schema
    instance: Any = error.instance
    given = cut(json.dumps(instance, ensure_ascii=False, default=str), 40)
    match error.validator:
        case "required":
            missing = [name for name in wanted if name not in instance]
            return f"{where}: {', '.join(missing)} is missing."
        case "type" | "anyOf" | "enum":
            return f"{where}: expected {_kind(schema)}, got {given}."
        case "additionalProperties":
            known = ", ".join(schema.get("properties", {}))
            return f"{where}: {cut(error.message)}. Known are {known}."
    return f"{where}: {cut(error.message)}."
