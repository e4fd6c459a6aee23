"""Schemas of Home Assistant and JSON schemas, one made of the other."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import voluptuous as check
from homeassistant.helpers import llm

# Since 2026.9 Home Assistant has these in a library of its own.
if find_spec("probatio"):
    _library = import_module("probatio")
    _to_json, _from_json = _library.to_openapi, _library.from_openapi
else:
    _library = import_module("voluptuous_openapi")
    _to_json, _from_json = _library.convert, _library.convert_to_voluptuous

__all__ = ["as_json_schema", "as_schema", "check"]

_serialize_selector: Callable[[Any], Any] = next(
    getattr(llm, name)
    for name in ("selector_serializer", "_selector_serializer")  # its old name
    if hasattr(llm, name)
)


def as_json_schema(
    schema: check.Schema, serializer: Callable[[Any], Any] | None = None
) -> dict[str, Any]:
    """What a schema of Home Assistant accepts, as a model reads it."""
    converted: dict[str, Any] = _to_json(
        schema, custom_serializer=serializer or _serialize_selector
    )
    return {"type": "object", "properties": {}, **converted}


def as_schema(schema: Mapping[str, Any]) -> check.Schema:
    """What a JSON schema accepts, as Home Assistant checks it."""
    converted: check.Schema = _from_json(dict(schema))
    return converted
