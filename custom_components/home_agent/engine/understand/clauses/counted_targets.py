"""Checks that as many things are there as somebody counts: "all three", "beide"."""

from ...home import Entity
from ..lexicon.lexicon import Phrase
from ..text.phrases import has_phrase
from ..understanding import Question, Refusal, UnresolvedError
from ..utterance import Utterance
from .frame import read_target

_TWO = 2


def check_count(
    words: Phrase, entities: tuple[Entity, ...], utterance: Utterance
) -> tuple[Entity, ...]:
    """Return the entities; raises `UnresolvedError` where not as many are there as were meant."""
    lexicon = utterance.lexicon
    count = read_target(words, lexicon, utterance.names).count
    if count > len(entities):
        raise UnresolvedError(Refusal(key="no_intent"))
    if not count and has_phrase(words, lexicon.roles["both"]):
        count = _TWO
    if not count or len(entities) <= count:
        return entities
    scene = utterance.scene
    if chosen := tuple(entity for entity in entities if entity.entity_id == scene.chosen):
        return chosen
    ids = tuple(entity.entity_id for entity in entities)
    raise UnresolvedError(Question(heard=scene.heard, name="", candidates=ids))
