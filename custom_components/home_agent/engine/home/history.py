"""How things were: values over time, as a home keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from ..instants import seconds_between


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedState:
    """From when on something was so.

    Of what lies long back a home may keep only a figure for each hour, and how far it went.
    """

    at: datetime
    value: str
    lowest: float | None = None
    highest: float | None = None


type RecordedStates = Mapping[str, tuple[RecordedState, ...]]
"""By entity, oldest first."""

# Statistics are by the hour; less than that is not worth asking for.
_HOUR = 3600.0


def find_gaps(states: RecordedStates, start: datetime, end: datetime) -> Mapping[str, datetime]:
    """Of which of them nothing is known from the start on, and until when.

    Home Assistant keeps states for some days only, and hourly statistics of figures for good.
    """
    begins = {entity_id: known[0].at if known else end for entity_id, known in states.items()}
    return {
        entity_id: until
        for entity_id, until in begins.items()
        if seconds_between(start, until) > _HOUR
    }


def add_hours(
    states: RecordedStates, hours: RecordedStates, until: Mapping[str, datetime]
) -> RecordedStates:
    """The states, and before them the hours of those of which nothing else was known."""
    return {
        entity_id: (
            *(hour for hour in hours.get(entity_id, ()) if hour.at < until[entity_id]),
            *known,
        )
        if entity_id in until
        else known
        for entity_id, known in states.items()
    }


def read_hour(row: Mapping[str, object]) -> RecordedState | None:
    """What an hour of statistics comes to: of a meter what it showed in the end, else the average.

    Its start and end are seconds since 1970.
    """
    mean, state = row.get("mean"), row.get("state")
    value, at = (mean, row["start"]) if mean is not None else (state, row["end"])
    if not isinstance(value, int | float) or not isinstance(at, int | float):
        return None
    lowest, highest = (
        value if isinstance(value, int | float) else None
        for value in (row.get("min"), row.get("max"))
    )
    moment = datetime.fromtimestamp(at, UTC)
    return RecordedState(at=moment, value=f"{value:g}", lowest=lowest, highest=highest)
