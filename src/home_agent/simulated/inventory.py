"""A home written down: its rooms, devices and entities, before anything happens in it."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any, Self

from home_agent.engine.home.model import Area, Device, Entity, Floor, Label

from .behaviour import Facts
from .corrections import InventoryWarning, read_members
from .domains import behaviour_of
from .faults import Faults
from .readers import Outside

HELD = ("code", "entities", "events", "forecast", "items", "sequence")
"""What an entity may hold beside its state and attributes."""

BESIDE_ATTRIBUTES = frozenset({"state", "behaviour", *HELD})

type Problems = list[tuple[str, str]]
"""Keys of an entity, and what is wrong with each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntity:
    """An entity as the inventory gives it, before its domain makes anything of it."""

    entity: Entity
    given: Facts
    faults: Faults
    written_id: str
    """Its id in the file: another one than its own where an id is used twice."""

    path: tuple[str | int, ...]
    """Where it is in the file."""

    def laid_over(self, state: Outside, attributes: Facts) -> tuple[Self, Problems]:
        """The same with another state and some other attributes; and what is wrong with these."""
        read, problems = read_attributes(self.entity.domain, attributes)
        given = {**self.given, **read}
        if state is not None:
            given["state"] = state
        entity = replace(self.entity, device_class=given.get("device_class"))
        return replace(self, given=given, entity=entity), problems

    def warn(self, key: str, problem: str) -> InventoryWarning:
        """The warning about one of its keys; an empty key is the entity as a whole."""
        section = () if key in BESIDE_ATTRIBUTES else ("attributes",)
        path = (*self.path, *section, key) if key else self.path
        return InventoryWarning(place=self.entity.entity_id, problem=problem, path=path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """Everything in a home, as far as it could be read."""

    source: str
    floors: Mapping[str, Floor]
    areas: Mapping[str, Area]
    devices: Mapping[str, Device]
    labels: Mapping[str, Label]
    entities: Mapping[str, ListedEntity]
    time_zone: tzinfo
    language: str
    warnings: tuple[InventoryWarning, ...] = ()


def read_attributes(domain: str, attributes: Facts) -> tuple[dict[str, Any], Problems]:
    """A copy of the attributes of an entity, with its features as a number; and what is wrong."""
    problems: Problems = []
    own = {str(name): value for name, value in copy.deepcopy(dict(attributes)).items()}
    features = own.pop("supported_features", None)
    own = read_members(own, problems)
    if not isinstance(own.get("device_class"), str | None):
        problems.append(("device_class", f"device_class: {own.pop('device_class')!r} is no word"))
    if isinstance(features, list):
        own["supported_features"] = _read_features(domain, features, problems)
    elif isinstance(features, int) and not isinstance(features, bool) and features >= 0:
        own["supported_features"] = features
    elif features is not None:
        expected = "supported_features: expected names or a number"
        problems.append(("supported_features", f"{expected}, not {features!r}"))
    return own, problems


def _read_features(domain: str, names: list[Any], problems: Problems) -> int:
    """The bits of names such as `light.LightEntityFeature.EFFECT`."""
    behaviour = behaviour_of(domain)
    flags = behaviour.features
    if flags is None:
        # Of a domain that is only read, the abilities make no difference.
        return 0
    found = flags(0)
    for name in map(str, names):
        *prefix, last = name.split(".")
        if last in flags.__members__ and (not prefix or prefix[-1] == flags.__name__):
            found |= flags[last]
        else:
            known = ", ".join(flags.__members__)
            problem = f"{name!r} is unknown; {flags.__name__} has {known}"
            problems.append(("supported_features", f"supported_features: {problem}"))
    forgotten = flags(behaviour.always) & ~found
    if found and forgotten:
        missing = ", ".join(str(flag.name) for flag in forgotten)
        problems.append(("supported_features", f"supported_features: {missing} is added"))
    return int(found | forgotten) if found else 0
