"""A server that has a key, a prompt or a token sends its bearer on to somebody else."""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest

from home_agent.checks.model_check import check_model
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.events import ignore
from home_agent.engine.llm.errors import ModelError
from home_agent.engine.llm.messages import Request, SystemMessage, UserMessage
from home_agent.engine.llm.providers import create_provider, list_models, try_model
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.outcome import Outcome
from home_agent.engine.tools.custom import CustomTools, build_custom_tools, read_custom_tools
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.tool import Tool, ToolContext
from home_agent.engine.understand import Understander
from home_agent.remote.access import Access, Timeouts
from home_agent.remote.address import read_address
from home_agent.remote.errors import RemoteError
from home_agent.remote.login import log_in
from tests.attacks.engine.secrets.two_servers import sending_on, thief
from tests.engine.consult.conftest import House
from tests.engine.tools.echo_server import fetch

KEY = "sk-canary-0123456789"
TOKEN = "eyJcanary.0123456789.abcdef"
STATUSES = (300, 301, 302, 303, 307, 308)
PLACES = (
    "http://127.0.0.1:{port}/v1/chat/completions",
    "//127.0.0.1:{port}/v1/models",
    "http://localhost:{port}/",
    "http://127.0.0.1@127.0.0.1:{port}/",
    "http://127.0.0.1:{port}",
)
QUESTION = Request(
    messages=(SystemMessage(text="You are Al."), UserMessage(text="The canary sings."))
)

type Ask = Callable[[str], Awaitable[None]]


def _model(address: str, kind: str) -> ModelSettings:
    return ModelSettings(
        kind=kind,  # type: ignore[arg-type]  # one of them
        base_url=address,
        model="m",
        api_key=KEY,
        headers={"X-Canary": KEY},
    )


def _chat(kind: str) -> Ask:
    async def ask(address: str) -> None:
        provider = create_provider(_model(address, kind))
        try:
            async with aclosing(provider.stream(QUESTION)) as deltas:
                async for _delta in deltas:
                    pass
        finally:
            await provider.close()

    return ask


def _list(kind: str) -> Ask:
    async def ask(address: str) -> None:
        await list_models(_model(address, kind))

    return ask


def _try(kind: str) -> Ask:
    async def ask(address: str) -> None:
        await try_model(_model(address, kind))

    return ask


def _doctor(kind: str) -> Ask:
    async def ask(address: str) -> None:
        found = [item async for item in check_model(_model(address, kind), {})]
        raise ModelError(" ".join(finding.told for finding in found))

    return ask


CLIENTS: dict[str, Ask] = {
    f"{name}, {kind}": make(kind)
    for name, make in (("chat", _chat), ("list", _list), ("trial", _try), ("doctor", _doctor))
    for kind in ("openai", "google")
}


# A trial and the doctor ask like the others.
WAYS = [
    (client, place, status)
    for client in CLIENTS
    for place in PLACES
    for status in STATUSES
    if client.startswith(("chat", "list")) or (place, status) == (PLACES[0], 307)
]


@pytest.mark.parametrize(("client", "place", "status"), WAYS)
async def test_no_model_is_followed(client: str, place: str, status: int) -> None:
    with thief() as (port, seen), sending_on(status, place.format(port=port)) as asked:
        with pytest.raises(ModelError) as error:
            await CLIENTS[client](f"http://127.0.0.1:{asked}/v1")
        assert seen.requests == []
    assert KEY not in str(error.value)
    if "@" not in place:
        assert "is not followed" in str(error.value)


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize(
    "place",
    ["http://127.0.0.1:{port}/api/websocket", *PLACES[1:], "ws://127.0.0.1:{port}/api/websocket"],
)
async def test_no_home_is_followed(place: str, status: int) -> None:
    """The token is sent by whoever was let in, so that they must not be let in elsewhere."""
    with thief() as (port, seen), sending_on(status, place.format(port=port)) as asked:
        address = read_address(f"http://127.0.0.1:{asked}")
        with pytest.raises(RemoteError) as error:
            await log_in(Access(address=address, token=TOKEN), Timeouts(connected=30))
        assert seen.requests == []
    assert TOKEN not in str(error.value)
    assert "is not followed" in str(error.value)


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_no_tool_is_followed(method: str, place: str, status: int, house: House) -> None:
    with thief() as (port, seen), sending_on(status, place.format(port=port)) as asked:
        handler = {
            "type": "rest",
            "method": method,
            "url": f"http://127.0.0.1:{asked}/of/canary",
            "headers": {"Authorization": f"Bearer {KEY}"},
            "query_params": {"appid": KEY},
            "body": None if method == "GET" else {"key": KEY},
        }
        tool = _build(handler)
        context = ToolContext(
            home=house.home,
            carry_out=_nothing,
            authority=Authority(origin=Origin.MODEL, conversation_id="1", language="en"),
            listener=ignore,
        )
        result = await tool.run({}, context)
        assert seen.requests == []
    assert not result.success or status == 300
    assert KEY not in str(result)


def _build(handler: dict[str, Any]) -> Tool:
    declared = read_custom_tools([{"name": "own", "description": "One.", "handler": handler}])
    custom = CustomTools(tools=declared, fetch=fetch)
    (tool,) = build_custom_tools(custom, EntityFinder(Understander().words_of))
    return tool


async def _nothing(*_plan: object) -> tuple[tuple[Outcome, ...], ...]:
    return ()
