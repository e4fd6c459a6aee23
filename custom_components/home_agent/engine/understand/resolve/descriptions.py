"""What is known of the things of a home, beside their names: rooms, devices, makers, labels."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ...home import Entity, Layout
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from ..text.words import tokens
from .concepts import OUTDOORS, OUTSIDE, concepts_in, is_room, load_spoken
from .manufacturers import find_concepts_by_make
from .names import words_of_id

_NONE: frozenset[str] = frozenset()
# By what something is said to be, what never is that: a lamp is no machine.
_NEVER = {
    "machines": frozenset({"light", "cover"}),
    "lights": frozenset({"climate", "cover", "fan", "lock", "media_player", "vacuum", "valve"}),
    "covers": frozenset({"climate", "fan", "light", "lock", "media_player", "vacuum", "valve"}),
}
# What is one machine and no other, though both may be called a robot.
_ONLY = {
    "lawn_mower": "machines.lawn_mower",
    "lock": "machines.lock",
    "vacuum": "machines.vacuum_cleaner",
}
_ONLY_LOCK = frozenset({"machines.lock"})
_FRONT_DOOR = frozenset({"parts.front_door"})
_IN_THE_HOUSE = frozenset({"rooms.kitchen", "rooms.living_room"})
_BEHIND_FRONT_DOOR = frozenset({"rooms.entrance", "rooms.hallway"})

# In letters: what is shorter hangs on a word, as the "s" of "Ann's" does.
_SHORTEST_NAME = 3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EntityDescriptions:
    """Who is known by what, beside names and ids."""

    words: Mapping[str, frozenset[str]]
    """By each word of devices, makers and models, and of labels."""

    places: Mapping[str, frozenset[str]]
    """By each word of rooms and storeys."""

    things: Mapping[str, frozenset[str]]
    """By what a thing is, as its names or its device's say."""

    named_for: Mapping[str, frozenset[str]]
    """By what it is not, but named for: the "Fireplace light"."""

    rooms: Mapping[str, frozenset[str]]
    """By what its room is."""


@lru_cache(maxsize=4)
def gather_descriptions(layout: Layout) -> EntityDescriptions:
    """What is known of the things of a home, beside their names."""
    words, places = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    things, rooms = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    named_for = defaultdict[str, set[str]](set)
    locks = [entity for entity in layout.entities.values() if entity.domain == "lock"]
    for entity in layout.entities.values():
        if not entity.exposed:
            continue
        device = layout.devices.get(entity.device_id or "")
        around = [*_places_of(entity, layout)]
        info = (device.name, device.manufacturer, device.model) if device else ()
        labels = entity.labels | (device.labels if device else _NONE)
        tags = (layout.labels[label].name for label in labels if label in layout.labels)
        _add(words, _words_of((*filter(None, info), *tags)), entity)
        _add(places, _words_of(around), entity)
        called = (*entity.names, words_of_id(entity.entity_id))
        told, where = _concepts_of((*called, *filter(None, info[:1]))), _concepts_of(around)
        told |= _doors_of(entity, told, where, only=len(locks) == 1)
        other = {concept for concept in told if _is_other(concept, entity.domain)}
        _add(things, told - other, entity)
        _add(named_for, other, entity)
        _add(things, find_concepts_by_make(entity.domain, (*called, *filter(None, info))), entity)
        _add(rooms, filter(is_room, where), entity)
    return EntityDescriptions(
        words=_frozen(words),
        places=_frozen(places),
        things=_frozen(things),
        named_for=_frozen(named_for),
        rooms=_frozen(rooms),
    )


def find_in_rooms_of(words: Iterable[str], layout: Layout) -> frozenset[str]:
    """What is in rooms that are called by all these words: in the room of "Ann"."""
    places = gather_descriptions(layout).places
    there = [places.get(word, _NONE) for word in words]
    return frozenset.intersection(*there) if there else _NONE


def _is_other(concept: str, domain: str) -> bool:
    """Whether a thing of this domain cannot be it, whatever it is called."""
    sort = concept.partition(".")[0]
    if sort == "machines" and domain in _ONLY:
        return concept != _ONLY[domain]
    return domain in _NEVER.get(sort, _NONE)


def _doors_of(
    entity: Entity, told: frozenset[str], where: frozenset[str], *, only: bool
) -> frozenset[str]:
    """What a lock locks that is named by its make, where one comes in: the front door.

    The only lock of a home is there, wherever in the house it is listed.
    """
    plain = {concept for concept in told if not is_room(concept)} <= _ONLY_LOCK
    rooms = _BEHIND_FRONT_DOOR | (_IN_THE_HOUSE if only else _NONE)
    return _FRONT_DOOR if entity.domain == "lock" and plain and where & rooms else _NONE


def _places_of(entity: Entity, layout: Layout) -> Iterator[str]:
    area = layout.area_of(entity)
    floor = layout.floor_of(area)
    for place in (area, floor):
        if place is not None:
            yield place.name
            yield from place.aliases


def _words_of(texts: Iterable[str]) -> set[str]:
    """The words of some texts, also without what makes them somebody's."""
    found: set[str] = set()
    for text in texts:
        for token in tokens(text):
            plain, _, rest = token.partition("'")
            found |= {token, plain, plain.removesuffix("s")}
            if len(rest) >= _SHORTEST_NAME:
                # the "Inès" of "chambre d'Inès"
                found.add(rest)
    return found


def _concepts_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset().union(*map(concepts_in, texts))


def _add(index: defaultdict[str, set[str]], keys: Iterable[str], entity: Entity) -> None:
    for key in keys:
        index[key].add(entity.entity_id)


def _frozen(index: Mapping[str, set[str]]) -> Mapping[str, frozenset[str]]:
    return {key: frozenset(ids) for key, ids in index.items()}


@lru_cache(maxsize=4)
def find_outdoors(layout: Layout) -> frozenset[str]:
    """The areas that are outside: gardens, terraces, balconies, driveways."""
    return frozenset(
        area_id
        for area_id, area in layout.areas.items()
        if any(concepts_in(name) & OUTDOORS for name in (area.name, *area.aliases))
    )


def take_outdoors(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words without those that say outside; all of them where none does."""
    concepts = load_spoken(lexicon).concepts
    for at in range(len(words)):
        phrase = find_phrase(words, concepts, at)
        if phrase and OUTSIDE in concepts[phrase]:
            return words[:at] + words[at + len(phrase) :]
    return words
