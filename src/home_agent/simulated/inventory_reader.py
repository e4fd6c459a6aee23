"""From YAML to an inventory.

The format is that of the assist datasets (synthetic-home), with a few keys of our own: aliases,
labels, `exposed`, `behaviour`, and what some domains hold (items, events, forecast, ...).
Whatever is wrong with a file is said in one sentence that names the file and the place.
"""

import copy
import re
from collections.abc import Iterator, Mapping
from datetime import tzinfo
from pathlib import Path
from typing import Any, Never
from zoneinfo import ZoneInfo

from home_agent.engine.errors import InventoryError
from home_agent.engine.home.model import Area, Device, Entity, Floor, Label
from home_agent.yaml_file import WrongError, read_yaml

from .behaviour import Facts, MisfitError, spoken_state
from .faults import read_faults
from .inventory import Inventory, ListedEntity, read_attributes
from .readers import Outside

DEFAULT_TIME_ZONE = "US/Pacific"
_HELD = ("code", "entities", "events", "forecast", "items", "sequence")
"""What an entity may hold beside its state and attributes."""

_ENTITY_ID = re.compile(r"[a-z0-9_]+\.[^.\s](?:[^.]*[^.\s])?")


def read_inventory_file(path: Path, *, time_zone: tzinfo | None = None) -> Inventory:
    """Read a YAML file; raise `InventoryError` where it does not describe a home."""
    try:
        content = read_yaml(path)
    except WrongError as error:
        raise InventoryError(f"{path}: {error}. Expected the YAML file of a home.") from error
    return read_inventory(content, source=str(path), time_zone=time_zone)


def read_inventory(
    content: Outside, *, source: str = "inventory", time_zone: tzinfo | None = None
) -> Inventory:
    """Check a home that was read from somewhere; raise `InventoryError` where it is none."""
    return _Reader(source, content).read(time_zone)


def slug(name: str) -> str:
    """A name as an id."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "unnamed"


class _Reader:
    """Reads one inventory, and knows what was read before."""

    def __init__(self, source: str, content: Outside) -> None:
        self._source = source
        if not isinstance(content, Mapping):
            self._fail("the file", f"expected a mapping with 'entities', not {_kind(content)}")
        self._content = content
        self._floors: dict[str, Floor] = {}
        self._areas: dict[str, Area] = {}
        self._devices: dict[str, Device] = {}
        self._labels: dict[str, Label] = {}
        self._entities: dict[str, ListedEntity] = {}

    def read(self, time_zone: tzinfo | None) -> Inventory:
        for entry, place in self._entries("labels"):
            self._label(entry if isinstance(entry, str) else self._name(entry, place))
        for entry, place in self._entries("floors"):
            self._read_floor(entry, place)
        for entry, place in self._entries("areas"):
            self._read_area(entry, place)
        for entry, place in self._entries("devices"):
            self._read_device(entry, place)
        for entry, place in self._entries("entities"):
            self._read_entity(entry, place)
        self._check_scenes()
        return Inventory(
            source=self._source,
            floors=self._floors,
            areas=self._areas,
            devices=self._devices,
            labels=self._labels,
            entities=self._entities,
            time_zone=self._time_zone() or time_zone or ZoneInfo(DEFAULT_TIME_ZONE),
            language=str(self._content.get("language") or "en"),
        )

    def _time_zone(self) -> tzinfo | None:
        name = self._content.get("time_zone")
        if name is None:
            return None
        try:
            return ZoneInfo(str(name))
        except KeyError, ValueError, OSError:
            self._fail("time_zone", f"expected a name such as Europe/Berlin, not {name!r}")

    def _read_floor(self, entry: Outside, place: str) -> None:
        name = self._name(entry, place)
        floor_id = self._new_id(entry, name, self._floors, place)
        level = entry.get("level")
        if level is not None and not isinstance(level, int):
            self._fail(place, f"level: expected a whole number, not {level!r}")
        self._floors[floor_id] = Floor(
            floor_id=floor_id, name=name, aliases=self._words(entry, "aliases", place), level=level
        )

    def _read_area(self, entry: Outside, place: str) -> None:
        name = self._name(entry, place)
        area_id = self._new_id(entry, name, self._areas, place)
        self._areas[area_id] = Area(
            area_id=area_id,
            name=name,
            aliases=self._words(entry, "aliases", place),
            floor_id=self._floor_of(entry),
            labels=self._labels_of(entry, place),
        )

    def _floor_of(self, entry: Mapping[str, Any]) -> str | None:
        """The floor of an area, by id or name; one that nobody declared is made."""
        wanted = entry.get("floor")
        if wanted is None:
            return None
        found = _by_id_or_name(str(wanted), self._floors)
        if found is None:
            found = slug(str(wanted))
            self._floors[found] = Floor(floor_id=found, name=str(wanted))
        return found

    def _read_device(self, entry: Outside, place: str) -> None:
        name = self._name(entry, place)
        device_id = self._new_id(entry, name, self._devices, place)
        info = entry.get("info") or {}
        if not isinstance(info, Mapping):
            self._fail(place, f"info: expected a mapping, not {_kind(info)}")
        self._devices[device_id] = Device(
            device_id=device_id,
            name=name,
            area_id=self._area_of(entry, place),
            labels=self._labels_of(entry, place),
            manufacturer=info.get("manufacturer"),
            model=info.get("model"),
        )

    def _area_of(self, entry: Mapping[str, Any], place: str) -> str | None:
        wanted = entry.get("area")
        if wanted is None:
            return None
        found = _by_id_or_name(str(wanted), self._areas)
        if found is None:
            self._fail(place, f"area {wanted!r} is not in the list of areas")
        return found

    def _read_entity(self, entry: Outside, place: str) -> None:
        if not isinstance(entry, Mapping):
            self._fail(place, f"expected a mapping, not {_kind(entry)}")
        entity_id = str(entry.get("id") or "").lower()
        if not _ENTITY_ID.fullmatch(entity_id):
            self._fail(
                place, f"id: expected a domain and a name such as light.kitchen, not {entity_id!r}"
            )
        if entity_id in self._entities:
            self._fail(entity_id, "this id is used twice")
        attributes = entry.get("attributes") or {}
        if not isinstance(attributes, Mapping):
            self._fail(entity_id, f"attributes: expected a mapping, not {_kind(attributes)}")
        try:
            self._entities[entity_id] = self._listed(entity_id, entry, attributes)
        except MisfitError as error:
            self._fail(entity_id, str(error))

    def _listed(self, entity_id: str, entry: Mapping[str, Any], attributes: Facts) -> ListedEntity:
        device = self._device_of(entry, entity_id)
        domain, _, object_id = entity_id.partition(".")
        name = str(entry.get("name") or (device and device.name) or object_id.replace("_", " "))
        faults = read_faults(entry.get("behaviour"))
        given = read_attributes(domain, attributes)
        given |= {key: copy.deepcopy(entry[key]) for key in _HELD if key in entry}
        given |= {"friendly_name": name, "state": copy.deepcopy(entry.get("state"))}
        spoken_state(given)  # whatever the domain makes of it, it must be a state
        exposed = entry.get("exposed", True)
        if not isinstance(exposed, bool):
            self._fail(entity_id, f"exposed: expected true or false, not {exposed!r}")
        entity = Entity(
            entity_id=entity_id,
            name=name,
            names=(name, *self._words(entry, "aliases", entity_id)),
            area_id=self._area_of(entry, entity_id) or (device.area_id if device else None),
            device_id=device.device_id if device else None,
            device_class=given.get("device_class"),
            labels=self._labels_of(entry, entity_id),
            exposed=exposed,
        )
        return ListedEntity(entity=entity, given=given, faults=faults)

    def _check_scenes(self) -> None:
        for entity_id, listed in self._entities.items():
            wanted = listed.given.get("entities")
            for member in wanted if isinstance(wanted, Mapping) else ():
                if str(member).lower() not in self._entities:
                    self._fail(entity_id, f"entities: {member!r} is not in the list of entities")

    def _device_of(self, entry: Mapping[str, Any], place: str) -> Device | None:
        wanted = entry.get("device")
        if wanted is None:
            return None
        found = _by_id_or_name(str(wanted), self._devices)
        if found is None:
            self._fail(place, f"device {wanted!r} is not in the list of devices")
        return self._devices[found]

    def _labels_of(self, entry: Mapping[str, Any], place: str) -> frozenset[str]:
        return frozenset(self._label(name) for name in self._words(entry, "labels", place))

    def _label(self, name: str) -> str:
        """The label of a name or id; one that nobody declared is made."""
        found = _by_id_or_name(name, self._labels)
        if found is None:
            found = slug(name)
            self._labels[found] = Label(label_id=found, name=name)
        return found

    def _entries(self, kind: str) -> Iterator[tuple[Any, str]]:
        entries = self._content.get(kind) or []
        if not isinstance(entries, list):
            self._fail(kind, f"expected a list, not {_kind(entries)}")
        for number, entry in enumerate(entries, 1):
            yield entry, f"{kind} number {number}"

    def _name(self, entry: Outside, place: str) -> str:
        if not isinstance(entry, Mapping):
            self._fail(place, f"expected a mapping with a name, not {_kind(entry)}")
        name = entry.get("name")
        if name is None or not str(name).strip() or isinstance(name, Mapping | list):
            self._fail(place, "expected a name")
        return str(name)

    def _new_id(
        self, entry: Mapping[str, Any], name: str, taken: Mapping[str, object], place: str
    ) -> str:
        new = str(entry.get("id") or slug(name))
        if new in taken:
            self._fail(place, f"the id {new!r} is used twice")
        return new

    def _words(self, entry: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
        words = entry.get(key) or []
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            self._fail(place, f"{key}: expected a list of words, not {words!r}")
        return tuple(words)

    def _fail(self, place: str, problem: str) -> Never:
        raise InventoryError(f"{self._source}: {place}: {problem}.")


def _by_id_or_name(wanted: str, things: Mapping[str, Floor | Area | Device | Label]) -> str | None:
    if wanted in things:
        return wanted
    same = (key for key, thing in things.items() if thing.name.lower() == wanted.lower())
    return next(same, None)


def _kind(value: Outside) -> str:
    match value:
        case None:
            return "nothing"
        case Mapping():
            return "a mapping"
        case list():
            return "a list"
        case str():
            return "text"
    return repr(value)
