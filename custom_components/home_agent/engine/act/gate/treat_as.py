"""What an owner says that things are: the plug that a lamp hangs on is among the lights.

It tells what people mean by their words. What a thing can do, and what is asked about before it is
done, stays as the home has it: a garage door does not become a curtain by being called one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Self

from ...home import Entity
from ...validation.fields import FieldReader

_PLAYERS = {kind: f"media_player.{kind}" for kind in ("receiver", "speaker", "tv")}
_AIR = {"air_conditioner": "climate.cool", "heater": "climate.heat"}
_MOISTURE = {kind: f"humidifier.{kind}" for kind in ("dehumidifier", "humidifier")}
_OPENINGS = ("awning", "blind", "curtain", "door", "garage", "gate", "shade", "shutter", "window")
_COVERS = {kind: f"cover.{kind}" for kind in _OPENINGS}
_SWITCHED = {kind: kind for kind in ("fan", "light", "switch", "water_heater")}

# What can be no more than switched on and off may be anything that is.
_PLUGGED = {**_SWITCHED, **_PLAYERS, **_AIR, **_MOISTURE}

KINDS: Mapping[str, Mapping[str, str]] = {
    "switch": _PLUGGED,
    "input_boolean": _PLUGGED,
    "light": _PLUGGED,
    "fan": _PLUGGED,
    "cover": _COVERS,
    "climate": _AIR,
    "humidifier": _MOISTURE,
    "media_player": _PLAYERS,
}
"""By domain, what its things may be said to be, with what that is among the engine's kinds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TreatAs:
    """What some entities are, as their owner says: by id, which may have wildcards."""

    kinds: tuple[tuple[str, str], ...] = ()
    """Ids, each with what it is; of several that fit, the first counts."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = FieldReader(values, known=values)
        read = [(str(entity_id), _read_kind(reader, str(entity_id))) for entity_id in values]
        reader.check()
        # An id that is written out is meant before a pattern that happens to fit it.
        exact_first = sorted(read, key=lambda entry: "*" in entry[0])
        return cls(kinds=tuple((id_.strip().casefold(), kind) for id_, kind in exact_first))

    def apply(self, entity: Entity) -> Entity:
        """The entity with what it is; the same object if nobody says anything of it."""
        for pattern, kind in self.kinds:
            if entity.entity_id == pattern or fnmatchcase(entity.entity_id, pattern):
                return replace(entity, treated_as=kind)
        return entity


def _read_kind(reader: FieldReader, entity_id: str) -> str:
    domain, dot, name = entity_id.strip().casefold().partition(".")
    kinds = KINDS.get(domain)
    if kinds is None or not (dot and name):
        reader.note(entity_id, "treated_id", domains=", ".join(sorted(KINDS)))
        return ""
    kind = reader.choice(entity_id, sorted(kinds), "")
    return kinds.get(kind, "")
