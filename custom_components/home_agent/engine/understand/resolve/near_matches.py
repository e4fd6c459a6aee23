"""What there is beside what is meant: why it is not, and what to name where nothing is."""

from collections.abc import Iterable
from dataclasses import replace

from ...home import Entity
from ..clauses.frame import Target
from ..evidence import DroppedEntity, DropReason
from ..understanding import Refusal
from ..utterance import Utterance
from .candidates import TOLD_BY_NAME, Candidates, EntityPredicate

# More than anyone would listen to.
_MOST_ELSEWHERE = 3


class NearMatches:
    """The entities of one home that a target nearly means."""

    def __init__(self, utterance: Utterance, suits: EntityPredicate, things: Candidates) -> None:
        """Look at what suits, and at what does not."""
        self._utterance = utterance
        self._scene = utterance.scene
        self._suits = suits
        self._things = things

    def find_dropped(
        self, target: Target, found: tuple[Entity, ...], spared: tuple[Entity, ...]
    ) -> Iterable[DroppedEntity]:
        """What shares a word, or place and kind, with what was said, and is not meant."""
        layout, states = self._scene.home.layout, self._scene.home.states
        named = frozenset().union(*(self._things.called(word) for word in target.words))
        for entity in layout.entities.values():
            nearly = entity.entity_id in named or (
                self._things.is_kind(entity, target.kinds) and self._things.is_there(entity, target)
            )
            if not nearly or entity in found or entity.entity_id not in states:
                continue
            if entity in spared:
                why = DropReason.LEFT_OUT
            elif not self._things.is_there(entity, target):
                why = DropReason.ELSEWHERE
            else:
                why = DropReason.LESS_LIKELY if self._suits(entity) else DropReason.CANNOT
            yield DroppedEntity(entity_id=entity.entity_id, reason=why)

    def add_to(self, refusal: Refusal, target: Target) -> Refusal:
        """The refusal with what there is: of another kind, and of the kind in other places."""
        if target.names or target.clashing or not target.kinds:
            return refusal
        # Whatever it can do or tell, it is there.
        there = Candidates(
            self._utterance, lambda entity: entity.domain in TOLD_BY_NAME or self._suits(entity)
        )
        find_similar = tuple(there.find_similar(target))
        elsewhere: tuple[Entity, ...] = ()
        if target.areas or target.floors:
            anywhere = replace(target, areas=frozenset(), floors=frozenset(), marks=frozenset())
            elsewhere = self._things.of_kind(anywhere)[:_MOST_ELSEWHERE]
        areas = [self._scene.home.layout.area_of(entity) for entity in elsewhere]
        named = (entity.name for entity in find_similar[:_MOST_ELSEWHERE])
        placed = (
            f"{entity.name} ({area.name})" if area else entity.name
            for entity, area in zip(elsewhere, areas, strict=True)
        )
        return replace(
            refusal,
            instead=(*named, *placed),
            excluded=frozenset(entity.entity_id for entity in find_similar),
        )
