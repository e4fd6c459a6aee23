"""Reads to-do lists, calendars and forecasts, which states do not show."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from ..home import Entity, ServiceCall, Snapshot, State
from ..home.domains.readings import FORECASTS
from ..outcome import Entry, Outcome
from ..plan import Plan, ReadStep, Wording
from .text import clean, clean_value
from .tool import ToolContext

_AHEAD = timedelta(days=7)
_MOST = 50

# By the bits of a station's features, from the most useful kind of forecast on.
_FORECAST = (
    *("condition", "temperature", "templow", "precipitation", "precipitation_probability"),
    "wind_speed",
)


async def read_entries(
    entities: tuple[Entity, ...], context: ToolContext, home: Snapshot
) -> dict[str, dict[str, Any]]:
    """The entries by entity; without entities that have none."""
    calls = [
        call
        for entity in entities
        if entity.domain in _READ
        and (call := _READ[entity.domain](entity.entity_id, home.states[entity.entity_id], home))
        is not None
    ]
    steps = tuple(ReadStep(call=call, wording=Wording(intent=call.full_name)) for call in calls)
    if not steps:
        return {}
    ended = await context.carry_out(Plan(steps=steps), context.authority, context.listener)
    outcomes = [outcome for step_outcomes in ended for outcome in step_outcomes]
    return {
        outcome.entity_id: _describe(outcome)
        for outcome in outcomes
        if outcome.entity_id and not outcome.reason
    }


def _describe(outcome: Outcome) -> dict[str, Any]:
    domain = str(outcome.entity_id).partition(".")[0]
    key = {"todo": "open_items", "calendar": "next_7_days", "weather": "forecast"}[domain]
    return {key: [_line(entry, domain) for entry in outcome.entries[:_MOST]]}


def _line(entry: Entry, domain: str) -> dict[str, Any]:
    """One entry, in its own words: data, like any text from outside."""
    line: dict[str, Any] = {} if domain == "weather" else {"text": clean(entry.text)}
    for name, moment in (("start", entry.start), ("end", entry.end)):
        if moment is not None:
            line[name if domain != "todo" else "due"] = moment.isoformat()
    if domain == "weather":
        known = (field for field in _FORECAST if entry.details.get(field) is not None)
        line |= {field: clean_value(entry.details[field]) for field in known}
    return line


def _items(entity_id: str, _state: State, _home: Snapshot) -> ServiceCall:
    data = {"status": ["needs_action"]}
    return ServiceCall(domain="todo", service="get_items", targets=(entity_id,), data=data)


def _events(entity_id: str, _state: State, home: Snapshot) -> ServiceCall:
    span = {"start_date_time": home.now, "end_date_time": home.now + _AHEAD}
    data = {name: moment.isoformat() for name, moment in span.items()}
    return ServiceCall(domain="calendar", service="get_events", targets=(entity_id,), data=data)


def _forecast(entity_id: str, state: State, _home: Snapshot) -> ServiceCall | None:
    kind = next((forecast for forecast, bit in FORECASTS.items() if state.features & bit), None)
    if kind is None:
        return None
    return ServiceCall(
        domain="weather", service="get_forecasts", targets=(entity_id,), data={"type": kind}
    )


_READ: Mapping[str, Callable[[str, State, Snapshot], ServiceCall | None]] = {
    "todo": _items,
    "calendar": _events,
    "weather": _forecast,
}
