"""How things were: values over time, as a home keeps them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """From when on something was so.

    Of what lies long back a home may keep only a figure for each hour, and how far it went.
    """

    at: datetime
    value: str
    lowest: float | None = None
    highest: float | None = None


def recorded_hour(row: Mapping[str, object]) -> Recorded | None:
    """What an hour of statistics comes to: of a meter what it showed in the end, else the average.

    Its start and end are seconds since 1970.
    """
    mean, state = row.get("mean"), row.get("state")
    value, at = (mean, row["start"]) if mean is not None else (state, row["end"])
    if not isinstance(value, int | float) or not isinstance(at, int | float):
        return None
    lowest, highest = (
        one if isinstance(one, int | float) else None for one in (row.get("min"), row.get("max"))
    )
    moment = datetime.fromtimestamp(at, UTC)
    return Recorded(at=moment, value=f"{value:g}", lowest=lowest, highest=highest)
