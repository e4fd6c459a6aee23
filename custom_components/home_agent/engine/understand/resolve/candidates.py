"""What of a home may be meant: what is in a place, of a kind, or has a word in its name."""

from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache
from itertools import chain

from ...home import Entity
from ...home.domains import SENSORS, Trait, all_classes, with_trait
from ...language import entrance_words
from ..clauses.frame import Target
from ..effort import count_each
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase
from ..text.words import tokens
from ..utterance import Utterance
from .concepts import concepts_in, is_called_otherwise, is_lamp, is_machine, kinds_in
from .names import words_of_id

type EntityPredicate = Callable[[Entity], bool]

# What hangs before a window has many names, and few people use the one that is configured.
WINDOW_COVERINGS = frozenset(
    f"{domain}.{kind.name}" for domain, kind in all_classes() if kind.window_covering
)
# What lets somebody in is a door, whatever else it is; but not every door is a gate.
DOORS = frozenset({"cover.door", "cover.garage", "cover.gate"})
_MOVING_DOORS = DOORS - {"cover.gate"}
# What may be any machine that is plugged in: a name tells which.
PLUGS = frozenset({"switch"})
THERMOSTATS = frozenset({"climate", "climate.cool", "climate.heat"})
HUMIDIFIERS = frozenset({"humidifier", "humidifier.humidifier", "humidifier.dehumidifier"})

# What their classes do not tell: no thermostat has one, and few say it of a humidifier.
TOLD_BY_NAME = frozenset({"climate", "humidifier"})
_HVAC = {"heat": {"climate.heat"}, "cool": {"climate.cool"}}
_HVAC["heat_cool"] = _HVAC["heat"] | _HVAC["cool"]

# What is nothing but what its domain says, though all of them may be called a robot.
_ROBOTS = with_trait(Trait.ROBOT)

_MOST_NAMES = 16384
# In letters: what is shorter ends too many words by chance.
_SHORTEST_HEAD = 5

_NONE: frozenset[str] = frozenset()


class Candidates:
    """The entities of one home that suit, by where they are, what they are and what is said."""

    def __init__(self, utterance: Utterance, suits: EntityPredicate) -> None:
        """Look only at what suits."""
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._names = utterance.names
        self._suits = suits

    def within(self, target: Target, domains: Collection[str] | None = None) -> Iterable[Entity]:
        """Everything in the places that were named, of some domains if only those will do."""
        names = self._names
        groups: Iterable[Iterable[str]]
        if target.areas or target.floors:
            groups = (names.in_area.get(area, ()) for area in sorted(self._areas(target)))
        else:
            groups = (
                names.by_domain.get(domain, ()) for domain in sorted(domains or names.by_domain)
            )
        ids = (
            id_
            for group in groups
            for id_ in group
            if domains is None or id_.partition(".")[0] in domains
        )
        treated = self._find_treated(domains) if domains and names.treated else ()
        return (
            entity for entity in self.entities(chain(ids, treated)) if self.is_there(entity, target)
        )

    def _find_treated(self, domains: Collection[str]) -> Iterable[str]:
        """What is among the things of these domains because its owner says so, and of no other."""
        found = dict.fromkeys(
            id_ for domain in sorted(domains) for id_ in self._names.treated.get(domain, ())
        )
        return (id_ for id_ in found if id_.partition(".")[0] not in domains)

    def _areas(self, target: Target) -> frozenset[str]:
        """The rooms that were named, else those of the floors that were."""
        layout = self._scene.home.layout
        return target.areas or frozenset(
            entity.area_id for entity in layout.areas.values() if entity.floor_id in target.floors
        )

    def entities(self, ids: Iterable[str]) -> Iterable[Entity]:
        """Those of these ids that are there and suit."""
        home = self._scene.home
        for entity_id in count_each(ids):
            entity = home.layout.entities[entity_id]
            if entity_id in home.states and self._suits(entity):
                yield entity

    def is_there(self, entity: Entity, target: Target) -> bool:
        """Whether an entity is in one of the places that were named."""
        if target.areas and entity.area_id not in target.areas:
            return False
        if not target.floors:
            return True
        area = self._scene.home.layout.area_of(entity)
        return area is not None and area.floor_id in target.floors

    def is_kind(self, entity: Entity, kinds: frozenset[str]) -> bool:
        """Whether an entity is of one of these kinds: "cover", "cover.blind", "climate.heat"."""
        if entity.treated_as is not None:
            return entity.is_one_of(kinds)
        if entity.domain in kinds:
            return not is_called_otherwise(entity)
        if entity.domain in PLUGS:
            return "light" in kinds and self._is_lamp(entity)
        if entity.domain in TOLD_BY_NAME:
            return any(kind.startswith(f"{entity.domain}.") for kind in kinds) and bool(
                self._own_kinds(entity) & kinds
            )
        return f"{entity.domain}.{entity.device_class}" in kinds

    def _is_lamp(self, entity: Entity) -> bool:
        """Whether a plug is named as a lamp, and is no setting of one."""
        layout = self._scene.home.layout
        if entity.entity_id in layout.shown_as or not any(map(is_lamp, entity.names)):
            # What the home shows as a light is that light, and not a second one.
            return False
        entities = layout.entities
        lights = self._names.by_domain.get("light", ()) if entity.device_id else ()
        return not any(entities[id_].device_id == entity.device_id for id_ in lights)

    def is_of_kind(self, entity: Entity, kinds: frozenset[str]) -> bool:
        """Whether an entity is of one of these kinds by its class, its name or what it can do."""
        return self.is_kind(entity, kinds) or bool(self._own_kinds(entity) & kinds)

    def is_another(self, entity: Entity, kinds: frozenset[str]) -> bool:
        """Whether it is known to be of another kind: a heater where an air conditioner is meant."""
        fine = _finer_kinds(self._lexicon, entity.domain) & kinds
        if entity.treated_as is not None and (
            entity.kind != entity.domain or entity.treated_as == entity.domain
        ):
            return bool(kinds) and not entity.is_one_of(kinds)
        if entity.domain in _ROBOTS and kinds:
            return all(kind.partition(".")[0] != entity.domain for kind in kinds)
        if entity.domain in kinds or not fine:
            return False
        if fine & WINDOW_COVERINGS:
            fine |= WINDOW_COVERINGS
        if "cover.door" in fine:
            fine |= DOORS
        own = self._own_kinds(entity)
        if "climate.cool" in own:
            # Most air conditioners heat as well; no radiator cools, whatever modes it lists.
            own |= self._find_abilities(entity)
        return bool(own) and not own & fine

    def _is_called_another(self, entity: Entity, kinds: frozenset[str]) -> bool:
        """Whether its name says a kind of thing that has nothing in common with these."""
        if entity.treated_as is not None:
            return not entity.is_one_of(kinds)
        named = self._find_kinds_named(entity)
        domains = {kind.partition(".")[0] for kind in kinds}
        return bool(named) and not any(kind.partition(".")[0] in domains for kind in named)

    def of_kind(self, target: Target) -> tuple[Entity, ...]:
        """What is of the kind that was said, in the places that were; else what may well be."""
        kinds = target.kinds
        domains = {kind.partition(".")[0] for kind in kinds}
        plugs = PLUGS if "light" in domains else _NONE
        within = list(self.within(target, domains | plugs))
        if kinds & WINDOW_COVERINGS and (called := self._called_alike(target, within)):
            return called
        if exact := tuple(entity for entity in within if self.is_of_kind(entity, kinds)):
            if "cover.door" in kinds and all(entity.domain == "lock" for entity in exact):
                exact = self._doors_that_move(within, target) or exact
            several = target.plural or target.all
            # "The light" is a light, where there is one.
            lights = (entity for entity in exact if entity.kind not in plugs)
            return exact if several else tuple(lights) or exact
        placed = target.areas or target.floors
        if "cover.door" in kinds and placed:
            return tuple(entity for entity in within if self.is_of_kind(entity, DOORS))
        for alike in (WINDOW_COVERINGS, THERMOSTATS, HUMIDIFIERS):
            if kinds & alike:
                return tuple(
                    entity
                    for entity in within
                    if (self.is_of_kind(entity, alike) or self._is_unknown(entity))
                    and not self.is_another(entity, kinds)
                )
        return ()

    def _doors_that_move(self, within: list[Entity], target: Target) -> tuple[Entity, ...]:
        """What is opened itself in the place that was named, where else there are only locks."""
        if not target.areas:
            return ()
        return tuple(entity for entity in within if self.is_of_kind(entity, _MOVING_DOORS))

    def _called_alike(self, target: Target, within: list[Entity]) -> tuple[Entity, ...]:
        """Those that are called by the very word for their kind, where their classes are others.

        A blind, a shade and a shutter are taken for each other.
        """
        words = [word for word in target.words if (word,) in self._lexicon.kinds]
        named = frozenset().union(*map(self.called, words))
        called = tuple(entity for entity in within if entity.entity_id in named)
        covers = all(self.is_of_kind(entity, WINDOW_COVERINGS) for entity in called)
        known = any(self.is_of_kind(entity, target.kinds) for entity in called)
        return called if covers and not known else ()

    def _is_unknown(self, entity: Entity) -> bool:
        """Whether a cover may be any: nothing tells which, and its name lets nobody in."""
        if entity.domain != "cover" or entity.device_class or self._own_kinds(entity):
            return False
        if any(is_machine(concept) for name in entity.names for concept in concepts_in(name)):
            # A bin has a lid, and no curtain.
            return False
        words, parts = entrance_words()
        names = [name.lower() for name in (*entity.names, words_of_id(entity.entity_id))]
        return not any(
            words.intersection(tokens(name)) or any(part in name for part in parts)
            for name in names
        )

    def find_similar(self, target: Target) -> Iterable[Entity]:
        """What there is in the places that were named of another kind, but the same sort."""
        placed = target.areas or target.floors
        domains = None if placed else {kind.partition(".")[0] for kind in target.kinds}
        return (
            entity
            for entity in self.within(target, domains)
            if entity.domain not in SENSORS and self._is_akin(entity, target.kinds)
        )

    def _is_akin(self, entity: Entity, kinds: frozenset[str]) -> bool:
        domains = {kind.partition(".")[0] for kind in kinds}
        if entity.domain in domains:
            return self.is_another(entity, kinds)
        named = self._find_kinds_named(entity)
        return any(kind.partition(".")[0] in domains & TOLD_BY_NAME for kind in named)

    def _own_kinds(self, entity: Entity) -> frozenset[str]:
        """What it is within its domain: by its class, its names, its device, or what it can do.

        Empty if nobody can tell.
        """
        if entity.treated_as is not None:
            return frozenset({entity.treated_as})
        known = _finer_kinds(self._lexicon, entity.domain)
        by_class = known & {f"{entity.domain}.{entity.device_class}"}
        # The class that is called as its domain is the one that nobody chose.
        if by_class and entity.device_class != entity.domain:
            return by_class
        return (
            self._find_kinds_named(entity) & known
            or frozenset().union(*map(kinds_in, entity.names)) & known
            or by_class
            or _kinds_named(words_of_id(entity.entity_id), self._lexicon) & known
            or self._find_abilities(entity)
        )

    def _find_kinds_named(self, entity: Entity) -> frozenset[str]:
        """The kinds of things that its names say, else that of its device."""
        found = frozenset().union(*(_kinds_named(name, self._lexicon) for name in entity.names))
        if found or not entity.device_id:
            return found
        device = self._scene.home.layout.devices.get(entity.device_id)
        return _kinds_named(device.name, self._lexicon) if device and device.name else found

    def _find_abilities(self, entity: Entity) -> frozenset[str]:
        """What a thermostat can do, as its modes tell."""
        if entity.domain != "climate":
            return _NONE
        modes = self._scene.home.states[entity.entity_id].attributes.get("hvac_modes") or ()
        return frozenset().union(*(_HVAC.get(str(mode), ()) for mode in modes))

    def may_be(self, entity: Entity, target: Target) -> bool:
        """Whether the kind that was said does not speak against it."""
        kinds = target.kinds
        if not kinds or self.is_kind(entity, kinds):
            return True
        if self.is_another(entity, kinds):
            return False
        if kinds & WINDOW_COVERINGS and entity.domain == "cover":
            return True
        if any(kinds & alike and entity.domain in alike for alike in (THERMOSTATS, HUMIDIFIERS)):
            return True
        said = {word for word in target.words if self._lexicon.kinds.get((word,), _NONE) & kinds}
        said |= {self._lexicon.stem(word) for word in said}
        called = any(entity.entity_id in self._names.words.get(word, ()) for word in said)
        return called and not self._is_called_another(entity, kinds)

    def called(self, word: str) -> frozenset[str]:
        """Who has this word in a name; "bedsides" and "telly's" as well as "bedside"."""
        words = self._names.words
        known = (words[form] for form in (word, *self._lexicon.stems(word)) if form in words)
        return next(known, frozenset())


@cache
def _finer_kinds(lexicon: Lexicon, domain: str) -> frozenset[str]:
    """The kinds within a domain that the language has words for: "cover.blind", "cover.gate"."""
    return frozenset(
        kind for kinds in lexicon.kinds.values() for kind in kinds if kind.startswith(f"{domain}.")
    )


@lru_cache(maxsize=_MOST_NAMES)
def _kinds_named(name: str, lexicon: Lexicon) -> frozenset[str]:
    """The kinds that are said in a name; of words that begin alike the longest counts."""
    words = lexicon.words(name)
    found: frozenset[str] = frozenset()
    at = 0
    while at < len(words):
        phrase = find_phrase(words, lexicon.kinds, at) or _find_head(words[at], lexicon)
        found |= lexicon.kinds.get(phrase, frozenset())
        at += len(phrase) or 1
    return found


def _find_head(word: str, lexicon: Lexicon) -> Phrase:
    """What a compound ends in: the "heizung" of "Badheizung". Empty if it is none."""
    if not lexicon.compound_links:
        return ()
    starts = range(1, len(word) - _SHORTEST_HEAD + 1)
    return next(((word[at:],) for at in starts if (word[at:],) in lexicon.kinds), ())
