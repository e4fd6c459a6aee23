"""Automations that we write into a real Home Assistant, and that it carries out."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import pytest

from scripts.real_hass import Client, RealHass
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

OURS = "home_agent_"
PATIENCE = 10.0
DOORS = ("lock.front_door", "lock.kitchen_door")


async def until(is_so: Callable[[], Awaitable[bool]]) -> bool:
    """Whether something becomes so while anybody would wait for it."""
    for _ in range(int(PATIENCE / 0.1)):
        if await is_so():
            return True
        await asyncio.sleep(0.1)
    return False


async def kept(client: Client) -> dict[str, dict[str, Any]]:
    """Our automations, by id."""
    states = await client.get("/api/states")
    return {
        state["attributes"]["id"]: state
        for state in states
        if str(state["attributes"].get("id", "")).startswith(OURS)
    }


async def call(client: Client, service: str, entity_id: str) -> None:
    domain, _, name = service.partition(".")
    await client.post(f"/api/services/{domain}/{name}", {"entity_id": entity_id})


async def expose(client: Client, *, shown: bool) -> None:
    """Show the assistant the doors, or hide them again."""
    await client.commands(
        {
            "type": "homeassistant/expose_entity",
            "assistants": ["conversation"],
            "entity_ids": [*DOORS],
            "should_expose": shown,
        }
    )


@pytest.fixture
async def house(client: Client, agent: str) -> AsyncGenerator[Client]:
    """A house in which nothing was automated, with a lamp that is off and a door that is locked."""
    assert agent
    await expose(client, shown=True)
    await call(client, "light.turn_off", "light.bed_light")
    for door, state in (await client.states("lock")).items():
        # These doors take their time.
        if door in DOORS and state != "locked":
            await call(client, "lock.lock", door)
    assert await kept(client) == {}
    yield client
    for automation_id in await kept(client):
        await client.delete(f"/api/config/automation/config/{automation_id}")
    await expose(client, shown=False)


async def talk(client: Client, *sentences: str, **details: str) -> str:
    """Say some sentences in one conversation; the last answer."""
    conversation: dict[str, str] = {}
    for text in sentences:
        result = await client.say(text, **details, **conversation)
        conversation = {"conversation_id": result["conversation_id"]}
    return str(result["response"]["speech"]["plain"]["speech"])


LIGHT = "whenever the kitchen door is unlocked, turn on the bed light as an automation"


async def test_it_is_written_carried_out_and_undone(house: Client) -> None:
    asked = await talk(house, LIGHT)
    assert "trigger: state" in asked
    assert await kept(house) == {}, "nobody has said yes"

    result = await house.say(LIGHT)
    conversation = {"conversation_id": result["conversation_id"]}
    await house.say("yes", **conversation)
    ((automation_id, state),) = (await kept(house)).items()
    config = await house.get(f"/api/config/automation/config/{automation_id}")
    assert config["alias"] == state["attributes"]["friendly_name"]
    assert "Kitchen Door" in config["description"]
    entry, labels = await house.commands(
        {"type": "config/entity_registry/get", "entity_id": state["entity_id"]},
        {"type": "config/label_registry/list"},
    )
    (label,) = [label for label in labels if label["name"] == "Home Agent"]
    assert entry["labels"] == [label["label_id"]]

    await call(house, "lock.unlock", "lock.kitchen_door")

    async def is_lit() -> bool:
        return await house.state("light.bed_light") == "on"

    assert await until(is_lit)

    result = await house.say("undo that", **conversation)
    assert "removed" in result["response"]["speech"]["plain"]["speech"]
    assert await kept(house) == {}
    await call(house, "lock.lock", "lock.kitchen_door")
    await call(house, "light.turn_off", "light.bed_light")
    await call(house, "lock.unlock", "lock.kitchen_door")
    await asyncio.sleep(0.5)
    assert not await is_lit()


async def test_switched_changed_and_removed(house: Client) -> None:
    await talk(house, LIGHT, "yes")
    await talk(house, "turn off the automation bed light")
    ((automation_id, state),) = (await kept(house)).items()
    assert state["state"] == "off"
    assert "Bed Light (off)" in await talk(house, "list your automations")
    await talk(house, "turn on the automation bed light")
    assert (await kept(house))[automation_id]["state"] == "on"
    before = await house.get(f"/api/config/automation/config/{automation_id}")
    change = "change the automation bed light: every day at 8 turn off the bed light"
    assert "as it was before" in await talk(house, change, "yes", "undo that")
    assert await house.get(f"/api/config/automation/config/{automation_id}") == before
    await talk(house, change, "yes")
    config = await house.get(f"/api/config/automation/config/{automation_id}")
    assert config["triggers"] == [{"trigger": "time", "at": "08:00:00"}]
    await talk(house, "delete the automation bed light", "yes")
    assert await kept(house) == {}


async def test_what_others_wrote_stays_as_they_wrote_it(
    house: Client, hass_process: RealHass
) -> None:
    file = hass_process.folder / "automations.yaml"
    theirs = (
        "# mine, and dear to me\n"
        "- id: mine\n"
        "  alias: Mine  # a remark\n"
        "  triggers: []\n"
        "  actions: []\n"
    )
    file.write_text(theirs, encoding="utf-8")
    try:
        await talk(house, LIGHT, "yes")
        assert len(await kept(house)) == 1
        assert file.read_text(encoding="utf-8").startswith(theirs)
        await talk(house, "delete the automation bed light", "yes")
        assert file.read_text(encoding="utf-8") == theirs
    finally:
        file.write_text("[]\n", encoding="utf-8")


async def test_a_file_that_we_cannot_read_stays(house: Client, hass_process: RealHass) -> None:
    file = hass_process.folder / "automations.yaml"
    broken = "- id: mine\n  alias: !secret hidden\n"
    file.write_text(broken, encoding="utf-8")
    try:
        told = await talk(house, LIGHT, "yes")
        assert "automations.yaml cannot be changed" in told
        assert file.read_text(encoding="utf-8") == broken
    finally:
        file.write_text("[]\n", encoding="utf-8")


DOOR = {"entity": "lock.kitchen_door", "state": "unlocked"}
UNLOCK = {"service": "lock.unlock", "entity": "lock.front_door"}
HIDDEN: list[dict[str, Any]] = [
    {"triggers": [DOOR], "actions": [UNLOCK]},
    {"triggers": [DOOR], "actions": [{"choose": [{"conditions": [], "sequence": [UNLOCK]}]}]},
    {"triggers": [DOOR], "actions": [{"service": "{{ 'lock.unlock' }}",
                                      "entity": "lock.front_door"}]},
    {"triggers": [DOOR], "actions": [{"service": "light.turn_on", "entity": "light.bed_light",
                                      "data": {"effect": "{{ states.lock.front_door }}"}}]},
    {"triggers": [DOOR], "actions": [{"service": "light.turn_on", "entity": "light.bed_light",
                                      "data": {"entity_id": "lock.front_door"}}]},
    {"triggers": [DOOR], "actions": [{"service": "homeassistant.turn_on",
                                      "entity": "lock.front_door"}]},
    {"triggers": [DOOR], "actions": [{"service": "light.turn_on", "entity": "light.bed_light"},
                                     {"delay": "5 min"}, UNLOCK]},
    {"triggers": [{"template": "{{ true }}"}], "actions": [UNLOCK]},
]  # fmt: skip


async def test_a_model_writes_only_after_a_yes(
    house: Client, thinker: str, server: ScriptedServer
) -> None:
    for wanted in HIDDEN:
        server.otherwise(Says(text="It is done."))
        server.call_tool("create_automation", {"name": "Nice", **wanted})
        await house.say("do something nice for me", agent_id=thinker)
        assert await kept(house) == {}
    await call(house, "lock.unlock", "lock.kitchen_door")
    assert await house.state("lock.front_door") == "locked"
    await call(house, "lock.lock", "lock.kitchen_door")

    server.call_tool("create_automation", {"name": "Door", **HIDDEN[0]})
    server.say("I have asked for it.")
    result = await house.say("let me in through the front from now on", agent_id=thinker)
    told = result["response"]["speech"]["plain"]["speech"]
    assert "unlock" in told.casefold()
    assert await kept(house) == {}
    await house.say("yes", agent_id=thinker, conversation_id=result["conversation_id"])
    assert len(await kept(house)) == 1
    await call(house, "lock.unlock", "lock.kitchen_door")

    async def is_open() -> bool:
        return await house.state("lock.front_door") in ("unlocked", "unlocking")

    assert await until(is_open)
