"""Times: "what time is it", "what is the date", "when does the sun set", "when is bedtime"."""

from typing import Any

from ...home import Entity
from ...home.domains import Trait, with_trait
from ...plan import Plan, ReplyStep, Wording
from ..lexicon.lexicon import Phrase
from ..text.phrases import cut, find_phrases, without
from ..time.days import read_span
from .plans import query_plan, refusal_plan
from .user_question import UserQuestion

_RESPONSES = ("weekday", "date", "month", "year")

# What holds a time of its own, which is no appointment.
_HOLDS_A_TIME = with_trait(Trait.MOMENT)
_OPENERS = ("events_when", "since", "when_words")


def read_date_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about the time or a day of the calendar; None for any other."""
    if question.words in question.lexicon.questions.of("time"):
        told = {"time": question.home.now.time()}
        return Plan(steps=(ReplyStep(wording=Wording(intent="HassGetCurrentTime", slots=told)),))
    response = max(_RESPONSES, key=lambda form: len(question.opener(form)))
    opener = question.opener(response)
    if not opener:
        return None
    now = question.home.now
    # What is asked for may itself name the day: "what is today".
    span, _ = read_span(question.words, now, question.lexicon)
    _, left = read_span(question.words[len(opener) :], now, question.lexicon)
    if question.without(left, "date_links"):
        return None
    slots = {"date": span.day if span else now.date(), "today": now.date()}
    words = Wording(intent="HassGetCurrentDate", response=response, slots=slots)
    return Plan(steps=(ReplyStep(wording=words),))


def read_sun_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about the sun; None for any other."""
    questions = question.lexicon.questions
    small = question.lexicon.roles["articles"]
    for name, state in (("sun_is_up", "above_horizon"), ("sun_is_down", "below_horizon")):
        if question.words in questions.of(name):
            return _answer("sun", question, wanted=frozenset({state}))
    opener = question.opener("sun_when")
    rest = question.words[len(opener) :]
    for name, measure in (("sun_sets", "next_setting"), ("sun_rises", "next_rising")):
        for at, phrase in find_phrases(rest, questions.of(name)):
            left = without(question.without(cut(rest, at, phrase), "sun_links"), small)
            if not left and (opener or question.has_question_mark):
                return _answer(measure, question, attribute=measure)
    return None


def _answer(response: str, question: UserQuestion, **asked: Any) -> Plan:  # noqa: ANN401 - handed on
    found = question.of_domain("sun")
    if not found:
        return refusal_plan("no_domain", domain="sun")
    return query_plan(found[:1], response, **asked)


def read_set_time_question(question: UserQuestion) -> Plan | None:
    """The plan for a question for when something is set that is called by its name; else None.

    Since when it is so, or when it last was, is another question.
    """
    if question.has(question.words, "last_time"):
        return None
    opener = max((question.opener(name) for name in _OPENERS), key=len)
    rest = question.words[len(opener) :]
    named = question.find_by_full_name(rest, _holds_a_time) if opener else ()
    if len(named) != 1:
        return None
    said = question.without(rest, "links", "event_links", "set_to")
    names = (question.lexicon.words(name) for name in named[0].names)
    called = {_without_small_words(name, question) for name in names}
    return query_plan(named, "one") if _without_small_words(said, question) in called else None


def _without_small_words(words: Phrase, question: UserQuestion) -> Phrase:
    roles = question.lexicon.roles
    return without(words, roles["articles"] | roles["places"])


def _holds_a_time(entity: Entity) -> bool:
    return entity.domain in _HOLDS_A_TIME
