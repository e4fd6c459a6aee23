"""Readings as people say them: without needless decimals, with their unit."""

from datetime import datetime

from ..home.measures import Measured
from ..instants import between
from ..language import Language
from .moments import length, when
from .phrases import phrase


def number(value: float) -> str:
    """A figure with as many decimals as anybody cares for."""
    decimals = 2 if abs(value) >= 1 else 3
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def spoken(reading: Measured, now: datetime | None, language: Language) -> str:
    """A reading in words."""
    value = reading.value
    if isinstance(value, datetime):
        return value.isoformat() if now is None else _moment(value, now, language)
    if isinstance(value, str):
        return value.replace("_", " ")
    text = number(value)
    if reading.unit == "°":
        return f"{text}°"
    return f"{text} {reading.unit}" if reading.unit else text


def _moment(moment: datetime, now: datetime, language: Language) -> str:
    told = when(moment, now, language)
    ahead = between(now, moment)
    if ahead.total_seconds() <= 0:
        return told
    return f"{told} ({phrase(language, 'in_time', duration=length(ahead, language))})"
