"""Since when something is so: "how long has the tv been on", "when did the door last open"."""

from ...home import Entity
from ...plan import Plan
from ..clauses.frame import find_phrase
from ..conditions.state_words import loosely, properly
from ..lexicon.lexicon import Phrase
from ..understanding import UnresolvedError
from .plans import query_plan
from .user_question import UserQuestion


def read_last_changed_question(asking: UserQuestion) -> Plan | None:
    """The plan for a question after how long something has been as it is, if it is one."""
    sure = asking.says(asking.words, "last_time")
    opener = _opener(asking, sure=sure)
    if not opener:
        return None
    rest = asking.words[len(opener) :]
    if _subject(rest, asking) in asking.lexicon.questions.weather and (
        sky := asking.of_domain("weather")
    ):
        return query_plan(sky[:1], "since")
    missing: UnresolvedError | None = None
    for words, left in asking.occurrences(rest, asking.lexicon.questions.conditions):
        for word in words:
            try:
                found = _that_can_be(word, _subject(left, asking), asking)
            except UnresolvedError as unresolved:
                missing = missing or unresolved
                continue
            if not any(properly(word, one) for one in found):
                # A lock does not tell when its door was opened; it tells how it is itself.
                return query_plan(found, "untold", slots={"state": word})
            wanted = frozenset(state for one in found for state in properly(word, one))
            slots = {"state": word, "last": sure}
            return query_plan(found, "since", wanted=wanted, slots=slots)
    said = _subject(rest, asking)
    if named := asking.named(rest, _shows_a_state):
        return query_plan(named, "since")
    if asking.content(said) and (found := asking.found(said, _shows_a_state)):
        return query_plan(found, "since")
    if missing is not None:
        raise missing
    return None


def _opener(asking: UserQuestion, *, sure: bool) -> Phrase:
    """What such a question begins with; whoever says "last" may use whatever verb they like."""
    opener = asking.opener("since")
    if sure:
        return opener or asking.opener("when_words")
    other = find_phrase(asking.words, asking.lexicon.degrees, 0)
    shorter = len(opener) <= len(other) or len(opener) < len(asking.opener("events_when"))
    return () if shorter else opener


def _subject(words: Phrase, asking: UserQuestion) -> Phrase:
    return asking.less(words, "last_time", "since_links", "links")


def _that_can_be(word: str, said: Phrase, asking: UserQuestion) -> tuple[Entity, ...]:
    if not asking.content(said):
        return asking.find(said, lambda one: bool(properly(word, one)))
    try:
        return asking.find(said, lambda one: bool(properly(word, one)), any_kind=True)
    except UnresolvedError:
        return asking.find(said, lambda one: bool(properly(word, one) or loosely(word, one)))


def _shows_a_state(entity: Entity) -> bool:
    return entity.domain not in ("button", "event", "scene", "sensor")
