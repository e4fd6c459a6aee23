"""Models that are asked once where they act, and which of several is asked first."""

from dataclasses import replace

import pytest

from home_agent.engine.context.settings import ContextMode, ContextSettings
from home_agent.engine.events import ReplyDelta
from home_agent.engine.llm.settings import CallFormat, ModelSettings
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.consult.test_small_models import written
from tests.engine.llm.scripted_server import ScriptedServer

ACT = {"action": "turn_on", "entity_id": "light.ceiling"}


def model(server: ScriptedServer, name: str = "small") -> ModelSettings:
    return ModelSettings(base_url=server.url, model=name, one_pass=True)


@pytest.fixture
def house(make_house: MakeHouse, server: ScriptedServer) -> House:
    return make_house(llm=(model(server),))


async def test_report_takes_the_place_of_words(house: House, server: ScriptedServer) -> None:
    server.call_tool("ha_control", ACT, text="Your kitchen glows like a palace. It is done!")
    reply = await house.say("make it cosy in the kitchen")
    assert house.state("light.ceiling") == "on"
    assert len(server.requests) == 1
    assert reply.text == "Turned on the light"
    assert "".join(delta.text for delta in house.seen(ReplyDelta)) == reply.text


async def test_without_it_the_model_is_asked_again(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    house = make_house(llm=(replace(model(server), one_pass=False),))
    server.call_tool("ha_control", ACT)
    server.say("The ceiling light is on now.")
    await house.say("make it cosy in the kitchen")
    assert len(server.requests) == 2


async def test_what_is_looked_up_goes_back(house: House, server: ScriptedServer) -> None:
    server.call_tool("ha_query", {"entity_id": "light.ceiling"})
    server.say("It is off.")
    await house.say("how bright would you say is our evening?")
    assert len(server.requests) == 2


async def test_a_call_that_came_to_nothing_goes_back(house: House, server: ScriptedServer) -> None:
    server.call_tool("ha_control", {"action": "turn_on", "entity_id": "light.palace"})
    server.call_tool("ha_control", ACT)
    reply = await house.say("make it cosy in the kitchen")
    assert len(server.requests) == 2
    assert house.state("light.ceiling") == "on"
    assert reply.text == "Turned on the light"


async def test_what_takes_a_yes_is_asked(house: House, server: ScriptedServer) -> None:
    server.call_tool("ha_control", {"action": "unlock", "entity_id": "lock.front_door"})
    reply = await house.say("let my friends into the house")
    assert reply.expects_answer
    assert house.state("lock.front_door") == "locked"
    assert len(server.requests) == 1


async def test_words_alone_are_heard(house: House, server: ScriptedServer) -> None:
    server.say("Once upon a time there was a lamp. It was happy.")
    reply = await house.say("tell the children a story")
    assert reply.text == "Once upon a time there was a lamp. It was happy."


@pytest.mark.parametrize(
    ("format_", "call"),
    {
        "homeassistant": written("light.turn_on", "light.ceiling"),
        "tool_call": '<tool_call>\n{"service": "light.turn_on", "target_device": "light.ceiling"}'
        "\n</tool_call>",
        "json": '{"service": "light.turn_on", "target_device": "light.ceiling"}',
    }.items(),
)
async def test_mark_of_a_call_is_as_set(
    make_house: MakeHouse, server: ScriptedServer, format_: CallFormat, call: str
) -> None:
    small = replace(model(server), protocol="inline", tool_call_format=format_)
    house = make_house(llm=(small,))
    server.say(call)
    await house.say("make it cosy in the kitchen")
    told = server.requests[0].json["messages"][0]["content"]
    assert ("```homeassistant" in told) is (format_ == "homeassistant")
    assert ("```tool_call" in told) is (format_ == "tool_call")
    assert house.state("light.ceiling") == "on"


async def test_corrections_are_as_many_as_set(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    small = replace(model(server), protocol="inline", tool_call_retries=1)
    house = make_house(llm=(small,))
    for _ in range(4):
        server.say("<tool_call>turn on the light</tool_call>")
    await house.say("make it cosy in the kitchen")
    assert len(server.requests) == 2


async def test_one_model_for_the_house_and_another_for_talk(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    tools = replace(model(server, "house"), uses="tools")
    talk = replace(model(server, "talker"), uses="talk")
    house = make_house(llm=(tools, talk))
    server.say("Once upon a time there was a lamp.")
    await house.say("tell the children a story about a dragon")
    server.call_tool("ha_control", ACT)
    await house.say("make it cosy in the kitchen")
    assert [request.json["model"] for request in server.requests] == ["talker", "house"]


async def test_whoever_is_not_first_is_asked_when_the_other_is_silent(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    tools = replace(model(server, "house"), uses="tools")
    talk = replace(model(server, "talker"), uses="talk")
    house = make_house(llm=(tools, talk))
    server.fail(500)
    server.say("Once upon a time there was a lamp.")
    reply = await house.say("tell the children a story about a dragon")
    assert [request.json["model"] for request in server.requests] == ["talker", "house"]
    assert reply.text == "Once upon a time there was a lamp."


async def test_everything_in_view(make_house: MakeHouse, server: ScriptedServer) -> None:
    house = make_house(llm=(model(server),), context=ContextSettings(mode=ContextMode.ALL))
    server.say("Once upon a time.")
    await house.say("tell the children a story")
    last = server.requests[0].json["messages"][-1]["content"]
    exposed = [
        entity.entity_id
        for entity in house.home.snapshot().layout.entities.values()
        if entity.exposed
    ]
    assert all(f"{entity_id} '" in last for entity_id in exposed)
    assert "switch.rack" not in last
