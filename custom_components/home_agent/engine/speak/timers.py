"""Timers, in words."""

from datetime import datetime, timedelta

from ..instants import seconds_between
from ..jobs import Timer
from ..language import Language
from ..outcome import Outcome, Reason, Status
from .phrases import phrase
from .times import tell_length, tell_span

_MINUTE = 60


def tell_timers(outcome: Outcome, action: str, language: Language) -> str:
    """The answer to somebody who speaks of timers."""
    assert outcome.seen is not None
    now, timers = outcome.seen, outcome.timers
    if outcome.reason is Reason.STILL_PLANNED:
        names = ", ".join(timer_name(timer, language) for timer in timers)
        return phrase(language, "still_planned", name=names)
    if "timer_called" not in language.phrases:
        return _in_short(timers, now)
    if outcome.reason is Reason.WHICH_TIMER:
        names = phrase(language, "or").join(timer_name(timer, language) for timer in timers)
        return phrase(language, "which_timer", options=names)
    if outcome.status is Status.ANSWERED and not timers:
        return phrase(language, "no_timers")
    if action in ("cancel", "cancel_all"):
        return " ".join(
            phrase(language, "timer_cancelled", timer=timer_name(timer, language))
            for timer in timers
        )
    started = outcome.status is Status.SCHEDULED
    return " ".join(_state(timer, now, language, started=started) for timer in timers)


def timer_name(timer: Timer, language: Language) -> str:
    """What we call a timer: by its name, else by its length."""
    if timer.name and "timer_called" not in language.phrases:
        return timer.name
    if timer.name:
        return phrase(language, "timer_called", name=timer.name)
    duration = _length(timer.length, language)
    return phrase(language, "timer_of", duration=duration)


def _state(timer: Timer, now: datetime, language: Language, *, started: bool) -> str:
    key = "timer_left" if timer.ends else "timer_paused"
    if started:
        key = "timer_started" if timer.name else "timer_set"
    left = _left(timer, now)
    text = phrase(
        language, key, timer=timer_name(timer, language), duration=_length(left, language)
    )
    return text[:1].upper() + text[1:]


def _length(seconds: float, language: Language) -> str:
    """Minutes and seconds: of a timer, both matter."""
    minutes, rest = divmod(round(max(0.0, seconds)), _MINUTE)
    if not minutes or not rest or minutes >= _MINUTE:
        return tell_length(tell_span(round(seconds)), language)
    parts = (timedelta(minutes=minutes), timedelta(seconds=rest))
    return " ".join(tell_length(part, language) for part in parts)


def _in_short(timers: tuple[Timer, ...], now: datetime) -> str:
    """Where we lack the words: names, and how long is left."""
    told = (f"{timer.name} {tell_span(round(_left(timer, now)))}".strip() for timer in timers)
    return "; ".join(told) or "0"


def _left(timer: Timer, now: datetime) -> float:
    return seconds_between(now, timer.ends) if timer.ends else timer.left
