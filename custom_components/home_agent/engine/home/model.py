"""The things in a home, as frozen values.

`Entity` is what seldom changes (its name, its room); `State` is what changes all the time. They
are kept apart so that whatever is computed from names survives a thousand state changes.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

UNAVAILABLE = "unavailable"
UNKNOWN = "unknown"

HIDDEN = "•••"
"""What stands for a secret wherever it would be shown or kept."""

_PASSWORD = "password"  # noqa: S105 - the mode of a text that nobody should read

NOTHING: Mapping[str, Any] = MappingProxyType({})

_PLUGS = frozenset({"switch", "input_boolean"})

MEMBER_LISTS = ("entity_id", "group_entities", "group_members")
"""Where a state lists the members of a group; the last, those that play together for now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A tag that a person puts on areas, devices and entities."""

    label_id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """A storey of the home."""

    floor_id: str
    name: str
    aliases: tuple[str, ...] = ()
    level: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """A room, or whatever else a person calls a place."""

    area_id: str
    name: str
    aliases: tuple[str, ...] = ()
    floor_id: str | None = None
    labels: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """A piece of hardware, which may carry several entities."""

    device_id: str
    name: str
    area_id: str | None = None
    parent_id: str | None = None
    """The device that it is part of."""

    labels: frozenset[str] = frozenset()
    manufacturer: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One thing that has a state: a lamp, a lock, a reading."""

    entity_id: str
    name: str
    """What we call it when we speak of it."""

    names: tuple[str, ...] = ()
    """Every name that it answers to; a home may leave `name` out of them."""

    area_id: str | None = None
    """The room it is in: its own, else its device's."""

    device_id: str | None = None
    device_class: str | None = None
    labels: frozenset[str] = frozenset()
    exposed: bool = True
    """Whether the people of this home let the assistant see and touch it, for whoever asks."""

    controllable: bool = True
    """Whether whoever asks may change it; a home that knows no users lets everyone."""

    treated_as: str | None = None
    """What its owner says that it is, such as "light" or "cover.curtain"; None if nothing."""

    domain: str = field(init=False, repr=False, compare=False)
    """The kind of thing it is, in Home Assistant's words."""

    def __post_init__(self) -> None:
        """Know the domain: it is looked at for every entity of a home, in every sentence."""
        object.__setattr__(self, "domain", self.entity_id.partition(".")[0])

    @property
    def is_concealed(self) -> bool:
        """Whether whoever asks may neither see nor change it: for them it is not there at all."""
        return not (self.exposed or self.controllable)

    @property
    def kind(self) -> str:
        """The domain that it is among for people: its own, unless its owner says otherwise."""
        return (self.treated_as or self.entity_id).partition(".")[0]

    def is_one_of(self, kinds: Container[str]) -> bool:
        """Whether it is of one of these kinds, "cover" or "cover.blind", as far as is written."""
        if self.treated_as is not None:
            # What hangs on a plug makes it no other thing than a plug.
            plug = self.domain in _PLUGS and self.domain in kinds
            return plug or self.treated_as in kinds or self.kind in kinds
        return self.domain in kinds or f"{self.domain}.{self.device_class}" in kinds


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """How an entity is, at one moment."""

    value: str
    attributes: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    changed: datetime
    """When `value` last became something else."""

    updated: datetime
    """When anything about it was last reported; never before `changed`."""

    def __post_init__(self) -> None:
        """Leave out what is typed into a password: what nobody here knows, nobody can tell."""
        if self.is_secret and self.value not in ("", UNAVAILABLE, UNKNOWN):
            object.__setattr__(self, "value", HIDDEN)

    @property
    def is_secret(self) -> bool:
        """Whether it holds a password, of which only is known whether there is one."""
        return self.attributes.get("mode") == _PASSWORD

    @property
    def available(self) -> bool:
        """Whether the home can reach it at all."""
        return self.value != UNAVAILABLE

    @property
    def features(self) -> int:
        """The abilities it reports, as Home Assistant's bit mask."""
        return int(self.attributes.get("supported_features") or 0)

    @property
    def members(self) -> tuple[Any, ...]:
        """The lists in which it tells what the entity stands for, as it tells them."""
        return tuple(map(self.attributes.get, MEMBER_LISTS))
