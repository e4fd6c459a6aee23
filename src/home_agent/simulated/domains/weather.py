"""The weather, now and as forecast."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from enum import IntFlag
from typing import Any

from home_agent.engine.home.model import UNKNOWN

from ..arguments import choice, required
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    refuse,
    show_all_but,
    spoken_state,
    sum_of,
)
from ..clock import after

_KINDS = ("daily", "hourly", "twice_daily")
_NATIVE = "native_"


class WeatherEntityFeature(IntFlag):
    """Which forecasts there are."""

    FORECAST_DAILY = 1
    FORECAST_HOURLY = 2
    FORECAST_TWICE_DAILY = 4


def _begin(given: Facts, _now: datetime) -> Facts:
    given = {name.removeprefix(_NATIVE): value for name, value in given.items()}
    forecast = given.get("forecast") or {}
    if isinstance(forecast, list):
        forecast = {"daily": forecast}
    if not isinstance(forecast, Mapping) or not forecast.keys() <= set(_KINDS):
        raise InvalidFactError(
            "forecast: expected a list, or lists under daily, hourly, twice_daily"
        )
    for kind, entries in forecast.items():
        if not isinstance(entries, list) or not all(
            isinstance(entry, Mapping) for entry in entries
        ):
            raise InvalidFactError(f"forecast: expected a list of mappings under {kind}")
    signs = {
        flag: kind in forecast for flag, kind in zip(WeatherEntityFeature, _KINDS, strict=True)
    }
    return {
        "supported_features": sum_of(signs),
        **given,
        "forecast": {kind: tuple(entries) for kind, entries in forecast.items()},
        "state": spoken_state(given) or given.get("condition") or UNKNOWN,
    }


def _get_forecasts(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    kind = data["type"]
    if not subject.features & WeatherEntityFeature[f"FORECAST_{kind.upper()}"]:
        refuse(f"Weather entity '{subject.entity_id}' does not support '{kind}' forecast")
    entries = subject.facts["forecast"].get(kind, ())
    return ActionEffect(response={"forecast": [_dated(entry, subject.now) for entry in entries]})


def _dated(entry: Facts, now: datetime) -> Facts:
    """A forecast for so many days or hours from now stays a forecast."""
    when: Any = entry.get("datetime")
    if "in_days" in entry:
        day = now.replace(hour=0, minute=0, second=0, microsecond=0)
        when = day + timedelta(days=float(entry["in_days"]))
    elif "in_hours" in entry:
        hour = now.replace(minute=0, second=0, microsecond=0)
        when = after(hour, 3600 * float(entry["in_hours"]))
    if isinstance(when, datetime) and when.tzinfo is not None:
        when = when.astimezone(UTC)
    rest = {name: it for name, it in entry.items() if name not in ("in_days", "in_hours")}
    return {**rest, "datetime": when.isoformat() if isinstance(when, date) else when}


WEATHER = Behaviour(
    domain="weather",
    features=WeatherEntityFeature,
    begin=_begin,
    show=show_all_but("forecast", "condition"),
    actions={
        "get_forecasts": SimulatedAction(
            run=_get_forecasts,
            takes=(required(choice("type", _KINDS)),),
            features=tuple(WeatherEntityFeature),
            responds=True,
        )
    },
)
