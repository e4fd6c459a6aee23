"""The weather, now or later: "is it raining", "will it snow on Friday", "do I need an umbrella"."""

from dataclasses import replace
from datetime import datetime
from functools import cache

from ...home import Entity, ServiceCall
from ...home.domains.readings import FORECASTS, WEATHER_CONDITIONS
from ...plan import Plan, QueryStep, ReadStep, Wording
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import cut, end_phrase, find_phrases
from ..text.spelling import original_spelling
from ..time.days import Span, read_span
from ..understanding import Refusal, UnresolvedError
from .plans import refusal_plan
from .readings import read_reading_question
from .user_question import UserQuestion


def read_weather_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about the weather; None for any other."""
    usual = _weather(question)
    if plan := _asked(usual, question):
        # Before names are looked for: many a station is just called "Weather".
        return plan
    station, placed = _at_station(question)
    if placed is not question and (plan := _asked(station, placed)):
        return plan
    _elsewhere(usual, question)
    return None


def _asked(station: Entity | None, question: UserQuestion) -> Plan | None:
    words = question.words
    if words in question.lexicon.questions.of("weather"):
        # "Is it raining" wants a yes or a no.
        sky = _now(Wording(intent="HassGetWeather"), frozenset(), station)
        return _yes_no(None, words, station, question) or sky
    now = question.home.now
    span, left = read_span(words, now, question.lexicon)
    left = question.without(left, "ends")
    if _begins(left, "umbrella", question):
        return _forecast("umbrella", span or _today(now), "rain", station, question)
    for name, response in (("forecast_warm", "warm"), ("forecast", "forecast")):
        said_so = _begins(left, name, question)
        # "What is the weather" is about now, unless it is on Friday.
        if said_so or (span is not None and _begins(left, f"{name}_then", question)):
            today = span is None or span.day == now.date()
            if not said_so and today and not _offered(station, question):
                # Then how it is now is as much as anybody knows of today.
                if response == "warm":
                    return read_reading_question(replace(question, words=left))
                return _now(Wording(intent="HassGetWeather"), frozenset(), station)
            return _forecast(response, span or _today(now), "", station, question)
    return _yes_no(span, left, station, question) or _in_any_order(span, left, station, question)


def _at_station(question: UserQuestion) -> tuple[Entity | None, UserQuestion]:
    """Who tells the weather, and the question less the name of the place that it is told for."""
    places = question.lexicon.roles["places"]
    for station in question.of_domain("weather"):
        for name in map(question.lexicon.words, station.names):
            for at, said in find_phrases(question.words, _parts_of(name), 1):
                before, after = question.words[:at], question.words[at + len(said) :]
                if before[-1:] in places:
                    before = before[:-1]
                elif said != name:
                    continue
                return station, replace(question, words=before + after)
    return None, question


def _parts_of(name: Phrase) -> frozenset[Phrase]:
    """A name and its parts: the station "Wetter Hannover" tells of Hannover."""
    ends = range(1, len(name) + 1)
    return frozenset(name[start:end] for end in ends for start in range(end))


def _elsewhere(station: Entity | None, question: UserQuestion) -> None:
    """Raise `UnresolvedError` if it is about the weather of a place that nobody here tells of."""
    words, places = question.words, question.lexicon.roles["places"]
    at = next(
        (
            position
            for position in reversed(range(1, len(words)))
            if words[position : position + 1] in places
        ),
        0,
    )
    _, place = read_span(words[at + 1 :], question.home.now, question.lexicon)
    if at and place and _asked(station, replace(question, words=words[:at])):
        name = original_spelling(place, question.text, question.lexicon)
        raise UnresolvedError(Refusal(key="no_area", arguments={"area": name}))


def _begins(words: Phrase, name: str, question: UserQuestion) -> bool:
    """Whether nothing is said but a phrase of this list, and what links it to a day."""
    listed = question.lexicon.questions.of(name)
    links = question.lexicon.questions.of("weather_links")
    while words not in listed:
        end = end_phrase(words, links, 1)
        if not end:
            return False
        words = words[: -len(end)]
    return True


def _yes_no(
    span: Span | None, words: Phrase, station: Entity | None, question: UserQuestion
) -> Plan | None:
    opener_now, opener_later = (
        _opener(words, name, question) for name in ("weather_now", "weather_later")
    )
    opener = max(opener_now, opener_later, key=len)
    rest = question.without(words[len(opener) :], "weather_links")
    kind = question.lexicon.questions.weather.get(rest)
    # A verb may say all of it: "lloverá"
    ahead = rest in question.lexicon.questions.of("weather_will")
    if not (opener or ahead) or kind is None:
        return None
    now = question.home.now
    if opener and opener == opener_now and (span is None or span.day == now.date()):
        wording = Wording(intent="HassGetWeather", response="yes_no", slots={"kind": kind})
        return _now(wording, WEATHER_CONDITIONS[kind], station)
    return _forecast("will", span or _today(now), kind, station, question)


def _in_any_order(
    span: Span | None, words: Phrase, station: Entity | None, question: UserQuestion
) -> Plan | None:
    """A word for the weather and a day, with nothing else said: "Saturday, any rain then?"."""
    if span is None:
        return None
    listed = question.lexicon.questions
    kinds = find_phrases(words, listed.weather)
    nouns = find_phrases(words, listed.of("weather_nouns"))
    ahead = span.day != question.home.now.date()
    warmth = find_phrases(words, listed.of("weather_warmth")) if ahead else ()
    for at, phrase in warmth:
        if frozenset(cut(words, at, phrase)) <= _around_the_weather(question.lexicon):
            return _forecast("warm", span, "", station, question)
    for at, phrase in (*kinds, *nouns):
        if frozenset(cut(words, at, phrase)) <= _around_the_weather(question.lexicon):
            kind = listed.weather.get(phrase, "")
            if not _offered(station, question) and span.day == question.home.now.date():
                wording = Wording(intent="HassGetWeather")
                return _now(wording, frozenset(), station)
            return _forecast("will" if kind else "forecast", span, kind, station, question)
    return None


@cache
def _around_the_weather(lexicon: Lexicon) -> frozenset[str]:
    """Every word of a question after the weather that says nothing by itself."""
    lists = ("weather_words", "weather_now", "weather_later", "weather_links", "weather_nouns")
    phrases = frozenset[Phrase]().union(*map(lexicon.questions.of, lists))
    return frozenset(word for phrase in phrases for word in phrase)


def _opener(words: Phrase, name: str, question: UserQuestion) -> Phrase:
    listed = question.lexicon.questions.of(name)
    fitting = (words[:length] for length in range(len(words), 0, -1) if words[:length] in listed)
    return next(fitting, ())


def _now(wording: Wording, wanted: frozenset[str], station: Entity | None) -> Plan:
    if station is None:
        return refusal_plan("no_domain", domain="weather")
    step = QueryStep(entity_ids=(station.entity_id,), wanted=wanted, wording=wording)
    return Plan(steps=(step,))


def _offered(station: Entity | None, question: UserQuestion) -> str | None:
    """The forecast that there is."""
    features = question.home.states[station.entity_id].features if station else 0
    return next((name for name, bit in FORECASTS.items() if features & bit), None)


def _forecast(
    response: str, span: Span, kind: str, station: Entity | None, question: UserQuestion
) -> Plan:
    if station is None:
        return refusal_plan("no_domain", domain="weather")
    offered = _offered(station, question)
    if offered is None:
        return _without_forecast(span, kind, station, question)
    call = ServiceCall(
        domain="weather",
        service="get_forecasts",
        targets=(station.entity_id,),
        data={"type": offered},
    )
    unit = question.home.states[station.entity_id].attributes.get("temperature_unit") or "°"
    slots = {"kind": kind, "start": span.start, "end": span.end, "unit": unit}
    wording = Wording(intent="weather.get_forecasts", response=response, slots=slots)
    return Plan(steps=(ReadStep(call=call, wording=wording),))


def _without_forecast(span: Span, kind: str, station: Entity, question: UserQuestion) -> Plan:
    """That there is no forecast; of today also how it is now, which may be all that was asked."""
    state = question.home.states[station.entity_id]
    if span.day != question.home.now.date() or not state.available:
        return refusal_plan("no_forecast", name=station.name)
    if kind and state.value in WEATHER_CONDITIONS[kind]:
        wording = Wording(intent="HassGetWeather", response="yes_no", slots={"kind": kind})
        return _now(wording, WEATHER_CONDITIONS[kind], station)
    missing = refusal_plan("no_forecast", name=station.name)
    sky = _now(Wording(intent="HassGetWeather"), frozenset(), station)
    return Plan(steps=(*missing.steps, *sky.steps))


def _today(now: datetime) -> Span:
    return Span(
        start=now.replace(hour=0, minute=0, second=0, microsecond=0),
        end=now.replace(hour=23, minute=59, second=59),
    )


def _weather(question: UserQuestion) -> Entity | None:
    """Where several tell the weather, the one that the home lists first."""
    stations = question.of_domain("weather")
    if len(stations) < 2:  # noqa: PLR2004 - one needs no choosing
        return next(iter(stations), None)
    ids = {station.entity_id for station in stations}
    return next(entity for key, entity in question.home.layout.entities.items() if key in ids)
