"""Times and lengths of time, as people say them."""

from datetime import date, datetime, timedelta

from ..language import Language
from ..plan import Wording
from .phrases import phrase
from .templates import render

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
# A thousand years: what was once planned for longer is told as that.
_MOST_SECONDS = 366_000.0 * _DAY
_A_WEEK = 7

DASH = "\u2013"
"""Between two ends, and between a piece and who plays it."""


def tell_clock(moment: datetime, language: Language) -> str:
    """The time of day: in English as the intents project says it, else in figures.

    In most languages it makes a whole sentence of it: "Es ist 18:40".
    """
    if language.code != "en":
        return f"{moment.hour}:{moment:%M}"
    source = language.responses.get("HassGetCurrentTime", {}).get("default", "")
    return render(source, slots={"time": moment.time()}) or f"{moment:%H:%M}"


def full_date(day: date, language: Language) -> str:
    """A date: in English in the intents project's words, else in figures.

    In most languages it makes a whole sentence of it: "Es ist Mittwoch".
    """
    if language.code != "en" and "date" in language.phrases:
        return phrase(language, "date", day=day.day, month=day.month, year=day.year)
    source = language.responses.get("HassGetCurrentDate", {}).get("default", "")
    return render(source, slots={"date": day}) or day.isoformat()


def tell_weekday(day: date, language: Language) -> str:
    """The day of the week."""
    return phrase(language, "weekdays").split("|")[day.weekday()]


def day_name(day: date, today: date, language: Language) -> str:
    """A day as it is called from today: tomorrow, Friday, or by its date."""
    away = (day - today).days
    if near := {0: "today", 1: "tomorrow", -1: "yesterday"}.get(away):
        return phrase(language, near)
    name = tell_weekday(day, language)
    return name if 0 < away < _A_WEEK else f"{name}, {full_date(day, language)}"


def tell_moment(moment: date, now: datetime, language: Language) -> str:
    """A moment as it is told now: with its day, and the time unless it is the whole day."""
    if not isinstance(moment, datetime):
        return day_name(moment, now.date(), language)
    local = moment.astimezone(now.tzinfo)
    day = day_name(local.date(), now.date(), language)
    return phrase(language, "at", day=day, time=tell_clock(local, language))


def tell_span(seconds: float) -> timedelta:
    """So many seconds, or as many as can be told."""
    return timedelta(seconds=min(max(0.0, seconds), _MOST_SECONDS))


def tell_length(period: timedelta, language: Language) -> str:
    """How long, in the two largest units that say something."""
    seconds = max(0, round(period.total_seconds()))
    if seconds < _MINUTE:
        return _counted(seconds, "second", language)
    days, rest = divmod(seconds, _DAY)
    hours, rest = divmod(rest, _HOUR)
    counts = {"day": days, "hour": hours, "minute": rest // _MINUTE}
    told = [_counted(count, unit, language) for unit, count in counts.items() if count]
    return " ".join(told[:2])


def _counted(count: int, unit: str, language: Language) -> str:
    return phrase(language, unit if count == 1 else f"{unit}s", count=count)


def tell_day(wording: Wording, language: Language) -> str:
    """The answer to a question after a day; empty where it is none, or we lack the words."""
    if wording.intent != "HassGetCurrentDate" or not language.phrases:
        return ""
    day = wording.slots["date"]
    if wording.response in ("weekday", "date"):
        return f"{tell_weekday(day, language)}, {full_date(day, language)}"
    if wording.response == "month":
        return full_date(day, language)
    return str(day.year) if wording.response == "year" else ""
