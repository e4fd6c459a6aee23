"""Homes in requests: each has an agent of its own, and all of them share one door and two threads.

The attacker has any login for the API, and sends devices with every request.
"""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest

from home_agent.engine import Settings, Turn
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.active_requests import MAX_IN_ALL, MAX_PER_CALLER
from home_agent.engine.authority import Origin
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_reply import ChatReply
from home_agent.engine.chat_api.chat_request import ChatRequest, read_chat_request
from home_agent.engine.chat_api.model_names import ModelNames
from home_agent.engine.prompt_home import PromptHomeChat
from home_agent.engine.storage.store import InMemoryStore

READING = "home_agent_reading"
DEVICES = "Available Devices:\nentity_id,name,state\nlight.hall,Hall,on\nlock.door,Door,locked"


def _request(
    said: str = "turn off the hall", *, earlier: int = 0, prompt: str = DEVICES
) -> ChatRequest:
    messages = [{"role": "system", "content": prompt}]
    for number in range(earlier):
        messages += [
            {"role": "user", "content": f"is the hall on? {number}"},
            {"role": "assistant", "content": "Yes."},
        ]
    messages.append({"role": "user", "content": said})
    return read_chat_request({"model": "home-agent", "messages": messages})


def _turn(user_id: str) -> Turn:
    return Turn(text="", conversation_id="", origin=Origin.API, user_id=user_id, language="en")


def _homes(safety: Safety | None = None) -> PromptHomeChat:
    settings = Settings(safety=safety or Safety())
    return PromptHomeChat(InMemoryStore(), ModelNames([]), settings, lambda: "en")


@pytest.fixture
async def homes() -> AsyncIterator[PromptHomeChat]:
    homes = _homes()
    yield homes
    await homes.close()


def _is_turned_away(reply: ChatReply | BaseException) -> bool:
    return isinstance(reply, ApiError) and reply.status == 429


async def test_one_caller_with_a_hundred_homes_at_once(homes: PromptHomeChat) -> None:
    """A hundred agents are not built, nor two hundred threads begun."""
    asked = [asyncio.create_task(homes.answer(_request(), _turn("guest"))) for _ in range(100)]
    most = 0
    while not all(task.done() for task in asked):
        names = [thread.name for thread in threading.enumerate()]
        most = max(most, sum(name.startswith(READING) for name in names))
        await asyncio.sleep(0.002)
    replies = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(map(_is_turned_away, replies)) == 100 - MAX_PER_CALLER
    assert most <= 2


async def test_others_are_heard_meanwhile(homes: PromptHomeChat) -> None:
    crowd = [asyncio.create_task(homes.answer(_request(), _turn("guest"))) for _ in range(100)]
    await asyncio.sleep(0)
    reply = await homes.answer(_request(), _turn("owner"))
    assert [call.name for call in reply.tool_calls] == ["execute_services"]
    await asyncio.gather(*crowd, return_exceptions=True)


async def test_many_callers_at_once_find_a_full_house(homes: PromptHomeChat) -> None:
    asked = [homes.answer(_request(), _turn(f"user{number}")) for number in range(100)]
    replies = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(map(_is_turned_away, replies)) == 100 - MAX_IN_ALL


async def test_ever_new_homes_and_conversations_are_counted_together() -> None:
    homes = _homes(Safety(turns_a_minute=3))
    for number in range(3):
        await homes.answer(_request(f"turn off the hall {number}"), _turn("guest"))
    with pytest.raises(ApiError) as refused:
        await homes.answer(_request(prompt=DEVICES.replace("hall", "attic")), _turn("guest"))
    assert refused.value.status == 429
    assert (await homes.answer(_request(), _turn("owner"))).tool_calls
    await homes.close()


async def test_what_was_said_before_is_no_turn_of_its_own() -> None:
    """Earlier sentences are read again with each request, and are not counted again."""
    homes = _homes(Safety(turns_a_minute=2))
    reply = await homes.answer(_request(earlier=6), _turn("owner"))
    assert [call.name for call in reply.tool_calls] == ["execute_services"]
    await homes.close()


async def test_a_home_of_twenty_thousand_devices_is_read_in_part(homes: PromptHomeChat) -> None:
    rows = "\n".join(f"light.l{number},Lamp {number},on" for number in range(20_000))
    prompt = f"Available Devices:\nentity_id,name,state\n{rows}"
    reply = await homes.answer(_request("turn off Lamp 7", prompt=prompt), _turn("guest"))
    assert reply.details["devices"] == 5000
    assert reply.details["skipped_rows"] == 15_000
