"""`check_for_recent_ha_events`: what happened lately that matters, ranked, and not a dump."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ..errors import HistoryUnavailableError
from ..home import Entity, Snapshot, State
from ..instants import add_seconds, to_utc
from ..recent_events import RecentEvents, events_in
from ..recent_events.kinds import Category, Kind, kind_of
from ..recent_events.ranking import rank_events
from ..recent_events.recent_events import RecentEvent
from ..recent_events.summary import EventSummary
from ..speak.state_words import state_word
from .entities import name_entity
from .entity_finder import EntityFilter, EntityFinder
from .text import clean
from .times import read_past_moment
from .tool import InvalidRequestError, ToolContext, ToolEffect, ToolResult

_MINUTES = 60
_LONGEST = 7 * 24 * 60
_LIMIT = 15
_MOST = 50
_MOST_WITH_HISTORY = 100

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "minutes": {"type": "integer"},
        "entity_id": {"type": "string", "description": "Only these, or a room"},
    },
}

_WHY: Mapping[Category, str] = {
    Category.SAFETY: "safety",
    Category.ENTRY: "doors and locks",
    Category.PEOPLE: "people",
    Category.AT_NIGHT: "movement at night",
    Category.FINISHED: "finished",
    Category.TROUBLE: "trouble",
    Category.BATTERY: "battery low",
    Category.CHANGE: "changed",
    Category.FIGURE: "moved notably",
    Category.MOVEMENT: "movement",
    Category.BACK: "works again",
}


class CheckForRecentHaEventsTool:
    """Reports recent events."""

    name = "check_for_recent_ha_events"
    description = (
        "What happened lately in the home that matters, most important first."
        " Takes also since (HH:MM) and limit."
    )
    parameters = _SCHEMA
    effect = ToolEffect.NOTHING

    def __init__(self, finder: EntityFinder, recent_events: RecentEvents | None) -> None:
        """Find with this what is meant, and remember with that; only by history, if nobody does."""
        self._finder = finder
        self._recent_events = recent_events

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Return the events that matter most."""
        home = context.home.snapshot()
        start = _start(arguments, home.now)
        limit = _whole(arguments, "limit", _LIMIT, most=_MOST)
        entities = await self._entities(arguments.get("entity_id", ""), context, home)
        happened, note = await self._happened(start, entities, context, home)
        asked = [
            happening
            for happening in happened
            if entities is None or happening.entity_id in entities
        ]
        events = await asyncio.to_thread(_summarize, asked, home, limit)
        if entities is None and (
            told := await asyncio.to_thread(self._home_events, start, home, limit)
        ):
            events["home_events"] = told
        since = {"since": start.isoformat(timespec="minutes")}
        return ToolResult(success=True, result=since | events | ({"note": note} if note else {}))

    def _home_events(self, start: datetime, home: Snapshot, limit: int) -> list[dict[str, str]]:
        """The remembered events of the home besides state changes."""
        if self._recent_events is None:
            return []
        return [
            {
                "time": f"{event.at.astimezone(home.now.tzinfo):%Y-%m-%d %H:%M:%S}",
                "event": clean(event.event_type, 64),
                "data": clean(
                    ", ".join(f"{path}: {value}" for path, value in event.fields.items()), 400
                ),
            }
            for event in self._recent_events.home_events.after(start, home, limit)
        ]

    async def _entities(
        self, asked: str, context: ToolContext, home: Snapshot
    ) -> frozenset[str] | None:
        """The entities that are asked about; None for all. Raises `InvalidRequestError`."""
        if not asked.strip():
            return None
        wanted = EntityFilter(every=True)
        found = await self._finder.find(asked, home, context.authority, wanted)
        if found.problems or not found.entities:
            raise InvalidRequestError(" ".join(found.problems) or "entity_id: nothing fits.")
        return frozenset(entity.entity_id for entity in found.entities)

    async def _happened(
        self,
        start: datetime,
        entities: frozenset[str] | None,
        context: ToolContext,
        home: Snapshot,
    ) -> tuple[list[RecentEvent], str]:
        """The remembered changes, before them those of the recorder, and what is missing."""
        since = None if self._recent_events is None else self._recent_events.since
        known = [] if self._recent_events is None else [*self._recent_events.after(start)]
        until = home.now if since is None else since
        if until.timestamp() <= start.timestamp():
            return known, ""
        kinds = _kinds(entities, home)
        try:
            recorded = await context.home.history(tuple(kinds), start, until)
        except HistoryUnavailableError:
            return known, f"Nothing is known of before {until.astimezone(home.now.tzinfo):%H:%M}."
        # What happened in the very moment when we began to look is remembered.
        before = (
            happening
            for happening in events_in(recorded, kinds)
            if to_utc(happening.at) < to_utc(until)
        )
        return [*before, *known], ""


def _start(arguments: Mapping[str, Any], now: datetime) -> datetime:
    """The start of the span. Raises `InvalidRequestError`."""
    earliest = add_seconds(now, -60 * _LONGEST)
    if said := arguments.get("since"):
        return max(read_past_moment(str(said), now), earliest, key=to_utc)
    return add_seconds(now, -60 * _whole(arguments, "minutes", _MINUTES, most=_LONGEST))


def _whole(arguments: Mapping[str, Any], name: str, default: int, *, most: int) -> int:
    """A number between one and so many. Raises `InvalidRequestError`."""
    try:
        return min(max(1, int(arguments.get(name) or default)), most)
    except (TypeError, ValueError, OverflowError) as error:
        raise InvalidRequestError(f"{name}: must be a whole number.") from error


def _kinds(entities: frozenset[str] | None, home: Snapshot) -> dict[str, Kind]:
    """What to look up in the history: what matters most, and figures only where asked for."""
    found = {
        entity.entity_id: kind
        for entity, state in home.exposed()
        if entities is None or entity.entity_id in entities
        if (kind := kind_of(entity, state)) is not None
        if entities is not None or kind is not Kind.FIGURE
    }
    first = sorted(found, key=lambda entity_id: ([*Kind].index(found[entity_id]), entity_id))
    return {entity_id: found[entity_id] for entity_id in first[:_MOST_WITH_HISTORY]}


def _summarize(happened: list[RecentEvent], home: Snapshot, limit: int) -> dict[str, Any]:
    """The most important events, and the number of others."""
    found = rank_events(happened, home)
    result: dict[str, Any] = {"events": [_in_json(event, home) for event in found[:limit]]}
    if len(found) > limit:
        result["less_important"] = len(found) - limit
    return result


def _in_json(summary: EventSummary, home: Snapshot) -> dict[str, Any]:
    entity = home.layout.entities[summary.entity_id]
    at = summary.at.astimezone(home.now.tzinfo)
    today = at.date() == home.now.date()
    description: dict[str, Any] = {
        "time": f"{at:%H:%M}" if today else f"{at:%Y-%m-%d %H:%M}",
        **name_entity(entity, home),
        "what": " → ".join(_word(value, entity, home) for value in summary.values),
        "why": _WHY[summary.category],
    }
    if summary.times > 1:
        description["times"] = summary.times
    if summary.others:
        description["others"] = f"{summary.others} more at the same time"
    if summary.ours:
        description["by_you"] = True
    return description


def _word(value: str, entity: Entity, home: Snapshot) -> str:
    """A state in words; a number with its unit."""
    state = home.states[entity.entity_id]
    if unit := state.attributes.get("unit_of_measurement"):
        return clean(f"{value} {unit}", 60)
    then = State(value=value, changed=state.changed, updated=state.updated)
    return clean(state_word(entity, then, "en") or value.replace("_", " "), 60)
