"""From YAML to an inventory.

The format is that of the assist datasets (synthetic-home), with a few keys of our own: aliases,
labels, `exposed`, `behaviour`, and what some domains hold (items, events, forecast, ...).
Homes are written by people and programs of all kinds: what is wrong with one is read as far as it
can be, and becomes a warning that names the place. Only what is no home at all is an error.
"""

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from itertools import count
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from home_agent.engine.errors import InventoryError
from home_agent.engine.home.model import Area, Device, Entity, Floor, Label
from home_agent.yaml_file import WrongError, read_yaml

from .behaviour import InvalidFactError, spoken_state
from .corrections import InventoryWarning, read_members
from .faults import Faults, read_faults
from .inventory import HELD, Inventory, ListedEntity, Problems, read_attributes
from .readers import Outside

DEFAULT_TIME_ZONE = "US/Pacific"
_ENTITY_ID = re.compile(r"[a-z0-9_]+\.[^.\s](?:[^.]*[^.\s])?")


def read_inventory_file(path: Path, *, time_zone: tzinfo | None = None) -> Inventory:
    """Read a YAML file; raise `InventoryError` if it holds no home."""
    try:
        content = read_yaml(path)
    except WrongError as error:
        raise InventoryError(f"{path}: {error}. Expected the YAML file of a home.") from error
    return read_inventory(content, source=str(path), time_zone=time_zone)


def read_inventory(
    content: Outside, *, source: str = "inventory", time_zone: tzinfo | None = None
) -> Inventory:
    """Read a home that came from somewhere; raise `InventoryError` if it is none."""
    return _Reader(source, content).read(time_zone)


def slug(name: str) -> str:
    """A name as an id."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "unnamed"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where something stands in an inventory, and what to call that in a warning."""

    path: tuple[str | int, ...]
    name: str


class _Reader:
    """Reads one inventory, and knows what was read before."""

    def __init__(self, source: str, content: Outside) -> None:
        self._source = source
        if not isinstance(content, Mapping):
            expected = f"expected a mapping with 'entities', not {_kind(content)}"
            raise InventoryError(f"{source}: the file: {expected}.")
        self._content = content
        self._floors: dict[str, Floor] = {}
        self._areas: dict[str, Area] = {}
        self._devices: dict[str, Device] = {}
        self._labels: dict[str, Label] = {}
        self._entities: dict[str, ListedEntity] = {}
        self._namesakes: dict[str, list[Device]] = {}
        """Devices by the id that the file gives them, which several may have."""

        self._warnings: list[InventoryWarning] = []

    def read(self, time_zone: tzinfo | None) -> Inventory:
        for entry, place in self._entries("labels"):
            name = entry if isinstance(entry, str) else self._name(entry, place)
            if name is not None:
                self._label(name)
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
            warnings=tuple(self._warnings),
        )

    def _time_zone(self) -> tzinfo | None:
        name = self._content.get("time_zone")
        if name is None:
            return None
        try:
            return ZoneInfo(str(name))
        except KeyError, ValueError, OSError:
            place = _Place(path=("time_zone",), name="time_zone")
            self._warn(place, f"expected a name such as Europe/Berlin, not {name!r}")
        return None

    def _read_floor(self, entry: Outside, place: _Place) -> None:
        name = self._name(entry, place)
        if name is None:
            return
        floor_id = self._new_id("floors", entry, name, self._floors, place)
        level = entry.get("level")
        if not isinstance(level, int | None):
            self._warn(place, f"level: expected a whole number, not {level!r}", "level")
            level = None
        self._floors[floor_id] = Floor(
            floor_id=floor_id, name=name, aliases=self._words(entry, "aliases", place), level=level
        )

    def _read_area(self, entry: Outside, place: _Place) -> None:
        name = self._name(entry, place)
        if name is None:
            return
        area_id = self._new_id("areas", entry, name, self._areas, place)
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

    def _read_device(self, entry: Outside, place: _Place) -> None:
        name = self._name(entry, place)
        if name is None:
            return
        device_id = self._new_id("devices", entry, name, self._devices, place)
        info = entry.get("info") or {}
        if not isinstance(info, Mapping):
            self._warn(place, f"info: expected a mapping, not {_kind(info)}", "info")
            info = {}
        device = Device(
            device_id=device_id,
            name=name,
            area_id=self._area_of(entry, place),
            labels=self._labels_of(entry, place),
            manufacturer=_text(info.get("manufacturer")),
            model=_text(info.get("model")),
        )
        self._devices[device_id] = device
        self._namesakes.setdefault(str(entry.get("id") or device_id), []).append(device)

    def _area_of(self, entry: Mapping[str, Any], place: _Place) -> str | None:
        """The area of a thing, by id or name; one that nobody declared is made."""
        wanted = entry.get("area")
        if wanted is None:
            return None
        found = _by_id_or_name(str(wanted), self._areas)
        if found is None:
            self._warn(place, f"area {wanted!r} is not in the list of areas; it is added", "area")
            found = slug(str(wanted))
            name = str(wanted).replace("_", " ")
            self._areas.setdefault(found, Area(area_id=found, name=name))
        return found

    def _read_entity(self, entry: Outside, place: _Place) -> None:
        if not isinstance(entry, Mapping):
            self._warn(place, f"expected a mapping, not {_kind(entry)}; it is left out")
            return
        written_id = str(entry.get("id") or "").lower()
        if not _ENTITY_ID.fullmatch(written_id):
            expected = "expected a domain and a name such as light.kitchen"
            self._warn(place, f"id: {expected}, not {written_id!r}; it is left out", "id")
            return
        place = replace(place, name=written_id)
        entity_id = written_id
        if entity_id in self._entities:
            entity_id = self._free_id("entities", written_id, self._entities)
            self._warn(place, f"this id is used twice; this one is {entity_id}", "id")
        self._entities[entity_id] = self._listed(entity_id, written_id, entry, place)

    def _listed(
        self, entity_id: str, written_id: str, entry: Mapping[str, Any], place: _Place
    ) -> ListedEntity:
        area_id = self._area_of(entry, place)
        device = self._device_of(entry, area_id, place)
        domain, _, object_id = written_id.partition(".")
        name = str(entry.get("name") or (device and device.name) or object_id.replace("_", " "))
        given, problems = self._given(domain, entry, place)
        given["friendly_name"] = name
        entity = Entity(
            entity_id=entity_id,
            name=name,
            names=(name, *self._words(entry, "aliases", place)),
            area_id=area_id or (device.area_id if device else None),
            device_id=device.device_id if device else None,
            device_class=given.get("device_class"),
            labels=self._labels_of(entry, place),
            exposed=self._exposed(entry, place),
        )
        faults = Faults()
        try:
            faults = read_faults(entry.get("behaviour"))
        except InvalidFactError as error:
            problems.append(("behaviour", str(error)))
        listed = ListedEntity(
            entity=entity, given=given, faults=faults, written_id=written_id, path=place.path
        )
        self._warnings += [listed.warn(key, problem) for key, problem in problems]
        return listed

    def _given(
        self, domain: str, entry: Mapping[str, Any], place: _Place
    ) -> tuple[dict[str, Any], Problems]:
        """The state, the attributes and what else an entity holds; and what is wrong with them."""
        attributes = entry.get("attributes") or {}
        if not isinstance(attributes, Mapping):
            expected = f"attributes: expected a mapping, not {_kind(attributes)}"
            self._warn(place, expected, "attributes")
            attributes = {}
        given, problems = read_attributes(domain, attributes)
        given |= {key: copy.deepcopy(entry[key]) for key in HELD if key in entry}
        given |= read_members({"state": copy.deepcopy(entry.get("state"))}, problems)
        try:
            spoken_state(given)  # whatever the domain makes of it, it must be a state
        except InvalidFactError as error:
            problems.append(("state", str(error)))
            given["state"] = None
        return given, problems

    def _exposed(self, entry: Mapping[str, Any], place: _Place) -> bool:
        exposed = entry.get("exposed", True)
        if not isinstance(exposed, bool):
            self._warn(place, f"exposed: expected true or false, not {exposed!r}", "exposed")
            return True
        return exposed

    def _check_scenes(self) -> None:
        for entity_id, listed in self._entities.items():
            wanted = listed.given.get("entities")
            if not isinstance(wanted, Mapping):
                continue
            unknown = [member for member in wanted if str(member).lower() not in self._entities]
            for member in unknown:
                problem = f"entities: {member!r} is not in the list of entities"
                self._warnings.append(listed.warn("entities", problem))
            if unknown:
                known = {key: wanted[key] for key in wanted if key not in unknown}
                given = {**listed.given, "entities": known}
                self._entities[entity_id] = replace(listed, given=given)

    def _device_of(
        self, entry: Mapping[str, Any], area_id: str | None, place: _Place
    ) -> Device | None:
        """The device of an entity; of several with that id, the one in the same area."""
        wanted = entry.get("device")
        if wanted is None:
            return None
        same = self._namesakes.get(str(wanted), [])
        if len(same) > 1:
            return next((device for device in same if device.area_id == area_id), same[0])
        found = _by_id_or_name(str(wanted), self._devices)
        if found is None:
            self._warn(place, f"device {wanted!r} is not in the list of devices", "device")
            return None
        return self._devices[found]

    def _labels_of(self, entry: Mapping[str, Any], place: _Place) -> frozenset[str]:
        return frozenset(self._label(name) for name in self._words(entry, "labels", place))

    def _label(self, name: str) -> str:
        """The label of a name or id; one that nobody declared is made."""
        found = _by_id_or_name(name, self._labels)
        if found is None:
            found = slug(name)
            self._labels[found] = Label(label_id=found, name=name)
        return found

    def _entries(self, kind: str) -> Iterator[tuple[Any, _Place]]:
        entries = self._content.get(kind) or []
        if not isinstance(entries, list):
            place = _Place(path=(kind,), name=kind)
            self._warn(place, f"expected a list, not {_kind(entries)}")
            return
        for number, entry in enumerate(entries):
            yield entry, _Place(path=(kind, number), name=f"{kind} number {number + 1}")

    def _name(self, entry: Outside, place: _Place) -> str | None:
        """The name of an entry, or its id; `None` if it has neither."""
        if not isinstance(entry, Mapping):
            self._warn(place, f"expected a mapping with a name, not {_kind(entry)}")
            return None
        name = entry.get("name")
        if name is None or not str(name).strip() or isinstance(name, Mapping | list):
            self._warn(place, "expected a name", "name")
            name = str(entry.get("id") or "").replace("_", " ").strip()
        return str(name) or None

    def _new_id(
        self,
        kind: str,
        entry: Mapping[str, Any],
        name: str,
        taken: Mapping[str, object],
        place: _Place,
    ) -> str:
        written = str(entry.get("id") or slug(name))
        if written not in taken:
            return written
        new = self._free_id(kind, written, taken)
        self._warn(place, f"the id {written!r} is used twice; this one is {new!r}", "id")
        return new

    def _free_id(self, kind: str, written: str, taken: Mapping[str, object]) -> str:
        """Another id, which nothing else in the file has either."""
        entries = self._content[kind]
        written_ids = {
            str(entry.get("id")).lower() for entry in entries if isinstance(entry, Mapping)
        }
        candidates = (f"{written}_{number}" for number in count(2))
        return next(new for new in candidates if new not in taken and new not in written_ids)

    def _words(self, entry: Mapping[str, Any], key: str, place: _Place) -> tuple[str, ...]:
        words = entry.get(key) or []
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            self._warn(place, f"{key}: expected a list of words, not {words!r}", key)
            words = words if isinstance(words, list) else [words]
        return tuple(word for word in words if isinstance(word, str))

    def _warn(self, place: _Place, problem: str, *keys: str) -> None:
        warning = InventoryWarning(place=place.name, problem=problem, path=(*place.path, *keys))
        self._warnings.append(warning)


def _text(value: Outside) -> str | None:
    return None if value is None else str(value)


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
