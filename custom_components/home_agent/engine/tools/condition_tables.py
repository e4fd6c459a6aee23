"""Reads conditions that models write as tables, with entities by name."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..conditions import Condition
from ..errors import SettingsError
from ..validation.fields import FieldReader
from ..watch.conditions import FIELDS, read_condition
from .entity_finder import EntityFilter, EntityFinder
from .tool import InvalidRequestError, ToolContext

# What models write that know the other tools.
_SAME: Mapping[str, str] = {
    "entity_id": "entity",
    "parameters": "data",
    "service_data": "data",
    "to": "state",
}


def rename_fields(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """The table with our field names, at every depth but in the data of an action."""
    if isinstance(value, list):
        return [rename_fields(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    named = {_SAME.get(key, key): item for key, item in value.items() if item is not None}
    return {key: item if key == "data" else rename_fields(item) for key, item in named.items()}


async def resolve_entities(
    table: dict[str, Any], context: ToolContext, finder: EntityFinder, *, undone: str
) -> None:
    """Replace names by entity ids, at every depth. Raises `InvalidRequestError`.

    `undone` is the sentence that says what was not done where something is wrong.
    """
    for condition in _tables(table):
        condition["entity"] = await _find(condition["entity"], context, finder, undone)
        condition |= {
            name: _split(condition[name]) for name in ("state", "not_state") if name in condition
        }


async def read_condition_table(
    written: object, context: ToolContext, finder: EntityFinder, *, undone: str
) -> Condition:
    """Read a condition. Raises `InvalidRequestError`."""
    table = rename_fields(written)
    if not isinstance(table, dict):
        raise InvalidRequestError(f"{undone} A condition is an object with entity and state.")
    await resolve_entities(table, context, finder, undone=undone)
    reader = FieldReader(table, known=FIELDS)
    condition = read_condition(reader)
    try:
        reader.check()
    except SettingsError as error:
        raise InvalidRequestError(" ".join((undone, *error.problems))) from error
    assert condition is not None
    return condition


async def _find(
    asked: object, context: ToolContext, finder: EntityFinder, undone: str
) -> list[str]:
    named = [str(name) for name in asked] if isinstance(asked, list) else str(asked)
    home = context.home.snapshot()
    found = await finder.find(named, home, context.authority, EntityFilter())
    if found.problems or not found.entities:
        said = found.problems or ("entity: say which.",)
        raise InvalidRequestError(" ".join((undone, *said)))
    ids = [entity.entity_id for entity in found.entities]
    states = context.home.snapshot().states
    if any(states[entity_id].is_secret for entity_id in ids if entity_id in states):
        raise InvalidRequestError(f"{undone} That is a secret, and not looked at.")
    return ids


def _split(states: object) -> object:
    """Several states between commas, each by itself."""
    return [state.strip() for state in states.split(",")] if isinstance(states, str) else states


def _tables(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every table that names what to look at: itself, and its further conditions."""
    if table.get("entity"):
        yield table
    for name in ("all", "any"):
        further = table.get(name)
        for condition in further if isinstance(further, list) else ():
            if isinstance(condition, dict):
                yield from _tables(condition)
