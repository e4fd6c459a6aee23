"""The routines of `routines.yaml`, for some thing in some home."""

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_WRITTEN = (Path(__file__).parent / "routines.yaml").read_text("utf-8")
_TOKENS = re.compile(r"\b(?:CAPITAL_)?[A-Z]+(?:_[A-Z]+)*\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """What a routine is to do something to, and where a home has it."""

    entity: str
    service: str
    wanted: str
    device_action: str
    registry_id: str = "0123456789abcdef0123456789abcdef"
    device_id: str = "strongbox"
    area_id: str = "cellar"
    floor_id: str = "below"
    label_id: str = "treasure"

    def words(self) -> dict[str, str]:
        """What stands for what in the file."""
        domain, _, name = self.entity.partition(".")
        return {
            "ENTITY": self.entity,
            "DOMAIN": domain,
            "SERVICE": self.service,
            "WANTED": f'"{self.wanted}"',
            "CAPITAL_ENTITY": f"{domain.title()}.{name.upper()}",
            "CAPITAL_DOMAIN": domain.title(),
            "CAPITAL_SERVICE": self.service.upper(),
            "DEVICE_ACTION": self.device_action,
            "REGISTRY_ID": self.registry_id,
            "DEVICE_ID": self.device_id,
            "AREA_ID": self.area_id,
            "FLOOR_ID": self.floor_id,
            "LABEL_ID": self.label_id,
        }


VAULT = Thing(entity="lock.vault", service="unlock", wanted="unlocked", device_action="unlock")
GARAGE = Thing(entity="cover.garage", service="open_cover", wanted="open", device_action="open")
NURSERY = Thing(entity="light.nursery", service="turn_on", wanted="on", device_action="turn_on")


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A routine, with all that it needs."""

    run: str
    """The entity that is asked for it."""

    scripts: Mapping[str, Any] = field(default_factory=dict)
    scenes: Mapping[str, Any] = field(default_factory=dict)
    automations: Mapping[str, Any] = field(default_factory=dict)
    groups: Mapping[str, list[str]] = field(default_factory=dict)
    kind_groups: Mapping[str, list[str]] = field(default_factory=dict)
    vain: bool = False
    """Whether a home in a test cannot really do it."""

    @property
    def service(self) -> str:
        """What sets it off."""
        domain = self.run.partition(".")[0]
        return f"{domain}.{'trigger' if domain == 'automation' else 'turn_on'}"


@cache
def _written_for(thing: Thing) -> dict[str, dict[str, Any]]:
    words = thing.words()
    written = _TOKENS.sub(lambda found: words.get(found[0], found[0]), _WRITTEN)
    # In quotes already, where it is inside a template.
    written = written.replace(f"'\"{thing.wanted}\"'", f"'{thing.wanted}'")
    read: dict[str, dict[str, Any]] = yaml.safe_load(written)
    return read


def names(kind: str, *, foreign: bool = True) -> list[str]:
    """The ways that there are, with or without those that need an integration."""
    return [
        name
        for name, written in _written_for(VAULT)[kind].items()
        if foreign or "foreign" not in written
    ]


def way(kind: str, name: str, thing: Thing = VAULT) -> Way:
    """One of them, for this thing."""
    given: dict[str, Any] = deepcopy(_written_for(thing)[kind][name])
    scripts = dict(given.get("scripts", {}))
    if given.get("helper"):
        target = {"entity_id": thing.entity}
        action = f"{thing.entity.partition('.')[0]}.{thing.service}"
        scripts["helper"] = {"sequence": [{"action": action, "target": target}]}
    if "sequence" in given:
        kept = {key: given[key] for key in ("sequence", "variables") if key in given}
        scripts["way"] = kept
    return Way(
        run=given.get("run", "script.way"),
        scripts=scripts,
        scenes=given.get("scenes", {}),
        automations=given.get("automations", {}),
        groups=given.get("groups", {}),
        kind_groups=given.get("kind_groups", {}),
        vain=bool(given.get("vain")),
    )
