"""What is planned, where people see it: a to-do list, and the action that lists it."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.auth.const import GROUP_ID_ADMIN, GROUP_ID_USER
from homeassistant.auth.models import User
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.homeassistant.exposed_entities import async_should_expose
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import HomeAssistantError, ServiceValidationError
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN

type Say = Callable[..., Awaitable[ConversationResult]]

LIST = "todo.home_agent_planned"
NOON = "2026-11-16T12:00:00+00:00"


@pytest.fixture(autouse=True)
def _at_noon(freezer: FrozenDateTimeFactory) -> None:
    """A Monday, at four in the morning where this house is."""
    freezer.move_to(NOON)


@pytest.fixture
async def anna(house: HomeAssistant) -> User:
    """Who owns the house."""
    return await house.auth.async_create_user("Anna", group_ids=[GROUP_ID_ADMIN])


@pytest.fixture
async def ben(anna: User, house: HomeAssistant) -> User:
    """Who lives there, and is no administrator."""
    assert anna.is_owner
    return await house.auth.async_create_user("Ben", group_ids=[GROUP_ID_USER])


async def shown(hass: HomeAssistant) -> list[dict[str, Any]]:
    """What the list shows."""
    await hass.async_block_till_done(wait_background_tasks=True)
    response: Any = await hass.services.async_call(
        "todo", "get_items", {"entity_id": LIST}, blocking=True, return_response=True
    )
    items: list[dict[str, Any]] = response[LIST]["items"]
    state = hass.states.get(LIST)
    assert state is not None
    assert state.state == str(len(items))
    return items


async def tick(hass: HomeAssistant, item: str, user: User | None = None, **changed: str) -> None:
    """Complete a line of the list, or change it otherwise."""
    await hass.services.async_call(
        "todo",
        "update_item",
        {"entity_id": LIST, "item": item, **(changed or {"status": "completed"})},
        blocking=True,
        context=Context(user_id=user.id if user else None),
    )


async def test_a_plan_is_seen_and_called_off(house: HomeAssistant, say: Say) -> None:
    """By what it does and when, with what is called; the next one first, and a watch last."""
    await say("tell me when the bed light turns on")
    await say("turn off the ceiling lights every weekday at seven")
    await say("turn off the bed light in ten minutes")
    soon, daily, watch = await shown(house)
    assert soon["summary"] == "Turn off Bed Light, today at 4:10 AM"
    assert dt_util.parse_datetime(soon["due"]) == dt_util.utcnow() + timedelta(minutes=10)
    assert soon["description"] == "light.turn_off: light.bed_light"
    assert daily["summary"].startswith("Turn off Ceiling Lights, every Monday, ")
    assert "Bed Light" in watch["summary"]
    assert "due" not in watch

    await tick(house, soon["uid"])
    assert [item["uid"] for item in await shown(house)] == [daily["uid"], watch["uid"]]
    await house.services.async_call(
        "todo",
        "remove_item",
        {"entity_id": LIST, "item": [daily["uid"], watch["uid"]]},
        blocking=True,
    )
    assert await shown(house) == []
    said = await say("what have you scheduled?")
    assert said.response.speech["plain"]["speech"] == "I have nothing planned."


async def test_a_plan_cannot_be_written_anew_there(house: HomeAssistant, say: Say) -> None:
    """It would be another plan, of which nobody knows what it does."""
    await say("set a pizza timer for five minutes")
    [timer] = await shown(house)
    assert timer["summary"] == "Pizza timer"
    with pytest.raises(ServiceValidationError, match="only be called off here"):
        await tick(house, timer["uid"], rename="Unlock the door")
    assert await shown(house) == [timer]


async def test_what_one_person_plans_is_not_for_all_to_see(
    house: HomeAssistant, say: Say, anna: User, ben: User
) -> None:
    """Home Assistant shows the list to whoever is logged in, so that it has what all may see."""
    await say("turn off the bed light in ten minutes", context=Context(user_id=anna.id))
    assert await shown(house) == []
    await say("turn off the ceiling lights in ten minutes")
    [household] = await shown(house)
    assert "Ceiling Lights" in household["summary"]
    await tick(house, household["uid"], ben)
    assert await shown(house) == []


async def test_among_administrators_nothing_is_hidden(
    house: HomeAssistant, say: Say, anna: User, ben: User
) -> None:
    """They may see and end everything anyway; whoever planned it is named."""
    await say("turn off the bed light in ten minutes", context=Context(user_id=anna.id))
    assert await shown(house) == []
    await house.auth.async_update_user(ben, group_ids=[GROUP_ID_ADMIN])
    [plan] = await shown(house)
    assert plan["description"] == "light.turn_off: light.bed_light · Anna"
    await house.auth.async_update_user(ben, group_ids=[GROUP_ID_USER])
    assert await shown(house) == []


async def test_what_is_not_shown_cannot_be_called_off(
    house: HomeAssistant, say: Say, anna: User, ben: User
) -> None:
    """Also by its id, which somebody may have seen before."""
    await house.auth.async_update_user(ben, group_ids=[GROUP_ID_ADMIN])
    await say("turn off the bed light in ten minutes", context=Context(user_id=anna.id))
    [plan] = await shown(house)
    await house.auth.async_update_user(ben, group_ids=[GROUP_ID_USER])
    await house.async_block_till_done(wait_background_tasks=True)
    with pytest.raises(HomeAssistantError):
        await tick(house, plan["uid"], ben)
    await house.auth.async_update_user(ben, group_ids=[GROUP_ID_ADMIN])
    assert [item["uid"] for item in await shown(house)] == [plan["uid"]]


@pytest.mark.parametrize("agent_options", [{"schedule": {"share_plans": True}}])
async def test_shared_plans_are_for_all(
    house: HomeAssistant, say: Say, anna: User, ben: User
) -> None:
    """As it is set."""
    await say("turn off the bed light in ten minutes", context=Context(user_id=anna.id))
    [plan] = await shown(house)
    await tick(house, plan["uid"], ben)
    assert await shown(house) == []


@pytest.mark.usefixtures("agent")
async def test_it_is_not_exposed_by_itself(house: HomeAssistant) -> None:
    """A satellite does not read plans out to whoever stands beside it."""
    assert not async_should_expose(house, "conversation", LIST)


async def test_what_the_action_lists(
    house: HomeAssistant, agent: MockConfigEntry, say: Say
) -> None:
    """The words, the services and how often."""
    for said in (
        "turn off the bed light in ten minutes",
        "turn off the ceiling lights every weekday at seven",
        "turn on the kitchen lights every day at 20:15",
        "turn off the kitchen lights every two hours",
        "tell me whenever the bed light turns on",
        "set a pizza timer for five minutes",
    ):
        await say(said)
    response: Any = await house.services.async_call(
        DOMAIN, "list_scheduled", {}, blocking=True, return_response=True
    )
    listed = {job["words"].partition(",")[0]: job for job in response["scheduled"]}
    soon, daily = listed["Turn off Bed Light"], listed["Turn on Kitchen Lights"]
    assert soon["words"] == "Turn off Bed Light, today at 4:10 AM"
    assert (soon["services"], soon["recurrence"]) == (["light.turn_off"], None)
    assert daily["recurrence"] == {"every": "day", "at": "20:15:00"}
    week = listed["Turn off Ceiling Lights"]["recurrence"]
    assert week == {"every": "week", "days": ["mon", "tue", "wed", "thu", "fri"], "at": "07:00:00"}
    hours = listed["Turn off Kitchen Lights"]["recurrence"]
    assert hours == {"every": "seconds", "seconds": 7200}
    [watch] = [job for job in response["scheduled"] if job["kind"] == "watch"]
    assert (watch["services"], watch["recurrence"]) == ([], {"every": "time"})
    assert listed["Pizza timer"]["kind"] == "timer"
    assert agent.domain == DOMAIN
