"""A home written down: its rooms, devices and entities, before anything happens in it."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from typing import Any, Self

from home_agent.engine.home.model import Area, Device, Entity, Floor, Label

from .behaviour import Facts, MisfitError
from .domains import behaviour_of
from .faults import Faults
from .readers import Outside


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntity:
    """An entity as the inventory gives it, before its domain makes anything of it."""

    entity: Entity
    given: Facts
    faults: Faults

    def laid_over(self, state: Outside, attributes: Facts) -> Self:
        """The same with another state and some other attributes."""
        given = {**self.given, **read_attributes(self.entity.domain, attributes)}
        if state is not None:
            given["state"] = state
        entity = replace(self.entity, device_class=given.get("device_class"))
        return replace(self, given=given, entity=entity)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """Everything in a home, checked."""

    source: str
    floors: Mapping[str, Floor]
    areas: Mapping[str, Area]
    devices: Mapping[str, Device]
    labels: Mapping[str, Label]
    entities: Mapping[str, ListedEntity]
    time_zone: tzinfo
    language: str


def read_attributes(domain: str, attributes: Facts) -> dict[str, Any]:
    """A copy of the attributes of an entity, with its features as a number."""
    own = copy.deepcopy(dict(attributes))
    features = own.get("supported_features")
    if isinstance(features, list):
        own["supported_features"] = sum({_feature(domain, str(name)) for name in features})
    elif features is None:
        own.pop("supported_features", None)
    elif not isinstance(features, int) or isinstance(features, bool) or features < 0:
        raise MisfitError(f"supported_features: expected names or a number, not {features!r}")
    return own


def _feature(domain: str, name: str) -> int:
    """The bit of a name such as `light.LightEntityFeature.EFFECT`."""
    flags = behaviour_of(domain).features
    if flags is None:
        # Of a domain that is only read, the abilities make no difference.
        return 0
    *prefix, last = name.split(".")
    if last not in flags.__members__ or (prefix and prefix[-1] != flags.__name__):
        known = ", ".join(flags.__members__)
        raise MisfitError(f"supported_features: {name!r} is unknown; {flags.__name__} has {known}")
    return int(flags[last])
