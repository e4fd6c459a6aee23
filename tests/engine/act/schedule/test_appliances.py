"""When the washing machine is done: what each maker's machine tells."""

import asyncio
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

LAMP = {"name": "Hall light", "id": "light.hall", "state": "off"}
ENUM = {"device_class": "enum"}


@pytest.mark.parametrize(
    ("machine", "begins", "ends"),
    [
        ({"id": "sensor.machine", "attributes": ENUM}, "running", "complete"),
        ({"id": "sensor.machine", "attributes": ENUM}, "spinning", "program_ended"),
        ({"id": "binary_sensor.machine", "attributes": {"device_class": "running"}}, "on", "off"),
        ({"id": "switch.machine"}, "on", "off"),
    ],
)
async def test_when_a_machine_is_done(machine: dict[str, Any], begins: str, ends: str) -> None:
    """Once, when it becomes so."""
    washing = {"name": "Washing machine", "state": begins, **machine}
    home = SimulatedHome.from_inventory({"entities": [washing, LAMP]})
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.2))
    await agent.start()
    said = "when the washing machine is done turn on the hall light"
    reply = await agent.hear(Turn(text=said, conversation_id="one"))
    assert reply.text.startswith("I will turn on Hall light as soon as Washing machine")
    assert home.snapshot().states["light.hall"].value == "off"
    home.apply(str(machine["id"]), state=ends)
    for _ in range(200):
        if home.snapshot().states["light.hall"].value == "on":
            break
        await asyncio.sleep(0.01)
    assert home.snapshot().states["light.hall"].value == "on"
    await agent.close()
    home.close()
