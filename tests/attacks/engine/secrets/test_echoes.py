"""A server says again what only it should know, in whichever way it can."""

import base64
import html
import json
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from home_agent.engine.authority import Authority, Origin
from home_agent.engine.events import ignore
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.outcome import Outcome
from home_agent.engine.tools.custom import (
    CustomTools,
    FetchResult,
    Request,
    build_custom_tools,
    read_custom_tools,
)
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.tool import ToolContext, ToolResult
from home_agent.engine.understand import Understander
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_answers import Sends
from tests.engine.llm.scripted_server import ScriptedServer

KEY = "c4n4ry/key+very=secret"
BARE = "botc4n4rykeyverysecret"
USER, PASSWORD = "anna", "c4n4ry-pass word"

ECHOES: dict[str, Callable[[str], str]] = {
    "as it is": lambda key: f"The key {key} is wrong",
    "in quotes": lambda key: f'{{"error": "bad {key}"}}',
    "in an address": lambda key: f"GET /v1?appid={quote(key, safe='')}&q=1 failed",
    "as a form": lambda key: f"appid={quote_plus(key)}",
    "as html": lambda key: f"<p>{html.escape(key)}</p>",
    "as json": lambda key: json.dumps({"error": {"key": key}}),
    "as json twice": lambda key: json.dumps({"error": json.dumps({"key": key})}),
    "as base64": lambda key: f"sent {base64.b64encode(key.encode()).decode()}",
    "in capitals": lambda key: f"KEY {key.upper()} IS WRONG",
    "the beginning": lambda key: f"no such key: {key[:12]}...",
    "the end": lambda key: f"key ends with {key[-12:]}",
    "as a name": lambda key: json.dumps({key: True}),
    "in a list": lambda key: json.dumps([[key]]),
    "as hex": lambda key: f"digest {key.encode().hex()}",
    "in percent": lambda key: "".join(f"%{ord(letter):02X}" for letter in key),
    "in percent twice": lambda key: quote(quote(key, safe=""), safe=""),
    "in escapes": lambda key: "".join(f"\\u{ord(letter):04x}" for letter in key),
    "in entities": lambda key: "".join(f"&#{ord(letter)};" for letter in key),
    "with a user": lambda key: base64.b64encode(f"anna:{key}".encode()).decode(),
    "in an encoded table": lambda key: base64.b64encode(json.dumps({"a": key}).encode()).decode(),
    "as base32": lambda key: base64.b32encode(key.encode()).decode(),
    "spelt": " ".join,
    "with unseen signs": "\u200b".join,
    "wide": lambda key: "".join(chr(ord(letter) + 0xFEE0) for letter in key),
    "far behind": lambda key: f"{'no ' * 20_000}{key[:12]}",
}
PLACES: dict[str, dict[str, Any]] = {
    "header": {"headers": {"X-Canary": KEY}},
    "bearer": {"headers": {"Authorization": f"Bearer {KEY}"}},
    "query": {"query_params": {"appid": KEY, "units": "metric"}},
    "query by its look": {"query_params": {"q": KEY}},
    "path": {"url": f"http://localhost/{BARE}/send"},
    "body": {"method": "POST", "body": {"auth": {"password": KEY}}},
    "text body": {"method": "POST", "body": json.dumps({"token": KEY})},
    "form body": {"method": "POST", "body": f"grant=1&client_secret={quote_plus(KEY)}"},
}


async def asked(handler: dict[str, Any], said: str, status: int, house: House) -> ToolResult:
    async def fetch(_request: Request, /) -> FetchResult:
        return FetchResult(status=status, body=said.encode())

    async def nothing(*_plan: object) -> tuple[tuple[Outcome, ...], ...]:
        return ()

    written = {"type": "rest", "url": "http://localhost/", **handler}
    declared = read_custom_tools([{"name": "own", "description": "One.", "handler": written}])
    custom = CustomTools(tools=declared, fetch=fetch)
    (tool,) = build_custom_tools(custom, EntityFinder(Understander().words_of))
    context = ToolContext(
        home=house.home,
        carry_out=nothing,
        authority=Authority(origin=Origin.MODEL, conversation_id="1", language="en"),
        listener=ignore,
    )
    return await tool.run({}, context)


@pytest.mark.parametrize("status", [200, 401, 500])
@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("place", PLACES)
async def test_no_tool_brings_a_key_back(place: str, echo: str, status: int, house: House) -> None:
    key = BARE if place == "path" else KEY
    result = await asked(PLACES[place], ECHOES[echo](key), status, house)
    told = str(result.as_json()).casefold()
    assert "c4n4ry" not in told
    assert "verysecret" not in told.replace("=", "")
    assert base64.b64encode(key.encode()).decode().casefold() not in told
    if echo not in ("the beginning", "the end", "far behind"):
        # Neither does anything of it come that could be read back.
        assert ECHOES[echo](key).casefold()[-20:-4] not in told


async def test_a_password_is_none_in_plain_either(house: House) -> None:
    basic = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    handler = {"headers": {"Authorization": f"Basic {basic}"}}
    said = f"{USER} with {PASSWORD} ({basic}) may not"
    told = str(await asked(handler, said, 403, house))
    assert PASSWORD not in told
    assert basic not in told


async def test_a_short_one_is_hidden_beside_its_name(house: House) -> None:
    handler = {"headers": {"X-Pin": "4711"}, "query_params": {"code": "0815"}}
    said = 'X-Pin: 4711, {"code": "0815"}, ?code=0815&a=1; it is 4711 m away'
    told = str(await asked(handler, said, 400, house))
    assert "X-Pin: 4711" not in told
    assert "0815" not in told
    assert "4711 m" in told


async def test_what_is_no_secret_comes_back(house: House) -> None:
    handler = {"query_params": {"units": "metric", "q": "Rome", "days": "3"}}
    said = {"units": "metric", "city": "Rome", "days": 3}
    result = await asked(handler, json.dumps(said), 200, house)
    assert result.result == said


@pytest.mark.parametrize("status", [200, 400, 401, 403, 404, 429, 500])
@pytest.mark.parametrize("echo", ECHOES)
@pytest.mark.parametrize("place", ["api_key", "headers", "parameters"])
async def test_no_model_brings_a_key_back(
    place: str,
    echo: str,
    status: int,
    make_house: MakeHouse,
    server: ScriptedServer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Not in the reply, in events, in the log or in how it is said to be."""
    caplog.set_level(logging.DEBUG, logger="home_agent")
    given: dict[str, Any] = {
        "api_key": KEY,
        "headers": {"X-Canary": KEY},
        "parameters": {"extra": {"token": KEY}},
    }
    model = ModelSettings(base_url=server.url, model="m", **{place: given[place]})
    house = make_house(llm=(model,))
    said = ECHOES[echo](KEY)
    if status == 200:
        server.otherwise(lambda _: _error_in_stream(said))
    else:
        server.fail(status, said)
        server.fail(status, said)
    reply = await house.say("why is the sky so blue today?")
    told = repr((reply, house.events, house.agent.api.health())) + caplog.text
    assert "c4n4ry" not in told.casefold()


def _error_in_stream(said: str) -> Sends:
    event = json.dumps({"error": {"message": said, "code": 400}})
    return Sends(events=(f"data: {event}\n\n".encode(), b"data: [DONE]\n\n"))
