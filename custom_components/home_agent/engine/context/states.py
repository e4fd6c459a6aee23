"""How things are, as a model reads it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from fnmatch import fnmatchcase
from typing import Any

from ..home import Entity, Snapshot, State
from ..home.measures import Measured, measured
from .escape import one_line
from .listing import with_name
from .settings import ListedEntity, StateFormat

# By domain, what people ask and set. A sensor's reading is its state.
_TOLD: Mapping[str, tuple[str, ...]] = {
    "climate": ("temperature", "target_temperature", "humidity", "action", "preset", "fan_mode"),
    "cover": ("position", "tilt"),
    "fan": ("speed", "preset", "oscillating", "direction"),
    "humidifier": ("humidity", "target_humidity", "preset"),
    "light": ("brightness", "color", "effect"),
    "media_player": ("title", "artist", "source", "volume", "muted"),
    "sun": ("next_rising", "next_setting"),
    "timer": ("remaining",),
    "vacuum": ("battery", "speed"),
    "valve": ("position",),
    "water_heater": ("temperature", "target_temperature"),
    "weather": ("temperature", "humidity", "wind_speed"),
}
_LONGEST_VALUE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityContext:
    """One entity whose state is told."""

    entity: Entity
    state: State
    area: str = ""
    attributes: tuple[str, ...] = ()
    """What of it, where somebody has chosen."""

    zone: tzinfo | None = None
    """Where the home is, for the times that it tells."""

    def facts(self) -> Mapping[str, str]:
        """What there is to say beside the state."""
        if self.attributes:
            return dict(self._chosen())
        measures = _TOLD.get(self.entity.domain, ())
        read = {one: measured(self.entity, self.state, one) for one in measures}
        told = {
            name: self._spoken(reading) for name, reading in read.items() if reading is not None
        }
        return {name: value for name, value in told.items() if value != self.value}

    def _chosen(self) -> Iterator[tuple[str, str]]:
        for name in self.attributes:
            if name == "state":
                continue
            reading = measured(self.entity, self.state, name)
            if reading is not None and self.entity.domain != "sensor":
                yield one_line(name), self._spoken(reading)
            elif (value := self.state.attributes.get(name)) is not None:
                yield one_line(name), _plain(value)

    def _spoken(self, reading: Measured) -> str:
        value = reading.value
        if isinstance(value, datetime):
            local = value.astimezone(self.zone) if value.tzinfo else value
            return f"{local:%Y-%m-%d %H:%M}"
        text = f"{value:g}" if isinstance(value, int | float) else str(value).replace("_", " ")
        unit = f" {reading.unit}" if reading.unit else ""
        return one_line(f"{text}{unit}", longest=_LONGEST_VALUE)

    @property
    def value(self) -> str:
        """The state, with its unit."""
        unit = self.state.attributes.get("unit_of_measurement")
        value = one_line(self.state.value, longest=_LONGEST_VALUE)
        return f"{value} {one_line(str(unit))}" if unit and self.state.available else value


def listed_entities(shown: Iterable[ListedEntity], home: Snapshot) -> tuple[EntityContext, ...]:
    """The listed entities, wildcards resolved; never one that is not exposed."""
    told: dict[str, EntityContext] = {}
    entities = home.layout.entities
    for one in shown:
        exact = one.entity_id in entities
        ids = (one.entity_id,) if exact else sorted(_matching(one.entity_id, entities))
        for entity_id in ids:
            if found := _told(entity_id, home, one.attributes):
                told.setdefault(entity_id, found)
    return tuple(told.values())


def read_entities(ids: Iterable[str], home: Snapshot) -> tuple[EntityContext, ...]:
    """These entities, as far as they are exposed and there."""
    return tuple(told for one in ids if (told := _told(one, home)))


def write_states(told: Iterable[EntityContext], how: StateFormat, *, brief: bool = False) -> str:
    """How things are, one on each line; `brief` without anything but their states."""
    write = _WAYS[how]
    return "\n".join(write(one, {} if brief else one.facts()) for one in told)


def _matching(pattern: str, entities: Iterable[str]) -> Iterator[str]:
    return (one for one in entities if fnmatchcase(one.casefold(), pattern))


def _told(entity_id: str, home: Snapshot, attributes: tuple[str, ...] = ()) -> EntityContext | None:
    entity, state = home.layout.entities.get(entity_id), home.states.get(entity_id)
    if entity is None or state is None or not entity.exposed:
        return None
    area = home.layout.area_of(entity)
    return EntityContext(
        entity=entity,
        state=state,
        area=one_line(area.name) if area else "",
        attributes=attributes,
        zone=home.now.tzinfo,
    )


def _line(told: EntityContext, facts: Mapping[str, str]) -> str:
    extra = "".join(f"; {name} {value}" for name, value in facts.items())
    area = f" ({told.area})" if told.area and told.area not in told.entity.name else ""
    return f"{with_name(told.entity)}{area} = {told.value}{extra}"


def _json(told: EntityContext, facts: Mapping[str, str]) -> str:
    return _dumped(_fields(told, facts))


def _hybrid(told: EntityContext, facts: Mapping[str, str]) -> str:
    where = f" in {told.area}" if told.area else ""
    extra = "".join(f", {name.replace('_', ' ')} {value}" for name, value in facts.items())
    about = f"{one_line(told.entity.name)}{where} is {told.value}{extra}."
    return _dumped({**_fields(told, facts), "about": about})


_WAYS = {StateFormat.JSON: _json, StateFormat.NATURAL_LANGUAGE: _line, StateFormat.HYBRID: _hybrid}


def _fields(told: EntityContext, facts: Mapping[str, str]) -> dict[str, Any]:
    entity = told.entity
    fields: dict[str, Any] = {
        "entity_id": one_line(entity.entity_id),
        "name": one_line(entity.name),
        "area": told.area,
        "state": told.value,
        "attributes": facts,
    }
    return {name: value for name, value in fields.items() if value}


def _dumped(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return one_line(", ".join(map(str, value)), longest=_LONGEST_VALUE)
    return one_line(str(value), longest=_LONGEST_VALUE)
