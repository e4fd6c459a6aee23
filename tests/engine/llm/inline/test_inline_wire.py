"""The inline protocol through the true client, over the wire."""

import pytest

from home_agent.engine.llm.assembly import assemble
from home_agent.engine.llm.failover import Failover
from home_agent.engine.llm.inline import InlineProvider
from home_agent.engine.llm.messages import Request, SystemMessage, ToolSpec, UserMessage
from home_agent.simulated import SimulatedHome
from tests.engine.llm.conftest import Open
from tests.engine.llm.scripted_answers import Delivery
from tests.engine.llm.scripted_server import ScriptedServer

CONTROL = ToolSpec(name="ha_control", description="Control.", parameters={"type": "object"})
QUESTION = Request(
    messages=(SystemMessage(text="You are Al."), UserMessage(text="Light!")), tools=(CONTROL,)
)
ON = '{"service": "light.turn_on", "target_device": "light.ceiling"}'


@pytest.mark.parametrize("chunks", [(), (1,), (7, 13), (4000,)])
async def test_block_comes_out_as_a_call(
    chunks: tuple[int, ...], server: ScriptedServer, model: Open, house: SimulatedHome
) -> None:
    server.say(f"At once.\n```homeassistant\n{ON}\n```\n", delivery=Delivery(chunks=chunks))
    provider = Failover([InlineProvider(model(), house.snapshot)])
    message, finished = await assemble(provider.stream(QUESTION))
    assert message.text == "At once."
    assert message.calls[0].arguments == {"action": "light.turn_on", "entity_id": "light.ceiling"}
    assert finished.model
    sent = server.requests[0].json
    assert "tools" not in sent
    assert [message["role"] for message in sent["messages"]] == ["system", "user"]
    assert "light.turn_on" in sent["messages"][0]["content"]


async def test_mistake_goes_back_over_the_wire(
    server: ScriptedServer, model: Open, house: SimulatedHome
) -> None:
    server.say("<tool_call>turn on the light</tool_call>")
    server.say(f"<tool_call>{ON}</tool_call>")
    provider = InlineProvider(model(), house.snapshot)
    message, finished = await assemble(provider.stream(QUESTION))
    assert message.calls
    assert not message.text
    assert finished.usage.prompt == 40
    roles = [message["role"] for message in server.requests[1].json["messages"]]
    assert roles == ["system", "user", "assistant", "user"]


async def test_schema_travels(server: ScriptedServer, model: Open, house: SimulatedHome) -> None:
    server.say('{"say": "At once.", "calls": [' + ON + "]}", delivery=Delivery(chunks=(9,)))
    provider = InlineProvider(model(), house.snapshot, protocol="schema")
    message, _ = await assemble(provider.stream(QUESTION))
    assert message.text == "At once."
    assert len(message.calls) == 1
    form = server.requests[0].json["response_format"]
    assert form["type"] == "json_schema"
    assert set(form["json_schema"]["schema"]["properties"]) == {"say", "calls"}
