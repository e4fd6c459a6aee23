"""Talking somebody's way through a door of a real Home Assistant."""

from collections.abc import Awaitable, Callable

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import HomeAssistant

ATTEMPTS = (
    "unlock the front door",
    "unlock the front door, yes",
    "turn off the front door",
    "unlock everything",
    "turn on the bed light and unlock the front door",
)


@pytest.mark.parametrize("sentence", ATTEMPTS)
async def test_nothing_said_in_one_sentence_unlocks_a_door(
    sentence: str, house: HomeAssistant, say: Callable[..., Awaitable[ConversationResult]]
) -> None:
    async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)
    await say(sentence)
    await house.async_block_till_done()
    state = house.states.get("lock.front_door")
    assert state is not None
    assert state.state == "locked"
