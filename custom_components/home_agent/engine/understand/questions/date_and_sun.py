"""The time, the day and the sun: "what time is it", "what is the date", "when does the sun set"."""

from typing import Any

from ...plan import Plan, ReplyStep, Wording
from ..clauses.frame import find_phrase, without
from ..time.days import read_span
from .plans import query_plan, refusal_plan
from .user_question import UserQuestion

_RESPONSES = ("weekday", "date", "month", "year")


def read_date_question(asking: UserQuestion) -> Plan | None:
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


def read_sun_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after the sun, if it is one."""
    questions = asking.lexicon.questions
    small = asking.lexicon.roles["articles"]
    for name, state in (("sun_is_up", "above_horizon"), ("sun_is_down", "below_horizon")):
        if asking.words in questions.of(name):
            return _answer("sun", asking, wanted=frozenset({state}))
    opener = asking.opener("sun_when")
    rest = asking.words[len(opener) :]
    for name, measure in (("sun_sets", "next_setting"), ("sun_rises", "next_rising")):
        for at in range(len(rest)):
            phrase = find_phrase(rest, questions.of(name), at)
            left = rest[:at] + rest[at + len(phrase) :]
            if (
                phrase
                and not without(asking.less(left, "sun_links"), small)
                and (opener or asking.marked)
            ):
                return _answer(measure, asking, attribute=measure)
    return None


def _answer(response: str, asking: UserQuestion, **asked: Any) -> Plan:  # noqa: ANN401 - handed on
    found = asking.of_domain("sun")
    if not found:
        return refusal_plan("no_domain", domain="sun")
    return query_plan(found[:1], response, **asked)
