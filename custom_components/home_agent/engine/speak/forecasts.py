"""Answers about the weather that is to come."""

from collections.abc import Sequence
from datetime import date, datetime, time

from ..home.domains.readings import WEATHER_CONDITIONS
from ..language import Language
from ..outcome import Entry, Outcome
from ..plan import Wording
from .numbers import format_amount, format_number, format_percent
from .phrases import phrase
from .state_words import sky_word
from .templates import TemplateEntity, render
from .times import day_name

# Percent, from which on a chance of rain is worth an umbrella.
_LIKELY = 50


def tell_forecast(wording: Wording, outcomes: Sequence[Outcome], language: Language) -> str:
    """What is forecast for the time that was asked about."""
    entries = [entry for outcome in outcomes for entry in outcome.entries]
    now = outcomes[0].seen
    days = _asked_for(entries, wording)
    if not days or now is None:
        return phrase(language, "no_forecast_then")

    def told(template_entity: Sequence[Entry]) -> str:
        return "; ".join(_day(entry, now, wording, language) for entry in template_entity)

    kind = str(wording.slots["kind"])
    if not kind:
        text = told(days)
        return text[:1].upper() + text[1:]
    fitting = [day for day in days if day.text in WEATHER_CONDITIONS[kind] or _is_likely(kind, day)]
    return phrase(language, "yes" if fitting else "no", told=told(fitting or days))


def _asked_for(entries: list[Entry], wording: Wording) -> list[Entry]:
    """Of a forecast by the hour, the middle of each day; one by the day stays as it is."""
    start, end = wording.slots["start"], wording.slots["end"]
    # A forecast for a day begins when the day does.
    midnight = datetime.combine(start.date(), time(), start.tzinfo)
    by_day: dict[date, list[Entry]] = {}
    for entry in entries:
        if entry.start is None:
            continue
        whole = not isinstance(entry.start, datetime)
        begin = datetime.combine(entry.start, time(), start.tzinfo) if whole else entry.start
        if isinstance(begin, datetime) and midnight <= begin < end:
            by_day.setdefault(begin.date(), []).append(entry)
    return [entries[len(entries) // 2] for entries in by_day.values()]


def _is_likely(kind: str, entry: Entry) -> bool:
    chance = entry.details.get("precipitation_probability")
    return kind == "rain" and isinstance(chance, int | float) and chance >= _LIKELY


def _day(entry: Entry, now: datetime, wording: Wording, language: Language) -> str:
    unit = str(wording.slots["unit"])
    told = _sky(entry, unit, language)
    if entry.start is None:
        return told
    day = entry.start.date() if isinstance(entry.start, datetime) else entry.start
    return f"{day_name(day, now.date(), language)}: {told}"


def _sky(entry: Entry, unit: str, language: Language) -> str:
    """The weather of a day: in our words, or the intents project's where we have none."""
    sky = sky_word(entry.text, language)
    if sky:
        return ", ".join([sky, *_range(entry, unit, language), *_chance(entry, language)])
    source = language.responses.get("HassGetWeather", {}).get("default", "")
    details = {**entry.details, "temperature_unit": unit}
    view = TemplateEntity(entity_id="", name="", state=entry.text, attributes=details)
    return render(source, slots={}, matched=[view])


def _range(entry: Entry, unit: str, language: Language) -> list[str]:
    low, high = entry.details.get("templow"), entry.details.get("temperature")
    if high is None:
        return []
    most = format_amount(float(high), unit, language)
    if low is None:
        return [most]
    return [phrase(language, "from_to", low=format_number(float(low), language), high=most)]


def _chance(entry: Entry, language: Language) -> list[str]:
    chance = entry.details.get("precipitation_probability")
    if chance is None or entry.text in WEATHER_CONDITIONS["snow"]:
        return []
    return [phrase(language, "chance_of_rain", chance=format_percent(float(chance), language))]
