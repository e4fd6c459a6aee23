"""Calendars: on while something is going on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from enum import IntFlag
from typing import Any

from ..arguments import anything, required, text
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    become,
)
from ..readers import InvalidDataError, Outside, to_date, to_moment, to_period, to_time

_SHOWN = "%Y-%m-%d %H:%M:%S"
_HOUR = 60


class CalendarEntityFeature(IntFlag):
    """What some calendars can do."""

    CREATE_EVENT = 1
    DELETE_EVENT = 2
    UPDATE_EVENT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Event:
    """Something in a calendar: whole days, or from one moment to another."""

    summary: str
    start: date
    end: date
    description: str | None = None
    location: str | None = None

    @property
    def all_day(self) -> bool:
        return not isinstance(self.start, datetime)

    def starts(self, zone: tzinfo | None) -> datetime:
        return _moment(self.start, zone)

    def ends(self, zone: tzinfo | None) -> datetime:
        return _moment(self.end, zone)

    def told(self) -> Mapping[str, Any]:
        """The event as `get_events` returns it."""
        found = {
            "start": self.start.isoformat(),
            "end": self.end.isoformat(),
            "summary": self.summary,
            "description": self.description,
            "location": self.location,
        }
        return {name: value for name, value in found.items() if value is not None}


def _moment(day: date, zone: tzinfo | None) -> datetime:
    if not isinstance(day, datetime):
        return datetime.combine(day, time(), zone)
    return day.replace(tzinfo=zone) if day.tzinfo is None else day.astimezone(zone)


def _begin(given: Facts, now: datetime) -> Facts:
    events = given.get("events") or []
    if not isinstance(events, list):
        raise InvalidFactError(f"events: expected a list, not {events!r}")
    read = tuple(_read_event(event, number, now) for number, event in enumerate(events, 1))
    features = {"supported_features": int(CalendarEntityFeature.CREATE_EVENT)}
    return {**features, **given, "state": "off", "events": read, "zone": now.tzinfo, "seen": now}


def _read_event(event: Outside, number: int, now: datetime) -> _Event:
    """An event has a start and an end, or is so many days away, at a time or all day."""
    expected = (
        f"event {number}: expected a summary with start and end, or with in_days and either "
        "at: HH:MM and minutes, or all_day: true"
    )
    if not isinstance(event, Mapping) or not str(event.get("summary") or "").strip():
        raise InvalidFactError(f"{expected}; not {event!r}")
    try:
        start, end = _span(event, now)
    except (InvalidDataError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise InvalidFactError(f"{expected}; not {dict(event)!r}") from error
    found = _Event(
        summary=str(event["summary"]),
        start=start,
        end=end,
        description=event.get("description"),
        location=event.get("location"),
    )
    if found.starts(now.tzinfo) >= found.ends(now.tzinfo):
        raise InvalidFactError(f"event {number} must end after it starts")
    return found


def _span(event: Mapping[str, Any], now: datetime) -> tuple[date, date]:
    if "in_days" not in event:
        return _edge(event["start"], now.tzinfo), _edge(event["end"], now.tzinfo)
    day = now.date() + timedelta(days=int(event["in_days"]))
    if event.get("all_day"):
        return day, day + timedelta(days=1)
    start = datetime.combine(day, _hour(event["at"]), now.tzinfo)
    return start, start + timedelta(minutes=float(event.get("minutes", _HOUR)))


def _with_length(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """The event from its start on, for a day or an hour."""
    start = _edge(event["start"], None)
    length = timedelta(minutes=_HOUR) if isinstance(start, datetime) else timedelta(days=1)
    return {**event, "end": (start + length).isoformat()}


def _edge(said: Outside, zone: tzinfo | None) -> date:
    """A day stays a day; with a time of day it becomes a moment."""
    whole_day = isinstance(said, date) and not isinstance(said, datetime)
    if whole_day or len(str(said)) == len("2026-10-31"):
        return to_date(said)
    return _moment(to_moment(said), zone)


def _hour(at: Outside) -> time:
    # YAML reads 17:00 as a number to the base of sixty.
    if isinstance(at, int) and not isinstance(at, bool):
        return time(at // 60, at % 60)
    return to_time(at)


def _current(facts: Facts, now: datetime) -> _Event | None:
    """What is going on, else what comes next."""
    ahead = [event for event in facts["events"] if event.ends(facts["zone"]) > now]
    return min(ahead, key=lambda event: event.starts(facts["zone"]), default=None)


def _show(facts: Facts, now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = ("state", "events", "zone", "seen")
    shown = {name: value for name, value in facts.items() if name not in hidden}
    event = _current(facts, now)
    if event is None:
        return "off", shown
    start, end = event.starts(facts["zone"]), event.ends(facts["zone"])
    shown |= {
        "message": event.summary,
        "all_day": event.all_day,
        "start_time": start.strftime(_SHOWN),
        "end_time": end.strftime(_SHOWN),
        "location": event.location or "",
        "description": event.description or "",
    }
    return "on" if start <= now else "off", shown


def _next_edge(facts: Facts) -> datetime | None:
    """When an event next starts or ends."""
    edges = (
        edge
        for event in facts["events"]
        for edge in (event.starts(facts["zone"]), event.ends(facts["zone"]))
    )
    return min((edge for edge in edges if edge > facts["seen"]), default=None)


def _see(subject: ActionTarget) -> Facts:
    return {"seen": subject.now}


def _create(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    zone, today = subject.now.tzinfo, subject.now.date()
    start: date
    end: date
    if "in" in data:
        days = data["in"].get("days", 7 * data["in"].get("weeks", 0))
        start, end = today + timedelta(days=days), today + timedelta(days=days + 1)
    elif "start_date" in data:
        start, end = data["start_date"], data["end_date"]
    else:
        start = _moment(data["start_date_time"], zone)
        end = _moment(data["end_date_time"], zone)
    event = _Event(
        summary=data["summary"],
        start=start,
        end=end,
        description=data.get("description") or None,
        location=data.get("location"),
    )
    return become(events=(*subject.facts["events"], event), seen=subject.now)


def _get(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    zone = subject.facts["zone"]
    start = _moment(data.get("start_date_time", subject.now), zone)
    end = _moment(data["end_date_time"], zone) if "end_date_time" in data else None
    if end is None:
        end = start + data["duration"]
    found = [
        event
        for event in subject.facts["events"]
        if event.ends(zone) > start and event.starts(zone) < end
    ]
    found.sort(key=lambda event: event.starts(zone))
    return ActionEffect(response={"events": [event.told() for event in found]})


_STARTS = ("start_date", "start_date_time", "in")


def _check_created(data: Mapping[str, Any]) -> None:
    given = [name for name in _STARTS if name in data]
    if not given:
        raise InvalidDataError(f"must contain at least one of {', '.join(_STARTS)}.")
    if len(given) > 1:
        raise InvalidDataError(f"must contain at most one of {', '.join(_STARTS)}.")
    for start, end, what in (
        ("start_date", "end_date", "dates"),
        ("start_date_time", "end_date_time", "datetimes"),
    ):
        if (start in data) != (end in data):
            raise InvalidDataError(f"Start and end {what} must both be specified", f"<{what}>")
        if start in data and _naive(data[end]) <= _naive(data[start]):
            raise InvalidDataError("Expected end after start")


def _naive(moment: date) -> date:
    return moment.replace(tzinfo=None) if isinstance(moment, datetime) else moment


def _check_asked(data: Mapping[str, Any]) -> None:
    if ("end_date_time" in data) == ("duration" in data):
        word = "most" if "duration" in data else "least"
        raise InvalidDataError(f"must contain at {word} one of end_date_time, duration.")
    if "duration" in data and data["duration"] <= timedelta():
        raise InvalidDataError("value should be positive", "duration")


def _days_or_weeks(value: Outside) -> Mapping[str, int]:
    match value:
        case {"days": int(amount)} | {"weeks": int(amount)} if len(value) == 1 and (
            0 <= amount <= 10_000  # noqa: PLR2004 - dates end somewhere
        ):
            return dict(value)
    raise InvalidDataError("expected days or weeks")


_MOMENTS = (anything("start_date_time", to_moment), anything("end_date_time", to_moment))

CALENDAR = Behaviour(
    domain="calendar",
    features=CalendarEntityFeature,
    corrections={"events": _with_length},
    begin=_begin,
    show=_show,
    wakes=_next_edge,
    wake=_see,
    actions={
        "create_event": SimulatedAction(
            run=_create,
            takes=(
                required(text("summary")),
                text("description"),
                text("location"),
                anything("start_date", to_date),
                anything("end_date", to_date),
                *_MOMENTS,
                anything("in", _days_or_weeks),
            ),
            check=_check_created,
        ),
        "get_events": SimulatedAction(
            run=_get,
            takes=(*_MOMENTS, anything("duration", to_period)),
            check=_check_asked,
            responds=True,
        ),
    },
)
