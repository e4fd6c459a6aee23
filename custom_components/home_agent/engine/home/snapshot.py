"""A home at one moment, consistent and unchanging."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Self

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
    hidden_areas: Mapping[str, Area] = field(default_factory=_none)
    """Areas that whoever looks may not know of. They are in no answer, prompt or tool; only what
    judges a call still finds what is in them."""

    devices: Mapping[str, Device] = field(default_factory=_none)
    labels: Mapping[str, Label] = field(default_factory=_none)
    entities: Mapping[str, Entity] = field(default_factory=_none)
    services: Mapping[str, Service] = field(default_factory=_none)
    """By full name, such as `light.turn_on`."""

    routines: Mapping[str, tuple[ServiceCall, ...]] = field(default_factory=_none)
    """By scene, script or automation: what it asks of the home in turn, read by `home.routine`.
    One that is not in here may ask for anything. Other things may be in here as well, such as a
    switch that somebody has made out of actions."""

    shown_as: Mapping[str, tuple[str, ...]] = field(default_factory=_none)
    """By switch: what else it is shown as, such as a lock."""

    routine_services: Mapping[str, str] = field(default_factory=_none)
    """By a routine's own service, such as `script.good_night`: the routine. They are not among
    `services`: who asks for one asks for the routine to be turned on."""

    def area_of(self, entity: Entity) -> Area | None:
        """The room an entity is in."""
        if not entity.area_id:
            return None
        return self.areas.get(entity.area_id) or self.hidden_areas.get(entity.area_id)

    def hiding(self, area_ids: Collection[str]) -> Self:
        """The same home, in which nobody may know of these areas."""
        if not area_ids:
            return self
        shown = {id_: area for id_, area in self.areas.items() if id_ not in area_ids}
        hidden = {id_: area for id_, area in self.areas.items() if id_ in area_ids}
        return replace(
            self,
            areas=MappingProxyType(shown),
            hidden_areas=MappingProxyType({**self.hidden_areas, **hidden}),
        )

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

    memberships: object = field(default_factory=object, compare=False, repr=False)
    """The same object for as long as nobody joins or leaves a group, as far as states tell: what
    is worked out of who is in which can be kept as long as the layout and this stay."""

    def exposed(self) -> Iterator[tuple[Entity, State]]:
        """Everything the assistant may see, with its state."""
        for entity_id, entity in self.layout.entities.items():
            if entity.exposed and (state := self.states.get(entity_id)) is not None:
                yield entity, state
