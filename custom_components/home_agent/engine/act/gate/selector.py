"""Which things a rule is about, as a person writes it down.

`light.porch` and `light.*` are entities; `domain:lock`, `area:Nursery`, `floor:Upstairs`,
`device:Front door`, `label:security` and `service:lock.unlock` are what they say.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ...home import Entity, Layout, ServiceCall
from ...home.places import Places
from ...home.service_kinds import is_harmless, services_meant
from ...validation.problems import MisreadError
from .reach import ReachableCall

_WILD = frozenset("*?[")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selector:
    """One line of a rule."""

    kind: str
    pattern: str

    @property
    def is_wild(self) -> bool:
        """Whether it may name several things, those to come included."""
        return not _WILD.isdisjoint(self.pattern)

    def matches(self, names: Iterable[str]) -> bool:
        """Whether one of these is what the line names."""
        return any(fnmatchcase(name.casefold(), self.pattern) for name in names)

    def selects(self, call: ServiceCall, entity: Entity, layout: Layout) -> bool:
        """Whether what is asked of this entity is what the rule is about."""
        return self.matches(_NAMES[self.kind](call, entity, layout))

    def may_select(self, touch: ReachableCall, places: Places) -> bool:
        """Whether what is touched may be what the rule is about, for all that anybody knows."""
        call, entity = touch.call, touch.entity
        if entity is not None:
            return self.selects(call, entity, places.layout) or self._may_be(call, entity)
        if touch.is_anything:
            return True
        if self.kind == "service":
            return fnmatchcase(call.full_name, self.pattern) or self._is_meant(call, call.domain)
        if self.kind == "domain":
            return fnmatchcase(call.domain, self.pattern)
        return any(
            self.selects(call, entity, places.layout) for entity in places.of_domain(call.domain)
        )

    def _may_be(self, call: ServiceCall, entity: Entity) -> bool:
        """Whether a call may come to what this service of the entity does."""
        if self.kind != "service" or is_harmless(call):
            return False
        if call.service and call.domain in (entity.domain, "homeassistant"):
            return self._is_meant(call, entity.domain)
        return fnmatchcase(entity.domain, self.pattern.partition(".")[0])

    def _is_meant(self, call: ServiceCall, domain: str) -> bool:
        """Whether a call may amount to this service of a domain: "toggle" to "turn_on"."""
        meant = services_meant(call, domain)
        return any(fnmatchcase(f"{domain}.{service}", self.pattern) for service in meant)


def read_selector(text: str) -> Selector:
    """Read a line of a rule; raise `MisreadError` with what is wrong."""
    kind, colon, pattern = text.strip().partition(":")
    if not colon:
        kind, pattern = "entity", kind
    kind, pattern = kind.strip().casefold(), pattern.strip().casefold()
    if kind not in _NAMES:
        kinds = ", ".join(f"{name}:" for name in _NAMES if name != "entity")
        raise MisreadError("selector_kind", written=text, choices=kinds)
    if not pattern or (kind in ("entity", "service") and "." not in pattern and pattern != "*"):
        raise MisreadError("selector_name", written=text)
    return Selector(kind=kind, pattern=pattern)


def _entity(_call: ServiceCall, entity: Entity, _layout: Layout) -> tuple[str, ...]:
    return (entity.entity_id,)


def _domain(_call: ServiceCall, entity: Entity, _layout: Layout) -> tuple[str, ...]:
    return (entity.domain,)


def _area(_call: ServiceCall, entity: Entity, layout: Layout) -> tuple[str, ...]:
    area = layout.area_of(entity)
    return (area.area_id, area.name, *area.aliases) if area else ()


def _floor(_call: ServiceCall, entity: Entity, layout: Layout) -> tuple[str, ...]:
    floor = layout.floor_of(layout.area_of(entity))
    return (floor.floor_id, floor.name, *floor.aliases) if floor else ()


def _device(_call: ServiceCall, entity: Entity, layout: Layout) -> tuple[str, ...]:
    """Its device, and the one that this is part of."""
    device = layout.devices.get(entity.device_id) if entity.device_id else None
    parent = layout.devices.get(device.parent_id) if device and device.parent_id else None
    known = (part for part in (device, parent) if part is not None)
    return tuple(name for part in known for name in (part.device_id, part.name))


def _label(_call: ServiceCall, entity: Entity, layout: Layout) -> tuple[str, ...]:
    """Its own labels, and those of its device and its room."""
    area = layout.area_of(entity)
    device = layout.devices.get(entity.device_id) if entity.device_id else None
    labels = entity.labels.union(*(part.labels for part in (area, device) if part is not None))
    named = (layout.labels[label].name for label in labels if label in layout.labels)
    return (*labels, *named)


def _service(call: ServiceCall, _entity: Entity, _layout: Layout) -> tuple[str, ...]:
    return (call.full_name,)


_NAMES: Mapping[str, Callable[[ServiceCall, Entity, Layout], tuple[str, ...]]] = {
    "entity": _entity,
    "domain": _domain,
    "area": _area,
    "floor": _floor,
    "device": _device,
    "label": _label,
    "service": _service,
}
