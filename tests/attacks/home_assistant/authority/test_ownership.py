"""Seeing, ending and undoing what belongs to another user; by talking and by actions."""

from typing import Any

import pytest
from homeassistant.auth.const import GROUP_ID_ADMIN
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from pytest_homeassistant_custom_component.common import MockConfigEntry

from tests.integration.connections import agent_of

from .people import People, async_people, speech

OTHERS = ("anna", "reader", "guest", None)
PLANS = (
    "turn on the ceiling lights at 23:00",
    "tell me when the front door is unlocked",
    "set a pizza timer for 20 minutes",
)


@pytest.fixture
async def people(house: HomeAssistant, agent: MockConfigEntry) -> People:
    """Those who live in the house."""
    for entity_id in ("lock.front_door", "light.ceiling_lights", "light.bed_light"):
        async_expose_entity(house, "conversation", entity_id, should_expose=True)
    return await async_people(house)


async def _planned(people: People) -> list[dict[str, Any]]:
    scheduled: list[dict[str, Any]] = (await people.acts("admin", "list_scheduled"))["scheduled"]
    return scheduled


async def _with_plans(people: People) -> list[dict[str, Any]]:
    for sentence in PLANS:
        await people.says("ben", sentence, conversation_id="of-ben")
    planned = await _planned(people)
    assert len(planned) == len(PLANS)
    return planned


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    "sentence",
    [
        "cancel everything that is planned",
        "stop watching everything",
        "stop watching the front door",
        "cancel all timers",
        "cancel the pizza timer",
        "undo that",
    ],
)
async def test_nobody_ends_anothers_plans_by_talking(
    people: People, name: str | None, sentence: str
) -> None:
    before = await _with_plans(people)
    for conversation_id in ("of-ben", "their-own"):
        await people.says(name, sentence, conversation_id=conversation_id)
    assert await _planned(people) == before


@pytest.mark.parametrize("name", ["anna", "reader", "guest"])
async def test_nobody_sees_or_ends_anothers_plans_by_actions(people: People, name: str) -> None:
    before = await _with_plans(people)
    assert (await people.acts(name, "list_scheduled"))["scheduled"] == []
    for item in before:
        with pytest.raises(HomeAssistantError):
            await people.acts(name, "cancel_scheduled", id=item["id"])
    tool = {"tool_name": "schedule", "parameters": {"action": "cancel", "all": True}}
    await people.acts(name, "execute_tool", **tool)
    assert await _planned(people) == before


@pytest.mark.parametrize("name", ["anna", "reader", "guest"])
async def test_nobody_sees_or_ends_anothers_plans_in_the_list(
    people: People, house: HomeAssistant, name: str
) -> None:
    """Home Assistant hands a to-do list to everyone who is logged in, and asks for no rights."""
    before = await _with_plans(people)
    await house.async_block_till_done(wait_background_tasks=True)
    target = {"entity_id": "todo.home_agent_planned"}
    shown: Any = await house.services.async_call(
        "todo", "get_items", target, blocking=True, return_response=True
    )
    assert shown == {"todo.home_agent_planned": {"items": []}}
    for item in before:
        for action, more in (("remove_item", {}), ("update_item", {"status": "completed"})):
            with pytest.raises(HomeAssistantError):
                await house.services.async_call(
                    "todo",
                    action,
                    {**target, "item": item["id"], **more},
                    blocking=True,
                    context=people.context(name),
                )
    assert await _planned(people) == before


@pytest.mark.parametrize("name", ["owner", "admin", "ben", None])
async def test_those_who_may_do_end_them(people: People, name: str | None) -> None:
    """Admins; whoever planned them; and automations, which admins write."""
    for person in await _with_plans(people):
        await people.acts(name, "cancel_scheduled", id=person["id"])
    assert await _planned(people) == []


@pytest.mark.parametrize("agent_options", [{"schedule": {"share_plans": True}}])
@pytest.mark.parametrize("name", ["anna", None])
async def test_a_household_may_share_them(people: People, name: str | None) -> None:
    await _with_plans(people)
    await people.says(name, "cancel everything that is planned")
    await people.says(name, "cancel all timers")
    assert await _planned(people) == []


async def test_a_manager_may(people: People, house: HomeAssistant, agent: MockConfigEntry) -> None:
    options = {"schedule": {"managers": [people.anna.id]}}
    subentry = agent_of(agent).subentry
    house.config_entries.async_update_subentry(agent, subentry, data=options)
    await house.async_block_till_done()
    await _with_plans(people)
    await people.says("anna", "cancel everything that is planned")
    assert [job["kind"] for job in await _planned(people)] == ["timer"]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize(
    "sentence", ["why did you do that?", "what did you say?", "undo that", "turn it off"]
)
async def test_a_conversation_id_of_another_opens_nothing(
    people: People, house: HomeAssistant, name: str | None, sentence: str
) -> None:
    await people.says("ben", "turn on the bed light", conversation_id="of-ben")
    answer = speech(await people.says(name, sentence, conversation_id="of-ben"))
    assert "bed light" not in answer.casefold()
    assert "Turned on" not in answer
    state = house.states.get("light.bed_light")
    assert state is not None
    assert state.state == "on"


@pytest.mark.parametrize("name", OTHERS)
async def test_nobody_says_yes_for_another(
    people: People, house: HomeAssistant, name: str | None
) -> None:
    asked = await people.says("ben", "unlock the front door", conversation_id="of-ben")
    assert asked.continue_conversation
    await people.says(name, "yes", conversation_id="of-ben")
    state = house.states.get("lock.front_door")
    assert state is not None
    assert state.state == "locked"


@pytest.mark.parametrize("name", ["anna", "reader", "guest"])
@pytest.mark.parametrize("given", [{}, {"conversation_id": "of-ben"}])
async def test_nobody_undoes_or_clears_anothers_by_actions(
    people: People, house: HomeAssistant, name: str, given: dict[str, str]
) -> None:
    await people.says("ben", "turn on the bed light", conversation_id="of-ben")
    undone = await people.acts(name, "undo", **given)
    assert undone["verdict"] == "refused"
    assert undone["response"] == "There is nothing to undo."
    assert await people.acts(name, "clear_history", **given) == {"cleared": 0}
    state = house.states.get("light.bed_light")
    assert state is not None
    assert state.state == "on"


@pytest.mark.parametrize("name", ["ben", "admin", None])
async def test_undo_of_a_conversation_that_did_nothing(
    people: People, house: HomeAssistant, name: str | None
) -> None:
    """It once undid what was done in another one."""
    await people.says(name, "turn on the bed light", conversation_id="one")
    undone = await people.acts(name, "undo", conversation_id="another")
    assert undone["verdict"] == "refused"
    state = house.states.get("light.bed_light")
    assert state is not None
    assert state.state == "on"


async def test_admins_may_clear_everything(people: People) -> None:
    for name in ("ben", "anna", None):
        await people.says(name, "is the bed light on?", conversation_id=f"of-{name}")
    assert await people.acts("ben", "clear_history") == {"cleared": 2}
    assert await people.acts("admin", "clear_history") == {"cleared": 1}


async def test_what_is_planned_is_done_with_the_rights_of_that_moment(
    people: People, house: HomeAssistant
) -> None:
    """Somebody who may only look by then switches nothing."""
    await people.says("ben", "turn on the bed light in one second")
    assert len(await _planned(people)) == 1
    people.ben.groups = people.reader.groups
    await house.async_block_till_done(wait_background_tasks=True)
    state = house.states.get("light.bed_light")
    assert state is not None
    assert state.state == "off"


async def test_a_program_with_a_user_of_its_own_is_no_administrator(
    people: People, house: HomeAssistant
) -> None:
    """Whoever calls by phone, or talks to an add-on, says sentences of nobody in particular."""
    await _with_plans(people)
    program = await house.auth.async_create_system_user("Phone", group_ids=[GROUP_ID_ADMIN])
    context = Context(user_id=program.id)
    await people.says(None, "cancel everything that is planned", context=context)
    await people.says(None, "cancel all timers", context=context)
    assert len(await _planned(people)) == len(PLANS)
