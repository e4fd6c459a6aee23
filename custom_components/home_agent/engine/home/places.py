"""Which entities a call names: by id, or by the room, floor, device or label that they are under.

Whatever is there counts, exposed or not: Home Assistant does not ask whether it is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .model import Area, Entity
from .routine import ALL, PLACES, split_list
from .service import ServiceCall
from .snapshot import Layout

type _EntitiesByPlace = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class NamedEntities:
    """The entities that a call names."""

    by_id: tuple[str, ...] = ()
    by_place: tuple[str, ...] = ()


class Places:
    """What is where in one layout, looked up once for as long as the layout lives."""

    def __init__(self, layout: Layout) -> None:
        """Answer for this layout."""
        self.layout = layout
        self._named: dict[int, tuple[ServiceCall, NamedEntities | None]] = {}
        self._find: Mapping[str, Callable[[str], Iterable[str] | None]] = {
            "area_id": self._in_area,
            "device_id": self._of_device,
            "floor_id": self._on_floor,
            "label_id": self._labelled,
        }

    def of_domain(self, domain: str) -> Sequence[Entity]:
        """Everything of one kind."""
        return self._by_domain.get(domain, ())

    def named_by(self, call: ServiceCall) -> NamedEntities | None:
        """What the call of a routine names; `None` if that may be anything."""
        if ALL in call.targets:
            return None
        if call.data.keys().isdisjoint(PLACES):
            return NamedEntities(call.targets) if call.targets else None
        # By identity, since data cannot be a key; the call is kept, so that no other gets its id.
        if id(call) not in self._named:
            self._named[id(call)] = (call, self._resolved(call))
        return self._named[id(call)][1]

    def _resolved(self, call: ServiceCall) -> NamedEntities | None:
        places = [(key, place) for key in PLACES for place in split_list(call.data.get(key))]
        found: dict[str, None] = {}
        for key, place in places:
            held = self._find[key](place)
            if held is None:
                return None
            found |= dict.fromkeys(held)
        return NamedEntities(call.targets, tuple(found))

    @cached_property
    def _by_domain(self) -> Mapping[str, Sequence[Entity]]:
        found: defaultdict[str, list[Entity]] = defaultdict(list)
        for entity in self.layout.entities.values():
            found[entity.domain].append(entity)
        return found

    @cached_property
    def _by_area(self) -> _EntitiesByPlace:
        return _grouped(
            (entity.area_id, entity.entity_id) for entity in self.layout.entities.values()
        )

    @cached_property
    def _by_device(self) -> _EntitiesByPlace:
        return _grouped(
            (entity.device_id, entity.entity_id) for entity in self.layout.entities.values()
        )

    @cached_property
    def _parts(self) -> _EntitiesByPlace:
        return _grouped(
            (device.parent_id, device.device_id) for device in self.layout.devices.values()
        )

    @cached_property
    def _areas(self) -> Mapping[str, Area]:
        """All areas: what is hidden from whoever asks is changed by a call all the same."""
        return {**self.layout.areas, **self.layout.hidden_areas}

    def _in_area(self, area_id: str) -> Iterable[str] | None:
        return self._by_area.get(area_id, ()) if area_id in self._areas else None

    def _on_floor(self, floor_id: str) -> Iterable[str] | None:
        if floor_id not in self.layout.floors:
            return None
        areas = (area for area in self._areas.values() if area.floor_id == floor_id)
        return [entity_id for area in areas for entity_id in self._by_area.get(area.area_id, ())]

    def _of_device(self, device_id: str) -> Iterable[str] | None:
        if device_id not in self.layout.devices:
            return None
        parts = (device_id, *self._parts.get(device_id, ()))
        return [entity_id for part in parts for entity_id in self._by_device.get(part, ())]

    def _labelled(self, label_id: str) -> Iterable[str] | None:
        layout = self.layout
        if label_id not in layout.labels:
            return None
        areas = [area.area_id for area in self._areas.values() if label_id in area.labels]
        devices = [
            device.device_id for device in layout.devices.values() if label_id in device.labels
        ]
        return [
            *(entity.entity_id for entity in layout.entities.values() if label_id in entity.labels),
            *(entity_id for area in areas for entity_id in self._by_area.get(area, ())),
            *(entity_id for device in devices for entity_id in self._of_device(device) or ()),
        ]


def _grouped(pairs: Iterable[tuple[str | None, str]]) -> _EntitiesByPlace:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for key, value in pairs:
        if key is not None:
            found[key].append(value)
    return found
