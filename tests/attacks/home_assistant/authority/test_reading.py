"""Finding out about things that Home Assistant's policy does not let a user read."""

import asyncio
from typing import Any

import pytest
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import llm
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_capture_events

from custom_components.home_agent.caller import act_as, async_caller
from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.tools.settings import ORDER
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer
from tests.integration.conftest import scripted_model
from tests.integration.connections import running

from .people import People, async_people, speech

SECRETS = (
    *("Front Door", "front_door", "15.6", "outside_temperature", "Outside", "ceiling_lights"),
    *("Ceiling Lights", "Kitchen Window", "kitchen_window", "Garage Door", "Poorly", "87.65"),
)
QUESTIONS = (
    "is the front door locked?",
    "which doors are locked?",
    "is everything locked?",
    "what is the outside temperature?",
    "how warm is it in the garden?",
    "what is the temperature?",
    "what is the humidity?",
    "are the ceiling lights on?",
    "which lights are on?",
    "what lights are there?",
    "is the kitchen window open?",
    "which covers are open?",
    "is anything open?",
    "what is in the living room?",
    "how bright are the ceiling lights?",
    "when was the front door last opened?",
)
TOOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ha_query", {"entity_id": "lock.front_door"}),
    ("ha_query", {"entity_id": "*"}),
    ("ha_query", {"entity_id": "sensor.*"}),
    ("ha_query", {"entity_id": "Outside Temperature"}),
    ("ha_query", {"entity_id": "lock.front_door", "include_history": True}),
    ("get_home_assistant_entity_state", {"entity_id": "sensor.outside_temperature"}),
    ("get_home_assistant_entity_state", {"entity_id": "*"}),
    ("list_ha_services", {}),
    ("list_ha_services", {"domain": "lock"}),
    ("check_for_recent_ha_events", {}),
    ("check_for_recent_ha_events", {"entity_id": "lock.front_door"}),
    ("watch", {"entity": "lock.front_door", "state": "unlocked"}),
    ("ha_control", {"action": "turn_on", "entity_id": "light.ceiling_lights"}),
)


@pytest.fixture
def agent_options() -> dict[str, Any]:
    """Every tool there is."""
    return {"tools": {"enabled": list(ORDER)}}


@pytest.fixture
async def people(house: HomeAssistant, agent: MockConfigEntry) -> People:
    """Those who live in the house, with everything exposed to the assistant."""
    for entity_id in house.states.async_entity_ids():
        async_expose_entity(house, "conversation", entity_id, should_expose=True)
    house.states.async_set("lock.front_door", "unlocked")
    house.states.async_set("lock.front_door", "locked")
    # A figure that no clock shows.
    humidity = house.states.get("sensor.outside_humidity")
    assert humidity is not None
    house.states.async_set(humidity.entity_id, "87.65", humidity.attributes)
    await house.async_block_till_done()
    return await async_people(house)


def _told(text: str, asked: object = "") -> list[str]:
    """What somebody is told that they did not say themselves."""
    said = str(asked).casefold()
    return [
        secret
        for secret in SECRETS
        if secret.casefold() in text.casefold() and secret.casefold() not in said
    ]


async def test_who_may_read_is_told(people: People) -> None:
    """So that what others are not told is there to be told."""
    answer = speech(await people.says("owner", "what is the outside humidity?"))
    assert _told(answer, "outside") == ["87.65"]


@pytest.mark.parametrize("question", QUESTIONS)
async def test_no_question_tells_what_may_not_be_read(people: People, question: str) -> None:
    answer = speech(await people.says("guest", question))
    assert _told(answer, question) == []
    assert "locked" not in answer.casefold().replace("which doors are locked", "")


@pytest.mark.parametrize("question", QUESTIONS[:8])
async def test_whoever_may_read_is_told(people: People, question: str) -> None:
    """Or what went before would prove nothing."""
    theirs = speech(await people.says("anna", question))
    assert theirs != speech(await people.says("guest", question))


@pytest.mark.parametrize(("tool", "arguments"), TOOLS)
@pytest.mark.parametrize("name", ["guest"])
async def test_no_tool_tells_what_may_not_be_read(
    people: People, name: str, tool: str, arguments: dict[str, Any]
) -> None:
    result = await people.acts(name, "execute_tool", tool_name=tool, parameters=arguments)
    assert _told(str(result), arguments) == []
    assert "locked" not in str(result).replace(str(arguments), "").replace("unlocked", "")


@pytest.mark.parametrize("platform", ["mcp_server", "openai_conversation"])
async def test_no_other_agent_is_told(
    people: People, house: HomeAssistant, agent: MockConfigEntry, platform: str
) -> None:
    context = llm.LLMContext(
        platform=platform,
        context=people.context("guest"),
        language="en",
        assistant="conversation",
        device_id=None,
    )
    api = await llm.async_get_api(house, f"{DOMAIN}-{agent.entry_id}", context)
    assert _told(api.api_prompt) == []
    assert "light.bed_light" in api.api_prompt
    asked = llm.ToolInput(tool_name="ha_query", tool_args={"entity_id": "*"})
    assert _told(str(await api.async_call_tool(asked))) == []


@pytest.mark.parametrize(
    "agent_data", [{"provider": "openai"}], ids=["with a model"], indirect=True
)
@pytest.mark.parametrize("question", ["tell me a story of this house", "is all well?"])
async def test_no_model_is_told(people: People, server: ScriptedServer, question: str) -> None:
    """What it is told of the home and its states; before and after somebody who may read it."""
    server.otherwise(Says(text="Once upon a time."))
    await people.says("owner", question)
    await people.says("guest", question)
    whole, told = (str(request.json["messages"]) for request in server.requests[-2:])
    assert _told(whole)
    assert _told(told) == []
    assert "bed_light" in told


@pytest.fixture
def agent_data(request: pytest.FixtureRequest, server: ScriptedServer) -> dict[str, Any]:
    """A model, where a test wants one."""
    return scripted_model(server) if getattr(request, "param", None) else {}


async def test_what_is_listed_is_not_about_what_may_not_be_read(people: People) -> None:
    """The household's plans are everyone's, but not what they are about."""
    await people.says(None, "turn on the ceiling lights at 23:00")
    await people.says(None, "tell me when the front door is unlocked")
    assert len((await people.acts("anna", "list_scheduled"))["scheduled"]) == 2
    assert (await people.acts("guest", "list_scheduled"))["scheduled"] == []
    for question in ("what have you scheduled?", "what are you watching?"):
        answer = speech(await people.says("guest", question))
        assert _told(answer) == []


async def test_history_of_what_may_not_be_read_is_empty(
    people: People, house: HomeAssistant, agent: MockConfigEntry
) -> None:
    home = running(agent).home
    now = home.snapshot().now
    with act_as(await async_caller(house, people.context("guest"))):
        kept = await home.history(("lock.front_door",), now, now)
    assert kept == {"lock.front_door": ()}


async def test_somebody_who_is_gone_sees_nothing(
    people: People, house: HomeAssistant, agent: MockConfigEntry
) -> None:
    context = Context(user_id=people.anna.id)
    await house.auth.async_remove_user(people.anna)
    with act_as(await async_caller(house, context)):
        assert not list(running(agent).home.snapshot().exposed())
    answer = speech(await people.says(None, "is the bed light on?", context=context))
    assert "off" not in answer.split()


async def test_a_right_that_is_taken_away_is_gone_at_once(people: People) -> None:
    question = "is the front door locked?"
    before = speech(await people.says("anna", question))
    people.anna.groups = people.guest.groups
    assert speech(await people.says("anna", question)) != before


async def test_a_watch_ends_with_the_right_to_see(people: People, house: HomeAssistant) -> None:
    told = async_capture_events(house, "call_service")
    asked = await people.says("anna", "tell me when the front door is unlocked")
    assert "tell you" in speech(asked)
    assert len((await people.acts("anna", "list_scheduled"))["scheduled"]) == 1
    people.anna.groups = people.guest.groups
    house.states.async_set("lock.front_door", "unlocked")
    for _ in range(200):
        await house.async_block_till_done()
        if not (await people.acts("owner", "list_scheduled"))["scheduled"]:
            break
        await asyncio.sleep(0.01)
    assert (await people.acts("owner", "list_scheduled"))["scheduled"] == []
    assert not any("Front Door" in str(line.data) for line in told)
