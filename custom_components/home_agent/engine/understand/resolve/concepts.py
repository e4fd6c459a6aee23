"""Rooms and things by what they are, whatever a language or a household calls them.

Each language lists what it calls them (`things.toml`). Whoever says "kettle" means the plug that is
named "Wasserkocher", and "bathroom" the room that is named "Bad". A name may be in any language;
what is said is in the speaker's own.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ...home import Entity
from ...language import language_file
from ...storage.cache import cached_json
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from ..text.words import PhraseMeanings, Phrases, tokens

_FILE = "things.toml"
_LANGUAGES = ("en", "de", "nl", "fr", "it", "es")
_ROOMS = "rooms."
_LIGHTS = "lights."
OUTSIDE = "rooms.outside"
PLAIN_ROOMS = frozenset({"rooms.room", "rooms.upstairs", "rooms.ground_floor", OUTSIDE})
"""What says too little to be the name of one room."""

LAMP = "lights.light"
"""What every thing that gives light is, whatever else it is called."""

# What kind of thing each is, in Home Assistant's words.
_KINDS = {
    "covers.awning": "cover.awning",
    "covers.blind": "cover.blind",
    "covers.curtain": "cover.curtain",
    "covers.garage_door": "cover.garage",
    "covers.shade": "cover.shade",
    "covers.shutter": "cover.shutter",
    "machines.air_conditioner": "climate.cool",
    "machines.dehumidifier": "humidifier.dehumidifier",
    "machines.heater": "climate.heat",
    "machines.humidifier": "humidifier.humidifier",
    "machines.radiator": "climate.heat",
    "parts.door": "cover.door",
    "parts.gate": "cover.gate",
    "parts.window": "cover.window",
}

# What has no domain of its own, by the domain that it is in, and what that is called besides.
_CALLED_OTHERWISE = {"fan": frozenset({"machines.air_purifier", "machines.humidifier"})}

# Many a device has a switch for the diode that tells how it does.
_MACHINES = "machines."
_LED = frozenset({LAMP, "lights.led"})

# What is also a plainer thing; a water heater is no heater.
_ALSO = {
    "machines.ceiling_fan": "machines.fan",
    "machines.extractor_fan": "machines.fan",
    "machines.fan_heater": "machines.heater",
    "machines.heat_lamp": "machines.heater",
    "machines.heat_mat": "machines.heater",
    "machines.patio_heater": "machines.heater",
    "machines.car_charger": "machines.charger",
    "rooms.back_garden": "rooms.garden",
    "rooms.front_garden": "rooms.garden",
    "rooms.guest_room": "rooms.bedroom",
    "rooms.main_bedroom": "rooms.bedroom",
}

MAIN_ROOMS = {"rooms.main_bedroom": "rooms.bedroom", "rooms.back_garden": "rooms.garden"}
"""What may be called by a plainer word, where nothing else is that: the bedroom."""

SIDES = {"rooms.back_garden": "rooms.garden", "rooms.front_garden": "rooms.garden"}
"""What the plainer one may be called, where there is none of them: the only garden."""

OUTDOORS = frozenset(
    f"{_ROOMS}{room}"
    for room in ("back_garden", "balcony", "driveway", "front_garden", "garden", "terrace")
)
"""What is outside; a shed is not, since who stands in it is inside."""

_MOST_NAMES = 16384
# In letters: what is shorter begins or ends too many words by chance.
_SHORTEST_PART = 3
_SHORTEST_END = 5
_LINKS = ("", "n", "s", "en", "es", "er", "e")
_ENDINGS = ("s", "n", "en", "e")

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ThingNames:
    """What a language calls things."""

    concepts: Mapping[Phrase, frozenset[str]]
    decorations: Phrases
    """Words that only decorate a name: "smart"."""

    phrases: Mapping[str, tuple[Phrase, ...]]
    """By concept, what it is called."""


def is_room(concept: str) -> bool:
    """Whether it is a place rather than a thing."""
    return concept.startswith(_ROOMS)


def is_machine(concept: str) -> bool:
    """Whether it is something that works by itself, and no part of a room."""
    return concept.startswith(_MACHINES)


def finest(concepts: frozenset[str]) -> frozenset[str]:
    """The concepts less those that others of them say more closely: no guest room is a bedroom."""
    return concepts - {_ALSO[concept] for concept in concepts & _ALSO.keys()}


def is_sort_of_lamp(concept: str) -> bool:
    """Whether it tells some lamps from others: spots, not lights."""
    return concept.startswith(_LIGHTS) and concept not in _LED


@cache
def load_spoken(lexicon: Lexicon) -> ThingNames:
    """What a language calls things; nothing where nobody wrote it down."""
    data = _read(lexicon.code)
    by_concept = {
        concept: tuple(dict.fromkeys(lexicon.words(phrase) for phrase in listed))
        for concept, listed in _listed(data)
    }
    decorations = Phrases(lexicon.words(word) for word in data.get("decorations", ()))
    return ThingNames(concepts=_by_phrase(by_concept), decorations=decorations, phrases=by_concept)


@cache
def _load_named() -> Mapping[Phrase, frozenset[str]]:
    """What things are called in any language."""
    by_concept: dict[str, tuple[Phrase, ...]] = {}
    for code in _LANGUAGES:
        for concept, listed in _listed(_read(code)):
            phrases = tuple(tuple(tokens(phrase)) for phrase in listed)
            by_concept[concept] = by_concept.get(concept, ()) + phrases
    return _by_phrase(by_concept)


def _by_phrase(by_concept: Mapping[str, tuple[Phrase, ...]]) -> PhraseMeanings[frozenset[str]]:
    found: dict[Phrase, frozenset[str]] = {}
    for concept, phrases in by_concept.items():
        for phrase in phrases:
            found[phrase] = found.get(phrase, _NONE) | {concept}
    return PhraseMeanings(found)


def _listed(data: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for section, table in data.items():
        if isinstance(table, dict):
            for key, listed in table.items():
                yield f"{section}.{key}", listed


@cache
def _read(code: str) -> Mapping[str, Any]:
    file = language_file(code, _FILE)
    if file is None:
        return {}
    written = file.read_bytes()
    found: Mapping[str, Any] = cached_json(
        f"things-{code}", (written,), lambda: tomllib.loads(written.decode())
    )
    return found


@lru_cache(maxsize=_MOST_NAMES)
def concepts_in(name: str) -> frozenset[str]:
    """What a name says that a thing or a room is; of words that begin alike the longest counts."""
    named = _load_named()
    found: frozenset[str] = _NONE
    for phrase in _phrases_in(name):
        found |= named.get(phrase) or _concepts_in_word(phrase[0], named)
    found |= {_ALSO[concept] for concept in found & _ALSO.keys()}
    return found | {LAMP} if any(concept.startswith(_LIGHTS) for concept in found) else found


def is_called_otherwise(entity: Entity) -> bool:
    """Whether nobody means it by the word for its domain: an air purifier is no fan."""
    others = _CALLED_OTHERWISE.get(entity.domain)
    if others is None:
        return False
    called = _NONE.union(*map(concepts_in, entity.names))
    return bool(called & others) and f"machines.{entity.domain}" not in called


def kinds_in(name: str) -> frozenset[str]:
    """The kinds of things that a name says in any language."""
    concepts = concepts_in(name)
    return frozenset(_KINDS[concept] for concept in concepts & _KINDS.keys())


@lru_cache(maxsize=_MOST_NAMES)
def is_lamp(name: str) -> bool:
    """Whether a plug of this name lights something: not what sets something of a lamp."""
    lights = {concept for concept in concepts_in(name) if concept.startswith(_LIGHTS)}
    if not lights or lights == _LED or not any(map(_says_lamp, _phrases_in(name))):
        return False
    words = tuple(tokens(name))
    return not any(find_phrase(words, _load_controls(), at) for at in range(len(words)))


def _says_lamp(phrase: Phrase) -> bool:
    """Whether a phrase says a lamp and hardly anything else: not the strip of "Powerstrip"."""
    named, unsure = _load_named(), _load_unsure()
    word = phrase[-1]
    ends = next((end for (end,) in unsure if word != end and word.endswith(end)), "")
    if phrase in unsure:
        return False
    if phrase not in named and ends:
        phrase = (word.removesuffix(ends),)
    found = named.get(phrase) or _concepts_in_word(phrase[-1], named)
    return any(concept.startswith(_LIGHTS) for concept in found)


@cache
def _load_unsure() -> Phrases:
    listed = (phrase for code in _LANGUAGES for phrase in _read(code).get("unsure_lamps", ()))
    return Phrases(tuple(tokens(phrase)) for phrase in listed)


@cache
def _load_controls() -> Phrases:
    listed = (phrase for code in _LANGUAGES for phrase in _read(code).get("controls", ()))
    return Phrases(tuple(tokens(phrase)) for phrase in listed)


def is_part_of_more(word: str, name: str) -> bool:
    """Whether a name has this word only in a phrase that says another thing: "water heater"."""
    return not any(phrase == (word,) for phrase in _phrases_in(name))


@lru_cache(maxsize=_MOST_NAMES)
def _phrases_in(name: str) -> tuple[Phrase, ...]:
    named = _load_named()
    words = tuple(tokens(name))
    found: list[Phrase] = []
    at = 0
    while at < len(words):
        found.append(find_phrase(words, named, at) or words[at : at + 1])
        at += len(found[-1])
    return tuple(found)


def _concepts_in_word(word: str, named: Mapping[Phrase, frozenset[str]]) -> frozenset[str]:
    """What a word says in another form, or with another in one: "Badezimmerlampe"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and (found := named.get((word.removesuffix(ending),))):
            return found
    for cut in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        last = named.get((word[cut:],))
        if last is None:
            continue
        starts = (word[:cut].removesuffix(link) for link in _LINKS if word[:cut].endswith(link))
        first = next((named[start,] for start in starts if (start,) in named), None)
        if first is not None:
            return first | last
        if len(word) - cut >= _SHORTEST_END:
            return last
    return _NONE
