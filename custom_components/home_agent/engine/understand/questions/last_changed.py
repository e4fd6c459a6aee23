"""Since when something is so: "how long has the tv been on", "when did the door last open"."""

from ...home import Entity
from ...home.domains import Trait, with_trait
from ...home.model import UNAVAILABLE
from ...plan import Plan
from ..conditions.state_words import loose_states, proper_states
from ..lexicon.lexicon import Phrase
from ..text.phrases import find_phrase
from ..understanding import UnresolvedError
from .plans import query_plan
from .user_question import UserQuestion

_STATELESS = with_trait(Trait.HAPPENS) | {"sensor"}


def read_last_changed_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about how long something has been as it is; None for any other."""
    sure = question.has(question.words, "last_time")
    opener = _opener(question, sure=sure)
    if not opener:
        return None
    rest = question.words[len(opener) :]
    if _subject(rest, question) in question.lexicon.questions.weather and (
        sky := question.of_domain("weather")
    ):
        return query_plan(sky[:1], "since")
    missing: UnresolvedError | None = None
    for words, left in question.occurrences(rest, question.lexicon.questions.conditions):
        for word in words:
            try:
                found = find_that_can_be(word, _subject(left, question), question)
            except UnresolvedError as unresolved:
                missing = missing or unresolved
                continue
            return _since(word, found, sure=sure)
    said = _subject(rest, question)
    if named := question.find_by_full_name(rest, _shows_a_state):
        return query_plan(named, "since")
    if question.names_anything(said) and (found := question.try_find(said, _shows_a_state)):
        return query_plan(found, "since")
    if missing is not None:
        raise missing
    return None


def _since(word: str, found: tuple[Entity, ...], *, sure: bool) -> Plan:
    slots = {"state": word, "last": sure}
    wanted = frozenset(state for entity in found for state in proper_states(word, entity))
    if not wanted and word == "disconnected":
        wanted = frozenset({UNAVAILABLE})
    if not wanted:
        # A lock does not tell when its door was opened; it tells how it is itself.
        return query_plan(found, "untold", slots={"state": word})
    return query_plan(found, "since", wanted=wanted, slots=slots)


def _opener(question: UserQuestion, *, sure: bool) -> Phrase:
    """What such a question begins with; whoever says "last" may use whatever verb they like."""
    opener = question.opener("since")
    if sure:
        return opener or question.opener("when_words")
    degree = find_phrase(question.words, question.lexicon.degrees, 0)
    shorter = len(opener) <= len(degree) or len(opener) < len(question.opener("events_when"))
    return () if shorter else opener


def _subject(words: Phrase, question: UserQuestion) -> Phrase:
    return question.without(words, "last_time", "since_links", "links")


def find_that_can_be(word: str, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """What the words mean that can be so; what is properly called so goes first."""
    if not question.names_anything(said):
        return question.find(said, lambda entity: bool(proper_states(word, entity)))
    try:
        return question.find(said, lambda entity: bool(proper_states(word, entity)), any_kind=True)
    except UnresolvedError:
        return question.find(
            said,
            lambda entity: bool(proper_states(word, entity) or loose_states(word, entity)),
        )


def _shows_a_state(entity: Entity) -> bool:
    return entity.domain not in _STATELESS
