"""Dates and times that a person sets."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from ..arguments import anything, decimal
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    become,
    refuse,
    spoken_state,
)
from ..readers import InvalidDataError, Outside, to_date, to_moment, to_time

_NAMES = ("date", "time", "datetime", "timestamp")


def _begin(given: Facts, now: datetime) -> Facts:
    has_date, has_time = bool(given.get("has_date")), bool(given.get("has_time"))
    if not has_date and not has_time:
        raise InvalidFactError("an input_datetime needs has_date or has_time to be true")
    facts = {**given, "has_date": has_date, "has_time": has_time}
    moment = now.replace(hour=0, minute=0, second=0, microsecond=0)
    said = given.get("initial", given.get("state"))
    if said is not None:
        try:
            moment = _read(said, moment, has_date=has_date, has_time=has_time)
        except (InvalidDataError, ValueError) as error:
            raise InvalidFactError(f"{said!r} is not such a date or time") from error
    return {**facts, **_set(facts, moment)}


def _read(said: Outside, midnight: datetime, *, has_date: bool, has_time: bool) -> datetime:
    if has_date and has_time:
        moment = to_moment(said)
        zone = midnight.tzinfo
        return moment.astimezone(zone) if moment.tzinfo else moment.replace(tzinfo=zone)
    if has_date:
        return datetime.combine(to_date(said), time(), midnight.tzinfo)
    # YAML reads 06:45:00 as a number to the base of sixty.
    if isinstance(said, int) and not isinstance(said, bool):
        said = time(said // 3600, said // 60 % 60, said % 60)
    return datetime.combine(midnight.date(), _plain(to_time(said)), midnight.tzinfo)


def _set(facts: Facts, moment: datetime) -> Facts:
    """The state and everything that is shown with it."""
    forms = ("%Y-%m-%d",) * facts["has_date"] + ("%H:%M:%S",) * facts["has_time"]
    changes: dict[str, Any] = {"moment": moment, "state": moment.strftime(" ".join(forms))}
    if facts["has_date"]:
        changes |= {"year": moment.year, "month": moment.month, "day": moment.day}
        changes["timestamp"] = moment.timestamp()
    else:
        changes["timestamp"] = moment.hour * 3600 + moment.minute * 60 + moment.second
    if facts["has_time"]:
        changes |= {"hour": moment.hour, "minute": moment.minute, "second": moment.second}
    return changes


def _set_datetime(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    facts, zone = subject.facts, subject.now.tzinfo
    day: date | None = data.get("date")
    hour: time | None = data.get("time")
    moment: datetime | None = data.get("datetime")
    if "timestamp" in data:
        try:
            moment = datetime.fromtimestamp(data["timestamp"], UTC).astimezone(zone)
        except OverflowError, ValueError, OSError:
            refuse(f"expected a timestamp @ data['timestamp']: {data['timestamp']}")
    if moment is not None:
        day, hour = moment.date(), moment.time()
    day = day if facts["has_date"] else None
    hour = hour if facts["has_time"] else None
    if day is None and hour is None:
        refuse("Nothing to set")
    old: datetime = facts["moment"]
    new = datetime.combine(day or old.date(), old.timetz() if hour is None else _plain(hour), zone)
    return become(**_set(facts, new))


def _plain(hour: time) -> time:
    return hour.replace(microsecond=0, tzinfo=None)


def _some_but_not_all(data: Mapping[str, Any]) -> None:
    if not data:
        raise InvalidDataError(f"must contain at least one of {', '.join(_NAMES)}.")
    kinds = {"date" if name == "time" else name for name in data}
    if len(kinds) > 1:
        raise InvalidDataError(f"Cannot use together: {', '.join(data)}")


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = ("state", "moment", "initial")
    return facts["state"], {name: value for name, value in facts.items() if name not in hidden}


def _reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
    said = spoken_state({"state": state}) or ""
    name = "datetime" if " " in said else ("date" if "-" in said else "time")
    return [("set_datetime", {name: said})] if wanted else []


INPUT_DATETIME = Behaviour(
    domain="input_datetime",
    begin=_begin,
    show=_show,
    reproduce=_reproduce,
    actions={
        "set_datetime": SimulatedAction(
            run=_set_datetime,
            takes=(
                anything("date", to_date),
                anything("time", to_time),
                anything("datetime", to_moment),
                decimal("timestamp"),
            ),
            check=_some_but_not_all,
        )
    },
)
