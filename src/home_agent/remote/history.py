"""How things were, as Home Assistant tells it over the wire."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from home_agent.engine.errors import HistoryUnavailableError
from home_agent.engine.home import RecordedState
from home_agent.engine.home.history import RecordedStates, add_hours, find_gaps, read_hour

from .connection import Connection
from .errors import CommandRefusedError, RemoteError


async def read_history(
    connection: Connection, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> RecordedStates:
    """How each was at the start, and what it became until the end."""
    try:
        told = await connection.command(
            "history/history_during_period",
            start_time=start.astimezone(UTC).isoformat(),
            end_time=end.astimezone(UTC).isoformat(),
            entity_ids=[*entity_ids],
            significant_changes_only=False,
            no_attributes=True,
        )
        states = {entity_id: _changes(told.get(entity_id, ())) for entity_id in entity_ids}
        until = find_gaps(states, start, end)
        hours = await _statistics(connection, tuple(until), start, end) if until else {}
    except CommandRefusedError as error:
        raise HistoryUnavailableError(
            "This Home Assistant does not record how things were."
            " Set up its recorder and its history to ask for that."
            if error.code == "unknown_command"
            else f"Home Assistant could not tell how things were: {error}"
        ) from error
    except RemoteError as error:
        raise HistoryUnavailableError(str(error)) from error
    return add_hours(states, hours, until)


def _changes(rows: Sequence[Mapping[str, Any]]) -> tuple[RecordedState, ...]:
    """What it became when, without what only told the same again."""
    found = []
    for value, repeated in groupby(rows, key=lambda row: row["s"]):
        first = next(repeated)
        at = datetime.fromtimestamp(first.get("lc", first["lu"]), UTC)
        found.append(RecordedState(at=at, value=value))
    return tuple(found)


async def _statistics(
    connection: Connection, entity_ids: tuple[str, ...], start: datetime, end: datetime
) -> RecordedStates:
    kept = await connection.command(
        "recorder/statistics_during_period",
        start_time=start.astimezone(UTC).isoformat(),
        end_time=end.astimezone(UTC).isoformat(),
        statistic_ids=[*entity_ids],
        period="hour",
        types=["max", "mean", "min", "state"],
    )
    return {
        entity_id: tuple(hour for row in rows if (hour := read_hour(_in_seconds(row))) is not None)
        for entity_id, rows in kept.items()
    }


def _in_seconds(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The wire counts in milliseconds."""
    return {**row, "start": row["start"] / 1000, "end": row["end"] / 1000}
