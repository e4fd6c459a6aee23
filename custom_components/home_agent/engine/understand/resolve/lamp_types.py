"""Types of lamps: spots, fairy lights, ceiling lamps."""

from ...home import Entity
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from .concepts import concepts_in, is_sort_of_lamp, load_spoken

_NONE: frozenset[str] = frozenset()


def find_lamp_types(words: Phrase, lexicon: Lexicon) -> frozenset[str]:
    """The types of lamps that are spoken of: spots, fairy lights; none for lights as such."""
    concepts = load_spoken(lexicon).concepts
    named = (concepts.get(find_phrase(words, concepts, at), _NONE) for at in range(len(words)))
    return frozenset(filter(is_sort_of_lamp, frozenset().union(*named)))


def is_of_lamp_type(entity: Entity, lamp_types: frozenset[str]) -> bool:
    """Whether something is called by one of these types."""
    return any(concepts_in(name) & lamp_types for name in entity.names)
