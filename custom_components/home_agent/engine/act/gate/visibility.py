"""What of a home there is for the agent at all: filters that hold before anything else looks.

What they leave out counts as not exposed. So it is in no prompt, no tool finds it, no sentence
means it, and the gate refuses it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, Self, override

from ...home import Area, Entity, Home, Layout, Snapshot
from ...home.protocol import CallForwardingHome
from ...home.wrapper import HomeWrapper
from ...validation.fields import FieldReader
from .treat_as import TreatAs

# Homes show several people different layouts.
_MOST_LAYOUTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Visibility:
    """What is visible of what a home exposes: each list that is not empty leaves something out."""

    include_domains: tuple[str, ...] = ()
    exclude_domains: tuple[str, ...] = ()
    exclude_entities: tuple[str, ...] = ()
    """Ids, which may have wildcards."""

    include_areas: tuple[str, ...] = ()
    """By name, other name or id. What is in no area is left out, too."""

    exclude_areas: tuple[str, ...] = ()
    include_labels: tuple[str, ...] = ()
    """By name or id; those of a thing, of its device and of its room."""

    exclude_labels: tuple[str, ...] = ()

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        names = tuple(field.name for field in fields(cls))
        reader = FieldReader(values, known=names)
        read = {name: _names(reader, name) for name in names}
        reader.check()
        return cls(**read)

    def hidden_areas(self, layout: Layout) -> frozenset[str]:
        """The areas that are left out as a whole."""
        return frozenset(
            area.area_id
            for area in layout.areas.values()
            if (self.include_areas and not _any_match(_names_of(area), self.include_areas))
            or _any_match(_names_of(area), self.exclude_areas)
        )

    def shows(self, entity: Entity, layout: Layout) -> bool:
        """Whether an entity is visible."""
        named = {
            "domains": (entity.domain,),
            "entities": (entity.entity_id,),
            "areas": _area_names(entity, layout),
            "labels": _label_names(entity, layout),
        }
        for kind, own in named.items():
            included = getattr(self, f"include_{kind}", ())
            if included and not _any_match(own, included):
                return False
            if _any_match(own, getattr(self, f"exclude_{kind}")):
                return False
        return True


class VisibleHome(HomeWrapper):
    """A home of which only the visible is exposed, with things that are what their owner says."""

    def __init__(self, home: Home, visibility: Visibility, treat_as: TreatAs | None = None) -> None:
        """Show this home."""
        super().__init__(home)
        self._visibility = visibility
        self._treat_as = treat_as or TreatAs()
        self._shown: dict[int, tuple[Layout, Layout]] = {}

    @override
    def snapshot(self) -> Snapshot:
        """The home as it is now."""
        snapshot = self._home.snapshot()
        return replace(snapshot, layout=self._show(snapshot.layout))

    def _show(self, whole: Layout) -> Layout:
        """The layout as it is shown; the same object for as long as the whole is."""
        known = self._shown.get(id(whole))
        if known is None or known[0] is not whole:
            shown = replace(whole, entities=MappingProxyType(self._entities(whole)))
            known = whole, shown.hiding(self._visibility.hidden_areas(whole))
            while len(self._shown) >= _MOST_LAYOUTS:
                del self._shown[next(iter(self._shown))]
            self._shown[id(whole)] = known
        return known[1]

    def _entities(self, layout: Layout) -> dict[str, Entity]:
        treated = {
            entity_id: self._treat_as.apply(entity) for entity_id, entity in layout.entities.items()
        }
        return {
            entity_id: replace(entity, exposed=False)
            if entity.exposed and not self._visibility.shows(entity, layout)
            else entity
            for entity_id, entity in treated.items()
        }


def show_home(home: Home, visibility: Visibility, treat_as: TreatAs | None = None) -> Home:
    """The home as its owner set it; itself where nothing is set, or it is a caller's."""
    if isinstance(home, CallForwardingHome) or (
        visibility == Visibility() and treat_as in (None, TreatAs())
    ):
        return home
    return VisibleHome(home, visibility, treat_as)


def _names(reader: FieldReader, name: str) -> tuple[str, ...]:
    listed = reader.values.get(name) or ()
    if isinstance(listed, list | tuple) and all(isinstance(entry, str) for entry in listed):
        return tuple(entry.strip().casefold() for entry in listed if entry.strip())
    reader.note(name, "list")
    return ()


def _any_match(names: tuple[str, ...], patterns: tuple[str, ...]) -> bool:
    return any(
        name.casefold() == pattern or fnmatchcase(name.casefold(), pattern)
        for pattern in patterns
        for name in names
    )


def _area_names(entity: Entity, layout: Layout) -> tuple[str, ...]:
    area = layout.area_of(entity)
    return _names_of(area) if area else ()


def _names_of(area: Area) -> tuple[str, ...]:
    return (area.area_id, area.name, *area.aliases)


def _label_names(entity: Entity, layout: Layout) -> tuple[str, ...]:
    area = layout.area_of(entity)
    device = layout.devices.get(entity.device_id) if entity.device_id else None
    labels = entity.labels.union(*(part.labels for part in (area, device) if part is not None))
    named = (layout.labels[label].name for label in labels if label in layout.labels)
    return (*labels, *named)
