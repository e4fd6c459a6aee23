"""A model in a caller's home: two tools, nothing guessed, and nothing claimed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from home_agent.engine import Settings
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.engine.prompt_home.caller import Caller

SIGH = "I would love some calm after this dreadful day"
"""What only a model makes something of."""


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as server:
        yield server


def with_model(server: ScriptedServer) -> Settings:
    model = ModelSettings(base_url=server.url, model="m")
    return Settings(llm=(model,), retries=RetrySettings(attempts=1))


def services(*calls: tuple[str, str, str]) -> dict[str, Any]:
    return {
        "list": [
            {"domain": domain, "service": service, "service_data": {"entity_id": entity_id}}
            for domain, service, entity_id in calls
        ]
    }


def told(server: ScriptedServer, at: int) -> dict[str, Any]:
    """What the model was told of its last call."""
    result: dict[str, Any] = json.loads(server.requests[at].json["messages"][-1]["content"])
    return result


async def test_it_gets_the_two_tools_and_claims_nothing(server: ScriptedServer) -> None:
    server.call_tool("execute_services", services(("light", "turn_off", "lamp")))
    server.say("I have turned off the lamp.")
    text, (call,) = await Caller(settings=with_model(server)).say(SIGH)
    (prompt, _) = server.requests[0].json["messages"]
    assert "You keep house." in json.dumps(server.requests[0].json["messages"])
    assert "light.kitchen" in prompt["content"]
    offered = [tool["function"]["name"] for tool in server.requests[0].json["tools"]]
    assert offered == ["execute_services", "list_ha_services"]
    assert call.services == [("light.turn_off", {"entity_id": "light.living_room"})]
    assert text == "I will turn off Living Room Light."


async def test_without_devices_there_are_no_tools(server: ScriptedServer) -> None:
    server.say("There is nothing here.")
    caller = Caller("Available Devices:\n", settings=with_model(server))
    await caller.say(SIGH)
    assert not server.requests[0].json.get("tools")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (("switch", "turn_off", "light.kitchen"), "not of the domain 'switch'"),
        (("homeassistant", "turn_off", "light.kitchen"), "not of the domain 'homeassistant'"),
        (("light", "turn_off", "light.attic"), "is none of the devices"),
        (("light", "turn_off", "Light.Kitchen!"), "is not the id of an entity"),
        (("light", "turn_off", "light.*"), "is not the id of an entity"),
    ],
)
async def test_a_wrong_call_is_told_to_the_model_alone(
    server: ScriptedServer, call: tuple[str, str, str], why: str
) -> None:
    """And what is right beside it does not happen either."""
    good = ("light", "turn_off", "light.living_room")
    server.call_tool("execute_services", services(good, call))
    server.say("I could not do that.")
    _, calls = await Caller(settings=with_model(server)).say(SIGH)
    assert calls == []
    result = told(server, 1)
    assert result["success"] is False
    assert why in result["error"]


async def test_what_a_model_wants_to_unlock_takes_a_yes(server: ScriptedServer) -> None:
    server.call_tool("execute_services", services(("lock", "unlock", "lock.front_door")))
    caller = Caller(settings=with_model(server))
    text, calls = await caller.say("my guests are about to arrive, prepare for it")
    assert text == "Shall I unlock Front Door?"
    assert calls == []
    _, (call,) = await caller.say("yes")
    assert call.services == [("lock.unlock", {"entity_id": "lock.front_door"})]
    await caller.answerer.close()


async def test_the_rest_is_reported_before_the_yes(server: ScriptedServer) -> None:
    wanted = services(("light", "turn_on", "light.kitchen"), ("lock", "unlock", "lock.front_door"))
    server.call_tool("execute_services", wanted)
    caller = Caller(settings=with_model(server))
    text, (call,) = await caller.say("my guests are about to arrive, prepare for it")
    assert text == "I will turn on Kitchen Light. Shall I unlock Front Door?"
    assert call.services == [("light.turn_on", {"entity_id": "light.kitchen"})]
    text, _ = await caller.report([{"success": True}])
    assert text.endswith("Shall I unlock Front Door?")
    _, (call,) = await caller.say("yes")
    assert call.services == [("lock.unlock", {"entity_id": "lock.front_door"})]
    await caller.answerer.close()


async def test_another_conversation_does_not_answer_it(server: ScriptedServer) -> None:
    server.call_tool("execute_services", services(("lock", "unlock", "lock.front_door")))
    server.otherwise(Says(text="I do not know."))
    caller, other = Caller(settings=with_model(server)), Caller(settings=with_model(server))
    other.answerer = caller.answerer
    await caller.say("my guests are about to arrive, prepare for it")
    assert (await other.say("yes"))[1] == []
    await caller.answerer.close()


async def test_a_model_sees_what_was_really_answered(server: ScriptedServer) -> None:
    server.say("Owls hoot at night.")
    server.say("Owls hunt mice in the dark.")
    caller = Caller(settings=with_model(server))
    await caller.say("recite something about owls")
    text, _ = await caller.say("recite something else about owls")
    assert text == "Owls hunt mice in the dark."
    shown = [message["content"] for message in server.requests[1].json["messages"]]
    assert any("Owls hoot at night." in content for content in shown)
