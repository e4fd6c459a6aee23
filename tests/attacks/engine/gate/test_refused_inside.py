"""Routines whose work is refused, and that claim to have been run all the same."""

from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.outcome import Reason, Status
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

from .conftest import HOUSE, MakeWarded

BROKEN = {"id": "switch.pump", "name": "Pump", "behaviour": {"refuses": "The tank is empty"}}
PUMP = {"action": "switch.turn_on", "target": {"entity_id": "switch.pump"}}
LAMP = {"action": "light.turn_on", "target": {"entity_id": "light.hall"}}
GONE = {"action": "switch.fly", "target": {"entity_id": "switch.pump"}}

SEQUENCES: dict[str, list[dict[str, Any]]] = {
    "at once": [PUMP],
    "after something that went well": [LAMP, PUMP],
    "before something that is never come to": [PUMP, LAMP],
    "in a branch": [{"if": "{{ true }}", "then": [PUMP]}],
    "by an action that is not there": [GONE],
    "in another script": [{"action": "script.inner"}],
    "by a template that nobody reads": [
        {"action": "light.turn_on", "target": {"entity_id": "{{ x }}"}}
    ],
}


def routines(sequence: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        BROKEN,
        {"id": "script.inner", "name": "Inner", "exposed": False, "sequence": [PUMP]},
        {"id": "script.watering", "name": "Watering", "sequence": sequence},
        {"id": "automation.watering", "name": "W", "state": "on", "sequence": sequence},
        {"id": "scene.watering", "name": "Wet", "entities": {"switch.pump": "on"}},
    ]


@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.parametrize(
    ("service", "target"),
    [
        ("script.turn_on", "script.watering"),
        ("script.watering", "script.watering"),
        ("automation.trigger", "automation.watering"),
    ],
)
async def test_what_was_refused_inside_was_not_done(
    name: str, service: str, target: str, make_warded: MakeWarded
) -> None:
    """Its own state shows that it was started, and no more."""
    house = make_warded(*routines(SEQUENCES[name]))
    [outcome] = await house.ask(service, target)
    assert (outcome.status, outcome.reason) == (Status.FAILED, Reason.REJECTED)
    assert outcome.detail


async def test_nor_was_a_scene_applied(make_warded: MakeWarded) -> None:
    house = make_warded(*routines([PUMP]))
    [outcome] = await house.ask("scene.turn_on", "scene.watering")
    assert (outcome.status, outcome.detail) == (Status.FAILED, "The tank is empty")


async def test_each_of_several_has_its_own_end(make_warded: MakeWarded) -> None:
    good = {"id": "script.good", "name": "Good", "sequence": [LAMP]}
    house = make_warded(*routines([PUMP]), good)
    ended = await house.ask("script.turn_on", "script.good", "script.watering", "script.inner")
    assert {outcome.entity_id: outcome.status for outcome in ended} == {
        "script.inner": Status.REFUSED,
        "script.good": Status.DONE,
        "script.watering": Status.FAILED,
    }


@pytest.mark.parametrize("name", SEQUENCES)
async def test_nobody_hears_that_it_was_started(name: str) -> None:
    entities = [*HOUSE["entities"], *routines(SEQUENCES[name])]
    home = SimulatedHome.from_inventory({**HOUSE, "entities": entities})
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.2))
    reply = await agent.hear(Turn(text="run the watering script", conversation_id="one"))
    assert "Started" not in reply.text
    assert "did not do it" in reply.text
    await agent.close()
    home.close()
