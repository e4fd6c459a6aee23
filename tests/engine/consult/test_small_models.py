"""Small models without tool calling, in a house: the same gate, the same truth."""

from dataclasses import replace

import pytest

from home_agent.engine.events import ModelFailed, ReplyDelta, ToolFinished
from home_agent.engine.llm.settings import ModelSettings, ToolProtocol
from home_agent.engine.outcome import Status
from home_agent.engine.turn import Tier, Verdict
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_answers import Delivery, Says
from tests.engine.llm.scripted_server import ScriptedServer

PROTOCOLS: tuple[ToolProtocol, ...] = ("inline", "schema")


def model(server: ScriptedServer, protocol: ToolProtocol = "inline") -> ModelSettings:
    return ModelSettings(base_url=server.url, model="small", protocol=protocol)


@pytest.fixture(params=PROTOCOLS)
def small(request: pytest.FixtureRequest, make_house: MakeHouse, server: ScriptedServer) -> House:
    """A house with a small model."""
    return make_house(llm=(model(server, request.param),))


def written(service: str, target: str, before: str = "", **data: object) -> str:
    """A block as a small model writes it, with a mistake or two."""
    extra = "".join(f", '{name}': {value}" for name, value in data.items())
    call = f"{{'service': '{service}', 'target_device': '{target}'{extra},}}"
    return f"{before}\n```homeassistant\n{call}\n```\nIt is done!"


async def test_it_acts_and_tells_the_truth(small: House, server: ScriptedServer) -> None:
    pieces = Delivery(chunks=(11,))
    server.say(written("light.turn_on", "Ceiling light", "Sure."), delivery=pieces)
    server.say("The ceiling light is on now.", delivery=pieces)
    reply = await small.say("make it cosy in the kitchen")
    assert small.state("light.ceiling") == "on"
    assert [outcome.status for outcome in reply.outcomes] == [Status.DONE]
    assert reply.text == "The ceiling light is on now."
    assert reply.tier is Tier.LLM
    sent = server.requests[1].json
    assert "tools" not in sent
    assert sent["messages"][-1]["content"].startswith("Result of light.turn_on light.ceiling: {")
    said = "".join(event.text for event in small.seen(ReplyDelta))
    assert said == reply.text
    assert not any(mark in said for mark in ("```", "{", "service"))


async def test_prefix_is_the_same_in_every_round_and_turn(
    small: House, server: ScriptedServer
) -> None:
    server.say(written("light.turn_on", "light.ceiling"))
    server.otherwise(lambda _: _nothing_to_do())
    await small.say("make it cosy in the kitchen")
    await small.say("what do you think of the weather in Rome?")
    first, *others = [request.json["messages"][0] for request in server.requests]
    assert first["role"] == "system"
    assert "light.turn_on(" in first["content"]
    assert others == [first] * len(others)


async def test_sensitive_things_wait_for_a_yes(small: House, server: ScriptedServer) -> None:
    server.say(written("lock.unlock", "front_door", "Of course."))
    reply = await small.say("let my friends into the house")
    assert small.state("lock.front_door") == "locked"
    assert reply.expects_answer
    await small.say("yes")
    assert small.state("lock.front_door") == "unlocked"


async def test_what_is_not_exposed_is_not_there(small: House, server: ScriptedServer) -> None:
    server.otherwise(lambda _: _says(written("switch.turn_off", "switch.rack")))
    reply = await small.say("make the office quiet, please, dear house")
    assert small.state("switch.rack") == "on"
    assert reply.verdict is not Verdict.OK or not reply.outcomes
    assert "It is done" not in reply.text
    results = small.seen(ToolFinished)
    assert results
    assert not any(result.success for result in results)
    told = "".join(str(request.json["messages"]) for request in server.requests)
    assert "Server rack" not in told


async def test_mistakes_are_put_right_before_anyone_hears(
    small: House, server: ScriptedServer
) -> None:
    server.say("```homeassistant\nturn on the light\n```")
    server.say(written("turn_on", "light.cieling"))
    server.say(written("turn_on", "light.ceiling"))
    server.say("Bright now.")
    reply = await small.say("make it cosy in the kitchen")
    assert small.state("light.ceiling") == "on"
    assert len(small.seen(ToolFinished)) == 1
    assert "did you mean light.ceiling?" in server.requests[2].json["messages"][-1]["content"]
    assert [outcome.status for outcome in reply.outcomes] == [Status.DONE]


async def test_a_model_that_cannot_write_it_makes_way_for_the_next(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    second = replace(model(server), protocol="tools", name="large")
    house = make_house(llm=(model(server), second))
    for _ in range(4):
        server.say("<tool_call>turn on the light</tool_call>")
    server.call_tool("ha_control", {"action": "turn_on", "entity_id": "light.ceiling"})
    server.say("Bright now.")
    reply = await house.say("make it cosy in the kitchen")
    assert house.state("light.ceiling") == "on"
    assert len(house.seen(ModelFailed)) == 1
    assert reply.text


def _nothing_to_do() -> Says:
    return _says("I cannot tell.")


def _says(text: str) -> Says:
    return Says(text=text)
