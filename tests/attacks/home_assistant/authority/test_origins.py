"""Getting rid of a rule by pretending to have asked in another way."""

from typing import Any

import pytest
from homeassistant.components.assist_pipeline.pipeline import (
    PipelineRun,
    PipelineStage,
    async_get_pipeline,
)
from homeassistant.components.conversation.const import DATA_COMPONENT
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import llm
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.typing import WebSocketGenerator

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.conversation import HomeAgentConversationEntity
from custom_components.home_agent.engine.authority import Origin
from custom_components.home_agent.origins import async_turn_origin

from .people import People, async_people

LAMP = "light.bed_light"
TURN_ON = "turn on the bed light"


def _not_by(*origins: str) -> dict[str, Any]:
    return {"safety": {"rules": [{"origins": list(origins), "deny": [LAMP]}]}}


@pytest.fixture
async def people(house: HomeAssistant, agent: MockConfigEntry) -> People:
    """Those who live in the house."""
    async_expose_entity(house, "conversation", LAMP, should_expose=True)
    return await async_people(house)


@pytest.fixture
def satellite(house: HomeAssistant) -> tuple[str, str]:
    """The device and the entity of a voice satellite in the kitchen."""
    entry = MockConfigEntry(domain="test")
    entry.add_to_hass(house)
    device = dr.async_get(house).async_get_or_create(
        config_entry_id=entry.entry_id, identifiers={("test", "satellite")}
    )
    kitchen = ar.async_get(house).async_get_or_create("Kitchen")
    dr.async_get(house).async_update_device(device.id, area_id=kitchen.id)
    entity = er.async_get(house).async_get_or_create(
        "assist_satellite", "test", "satellite", device_id=device.id
    )
    return device.id, entity.entity_id


@pytest.fixture
async def pipelines(house: HomeAssistant) -> None:
    """Core's own voice pipelines."""
    assert await async_setup_component(house, "assist_pipeline", {})
    await house.async_block_till_done()


def _run(house: HomeAssistant, context: Context, start: PipelineStage) -> PipelineRun:
    """A run as core begins one."""
    return PipelineRun(
        house,
        context=context,
        pipeline=async_get_pipeline(house),
        start_stage=start,
        end_stage=PipelineStage.INTENT,
        event_callback=lambda _event: None,
    )


def _is_on(house: HomeAssistant) -> bool:
    state = house.states.get(LAMP)
    assert state is not None
    return state.state == "on"


@pytest.mark.parametrize("agent_options", [_not_by("chat"), _not_by("voice", "automation")])
@pytest.mark.parametrize("claims", ["nothing", "device", "satellite", "both"])
@pytest.mark.parametrize("name", ["anna", "guest", "admin"])
async def test_no_claim_of_a_device_gets_rid_of_a_rule(
    people: People, house: HomeAssistant, satellite: tuple[str, str], claims: str, name: str
) -> None:
    device_id, satellite_id = satellite
    details = {
        "nothing": {},
        "device": {"device_id": device_id},
        "satellite": {"satellite_id": satellite_id},
        "both": {"device_id": device_id, "satellite_id": satellite_id},
    }[claims]
    await people.says(name, TURN_ON, **details)
    assert not _is_on(house)


@pytest.mark.parametrize("agent_options", [_not_by("voice")])
@pytest.mark.parametrize("start", [PipelineStage.STT, PipelineStage.WAKE_WORD])
@pytest.mark.parametrize("name", ["anna", None])
@pytest.mark.usefixtures("pipelines")
async def test_what_was_heard_is_voice_whatever_else_is_said(
    people: People, house: HomeAssistant, start: PipelineStage, name: str | None
) -> None:
    """A microphone of a browser gives no device at all."""
    context = people.context(name)
    run = _run(house, context, start)
    await people.says(name, TURN_ON, context=context)
    await run.end()
    assert not _is_on(house)


@pytest.mark.parametrize("agent_options", [_not_by("voice"), _not_by("chat")])
@pytest.mark.usefixtures("pipelines")
async def test_typing_into_a_window_of_assist_with_a_device(
    people: People,
    house: HomeAssistant,
    satellite: tuple[str, str],
    hass_ws_client: WebSocketGenerator,
) -> None:
    """Over the wire, as a user of the house could."""
    token = await house.auth.async_create_refresh_token(people.anna, "https://example.com/")
    client = await hass_ws_client(house, house.auth.async_create_access_token(token))
    await client.send_json_auto_id(
        {
            "type": "conversation/process",
            "text": TURN_ON,
            "agent_id": "conversation.home_agent",
            "device_id": satellite[0],
        }
    )
    assert (await client.receive_json())["success"]
    assert not _is_on(house)


@pytest.mark.parametrize("agent_options", [_not_by("voice", "model", "mcp", "schedule")])
@pytest.mark.usefixtures("pipelines")
async def test_a_rule_for_others_is_not_in_the_way_of_typing(
    people: People, house: HomeAssistant
) -> None:
    """A typed run of the pipeline is chat, and nothing else."""
    context = people.context("anna")
    run = _run(house, context, PipelineStage.INTENT)
    way = async_turn_origin(house, context)
    await people.says("anna", TURN_ON, context=context)
    await run.end()
    assert (way.origin, way.possible) == (Origin.CHAT, ())
    assert _is_on(house)


@pytest.mark.parametrize("agent_options", [_not_by("chat"), _not_by("automation")])
@pytest.mark.parametrize(
    "action", [("process", {"text": TURN_ON}), ("execute_tool", {"tool_name": "ha_control"})]
)
async def test_an_action_of_a_person_is_a_persons_and_a_programs(
    people: People, house: HomeAssistant, action: tuple[str, dict[str, Any]]
) -> None:
    """Who runs a script that calls it cannot be told from who calls it."""
    name, data = action
    if name == "execute_tool":
        data = {**data, "parameters": {"action": "turn_on", "entity_id": LAMP}}
    await people.acts("anna", name, **data)
    assert not _is_on(house)


@pytest.mark.parametrize(
    "agent_options", [_not_by("voice"), _not_by("chat"), _not_by("model"), _not_by("automation")]
)
async def test_another_agents_model_is_held_to_every_way(
    people: People, house: HomeAssistant, agent: MockConfigEntry, satellite: tuple[str, str]
) -> None:
    """How it was asked itself is not known."""
    context = llm.LLMContext(
        platform="openai_conversation",
        context=people.context("anna"),
        language="en",
        assistant="conversation",
        device_id=satellite[0],
    )
    api = await llm.async_get_api(house, f"{DOMAIN}-{agent.entry_id}", context)
    asked = {"action": "turn_on", "entity_id": LAMP}
    await api.async_call_tool(llm.ToolInput(tool_name="ha_control", tool_args=asked))
    assert not _is_on(house)


async def test_nobody_uses_up_what_a_satellite_may_do_by_naming_it(
    people: People, house: HomeAssistant, satellite: tuple[str, str]
) -> None:
    """The calls of a user are that user's."""
    context = people.context("guest")
    way = async_turn_origin(house, context, device_id=satellite[0], satellite_id=satellite[1])
    assert way.satellite_id is None
    spoken = async_turn_origin(house, Context(), device_id=satellite[0], satellite_id=satellite[1])
    assert spoken.satellite_id == satellite[1]


async def test_a_prompt_for_one_person_is_not_anothers(
    people: People, house: HomeAssistant, agent: MockConfigEntry
) -> None:
    """What an automation wants the model to know holds for whom it asked."""
    entity = house.data[DATA_COMPONENT].get_entity("conversation.home_agent")
    assert isinstance(entity, HomeAgentConversationEntity)
    prompts = entity._extra_prompts
    await people.says("ben", "hello", conversation_id="x", extra_system_prompt="the gift is a bike")
    await people.says("anna", "hello", conversation_id="x")
    assert list(prompts.values()) == ["the gift is a bike"]
    assert not any(people.anna.id in prompt for prompt in prompts)
