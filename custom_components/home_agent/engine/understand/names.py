"""The names of one home, ready to be found in a sentence."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..home import Area, Entity, Floor, Layout
from .lexicon import Lexicon, Phrase


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Names:
    """Who answers to which words."""

    areas: Mapping[Phrase, frozenset[str]]
    floors: Mapping[Phrase, frozenset[str]]
    entities: Mapping[Phrase, tuple[str, ...]]
    """Exposed entities by their full names."""

    words: Mapping[str, frozenset[str]]
    """Exposed entities by each word of their names."""

    in_area: Mapping[str, tuple[str, ...]]
    by_domain: Mapping[str, tuple[str, ...]]
    called: frozenset[str]
    """Every word of a name in this home."""

    vocabulary: frozenset[str]
    """Every word that means something in this home, the language's own among them."""


def gather_names(layout: Layout, lexicon: Lexicon) -> Names:
    """Take up every name in a home."""
    entities: dict[Phrase, list[str]] = defaultdict(list)
    by_word: dict[str, set[str]] = defaultdict(set)
    in_area: dict[str, list[str]] = defaultdict(list)
    by_domain: dict[str, list[str]] = defaultdict(list)
    for entity in layout.entities.values():
        if not entity.exposed:
            continue
        by_domain[entity.domain].append(entity.entity_id)
        if entity.area_id:
            in_area[entity.area_id].append(entity.entity_id)
        for phrase in _phrases(entity, lexicon):
            entities[phrase].append(entity.entity_id)
            for word in phrase:
                by_word[word].add(entity.entity_id)
    areas = _with_short_names(_places(layout.areas, lexicon), lexicon)
    floors = _places(layout.floors, lexicon)
    called = frozenset(by_word).union(word for phrase in (*areas, *floors) for word in phrase)
    return Names(
        areas=areas,
        floors=floors,
        called=called,
        vocabulary=lexicon.vocabulary.union(lexicon.contractions, called),
        entities={phrase: tuple(ids) for phrase, ids in entities.items()},
        words={word: frozenset(ids) for word, ids in by_word.items()},
        in_area={area: tuple(ids) for area, ids in in_area.items()},
        by_domain={domain: tuple(ids) for domain, ids in by_domain.items()},
    )


def _phrases(entity: Entity, lexicon: Lexicon) -> Iterable[Phrase]:
    return {phrase for name in entity.names if (phrase := lexicon.words(name))}


def _places(
    places: Mapping[str, Area] | Mapping[str, Floor], lexicon: Lexicon
) -> dict[Phrase, frozenset[str]]:
    found: dict[Phrase, set[str]] = defaultdict(set)
    for place_id, place in places.items():
        for name in (place.name, *place.aliases):
            if phrase := lexicon.words(name):
                found[phrase].add(place_id)
    return {phrase: frozenset(ids) for phrase, ids in found.items()}


def _with_short_names(
    places: dict[Phrase, frozenset[str]], lexicon: Lexicon
) -> dict[Phrase, frozenset[str]]:
    """The places, also by their last word if only one ends so: "office" for "Home Office".

    In some languages it is the first word that says what a room is: "camera" for "Camera da letto".
    """
    by_word: dict[str, set[str]] = defaultdict(set)
    at = 0 if lexicon.short_places == "first" else -1
    for phrase, ids in places.items():
        by_word[phrase[at]] |= ids
    short = {
        (word,): frozenset(ids)
        for word, ids in by_word.items()
        if len(ids) == 1 and (word,) not in lexicon.kinds and word.isalpha()
    }
    return short | places
