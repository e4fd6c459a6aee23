"""States of entities, as a model reads them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from fnmatch import fnmatchcase
from typing import Any

from ..home import Entity, Snapshot, State
from ..home.domains import DOMAINS
from ..home.measures import Measurement, measured
from .escape import one_line
from .listing import write_in_full, write_name
from .settings import ListedEntity, StateFormat

# By domain, what people ask and set. A sensor's reading is its state.
_MEASURES: Mapping[str, tuple[str, ...]] = {name: domain.told for name, domain in DOMAINS.items()}
_LONGEST_VALUE = 120
# What is told by its value alone where it is short.
_EVIDENT = frozenset({"color", "effect", "source"})
_UNITS = frozenset({"%", "°", "°C", "°F"})


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityContext:
    """An entity as a model is told of it."""

    entity: Entity
    state: State
    area: str = ""
    attributes: tuple[str, ...] = ()
    """The attributes to tell, if any were chosen."""

    zone: tzinfo | None = None
    """The time zone of the home."""

    def facts(self) -> Mapping[str, str]:
        """What is told beside the state."""
        if self.attributes:
            return dict(self._chosen())
        measures = _MEASURES.get(self.entity.domain, ())
        read = {name: measured(self.entity, self.state, name) for name in measures}
        facts = {
            name: self._spoken(reading) for name, reading in read.items() if reading is not None
        }
        return {name: value for name, value in facts.items() if value != self.value}

    def _chosen(self) -> Iterator[tuple[str, str]]:
        for name in self.attributes:
            if name == "state":
                continue
            reading = measured(self.entity, self.state, name)
            if reading is not None and self.entity.domain != "sensor":
                yield one_line(name), self._spoken(reading)
            elif (value := self.state.attributes.get(name)) is not None:
                yield one_line(name), _plain(value)

    def _spoken(self, reading: Measurement) -> str:
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


def listed_entities(entries: Iterable[ListedEntity], home: Snapshot) -> tuple[EntityContext, ...]:
    """The listed entities that are exposed, wildcards resolved."""
    contexts: dict[str, EntityContext] = {}
    entities = home.layout.entities
    for entry in entries:
        exact = entry.entity_id in entities
        ids = (entry.entity_id,) if exact else sorted(_matching(entry.entity_id, entities))
        for entity_id in ids:
            if found := _read_entity(entity_id, home, entry.attributes):
                contexts.setdefault(entity_id, found)
    return tuple(contexts.values())


def read_entities(ids: Iterable[str], home: Snapshot) -> tuple[EntityContext, ...]:
    """These entities, as far as they are there and exposed."""
    return tuple(context for entity_id in ids if (context := _read_entity(entity_id, home)))


def write_states(
    entities: Iterable[EntityContext],
    format_: StateFormat,
    *,
    brief: bool = False,
    short: bool = False,
) -> str:
    """A line for each entity; if `brief`, its state alone; if `short`, words only where needed."""
    write = write_short if short and format_ is StateFormat.NATURAL_LANGUAGE else _WRITERS[format_]
    return "\n".join(write(entity, {} if brief else entity.facts()) for entity in entities)


def _matching(pattern: str, entities: Iterable[str]) -> Iterator[str]:
    return (entity_id for entity_id in entities if fnmatchcase(entity_id.casefold(), pattern))


def _read_entity(
    entity_id: str, home: Snapshot, attributes: tuple[str, ...] = ()
) -> EntityContext | None:
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


def _line(context: EntityContext, facts: Mapping[str, str]) -> str:
    extra = "".join(f"; {name} {value}" for name, value in facts.items())
    area = f" ({context.area})" if context.area and context.area not in context.entity.name else ""
    return f"{write_name(context.entity)}{area} = {context.value}{extra}"


def write_short(context: EntityContext, facts: Mapping[str, str]) -> str:
    """`light.x 'Name' = on;80%`: what a value is of is told where it does not show."""
    percents = sum(value.endswith(" %") for value in facts.values())
    extra = "".join(
        f";{_joined(value)}"
        if name in _EVIDENT or (value.endswith(" %") and percents == 1)
        else f";{name} {_joined(value)}"
        for name, value in facts.items()
    )
    return f"{write_in_full(context.entity, aliases=False)} = {context.value}{extra}"


def _joined(value: str) -> str:
    """A figure with its unit in one piece."""
    number, _, unit = value.partition(" ")
    return f"{number}{unit}" if unit in _UNITS else value


def _json(context: EntityContext, facts: Mapping[str, str]) -> str:
    return _dumped(_fields(context, facts))


def _hybrid(context: EntityContext, facts: Mapping[str, str]) -> str:
    where = f" in {context.area}" if context.area else ""
    extra = "".join(f", {name.replace('_', ' ')} {value}" for name, value in facts.items())
    about = f"{one_line(context.entity.name)}{where} is {context.value}{extra}."
    return _dumped({**_fields(context, facts), "about": about})


_WRITERS = {
    StateFormat.JSON: _json,
    StateFormat.NATURAL_LANGUAGE: _line,
    StateFormat.HYBRID: _hybrid,
}


def _fields(context: EntityContext, facts: Mapping[str, str]) -> dict[str, Any]:
    entity = context.entity
    fields: dict[str, Any] = {
        "entity_id": one_line(entity.entity_id),
        "name": one_line(entity.name),
        "area": context.area,
        "state": context.value,
        "attributes": facts,
    }
    return {name: value for name, value in fields.items() if value}


def _dumped(fields: Mapping[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return one_line(", ".join(map(str, value)), longest=_LONGEST_VALUE)
    return one_line(str(value), longest=_LONGEST_VALUE)
