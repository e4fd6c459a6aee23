"""Answers to questions about how things were: the figure, and the time that it is of."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from ..home import Layout
from ..instants import seconds_between
from ..language import Language
from ..outcome import Outcome, PastReading
from ..plan import Wording
from .entity_states import EntityDescriber
from .numbers import format_amount
from .phrases import phrase
from .state_words import condition_word
from .times import DASH, day_name, tell_clock, tell_length, tell_moment, tell_span

PAST = "past"
"""The intent of a question about a time that is over."""

_FIGURES = ("average", "highest", "lowest", "total")

# A home that was asked from midnight on, and knows it from one o'clock, knows the day.
_NEARLY = 3600.0

_MOST_MOMENTS = 6


def tell_past(
    wording: Wording, outcomes: Sequence[Outcome], layout: Layout, language: Language
) -> str:
    """How things were; of what nobody knows it, that nobody does. Empty where we lack the words."""
    if not language.phrases or not outcomes:
        return ""
    writer = _PastWriter(wording, layout, language)
    told = [writer.text(outcome) for outcome in outcomes]
    answer = ". ".join(dict.fromkeys(told))
    if wording.response != "yes_no" or any(outcome.past is None for outcome in outcomes):
        return answer
    yes = any(outcome.matched for outcome in outcomes)
    matched = [text for text, outcome in zip(told, outcomes, strict=True) if outcome.matched]
    return phrase(language, "yes" if yes else "no", told=". ".join(matched or told))


class _PastWriter:
    """Puts into words how each of some things was."""

    def __init__(self, wording: Wording, layout: Layout, language: Language) -> None:
        self._wording = wording
        self._language = language
        self._describer = EntityDescriber(wording, layout, language)

    def text(self, outcome: Outcome) -> str:
        """How one thing was, and over what time."""
        start, end = self._wording.slots["start"], self._wording.slots["end"]
        name = self._describer.names([outcome])
        now = outcome.seen or end
        if outcome.past is None:
            unknown = phrase(self._language, "past_unknown", name=name)
            told = f"{unknown} ({self._span(start, end, now)})"
            known = self._wording.slots["kind"] in _FIGURES and self._describer.is_known(outcome)
            # How it is now may tell what it came to.
            return f"{told}. {self._describer.describe([outcome])}" if known else told
        told = self._told(name, outcome.past, now)
        if seconds_between(start, outcome.past.since) > _NEARLY:
            start = outcome.past.since.astimezone(now.tzinfo)
        return f"{told} ({self._span(start, end, now)})"

    def _told(self, name: str, past: PastReading, now: datetime) -> str:
        kind = str(self._wording.slots["kind"])
        if kind in _FIGURES:
            value = self._amount(past.value, past.unit)
            told = phrase(self._language, f"past_{kind}", name=name, value=value)
            return ", ".join(filter(None, (told, self._range(past))))
        state = condition_word(str(self._wording.slots["state"]), self._language.code)
        if not past.value:
            return phrase(self._language, "past_never", name=name, state=state)
        if kind == "lasted":
            duration = tell_length(tell_span(past.value), self._language)
            return phrase(self._language, "past_lasted", name=name, state=state, duration=duration)
        count = round(past.value)
        key = "past_once" if count == 1 else "past_times"
        told = phrase(self._language, key, name=name, state=state, count=count)
        return f"{told}: {self._moments(past.moments, now)}"

    def _range(self, past: PastReading) -> str:
        """How far it went, where that is not always the same."""
        if past.low is None or past.high is None or past.low == past.high:
            return ""
        low, high = (self._amount(value, past.unit) for value in (past.low, past.high))
        return phrase(self._language, "from_to", low=low, high=high)

    def _moments(self, moments: tuple[datetime, ...], now: datetime) -> str:
        """When it became so: the last few."""
        local = [moment.astimezone(now.tzinfo) for moment in moments[-_MOST_MOMENTS:]]
        one_day = len({moment.date() for moment in local}) == 1
        told = [
            tell_clock(moment, self._language)
            if one_day
            else tell_moment(moment, now, self._language)
            for moment in local
        ]
        return ", ".join(["…"] * (len(moments) > _MOST_MOMENTS) + told)

    def _amount(self, value: float, unit: str) -> str:
        return format_amount(round(value, 1) if abs(value) >= 1 else value, unit, self._language)

    def _span(self, start: datetime, end: datetime, now: datetime) -> str:
        """The time that was asked about, as it is called now."""
        today = now.date()
        begins = start.time().replace(microsecond=0) == datetime.min.time()
        if begins and start.date() == today and end >= now:
            return phrase(self._language, "today")
        ends = end.time().replace(microsecond=0) == datetime.min.time()
        if begins and ends:
            first, last = start.date(), (end - timedelta(days=1)).date()
            names = dict.fromkeys(day_name(day, today, self._language) for day in (first, last))
            return f" {DASH} ".join(names)
        told = tell_moment(start, now, self._language)
        if end.date() == start.date():
            return f"{told} {DASH} {tell_clock(end, self._language)}"
        return f"{told} {DASH} {tell_moment(end, now, self._language)}"
