"""Types of lamps: spots, fairy lights, ceiling lamps."""

from collections.abc import Iterable

from ...home import Entity
from ..grammar.targets import Scene
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from .concepts import concepts_in, is_sort_of_lamp, load_spoken

_NONE: frozenset[str] = frozenset()


def find_lamp_types(words: Phrase, lexicon: Lexicon) -> frozenset[str]:
    """The types of lamps that are spoken of: spots, fairy lights; none for lights as such."""
    concepts = load_spoken(lexicon).concepts
    named = (concepts.get(find_phrase(words, concepts, at), _NONE) for at in range(len(words)))
    return frozenset(filter(is_sort_of_lamp, frozenset().union(*named)))


def of_lamp_type(entities: Iterable[Entity], lamp_types: frozenset[str]) -> tuple[Entity, ...]:
    """Those that are called by one of these types."""
    return tuple(entity for entity in entities if is_of_lamp_type(entity, lamp_types))


def are_other_lamps(found: Iterable[Entity], lamp_types: frozenset[str], scene: Scene) -> bool:
    """Whether all that was found is called a lamp of another type, and things elsewhere are not.

    "The ceiling lamp" is not the reading lamp of a room, where other rooms have ceiling lamps.
    """
    named = [frozenset().union(*map(concepts_in, entity.names)) for entity in found]
    others = all(any(map(is_sort_of_lamp, said)) and not said & lamp_types for said in named)
    return others and bool(of_lamp_type((entity for entity, _ in scene.exposed()), lamp_types))


def is_of_lamp_type(entity: Entity, lamp_types: frozenset[str]) -> bool:
    """Whether something is called by one of these types."""
    return any(concepts_in(name) & lamp_types for name in entity.names)
