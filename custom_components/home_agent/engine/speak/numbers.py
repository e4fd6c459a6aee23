"""Readings as people say them: without needless decimals, with their unit, "90%", "6:45"."""

from datetime import date, datetime, time

from ..home.measures import Measurement
from ..instants import measure_between
from ..language import Language
from .phrases import phrase
from .state_words import value_word
from .times import day_name, tell_clock, tell_length, tell_moment, tell_span

# Lengths of time, in seconds.
_LENGTHS = {"s": 1, "min": 60, "h": 3600, "d": 86400}


def format_number(value: float, language: Language) -> str:
    """A figure with as many decimals as anybody cares for, and with the language's own point."""
    decimals = 2 if abs(value) >= 1 else 3
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace(".", language.phrases.get("decimal_point", "."))


def format_percent(value: float, language: Language) -> str:
    """So much of a hundred: in English the sign follows at once, in German after a space."""
    return language.phrases.get("percent", "{value} %").format(value=format_number(value, language))


def format_amount(value: float, unit: str, language: Language) -> str:
    """A figure with its unit."""
    if unit == "%":
        return format_percent(value, language)
    text = format_number(value, language)
    if unit == "°":
        return f"{text}°"
    if unit in _LENGTHS and value >= 1 and language.phrases:
        return tell_length(tell_span(value * _LENGTHS[unit]), language)
    return f"{text} {unit}" if unit else text


def reading_in_words(reading: Measurement, now: datetime | None, language: Language) -> str:
    """A reading in words."""
    match reading.value:
        case datetime() as moment:
            return moment.isoformat() if now is None else _moment(moment, now, language)
        case date() as day:
            return day.isoformat() if now is None else day_name(day, now.date(), language)
        case time() as hour:
            return tell_clock(datetime.combine(date.min, hour), language)
        case str() as text:
            return value_word(text, language) if reading.coded else text.replace("_", " ")
        case figure:
            return format_amount(figure, reading.unit, language)


def _moment(moment: datetime, now: datetime, language: Language) -> str:
    told = tell_moment(moment, now, language)
    ahead = measure_between(now, moment)
    if ahead.total_seconds() <= 0:
        return told
    return f"{told} ({phrase(language, 'in_time', duration=tell_length(ahead, language))})"
