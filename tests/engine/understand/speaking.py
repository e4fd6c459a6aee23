"""What the tests of every language share: its house, what is said there, and what is asked."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from home_agent.engine.home import ServiceCall
from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, Plan
from home_agent.engine.understand import (
    DialogueState,
    Proposal,
    Topic,
    Understander,
    Understanding,
    Understood,
)
from home_agent.simulated import Clock, SimulatedHome

HOUSES = Path(__file__).parent / "houses"
SAID = Path(__file__).parent / "said"


def house_of(language: str, *, clock: Clock | None = None) -> SimulatedHome:
    """The house of a family that speaks this language; nothing in a test changes it."""
    return SimulatedHome.from_file(HOUSES / f"{language}.yaml", clock=clock)


def rows(name: str, section: str) -> list[tuple[str, ...]]:
    """The rows of a section of a file of sentences: what is expected, then the sentence."""
    found: list[tuple[str, ...]] = []
    current = ""
    for line in (SAID / f"{name}.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            current = line.strip("[]")
        elif line and not line.startswith("#") and current == section:
            found.append(tuple(line.split("\t")))
    return found


def hear(
    language: str,
    house: SimulatedHome,
    text: str,
    room: str | None = None,
    mentioned: tuple[str, ...] = (),
) -> Understanding:
    """What a sentence means there, perhaps from a room, or after something was spoken of."""
    before = DialogueState(topic=Topic(mentioned=mentioned))
    return Understander().understand(
        text, house.snapshot(), load_language(language), area_id=room, before=before
    )


def calls_of(understanding: Understanding) -> list[ServiceCall]:
    """What would be called, in order; the sentence must have been understood."""
    if isinstance(understanding, Proposal) and understanding.sweeps:
        # Asked about before it is done: a yes is to these.
        return [*understanding.calls]
    assert isinstance(understanding, Understood), understanding
    return [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]


def as_line(calls: Iterable[ServiceCall]) -> str:
    """Calls as they are written in the files of sentences: service, targets, data."""
    return " | ".join(map(_line, calls))


def _line(call: ServiceCall) -> str:
    data = json.dumps(dict(call.data), ensure_ascii=False, sort_keys=True) if call.data else ""
    return " ".join(filter(None, (call.full_name, ",".join(sorted(call.targets)), data)))


def done(understanding: Understanding) -> list[tuple[str, str, dict[str, Any]]]:
    """What is done to what: nothing, unless the sentence was understood as commands."""
    if not isinstance(understanding, Understood):
        return []
    steps = understanding.plan.steps
    calls = [step.call for step in steps if isinstance(step, CallStep)]
    return [(call.full_name, *call.targets, dict(call.data)) for call in calls]  # type: ignore[misc]


def targets_of(plan: Plan) -> dict[str, set[str]]:
    """By service, whom it is asked of; nothing else may be planned."""
    found: dict[str, set[str]] = {}
    for step in plan.steps:
        assert isinstance(step, CallStep), step
        found.setdefault(step.call.full_name, set()).update(step.call.targets)
    return found
