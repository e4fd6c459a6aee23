"""The sun: "when does the sun set", "is it dark outside"."""

from typing import Any

from ...plan import Plan
from ..clauses.frame import find_phrase, without
from .answering import looking, refusing
from .form import Asking


def about_the_sun(asking: Asking) -> Plan | None:
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


def _answer(response: str, asking: Asking, **asked: Any) -> Plan:  # noqa: ANN401 - handed on
    found = asking.of_domain("sun")
    if not found:
        return refusing("no_domain", domain="sun")
    return looking(found[:1], response, **asked)
