"""The time and the day: "what time is it", "what's the date tomorrow", "what day is Christmas"."""

from ...plan import Plan, ReplyStep, Wording
from ..time.days import read_span
from .form import Asking

_RESPONSES = ("weekday", "date", "month", "year")


def about_the_day(asking: Asking) -> Plan | None:
    """The plan for a question after the time or a day of the calendar, if it is one."""
    if asking.words in asking.lexicon.questions.of("time"):
        told = {"time": asking.scene.home.now.time()}
        return Plan(steps=(ReplyStep(wording=Wording(intent="HassGetCurrentTime", slots=told)),))
    response = max(_RESPONSES, key=lambda one: len(asking.opener(one)))
    opener = asking.opener(response)
    if not opener:
        return None
    now = asking.scene.home.now
    # What is asked for may itself name the day: "what is today".
    span, _ = read_span(asking.words, now, asking.lexicon)
    _, left = read_span(asking.words[len(opener) :], now, asking.lexicon)
    if asking.less(left, "date_links"):
        return None
    slots = {"date": span.day if span else now.date(), "today": now.date()}
    words = Wording(intent="HassGetCurrentDate", response=response, slots=slots)
    return Plan(steps=(ReplyStep(wording=words),))
