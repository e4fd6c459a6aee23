"""One figure for how something was over a time: pure, and defined so that it means something."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from math import isfinite

from .history import RecordedState
from .model import UNAVAILABLE, UNKNOWN

_HOUR = 3600.0
_NOT_KNOWN = frozenset({UNAVAILABLE, UNKNOWN, ""})
_METERS = frozenset({"total", "total_increasing"})
_POWER = {"W": "Wh", "kW": "kWh", "MW": "MWh"}
_ON = frozenset({"cleaning", "cooling", "drying", "heating", "mowing", "on", "open", "playing"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PastStates:
    """How something was, until a moment."""

    recorded: tuple[RecordedState, ...]
    start: datetime
    end: datetime
    unit: str = ""
    state_class: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What came out, in which unit."""

    value: float
    unit: str = ""


class NoFigureError(Exception):
    """Raised inside this room where there is no such figure; says why."""


def aggregate(kind: str, past: PastStates) -> Figure:
    """The figure of a kind: avg, min, max, sum or count. Raises `NoFigureError`."""
    if not any(_is_known(record.value) for record in past.recorded):
        raise NoFigureError("Nothing is recorded for that time.")
    parse_number = _KINDS[kind](past)
    return Figure(value=round(parse_number.value, 3), unit=parse_number.unit)


def measure_duration(past: PastStates, states: frozenset[str]) -> float:
    """How many seconds of the time it was in one of these states."""
    return sum(seconds for seconds, value in _each(past) if value in states)


def find_moments(past: PastStates, states: frozenset[str]) -> tuple[datetime, ...]:
    """When it came into one of these states out of another, within the time.

    What cannot be reached for a while, and is as it was before, did not become so.
    """
    known = [record for record in past.recorded if _is_known(record.value)]
    return tuple(
        after.at
        for before, after in pairwise(known)
        if after.value in states and before.value not in states and after.at >= past.start
    )


def known_since(past: PastStates) -> datetime | None:
    """From when on it is known how it was, None if it is not at all."""
    known = (record.at for record in past.recorded if _is_known(record.value))
    first = next(known, None)
    return None if first is None else max(first, past.start, key=datetime.timestamp)


def _average(past: PastStates) -> Figure:
    """What it was on average, each value counting for as long as it lasted."""
    spans = [(seconds, value) for seconds, value in _lasted(past) if seconds > 0]
    whole = sum(seconds for seconds, _value in spans)
    if not whole:
        return Figure(value=_values(past)[-1], unit=past.unit)
    return Figure(value=sum(s * value for s, value in spans) / whole, unit=past.unit)


def _least(past: PastStates) -> Figure:
    lows = [record.lowest for record in past.recorded if record.lowest is not None]
    return Figure(value=min((*lows, *_values(past))), unit=past.unit)


def _most(past: PastStates) -> Figure:
    highs = [record.highest for record in past.recorded if record.highest is not None]
    return Figure(value=max((*highs, *_values(past))), unit=past.unit)


def _count(past: PastStates) -> Figure:
    """How often it became something else."""
    known = [record.value for record in past.recorded if _is_known(record.value)]
    return Figure(value=sum(before != after for before, after in pairwise(known)), unit="changes")


def _sum(past: PastStates) -> Figure:
    """What a meter counted; how long something was on; what a power came to in all."""
    if past.state_class in _METERS:
        return Figure(value=sum(_rises(_values(past))), unit=past.unit)
    if past.unit in _POWER:
        work = sum(seconds * value for seconds, value in _lasted(past)) / _HOUR
        return Figure(value=work, unit=_POWER[past.unit])
    if any(_figure(record.value) is not None for record in past.recorded):
        raise NoFigureError("It is no meter, so it has no sum. Use avg, min or max.")
    duration = sum(seconds for seconds, value in _each(past) if value in _ON)
    return Figure(value=duration / _HOUR, unit="hours on")


def _rises(values: list[float]) -> Iterator[float]:
    """How much a meter went up; one that went down began anew from nothing."""
    for before, after in pairwise(values):
        yield after - before if after >= before else after


def _values(past: PastStates) -> list[float]:
    found = [value for record in past.recorded if (value := _figure(record.value)) is not None]
    if not found:
        raise NoFigureError("It has no figures. Use count or sum, or leave aggregate out.")
    return found


def _lasted(past: PastStates) -> list[tuple[float, float]]:
    """Each figure, with how many seconds it lasted."""
    _values(past)
    return [
        (seconds, value) for seconds, state in _each(past) if (value := _figure(state)) is not None
    ]


def _each(past: PastStates) -> Iterator[tuple[float, str]]:
    """Each state, with how many seconds of the time it lasted."""
    begins = [
        max(record.at.astimezone(UTC), past.start.astimezone(UTC)) for record in past.recorded
    ]
    ends = [*begins[1:], past.end.astimezone(UTC)]
    for record, begin, end in zip(past.recorded, begins, ends, strict=True):
        yield max(0.0, (end - begin).total_seconds()), record.value


def _figure(value: str) -> float | None:
    try:
        parse_number = float(value)
    except ValueError:
        return None
    return parse_number if isfinite(parse_number) else None


def _is_known(value: str) -> bool:
    return value not in _NOT_KNOWN


_KINDS: Mapping[str, Callable[[PastStates], Figure]] = {
    "avg": _average,
    "min": _least,
    "max": _most,
    "sum": _sum,
    "count": _count,
}
