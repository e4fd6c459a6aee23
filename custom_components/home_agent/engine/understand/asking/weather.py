"""The weather, now and later: "is it raining", "will it snow on Friday", "do I need an umbrella"."""

from datetime import datetime

from ...home import Entity, ServiceCall
from ...home.sky import CONDITIONS
from ...plan import Plan, QueryStep, ReadStep, Wording
from ..days import Span, read_span
from ..lexicon import Phrase
from ..question_form import Asking
from ..understanding import Refusal, UnresolvedError

# By how much there is to a forecast: the bit that says that a service offers it.
_DAILY, _HOURLY, _TWICE_DAILY = 1, 2, 4


def about_the_weather(asking: Asking) -> Plan | None:
    """The plan for a question after the weather, if it is one."""
    words = asking.words
    if words in asking.lexicon.questions.of("weather"):
        step = QueryStep(
            entity_ids=(_weather(asking).entity_id,), wording=Wording(intent="HassGetWeather")
        )
        return Plan(steps=(step,))
    now = asking.scene.home.now
    span, left = read_span(words, now, asking.lexicon)
    left = asking.less(left, "ends")
    if _begins(left, "umbrella", asking):
        return _forecast("umbrella", span or _today(now), "rain", asking)
    for name, response in (("forecast_warm", "warm"), ("forecast", "forecast")):
        if (span is not None or _is_of_later(name, left, asking)) and _begins(left, name, asking):
            return _forecast(response, span or _today(now), "", asking)
    return _yes_no(span, left, asking)


def _begins(words: Phrase, name: str, asking: Asking) -> bool:
    """Whether nothing is said but a phrase of this list."""
    listed = asking.lexicon.questions.of(name)
    return words in listed or asking.less(words, "weather_links") in {
        asking.less(one, "weather_links") for one in listed
    }


def _is_of_later(name: str, words: Phrase, asking: Asking) -> bool:
    """Whether it is about what will be, even without a day: "what's the forecast"."""
    listed = asking.lexicon.questions.of(name)
    return words in listed and words not in asking.lexicon.degrees


def _yes_no(span: Span | None, words: Phrase, asking: Asking) -> Plan | None:
    opener_now, opener_later = (
        _opener(words, name, asking) for name in ("weather_now", "weather_later")
    )
    opener = max(opener_now, opener_later, key=len)
    rest = asking.less(words[len(opener) :], "weather_links")
    kind = asking.lexicon.questions.weather.get(rest)
    if not opener or kind is None:
        return None
    now = asking.scene.home.now
    if opener == opener_now and (span is None or span.day == now.date()):
        wording = Wording(intent="HassGetWeather", response="yes_no", slots={"kind": kind})
        step = QueryStep(
            entity_ids=(_weather(asking).entity_id,), wanted=CONDITIONS[kind], wording=wording
        )
        return Plan(steps=(step,))
    return _forecast("will", span or _today(now), kind, asking)


def _opener(words: Phrase, name: str, asking: Asking) -> Phrase:
    listed = asking.lexicon.questions.of(name)
    fitting = (words[:length] for length in range(len(words), 0, -1) if words[:length] in listed)
    return next(fitting, ())


def _forecast(response: str, span: Span, kind: str, asking: Asking) -> Plan:
    weather = _weather(asking)
    features = asking.scene.home.states[weather.entity_id].features
    offered = next(
        (
            name
            for name, bit in (("daily", _DAILY), ("twice_daily", _TWICE_DAILY), ("hourly", _HOURLY))
            if features & bit
        ),
        None,
    )
    if offered is None:
        raise UnresolvedError(Refusal(key="no_forecast", arguments={"name": weather.name}))
    call = ServiceCall(
        domain="weather",
        service="get_forecasts",
        targets=(weather.entity_id,),
        data={"type": offered},
    )
    unit = asking.scene.home.states[weather.entity_id].attributes.get("temperature_unit", "°")
    slots = {"kind": kind, "start": span.start, "end": span.end, "unit": unit}
    wording = Wording(intent="weather.get_forecasts", response=response, slots=slots)
    return Plan(steps=(ReadStep(call=call, wording=wording),))


def _today(now: datetime) -> Span:
    return Span(
        start=now.replace(hour=0, minute=0, second=0, microsecond=0),
        end=now.replace(hour=23, minute=59, second=59),
    )


def _weather(asking: Asking) -> Entity:
    found = asking.exposed(lambda one: one.domain == "weather")
    if not found:
        raise UnresolvedError(Refusal(key="no_domain", arguments={"domain": "weather"}))
    return found[0]
