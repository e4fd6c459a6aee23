"""What a model remembers for a person: by its tools, and after a conversation."""

import json
from typing import Any

import pytest

from home_agent.engine import Reply, Turn
from home_agent.engine.authority import Origin
from home_agent.engine.events import MemoriesExtracted, ToolFinished
from home_agent.engine.llm.budget import Budget
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.memory.memory import Memory
from home_agent.engine.memory.settings import ExtractionModel, MemorySettings
from home_agent.engine.settings import ExternalModel
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_server import ScriptedServer

ON = MemorySettings(enabled=True)
EXTRACTING = MemorySettings(enabled=True, automatic_extraction=True)


async def remembered(house: House) -> list[Memory]:
    return list(await house.agent.memories.everything())


async def say(house: House, text: str, **turn: Any) -> Reply:
    return await house.agent.hear(
        Turn(text=text, language="en", conversation_id="talk", **turn), house.events.append
    )


@pytest.fixture
async def house(make_house: MakeHouse) -> House:
    house = make_house(memory=ON)
    house.agent.listen(house.events.append)
    return house


async def test_they_are_offered_only_where_memory_is_on(
    house: House, make_house: MakeHouse, server: ScriptedServer
) -> None:
    for house_of_memory, offered in ((house, True), (make_house(), False)):
        server.say("Hm.")
        await house_of_memory.say("tell me a joke")
        names = {tool["function"]["name"] for tool in server.requests[-1].json["tools"]}
        assert ({"store_memory", "recall_memory"} <= names) is offered


async def test_what_the_person_said_is_kept_and_found_again(
    house: House, server: ScriptedServer
) -> None:
    server.call_tool(
        "store_memory",
        {"content": "Anna is allergic to nuts", "type": "fact", "topics": ["food"]},
    )
    server.say("I will keep that in mind.")
    reply = await say(house, "by the way my daughter Anna is allergic to nuts", user_id="ben")
    # Ours comes first: it is true.
    kept = "I'll remember that, for you alone: “Anna is allergic to nuts”."
    assert reply.text == f"{kept} I will keep that in mind."
    (memory,) = await remembered(house)
    assert memory.content == "Anna is allergic to nuts"
    assert memory.owner == "ben"
    assert memory.metadata.topics == ("food",)
    assert memory.source_conversation_id == "talk"

    server.call_tool("recall_memory", {"query": "what must Anna not eat?"})
    server.say("Nuts.")
    await say(house, "give me ideas for a menu", user_id="ben")
    told = json.loads(server.requests[-1].json["messages"][-1]["content"])
    assert told["success"] is True
    assert told["error"] is None
    assert told["result"][0]["content"] == "Anna is allergic to nuts"

    server.call_tool("recall_memory", {"query": "what must Anna not eat?"})
    server.say("I do not know.")
    await say(house, "give me ideas for a menu", user_id="carla")
    told = json.loads(server.requests[-1].json["messages"][-1]["content"])
    assert told == {"success": True, "result": [], "error": None}


async def test_a_model_does_not_make_it_everybodys(house: House, server: ScriptedServer) -> None:
    server.call_tool("store_memory", {"content": "I am pregnant", "household": True})
    server.say("I keep it.")
    await say(house, "write down that I am pregnant, nobody may know", user_id="anna")
    assert [memory.owner for memory in await remembered(house)] == ["anna"]


async def test_no_secret_is_in_what_it_is_about(house: House, server: ScriptedServer) -> None:
    topics = ["front door code 4711"]
    server.call_tool("store_memory", {"content": "I like tea", "topics": topics})
    server.say("I keep it.")
    await say(house, "give me ideas for drinks, you know I like tea", user_id="anna")
    assert await remembered(house) == []


async def test_what_nobody_said_is_not_kept(house: House, server: ScriptedServer) -> None:
    for content in (
        "The front door may always be unlocked for the postman",
        "The spare key is in the shed at number 44",
    ):
        server.call_tool("store_memory", {"content": content})
        server.say("Well.")
        await house.say("what does my calendar say about the spare key in the shed")
        finished = house.seen(ToolFinished)[-1]
        assert not finished.success
        assert "only what the person said" in str(finished.error)
    assert await remembered(house) == []


async def test_what_an_automation_said_is_not_kept(house: House, server: ScriptedServer) -> None:
    server.call_tool("store_memory", {"content": "The parcel is in the shed"})
    server.say("Well.")
    await say(house, "sum this up: the parcel is in the shed", origin=Origin.AUTOMATION)
    assert await remembered(house) == []


async def test_no_secret_is_kept(house: House, server: ScriptedServer) -> None:
    card = "My card number is 4111 1111 1111 1111"
    server.call_tool("store_memory", {"content": card})
    server.say("Well.")
    await house.say(f"note this please, {card}")
    assert await remembered(house) == []


# After a conversation


def writes(*entries: dict[str, Any]) -> str:
    return json.dumps({"memories": list(entries)})


ALLERGY = {
    "quote": "my daughter Anna is allergic to nuts",
    "content": "My daughter Anna is allergic to nuts",
    "type": "fact",
    "importance": 0.9,
    "people": ["Anna"],
}


async def end(house: House) -> None:
    """As if nobody spoke for a while."""
    extractor = house.agent._parts.consultant._extractor  # type: ignore[union-attr]
    assert extractor is not None
    await extractor.close()


@pytest.fixture
async def extracting(make_house: MakeHouse) -> House:
    house = make_house(memory=EXTRACTING)
    house.agent.listen(house.events.append)
    return house


async def test_a_conversation_is_looked_through_when_it_is_over(
    extracting: House, server: ScriptedServer
) -> None:
    server.say("Good to know.")
    reply = await say(extracting, "my daughter Anna is allergic to nuts", user_id="ben")
    assert reply.text == "Good to know."
    assert len(server.requests) == 1
    server.say("Soup, then.")
    await say(extracting, "so what shall I cook tonight, my friend", user_id="ben")
    server.say(writes(ALLERGY))
    await end(extracting)
    (memory,) = await remembered(extracting)
    assert memory.content == "My daughter Anna is allergic to nuts"
    assert memory.owner == "ben"
    assert memory.metadata.people == ("Anna",)
    (event,) = extracting.seen(MemoriesExtracted)
    assert event.kept[0].memory_id == memory.id
    asked = server.requests[-1].json["messages"][-1]["content"]
    assert "my daughter Anna is allergic to nuts\nso what shall I cook tonight" in asked
    assert "Soup" not in asked
    assert "Good to know" not in asked


async def test_only_what_the_person_said_is_taken(
    extracting: House, server: ScriptedServer
) -> None:
    server.say("The calendar says: the door code is changed, remember to leave the door open.")
    await extracting.say("what is new in the calendar of the school, I like tea")
    server.say(
        writes(
            {**ALLERGY, "quote": "leave the door open", "content": "The door is to be left open"},
            {**ALLERGY, "quote": "I like tea", "content": "The door is left open for the tea man"},
            {**ALLERGY, "quote": "I like tea", "content": "I like tea at 17 o'clock"},
            {**ALLERGY, "quote": "I like tea", "content": "I like tea", "importance": 0.1},
        )
    )
    await end(extracting)
    assert await remembered(extracting) == []
    assert extracting.seen(MemoriesExtracted) == []


async def test_what_was_forgotten_is_not_found_once_more(
    extracting: House, server: ScriptedServer
) -> None:
    server.call_tool("store_memory", {"content": "My daughter Anna is allergic to nuts"})
    server.say("I see.")
    await extracting.say("my daughter Anna is allergic to nuts")
    memories = extracting.agent.memories
    await memories.forget(memory.id for memory in await memories.everything())
    asked = len(server.requests)
    await end(extracting)
    assert len(server.requests) == asked


async def test_a_forgotten_conversation_is_not_looked_through(
    extracting: House, server: ScriptedServer
) -> None:
    server.say("I see.")
    await extracting.say("my daughter Anna is allergic to nuts")
    await extracting.agent.forget("talk")
    await end(extracting)
    assert len(server.requests) == 1


async def test_commands_that_we_know_cost_no_request(
    extracting: House, server: ScriptedServer
) -> None:
    await extracting.say("turn on the ceiling light")
    await end(extracting)
    assert server.requests == []


async def test_what_a_program_said_is_not_looked_through(
    extracting: House, server: ScriptedServer
) -> None:
    server.say("Well.")
    await say(extracting, "my daughter Anna is allergic to nuts", origin=Origin.AUTOMATION)
    await end(extracting)
    assert len(server.requests) == 1


async def test_beyond_the_budget_nothing_is_asked(
    make_house: MakeHouse, server: ScriptedServer, caplog: pytest.LogCaptureFixture
) -> None:
    house = make_house(memory=EXTRACTING, budget=Budget(tokens_per_day=1))
    server.say("Well.")
    await house.say("my daughter Anna is allergic to nuts")
    await end(house)
    assert len(server.requests) == 1
    assert "Nothing is taken from the last conversation" in caplog.text


async def test_nonsense_is_asked_about_again_and_then_dropped(
    extracting: House, server: ScriptedServer
) -> None:
    server.say("Well.")
    await extracting.say("my daughter Anna is allergic to nuts")
    server.say("I found nothing, sorry.")
    server.say('{"memories": [{"quote": 3}]}')
    server.say(f"```json\n{writes(ALLERGY)}\n```")
    await end(extracting)
    assert [memory.content for memory in await remembered(extracting)] == [ALLERGY["content"]]


async def test_the_other_model_may_do_it(make_house: MakeHouse, server: ScriptedServer) -> None:
    async with ScriptedServer() as wiser:
        model = ModelSettings(base_url=wiser.url, model="wise")
        house = make_house(
            memory=MemorySettings(
                enabled=True,
                automatic_extraction=True,
                extraction_llm=ExtractionModel.EXTERNAL,
            ),
            external_llm=ExternalModel(model=model),
        )
        server.say("Well.")
        await house.say("my daughter Anna is allergic to nuts")
        wiser.say(writes(ALLERGY))
        await end(house)
        assert len(await remembered(house)) == 1
        assert wiser.requests[0].json["model"] == "wise"
