"""The functions that `native` tools name: what Extended OpenAI Conversation has built in.

One more is a function here and an entry in `NATIVE_FUNCTIONS`.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from ...home import RecordedState, Snapshot
from ...home.aggregate import NoFigureError, PastStates, aggregate
from ..execute_services import ExecuteServicesTool
from ..tool import InvalidRequestError, ToolContext, ToolEffect, ToolResult
from .add_automation import add_automation
from .handler import HandlerError, HandlerParts

_MOST_ENTITIES = 20
_MOST_CHANGES = 500
_MOST_PERIODS = 500
_PERIODS: Mapping[str, timedelta] = {
    "5minute": timedelta(minutes=5),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
    "month": timedelta(days=30),
}
_TYPES: Mapping[str, str] = {"mean": "avg", "min": "min", "max": "max", "change": "sum"}

type NativeRun = Callable[[Mapping[str, Any], ToolContext, HandlerParts], Awaitable[ToolResult]]


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeFunction:
    """A built-in function, and what calling it can do."""

    run: NativeRun
    effect: ToolEffect = ToolEffect.NOTHING


async def execute_services(
    arguments: Mapping[str, Any], context: ToolContext, parts: HandlerParts
) -> ToolResult:
    """Call the services of a list, or one whose fields stand there themselves."""
    listed = arguments.get("list")
    if listed is None:
        listed = [{key: value for key, value in arguments.items() if key != "delay"}]
    if not isinstance(listed, list) or not all(_is_call(wanted) for wanted in listed):
        raise InvalidRequestError("list: each needs domain, service and service_data.")
    wanted = {"list": listed, "delay": arguments.get("delay")}
    return await ExecuteServicesTool(parts.finder).run(wanted, context)


def _is_call(wanted: object) -> bool:
    return (
        isinstance(wanted, Mapping)
        and isinstance(wanted.get("domain"), str)
        and isinstance(wanted.get("service"), str)
        and isinstance(wanted.get("service_data", {}), Mapping)
    )


async def get_history(
    arguments: Mapping[str, Any], context: ToolContext, _parts: HandlerParts
) -> ToolResult:
    """Return the states of entities between two moments."""
    home = context.home.snapshot()
    entity_ids = _entity_ids(arguments.get("entity_ids"), home)
    start, end = _span(arguments, home.now)
    known = await context.home.history(entity_ids, start, end)
    told = [
        [
            {"entity_id": entity_id, "state": was.value, "last_changed": was.at.isoformat()}
            for was in known.get(entity_id, ())[-_MOST_CHANGES:]
        ]
        for entity_id in entity_ids
    ]
    return ToolResult(success=True, result=told)


async def get_statistics(
    arguments: Mapping[str, Any], context: ToolContext, _parts: HandlerParts
) -> ToolResult:
    """Return figures of entities for each hour, day or other period between two moments."""
    home = context.home.snapshot()
    entity_ids = _entity_ids(arguments.get("statistic_ids"), home)
    start, end = _span(arguments, home.now)
    length = _PERIODS.get(str(arguments.get("period", "day")))
    if length is None:
        raise InvalidRequestError(f"period: must be one of {', '.join(_PERIODS)}.")
    if (end - start) / length > _MOST_PERIODS:
        raise InvalidRequestError("period: that is too many of them. Take longer ones.")
    kinds = [kind for kind in arguments.get("types") or _TYPES if kind in _TYPES]
    known = await context.home.history(entity_ids, start, end)
    told = {
        entity_id: [
            figures
            for past in _periods(known.get(entity_id, ()), start, end, length)
            if (figures := _figures(_with_unit(past, home, entity_id), kinds))
        ]
        for entity_id in entity_ids
    }
    return ToolResult(success=True, result=told)


def _periods(
    recorded: tuple[RecordedState, ...], start: datetime, end: datetime, length: timedelta
) -> Iterator[PastStates]:
    """How something was in each period: as it was at its beginning, and what it became."""
    while start < end:
        until = min(start + length, end)
        before = [was for was in recorded if was.at <= start][-1:]
        during = [was for was in recorded if start < was.at < until]
        yield PastStates(recorded=(*before, *during), start=start, end=until)
        start = until


def _with_unit(past: PastStates, home: Snapshot, entity_id: str) -> PastStates:
    attributes = home.states[entity_id].attributes
    return replace(
        past,
        unit=str(attributes.get("unit_of_measurement") or ""),
        state_class=str(attributes.get("state_class") or ""),
    )


def _figures(past: PastStates, kinds: Iterable[str]) -> dict[str, Any]:
    """The figures of one period; empty where nothing is known of it."""
    found: dict[str, Any] = {}
    for kind in kinds:
        with suppress(NoFigureError):
            found[kind] = aggregate(_TYPES[kind], past).value
    return {"start": past.start.isoformat(), **found} if found else {}


async def get_energy(
    _arguments: Mapping[str, Any], context: ToolContext, parts: HandlerParts
) -> ToolResult:
    """Return the sources of the energy dashboard, as far as they are exposed."""
    if parts.energy is None:
        raise HandlerError("this home has no energy dashboard that could be asked.")
    return ToolResult(
        success=True, result=_exposed_only(await parts.energy(), context.home.snapshot())
    )


def _exposed_only(value: Any, home: Snapshot) -> Any:  # noqa: ANN401 - any JSON
    """The same without ids of what is not exposed."""
    match value:
        case Mapping():
            return {key: _exposed_only(item, home) for key, item in value.items()}
        case list() | tuple():
            return [_exposed_only(item, home) for item in value]
        case str() if "." in value and " " not in value:
            entity = home.layout.entities.get(value)
            return value if entity is not None and entity.exposed else None
    return value


async def get_user_from_user_id(
    _arguments: Mapping[str, Any], context: ToolContext, parts: HandlerParts
) -> ToolResult:
    """Return the name of whoever speaks."""
    user_id = context.authority.user_id
    name = parts.users(user_id) if parts.users is not None and user_id else None
    return ToolResult(success=True, result={"name": name or "unknown"})


def _entity_ids(given: Any, home: Snapshot) -> tuple[str, ...]:  # noqa: ANN401 - as a model wrote it
    """Ids of what is exposed. Raises `InvalidRequestError`."""
    listed = [given] if isinstance(given, str) else given
    if not isinstance(listed, list) or not listed or len(listed) > _MOST_ENTITIES:
        raise InvalidRequestError(f"Name from 1 to {_MOST_ENTITIES} entities by their ids.")
    ids = tuple(str(entity_id).strip().lower() for entity_id in listed)
    for entity_id in ids:
        entity = home.layout.entities.get(entity_id)
        if entity is None or not entity.exposed or entity_id not in home.states:
            raise InvalidRequestError(f"There is no '{entity_id[:80]}' in this home.")
    return ids


def _span(arguments: Mapping[str, Any], now: datetime) -> tuple[datetime, datetime]:
    """From when to when; the last day without a word. Raises `InvalidRequestError`."""
    end = _moment(arguments.get("end_time"), "end_time", now) or now
    start = _moment(arguments.get("start_time"), "start_time", now) or end - timedelta(days=1)
    if start >= end:
        raise InvalidRequestError("start_time: must be before end_time.")
    return start, min(end, now)


def _moment(given: Any, name: str, now: datetime) -> datetime | None:  # noqa: ANN401 - as a model wrote it
    if given in (None, ""):
        return None
    try:
        moment = datetime.fromisoformat(str(given))
    except ValueError as error:
        raise InvalidRequestError(f"{name}: write it as 2026-01-31T18:00:00.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)


NATIVE_FUNCTIONS: Mapping[str, NativeFunction] = {
    "execute_service": NativeFunction(run=execute_services, effect=ToolEffect.HOME),
    "execute_services": NativeFunction(run=execute_services, effect=ToolEffect.HOME),
    "add_automation": NativeFunction(run=add_automation, effect=ToolEffect.HOME),
    "get_history": NativeFunction(run=get_history),
    "get_statistics": NativeFunction(run=get_statistics),
    "get_energy": NativeFunction(run=get_energy),
    "get_user_from_user_id": NativeFunction(run=get_user_from_user_id),
}
"""By the name that a declaration has in `name`."""
