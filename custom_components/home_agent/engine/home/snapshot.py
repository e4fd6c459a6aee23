"""A home at one moment, consistent and unchanging."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from .model import Area, Device, Entity, Floor, Label, State
from .service import Service, ServiceCall


def _none[T]() -> Mapping[str, T]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layout:
    """What seldom changes: who is where and what they are called.

    Compared by identity: a home hands out the same layout until something in it changes, so
    whatever is computed from one can be kept for as long as the object lives.
    """

    floors: Mapping[str, Floor] = field(default_factory=_none)
    areas: Mapping[str, Area] = field(default_factory=_none)
    devices: Mapping[str, Device] = field(default_factory=_none)
    labels: Mapping[str, Label] = field(default_factory=_none)
    entities: Mapping[str, Entity] = field(default_factory=_none)
    services: Mapping[str, Service] = field(default_factory=_none)
    """By full name, such as `light.turn_on`."""

    routines: Mapping[str, tuple[ServiceCall, ...]] = field(default_factory=_none)
    """By scene, script or automation: what it asks of the home in turn, as far as the home can
    tell. A service or target that only shows when it runs is left empty."""

    def area_of(self, entity: Entity) -> Area | None:
        """The room an entity is in."""
        return self.areas.get(entity.area_id) if entity.area_id else None

    def floor_of(self, area: Area | None) -> Floor | None:
        """The storey a room is on."""
        return self.floors.get(area.floor_id) if area and area.floor_id else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The layout and every state, as they were at `now`."""

    layout: Layout
    states: Mapping[str, State]
    now: datetime
    """The home's local time, with its time zone."""

    def exposed(self) -> Iterator[tuple[Entity, State]]:
        """Everything the assistant may see, with its state."""
        for entity_id, entity in self.layout.entities.items():
            if entity.exposed and (state := self.states.get(entity_id)) is not None:
                yield entity, state
