"""A model is asked where words are not enough; what it says goes out as it comes."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.engine import Settings
from home_agent.engine.context.settings import ContextSettings, PromptSettings
from home_agent.engine.events import (
    ContextGiven,
    ModelAnswered,
    ModelAsked,
    ModelFailed,
    ReplyDelta,
    ToolFinished,
    ToolStarted,
)
from home_agent.engine.language import load_language
from home_agent.engine.llm.budget import Budget
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.outcome import Status
from home_agent.engine.settings import AnswerMode, ExternalModel
from home_agent.engine.speak import phrase
from home_agent.engine.turn import Tier, Verdict
from home_agent.simulated import SimulatedHome
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_answers import Delivery, Used
from tests.engine.llm.scripted_server import ScriptedServer

LIGHT_ON = ("ha_control", {"action": "turn_on", "entity_id": "light.ceiling"})


async def test_plain_talk_is_answered_by_the_model(house: House, server: ScriptedServer) -> None:
    joke = "Why did the lamp go to school? To get brighter! And why did it leave? It was switched."
    server.say(joke, used=Used(prompt=90, cached=80))
    reply = await house.say("tell me a joke")
    assert reply.tier is Tier.LLM
    assert reply.verdict is Verdict.OK
    assert reply.text == joke
    assert reply.consumption is not None
    assert reply.consumption.cached == 80
    assert "".join(event.text for event in house.seen(ReplyDelta)) == reply.text
    assert len(house.seen(ReplyDelta)) > 1
    (given,) = house.seen(ContextGiven)
    assert given.mode == "relevance"
    (answered,) = house.seen(ModelAnswered)
    assert answered.usage.cached == 80
    assert answered.first_ms <= answered.duration_ms


async def test_what_we_understand_never_reaches_it(house: House, server: ScriptedServer) -> None:
    reply = await house.say("turn on the ceiling light")
    assert reply.tier is Tier.FAST
    assert reply.consumption is None
    assert server.requests == []


async def test_small_talk_that_we_know_never_reaches_it(
    house: House, server: ScriptedServer
) -> None:
    for text in ("hi", "how are you?", "what can you do?", "thanks", "what is 12 times 7"):
        assert (await house.say(text)).tier is Tier.FAST
    assert server.requests == []


@pytest.mark.parametrize("text", ["what is happiness", "tell me about whales", "yes", "👍"])
async def test_small_talk_that_we_do_not_know_does(
    house: House, server: ScriptedServer, text: str
) -> None:
    """Also a yes to nothing of ours: it may be about what was said before."""
    server.say("I see.")
    await house.say(text)
    assert text in server.requests[0].json["messages"][-1]["content"]


async def test_missing_device_is_refused_without_it(house: House, server: ScriptedServer) -> None:
    reply = await house.say("turn on the light in the sauna")
    assert reply.verdict is Verdict.REFUSED
    assert server.requests == []


async def test_it_acts_by_its_tools(house: House, server: ScriptedServer) -> None:
    server.call_tool(*LIGHT_ON)
    server.say("The ceiling light is on now. It is nice and bright. Anything else?")
    reply = await house.say("make it cosy in the kitchen")
    assert house.state("light.ceiling") == "on"
    # What nobody can check is not heard.
    assert reply.text == "The ceiling light is on now. Anything else?"
    assert [outcome.status for outcome in reply.outcomes] == [Status.DONE]
    assert [call.full_name for call in reply.calls] == ["light.turn_on"]
    assert reply.consumption is not None
    assert reply.consumption.tools == ("ha_control",)
    assert [event.round for event in house.seen(ModelAsked)] == [1, 2]
    assert len(house.seen(ToolStarted)) == len(house.seen(ToolFinished)) == 1
    result = server.requests[1].json["messages"][-1]
    assert result["role"] == "tool"
    assert '"status":"done"' in result["content"]


async def test_nobody_is_asked_about_nothing(house: House, server: ScriptedServer) -> None:
    assert (await house.say("  ")).verdict is Verdict.REFUSED
    assert server.requests == []


NOT_THERE = ("ha_control", {"action": "turn_on", "entity_id": "light.unicorn"})


@pytest.mark.parametrize(
    ("calls", "verdict"),
    [
        ((LIGHT_ON, NOT_THERE), Verdict.FAILED),
        # What it put right by itself went well.
        ((NOT_THERE, LIGHT_ON), Verdict.OK),
    ],
)
async def test_part_of_what_it_wanted_is_not_all(
    house: House, server: ScriptedServer, calls: tuple[Any, ...], verdict: Verdict
) -> None:
    for call in calls:
        server.call_tool(*call)
    server.say("There you are.")
    reply = await house.say("make it cosy for the two of us")
    assert reply.verdict is verdict


async def test_what_it_did_can_be_spoken_of(house: House, server: ScriptedServer) -> None:
    """The fast tier knows what "it" is, and why asks nobody else."""
    server.call_tool(*LIGHT_ON)
    server.say("It is bright now.")
    await house.say("make it cosy in the kitchen")
    reply = await house.say("turn it off")
    assert reply.tier is Tier.FAST
    assert house.state("light.ceiling") == "off"
    server.say("All quiet.")
    await house.say("tell me a joke")
    reply = await house.say("why did you do that?")
    assert reply.tier is Tier.FAST
    assert "language model" in reply.text


async def test_silence_after_a_deed_is_filled_by_us(house: House, server: ScriptedServer) -> None:
    server.call_tool(*LIGHT_ON)
    server.say("")
    reply = await house.say("make it cosy in the kitchen")
    assert reply.text
    assert reply.verdict is Verdict.OK
    assert "".join(event.text for event in house.seen(ReplyDelta)) == reply.text


@pytest.mark.parametrize("answer", ["the desk one", "yes", "20 degrees"])
async def test_answer_to_its_question_goes_back_to_it(
    answer: str, house: House, server: ScriptedServer
) -> None:
    server.say("Which lamp do you mean, the reading lamp or the porch?")
    reply = await house.say("make it a bit nicer for the guests")
    assert reply.expects_answer
    server.say("As you wish?")
    reply = await house.say(answer)
    assert reply.tier is Tier.LLM
    heard = [message["content"] for message in server.requests[1].json["messages"]]
    assert heard[1:3] == [
        "make it a bit nicer for the guests",
        "Which lamp do you mean, the reading lamp or the porch?",
    ]
    assert heard[-1].endswith(answer)


async def test_prefix_stays_byte_for_byte(house: House, server: ScriptedServer) -> None:
    for _ in range(2):
        server.say("Indeed?")
    await house.say("what do you make of this?")
    house.home.apply("light.porch", state="on")
    await house.say("and what of that?")
    first, second = (request.json for request in server.requests)
    assert first["messages"][0] == second["messages"][0]
    assert first["tools"] == second["tools"]


async def test_limit_of_rounds(make_house: MakeHouse, server: ScriptedServer) -> None:
    house = make_house(tools={"max_rounds": 2})
    for level in (10, 20, 30, 40):
        arguments = {**LIGHT_ON[1], "parameters": {"brightness_pct": level}}
        server.call_tool("ha_control", arguments)
    reply = await house.say("make it cosy in the kitchen")
    assert len(server.requests) == 3
    assert len(reply.calls) == 2
    assert reply.text
    assert reply.verdict is Verdict.OK


async def test_dead_model_leaves_the_rest_alive(house: House, server: ScriptedServer) -> None:
    server.fail(401, "Incorrect API key provided: sk-secret")
    reply = await house.say("write me a poem about lamps")
    assert reply.tier is Tier.NONE
    assert reply.verdict is Verdict.REFUSED
    assert reply.text.startswith("I could not reach the language model.")
    (failed,) = house.seen(ModelFailed)
    assert "sk-secret" not in repr(house.events)
    assert failed.error
    assert (await house.say("turn on the ceiling light")).verdict is Verdict.OK


async def test_model_that_dies_after_a_deed(house: House, server: ScriptedServer) -> None:
    """What was done is told, whatever became of the words for it."""
    server.call_tool(*LIGHT_ON)
    server.fail(500)
    reply = await house.say("make it cosy in the kitchen")
    assert reply.tier is Tier.LLM
    assert reply.verdict is Verdict.OK
    assert "light" in reply.text.lower()


async def test_second_model_answers_for_the_first(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    nobody = ModelSettings(base_url="http://127.0.0.1:9/v1", model="gone")
    somebody = ModelSettings(base_url=server.url, model="here")
    house = make_house(llm=(nobody, somebody))
    server.say("I am here?")
    reply = await house.say("write me a poem about lamps")
    assert reply.text == "I am here?"
    assert [event.provider for event in house.seen(ModelFailed)] == ["gone"]


async def test_budget_is_told_to_the_person(make_house: MakeHouse, server: ScriptedServer) -> None:
    house = make_house(budget=Budget(tokens_per_day=10))
    server.say("A lamp walks into a bar.")
    assert (await house.say("tell me a joke")).tier is Tier.LLM
    reply = await house.say("tell me another joke")
    assert reply.verdict is Verdict.REFUSED
    assert "today" in reply.text
    assert len(server.requests) == 1
    assert (await house.say("turn on the ceiling light")).verdict is Verdict.OK


async def test_cost_is_counted(make_house: MakeHouse, server: ScriptedServer) -> None:
    model = ModelSettings(base_url=server.url, model="m", price_prompt=10.0, price_completion=100.0)
    house = make_house(llm=(model,))
    server.say("Ha.", used=Used(prompt=1000, completion=100))
    reply = await house.say("tell me a joke")
    assert reply.consumption is not None
    assert reply.consumption.cost == pytest.approx(0.02)


async def test_every_sentence_is_for_the_model_if_so_set(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    house = make_house(tier=AnswerMode.LLM)
    server.call_tool(*LIGHT_ON)
    server.say("The ceiling light is on.")
    reply = await house.say("turn on the ceiling light")
    assert reply.tier is Tier.LLM
    assert reply.text == "The ceiling light is on."


async def test_no_model_is_asked_if_so_set(make_house: MakeHouse, server: ScriptedServer) -> None:
    house = make_house(tier=AnswerMode.FAST)
    assert (await house.say("tell me a joke")).tier is Tier.NONE
    assert server.requests == []


async def test_whoever_stops_listening_hangs_up(house: House, server: ScriptedServer) -> None:
    server.say("Once upon a time there was a lamp.", delivery=Delivery(stall_after=300))
    asking = asyncio.create_task(house.say("tell me a story"))
    while not server.requests:  # noqa: ASYNC110 - it serves in a thread of its own
        await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await asyncio.to_thread(server.requests[0].left.wait, 10)


async def test_conversation_can_be_forgotten(house: House, server: ScriptedServer) -> None:
    server.say("Ha.")
    server.say("Ho.")
    await house.say("tell me a joke")
    assert await house.agent.forget("talk") == 1
    await house.say("tell me a joke")
    assert len(server.requests[1].json["messages"]) == 2


def test_settings_for_a_family() -> None:
    """As a person writes them."""
    settings = Settings.from_mapping(
        {
            "llm": [{"base_url": "localhost:11434", "model": "qwen3"}, {"api_key": "k"}],
            "external_llm": {"model": "gpt-5", "tool_description": "For hard questions."},
            "budget": {"tokens_per_day": 100_000},
            "history": {"max_messages": 6},
            "prompt": {"custom_additions": "Be brief."},
            "tools": {"max_rounds": 3},
        }
    )
    assert [item.model for item in settings.llm] == ["qwen3", ""]
    assert settings.external_llm is not None
    assert settings.context.history.max_messages == 6
    assert settings.context.prompt.custom_additions == "Be brief."


async def test_answer_that_breaks_off_says_so(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    """What was heard stays heard, and nobody waits for the rest."""
    house = make_house()
    server.say("Once upon a time. There was a lamp.", delivery=Delivery(cut_after=900))
    reply = await house.say("tell me a story")
    assert reply.text.endswith("The language model broke off.")
    assert reply.text.startswith("Once upon")
    assert reply.verdict is Verdict.REFUSED


async def test_external_model_counts_toward_the_budget(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    external = ExternalModel(model=ModelSettings(base_url=server.url, model="big"))
    house = make_house(external_llm=external, budget=Budget(tokens_per_day=160))
    server.call_tool("query_external_llm", {"prompt": "Why are lamps bright?"})
    server.say("Because of light.", used=Used(prompt=100, completion=50))
    server.say("Because of light?")
    reply = await house.say("ask somebody clever why lamps are bright")
    assert reply.verdict is Verdict.REFUSED
    assert reply.text == phrase(load_language("en"), "used_up_today")
    assert reply.consumption is not None
    assert reply.consumption.tools == ("query_external_llm",)
    assert reply.consumption.tokens >= 150
    asked = server.requests[1].json["messages"]
    assert not any("ask somebody clever" in message["content"] for message in asked)


async def test_own_words_are_read_by_the_home(
    make_house: MakeHouse, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it can; where it cannot, the turn goes on, and it is told why."""
    own = PromptSettings(custom_additions="It is {{ states('sensor.x') }} degrees.")
    house = make_house(context=ContextSettings(prompt=own))
    server.say("Hm.")
    reply = await house.say("tell me a joke")
    assert reply.text == "Hm."
    [given] = house.seen(ContextGiven)
    assert given.problems == (
        "custom_additions: only Home Assistant has states. A simulated home reads no templates",
    )

    async def render(_home: SimulatedHome, template: str, _variables: Mapping[str, Any]) -> str:
        return template.replace("{{ states('sensor.x') }}", "21")

    monkeypatch.setattr(SimulatedHome, "render", render)
    server.say("Hm.")
    await house.say("tell me a joke")
    assert house.seen(ContextGiven)[-1].problems == ()
    assert "It is 21 degrees." in server.requests[-1].json["messages"][-1]["content"]
