"""What of a home may be meant: what is in a place, of a kind, or has a word in its name."""

from collections.abc import Callable, Collection, Iterable

from ...home import Entity
from ...home.domains import all_classes
from ..clauses.frame import Target
from ..effort import each
from ..utterance import Utterance

type Suits = Callable[[Entity], bool]

# What hangs before a window has many names, and few people use the one that is configured.
WINDOW_COVERINGS = frozenset(
    f"{domain}.{kind.name}" for domain, kind in all_classes() if kind.window_covering
)
THERMOSTATS = frozenset({"climate", "climate.cool", "climate.heat"})

_NONE: frozenset[str] = frozenset()


class Candidates:
    """The entities of one home that suit, by where they are, what they are and what is said."""

    def __init__(self, utterance: Utterance, suits: Suits) -> None:
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
        return (entity for entity in self.entities(ids) if self.is_there(entity, target))

    def _areas(self, target: Target) -> frozenset[str]:
        """The rooms that were named, else those of the floors that were."""
        layout = self._scene.home.layout
        return target.areas or frozenset(
            entity.area_id for entity in layout.areas.values() if entity.floor_id in target.floors
        )

    def entities(self, ids: Iterable[str]) -> Iterable[Entity]:
        """Those of these ids that are there and suit."""
        home = self._scene.home
        for entity_id in each(ids):
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
        if entity.domain in kinds or f"{entity.domain}.{entity.device_class}" in kinds:
            return True
        if entity.domain != "climate":
            return False
        # What heats and what cools is told by its modes, as thermostats have no other classes.
        modes = self._scene.home.states[entity.entity_id].attributes.get("hvac_modes") or ()
        return any(f"climate.{mode}" in kinds for mode in modes) or (
            bool(kinds & {"climate.heat", "climate.cool"}) and "heat_cool" in modes
        )

    def may_be(self, entity: Entity, target: Target) -> bool:
        """Whether the kind that was said does not speak against it."""
        kinds = target.kinds
        if not kinds or self.is_kind(entity, kinds):
            return True
        if kinds & WINDOW_COVERINGS and entity.domain == "cover":
            return True
        if entity.domain == "climate" and kinds & THERMOSTATS:
            return True
        said = {word for word in target.words if self._lexicon.kinds.get((word,), _NONE) & kinds}
        said |= {self._lexicon.stem(word) for word in said}
        return any(entity.entity_id in self._names.words.get(word, ()) for word in said)

    def called(self, word: str) -> frozenset[str]:
        """Who has this word in a name; "bedsides" and "telly's" as well as "bedside"."""
        words = self._names.words
        known = (words[form] for form in (word, *self._lexicon.stems(word)) if form in words)
        return next(known, frozenset())
