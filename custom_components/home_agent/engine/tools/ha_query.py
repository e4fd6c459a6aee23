"""`ha_query`: how things are, and how they were."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ..home import Entity, RecordedState, Snapshot
from ..home.aggregate import NoFigureError, PastStates, aggregate
from .calls import FinderTool
from .entities import describe_entity, name_entity
from .entity_finder import EntityFilter
from .entries import read_entries
from .text import clean
from .times import find_start
from .tool import InvalidRequestError, ToolContext, ToolEffect, ToolResult, build_error

# Of so many things at most, all attributes are told; of more, only those that are asked for.
_FEW = 3
_MOST_CHANGES = 60
_MOST_WITH_HISTORY = 50

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "entity_id": {
            "type": "string",
            "description": (
                "The entity ID to query (e.g., 'sensor.temperature'). Can use commas and wildcards"
                " (e.g., 'light.*')"
            ),
        },
        "attributes": {
            "type": "array",
            "items": {"type": "string"},
            "description": (
                "Specific attributes to retrieve (optional; of few entities all are returned if not"
                " specified)"
            ),
        },
        "history": {
            "type": "object",
            "description": "Optional: retrieve historical data",
            "properties": {
                "duration": {
                    "type": "string",
                    "description": "Time range (e.g., '1h', '24h', '7d', 'today')",
                },
                "aggregate": {
                    "type": "string",
                    "enum": ["avg", "min", "max", "sum", "count"],
                    "description": (
                        "count: how often it changed; sum: what a meter counted, the energy of a"
                        " power sensor, or the hours that something was on"
                    ),
                },
            },
            "required": ["duration"],
        },
    },
    "required": ["entity_id"],
}


class HaQueryTool(FinderTool):
    """Look at things."""

    name = "ha_query"
    description = (
        "Get current state and attributes of Home Assistant entities. Use this to check if lights"
        " are on, get sensor values, read a to-do list, calendar or forecast, etc."
    )
    parameters = _SCHEMA
    effect = ToolEffect.NOTHING

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Tell how each is, or was."""
        home = context.home.snapshot()
        wanted = EntityFilter(every=True)
        on = arguments["entity_id"]
        found = await self._finder.find(on, home, context.authority, wanted)
        if not found.entities:
            return build_error(" ".join(found.problems) or "entity_id: say what to look at.")
        result: dict[str, Any] = {"entities": []}
        if "history" in arguments:
            result = await _past(found.entities, arguments["history"], context, home)
        else:
            result["entities"] = await _present(found.entities, arguments, context, home)
        if found.problems:
            result["not_found"] = [*found.problems]
        return ToolResult(success=True, result=result)


async def _present(
    entities: tuple[Entity, ...],
    arguments: Mapping[str, Any],
    context: ToolContext,
    home: Snapshot,
) -> list[dict[str, Any]]:
    few = len(entities) <= _FEW
    attributes = arguments.get("attributes", None if few else ())
    held = await read_entries(entities, context, home) if few else {}
    return [
        describe_entity(entity, home.states[entity.entity_id], home, attributes)
        | held.get(entity.entity_id, {})
        for entity in entities
    ]


async def _past(
    entities: tuple[Entity, ...],
    history: Mapping[str, Any],
    context: ToolContext,
    home: Snapshot,
) -> dict[str, Any]:
    """How some things were. Raises `InvalidRequestError` and `HistoryUnavailableError`."""
    if len(entities) > _MOST_WITH_HISTORY:
        raise InvalidRequestError(f"history: at most {_MOST_WITH_HISTORY} entities at once.")
    start = find_start(history["duration"], home.now)
    ids = tuple(entity.entity_id for entity in entities)
    kept = await context.home.history(ids, start, home.now)
    return {
        "from": start.isoformat(timespec="minutes"),
        "to": home.now.isoformat(timespec="minutes"),
        "entities": [
            {
                **name_entity(entity, home),
                **_was(entity, kept.get(entity.entity_id, ()), start, home, history),
            }
            for entity in entities
        ],
    }


def _was(
    entity: Entity,
    recorded: tuple[RecordedState, ...],
    start: datetime,
    home: Snapshot,
    history: Mapping[str, Any],
) -> dict[str, Any]:
    """How one thing was: a figure, or its changes."""
    state = home.states[entity.entity_id]
    unit = clean(state.attributes.get("unit_of_measurement") or "")
    if state.is_secret:
        return {"error": "It is a secret."}
    past = PastStates(
        recorded=recorded,
        start=start,
        end=home.now,
        unit=unit,
        state_class=str(state.attributes.get("state_class") or ""),
    )
    kind = history.get("aggregate")
    if kind is None:
        return _changes(recorded, unit, home.now)
    try:
        parse_number = aggregate(kind, past)
    except NoFigureError as none:
        return {"error": str(none)}
    return {kind: parse_number.value, "unit": parse_number.unit}


def _changes(recorded: tuple[RecordedState, ...], unit: str, now: datetime) -> dict[str, Any]:
    """What it became when; of many changes, the latest."""
    shown = recorded[-_MOST_CHANGES:]
    result: dict[str, Any] = {
        "changes": [
            [record.at.astimezone(now.tzinfo).isoformat(timespec="seconds"), clean(record.value)]
            for record in shown
        ]
    }
    if unit:
        result["unit"] = unit
    if len(shown) < len(recorded):
        result["left_out"] = f"{len(recorded) - len(shown)} earlier changes"
    return result
