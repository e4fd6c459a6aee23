"""Attacks on the places at the door: a turn that waits for its caller ends, whatever happens."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.chat_api.chat_request import FunctionTool
from home_agent.engine.chat_api.running_turn import RunningTurn
from home_agent.engine.events import EventListener, ModelAnswered
from home_agent.engine.llm.messages import Usage
from home_agent.engine.settings import Settings
from home_agent.engine.tools.tool import InvalidRequestError, MoreTools
from home_agent.engine.turn import Reply
from home_agent.server.keys import ApiKey
from tests.engine.llm.scripted_server import ScriptedServer
from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.running_server import said
from tests.standalone.server.test_callers_tools import LAMP_ON, TOOL, TRAINS, post, with_results

BERN = ("find_train", {"to": "Bern"})


@pytest.fixture
def scripted() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
async def server(tmp_path: Path, scripted: ScriptedServer) -> AsyncIterator[Server]:
    model = {"name": "small", "model": "s", "base_url": scripted.url}
    settings = Settings.from_mapping({"patience": 0.2, "llm": [model]})
    async with serve(tmp_path, settings=settings) as running:
        yield running


@pytest.mark.parametrize(
    "calls",
    [
        (BERN, BERN),
        (BERN, BERN, BERN),
        (BERN, ("ha_control", LAMP_ON), BERN, ("ha_control", LAMP_ON)),
        (("ha_control", LAMP_ON), ("ha_control", LAMP_ON), BERN),
    ],
)
async def test_the_same_call_twice_is_handed_over_once(
    server: Server, scripted: ScriptedServer, calls: tuple[tuple[str, dict[str, str]], ...]
) -> None:
    """And each of the two is told what came of it."""
    body = said(TRAINS, tools=[TOOL])
    scripted.call_tools(*calls)
    async with asyncio.timeout(20):
        asked = await post(server, body)
    (call,) = asked["choices"][0]["message"]["tool_calls"]
    assert json.loads(call["function"]["arguments"]) == {"to": "Bern"}
    scripted.say("It leaves at 8:04.")
    done = await post(server, with_results(body, asked, "8:04"))
    assert "8:04" in done["choices"][0]["message"]["content"]
    told = [
        message for message in scripted.requests[-1].json["messages"] if message["role"] == "tool"
    ]
    trains = [
        message for message, (name, _arguments) in zip(told, calls, strict=True) if name == BERN[0]
    ]
    assert all("8:04" in train["content"] for train in trains)


async def test_a_guest_who_does_so_all_the_time_keeps_nobody_out(
    server: Server, scripted: ScriptedServer
) -> None:
    """More often than there are places for one, and for all."""
    for number in range(3):
        guest = server.keys.add(ApiKey(name=f"guest{number}", read_only=True))
        for _ in range(18):
            scripted.call_tools(BERN, BERN)
        async with asyncio.timeout(60):
            asked = said(TRAINS, tools=[TOOL])
            await asyncio.gather(*(post(server, asked, guest) for _ in range(18)))
    async with asyncio.timeout(20):
        done = await post(server, said("turn on the ceiling lamp"))
    assert done["home_agent"]["tier"] == "fast"
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"


async def test_a_call_that_is_never_handed_over_ends_its_turn() -> None:
    """Whatever the reason: here a second call of the same answer never begins."""
    running = RunningTurn(
        asker="a",
        conversation_id="c",
        tools=(FunctionTool(name="find_train"),),
        tell=lambda _text: None,
        longest=0.01,
    )
    ended = asyncio.Event()

    async def answer(listener: EventListener, more_tools: MoreTools) -> Reply:
        listener(
            ModelAnswered(
                provider="p", model="m", usage=Usage(), first_ms=0, duration_ms=0, calls=2
            )
        )
        (tool,) = await more_tools()
        try:
            with pytest.raises(InvalidRequestError):
                await tool.run({}, None)  # type: ignore[arg-type]
            await asyncio.Event().wait()
            raise AssertionError
        finally:
            ended.set()

    async with asyncio.timeout(20):
        with pytest.raises(ApiError, match="waited for too long"):
            await running.begin(answer)
    assert ended.is_set()
