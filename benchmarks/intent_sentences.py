"""The sentences of the intents project: its files, its homes, and what it expects of each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from home_agent.engine.home import Snapshot
from home_agent.simulated import SimulatedHome

MOST_PER_FILE = 20
"""Of longer files, so many sentences from all over them, to keep the whole under a minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A sentence, and how the intents project reads it."""

    sentence: str
    intent: str
    slots: Mapping[str, Any]
    area: str | None = None
    """The name of the room that the speaker is in."""

    domain: str | None = None
    """Of what kind everything is that it may mean, where no slot says so."""


def room_of(file: Path, home: Snapshot) -> str | None:
    """Where these sentences are said, if they are about the speaker's room without naming it.

    Newer files say so at their head, and leave it to whoever reads them which room that is.
    """
    if "# context_area: true" not in file.read_text("utf-8"):
        return None
    lit = {entity.area_id for entity in home.layout.entities.values() if entity.domain == "light"}
    return next(area.name for area in home.layout.areas.values() if area.area_id in lit)


def read_yaml(file: Path) -> dict[str, Any]:
    """What a file of ours holds."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    content: dict[str, Any] = yaml.load(file.read_text("utf-8"), Loader=loader)  # noqa: S506 - safe
    return content


def home_of(fixtures: Mapping[str, Any], more: Mapping[str, Any]) -> Snapshot:
    """The home of a language, with what a single file adds to it."""
    areas = list(fixtures.get("areas") or ())
    known = {area["name"] for area in areas}
    areas += [area for area in more.get("areas") or () if area["name"] not in known]
    entities: dict[str, Any] = {}
    for entity in (*(fixtures.get("entities") or ()), *(more.get("entities") or ())):
        name = entity["name"].lower().replace(" ", "_")
        entity_id = entity.get("id") or f"{entity['domain']}.{name}"
        # Some homes use an id twice, for things with different names.
        while entity_id in entities:
            entity_id += "_2"
        entities[entity_id] = {**entity, "id": entity_id, "state": state_of(entity)}
    content = {**fixtures, "areas": areas, "entities": list(entities.values())}
    return SimulatedHome.from_inventory(content).snapshot()


def state_of(entity: Mapping[str, Any]) -> object:
    """A state as homes have it, where it is also given as it is spoken."""
    state = entity.get("state")
    return state["out"] if isinstance(state, Mapping) else state


def cases_of(content: Mapping[str, Any], otherwise: str, room: str | None) -> Iterator[Case]:
    """The sentences of a file; newer files have the intent in the name of their folder."""
    for test in content.get("tests") or ():
        intent = test.get("intent") or {"name": otherwise, "slots": test.get("slots")}
        context = intent.get("context") or {}
        area, domain = context.get("area") or room, context.get("domain")
        slots = intent.get("slots") or {}
        for sentence in test["sentences"]:
            yield Case(
                sentence=sentence,
                intent=intent["name"],
                slots=slots | {"area": room} if room else slots,
                area=area if isinstance(area, str) else None,
                domain=domain if isinstance(domain, str) else None,
            )


def evenly(cases: list[Case]) -> list[Case]:
    """As many as we have time for, from all over the list."""
    if len(cases) <= MOST_PER_FILE:
        return cases
    return [cases[number * len(cases) // MOST_PER_FILE] for number in range(MOST_PER_FILE)]
