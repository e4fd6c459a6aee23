"""What an agent in Home Assistant remembers: told to whoever said it, and seen by actions."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.core import Context, HomeAssistant
from homeassistant.exceptions import ServiceValidationError
from pytest_homeassistant_custom_component.common import MockConfigEntry, MockUser

from custom_components.home_agent.const import DOMAIN
from tests.integration.connections import agent_of, connection

type Act = Callable[..., Awaitable[dict[str, Any]]]

KEY = "remember that the spare key is in the shed"


@pytest.fixture
async def agent(house: HomeAssistant) -> MockConfigEntry:
    """An agent that remembers."""
    entry = connection(options={"memory": {"enabled": True}})
    entry.add_to_hass(house)
    assert await house.config_entries.async_setup(entry.entry_id)
    await house.async_block_till_done()
    return entry


@pytest.fixture
def act(house: HomeAssistant, agent: MockConfigEntry) -> Act:
    """Runs an action for somebody, and returns its response."""

    async def act(action: str, user: MockUser | None = None, **data: Any) -> dict[str, Any]:
        response = await house.services.async_call(
            DOMAIN,
            action,
            data,
            blocking=True,
            return_response=True,
            context=Context(user_id=user.id if user else None),
        )
        assert response is not None
        return dict(response)

    return act


async def test_memories_are_seen_and_deleted_by_whose_they_are(
    house: HomeAssistant, act: Act, hass_admin_user: MockUser, hass_read_only_user: MockUser
) -> None:
    anna, ben = hass_admin_user, hass_read_only_user
    await act("process", anna, text=KEY)
    await act("process", anna, text="remember for everyone that the bins go out on Monday")
    own, shared = (await act("list_memories", anna))["memories"]
    assert (own["content"], own["whose"]) == ("the spare key is in the shed", "own")
    assert (own["type"], own["importance"]) == ("fact", 0.8)
    assert (shared["content"], shared["whose"]) == ("the bins go out on Monday", "household")
    assert (await act("list_memories", ben))["memories"] == [shared]
    assert (await act("list_memories"))["memories"] == [shared]
    assert (await act("search_memories", anna, query="spare keys"))["memories"] == [own]
    assert (await act("search_memories", ben, query="spare keys"))["memories"] == []
    assert "shed" in (await act("process", anna, text="where is the spare key?"))["response"]
    assert "shed" not in (await act("process", ben, text="where is the spare key?"))["response"]

    for who in (ben, None):
        with pytest.raises(ServiceValidationError) as refused:
            await act("delete_memory", who, id=own["id"])
        assert refused.value.translation_key == "no_such_memory"
    deleted = (await act("delete_memory", anna, id=own["id"]))["deleted"]
    assert deleted["content"] == "the spare key is in the shed"
    assert "shed" not in (await act("process", anna, text="where is the spare key?"))["response"]


async def test_clearing(act: Act, hass_admin_user: MockUser, hass_read_only_user: MockUser) -> None:
    anna, ben = hass_admin_user, hass_read_only_user
    await act("process", anna, text=KEY)
    await act("process", ben, text="remember that I like tea")
    await act("process", anna, text="remember for everyone that the bins go out on Monday")
    assert await act("clear_memories", ben) == {"cleared": 1}
    assert await act("clear_memories", ben, whose="household") == {"cleared": 1}
    with pytest.raises(ServiceValidationError) as refused:
        await act("clear_memories", ben, whose="everyone")
    assert refused.value.translation_key == "memories_of_everyone"
    assert await act("clear_memories", anna, whose="everyone") == {"cleared": 1}


async def test_an_automation_has_nothing_remembered(act: Act) -> None:
    """What it says may be the words of a device."""
    response = await act("process", text=KEY)
    assert response["verdict"] == "refused"
    assert (await act("list_memories"))["memories"] == []


async def test_it_is_kept_in_a_file_of_its_own_and_gone_with_the_agent(
    house: HomeAssistant,
    act: Act,
    agent: MockConfigEntry,
    hass_admin_user: MockUser,
    hass_storage: dict[str, Any],
) -> None:
    await act("process", hass_admin_user, text=KEY)
    [file] = [name for name in hass_storage if name.endswith(".memories")]
    assert "shed" in str(hass_storage[file])
    assert await house.config_entries.async_reload(agent.entry_id)
    assert len((await act("list_memories", hass_admin_user))["memories"]) == 1
    assert agent_of(agent).entry_id in file


async def test_off_unless_it_is_turned_on(house: HomeAssistant, hass_admin_user: MockUser) -> None:
    entry = connection()
    entry.add_to_hass(house)
    assert await house.config_entries.async_setup(entry.entry_id)
    response = await house.services.async_call(
        DOMAIN,
        "process",
        {"text": KEY},
        blocking=True,
        return_response=True,
        context=Context(user_id=hass_admin_user.id),
    )
    assert response is not None
    assert "My memory is off" in str(response["response"])
