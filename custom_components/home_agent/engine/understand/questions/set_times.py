"""For when something in the home is set: "when is the wake-up time", "what time is bedtime"."""

from ...home import Entity
from ...plan import Plan
from ..lexicon.lexicon import Phrase
from ..text.phrases import without
from .plans import query_plan
from .user_question import UserQuestion

# What holds a time of its own, which is no appointment.
_HOLDS_A_TIME = frozenset({"date", "datetime", "input_datetime", "time"})
_OPENERS = ("events_when", "since", "when_words")


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
