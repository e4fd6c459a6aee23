"""Getting a door of a real Home Assistant open without a true yes, and finding out its PIN."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.conversation.chat_log import DATA_CHAT_LOGS
from homeassistant.components.homeassistant.exposed_entities import async_expose_entity
from homeassistant.core import Context, HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockUser

from custom_components.home_agent.const import CONF_SAFETY

type Say = Callable[..., Awaitable[ConversationResult]]

PIN = "4711"
ASK = "unlock the front door"


@pytest.fixture
def agent_options(request: pytest.FixtureRequest) -> dict[str, Any]:
    """How careful the agent is: as the test says."""
    return {CONF_SAFETY: getattr(request.function, "safety", {})}


def safety(**given: Any) -> Callable[[Any], Any]:
    """Have the agent of a test be as careful as this."""

    def mark(test: Any) -> Any:
        test.safety = given
        return test

    return mark


@pytest.fixture(autouse=True)
def _door_exposed(house: HomeAssistant) -> None:
    async_expose_entity(house, "conversation", "lock.front_door", should_expose=True)


def door(hass: HomeAssistant, name: str = "front_door") -> str:
    state = hass.states.get(f"lock.{name}")
    assert state is not None
    return state.state


def speech(result: ConversationResult) -> str:
    return str(result.response.speech["plain"]["speech"])


NO_YES = ["yes?", "sure?", "yes or no", "yes but not now", "👎", "yes 👎", "maybe yes", "no 4711"]


@pytest.mark.parametrize("text", NO_YES)
async def test_what_is_no_yes_opens_nothing(text: str, house: HomeAssistant, say: Say) -> None:
    asked = await say(ASK)
    await say(text, conversation_id=asked.conversation_id)
    await house.async_block_till_done()
    assert door(house) == "locked"


@pytest.mark.parametrize("text", ["y", "👍", "yes, please", "ok"])
async def test_a_short_yes_is_one(text: str, house: HomeAssistant, say: Say) -> None:
    asked = await say(ASK)
    await say(text, conversation_id=asked.conversation_id)
    await house.async_block_till_done()
    assert door(house) in ("unlocking", "unlocked")


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("unlock the front door tomorrow at 7 am", ["tomorrow at 7:00 AM"]),
        ("unlock the front door every monday at 7 am", ["every Monday at 7:00 AM"]),
        ("unlock the front door for a minute", ["for 1 minute", "then lock Front Door"]),
    ],
)
async def test_the_question_names_the_time(sentence: str, parts: list[str], say: Say) -> None:
    asked = speech(await say(sentence))
    assert [part for part in parts if part not in asked] == [], asked


async def test_the_question_names_what_a_script_unlocks(house: HomeAssistant, say: Say) -> None:
    """By name what is exposed, and by its kind what is not."""
    unlock = {"action": "lock.unlock", "target": {"entity_id": "lock.front_door"}}
    hidden = {"action": "lock.unlock", "target": {"entity_id": "lock.kitchen_door"}}
    scripts = {"come_in": {"alias": "Come in", "sequence": [unlock, hidden]}}
    assert await async_setup_component(house, "script", {"script": scripts})
    await house.async_block_till_done()
    async_expose_entity(house, "conversation", "script.come_in", should_expose=True)
    async_expose_entity(house, "conversation", "lock.kitchen_door", should_expose=False)
    await house.async_block_till_done()
    asked = speech(await say("run come in"))
    assert asked.startswith("Shall I run Come in?")
    assert "unlock" in asked
    assert "Front Door" in asked
    assert "a lock that is not exposed" in asked
    assert "Kitchen Door" not in asked
    assert door(house) == "locked"


GUESSES = ["{}", "my pin is {}", "the year {} was nice", "set a timer for {} seconds", "{} what"]


@safety(pin=PIN)
@pytest.mark.parametrize("template", GUESSES)
async def test_a_guess_tells_nothing(template: str, house: HomeAssistant, say: Say) -> None:
    """The chat log, which others read, looks the same whatever was guessed."""
    logs = []
    for pin in (PIN, "8302"):
        result = await say(template.format(pin))
        assert result.conversation_id is not None
        said = house.data[DATA_CHAT_LOGS][result.conversation_id].content
        logs.append([sentence.content for sentence in said if sentence.role == "user"])
    assert logs[0] == logs[1]
    assert PIN not in repr(logs)


@safety(pin=PIN)
async def test_a_guest_does_not_lock_out_the_owner(house: HomeAssistant, say: Say) -> None:
    guest = MockUser().add_to_hass(house)
    owner = MockUser(is_owner=True).add_to_hass(house)
    for _ in range(30):
        asked = await say(ASK, context=Context(user_id=guest.id))
        await say("0000", conversation_id=asked.conversation_id, context=Context(user_id=guest.id))
    assert door(house) == "locked"
    asked = await say(ASK, context=Context(user_id=owner.id))
    await say(PIN, conversation_id=asked.conversation_id, context=Context(user_id=owner.id))
    await house.async_block_till_done()
    assert door(house) in ("unlocking", "unlocked")


@safety(rules=[{"users": ["guest"], "deny": ["domain:lock"]}])
async def test_a_guest_says_yes_to_the_owner(house: HomeAssistant, say: Say) -> None:
    MockUser(id="guest").add_to_hass(house)
    asked = await say(ASK)
    await say("yes", conversation_id=asked.conversation_id, context=Context(user_id="guest"))
    await house.async_block_till_done()
    assert door(house) == "locked"
