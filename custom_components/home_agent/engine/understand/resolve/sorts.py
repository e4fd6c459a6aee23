"""Sorts of lamps: spots, fairy lights, ceiling lamps."""

from ...home import Entity
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from .concepts import concepts_in, is_sort_of_lamp, load_spoken

_NONE: frozenset[str] = frozenset()


def find_sorts(words: Phrase, lexicon: Lexicon) -> frozenset[str]:
    """The sorts of lamps that are spoken of: spots, fairy lights; none for lights as such."""
    concepts = load_spoken(lexicon).concepts
    named = (concepts.get(find_phrase(words, concepts, at), _NONE) for at in range(len(words)))
    return frozenset(filter(is_sort_of_lamp, frozenset().union(*named)))


def is_sort(entity: Entity, sorts: frozenset[str]) -> bool:
    """Whether something is called one of these sorts."""
    return any(concepts_in(name) & sorts for name in entity.names)
