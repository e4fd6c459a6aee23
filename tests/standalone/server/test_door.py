"""Who is let in, how often and how far; and that nobody learns a key."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest

from home_agent.configuration.serve import ServeSettings
from home_agent.engine.authority import AccessKey
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.storage.store import InMemoryStore
from home_agent.server.caller import Caller
from home_agent.server.keys import ApiKey, KeyFileError, KeyNameError
from home_agent.server.limits import TokenLimits
from tests.standalone.server.in_process import CHAT, Server, serve
from tests.standalone.server.running_server import said

KEYLESS = ServeSettings(keyless=True, requests_a_minute=1000)
HELLO = said("hello")


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serve(tmp_path) as running:
        yield running


def error_of(response: httpx2.Response) -> str | None:
    """The code of an error in OpenAI's form."""
    error = response.json()["error"]
    assert error.keys() == {"message", "type", "param", "code"}
    assert isinstance(error["message"], str)
    code = error["code"]
    assert code is None or isinstance(code, str)
    return code


@pytest.mark.parametrize(
    "header", [None, "", "Bearer", "Bearer ", "Bearer sk-home-wrong", "Basic {key}", "{key}"]
)
async def test_nobody_comes_in_without_a_key(server: Server, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header.format(key=server.key)}
    async with server.client("") as client:
        for path in ("/v1/models", CHAT, "/nowhere"):
            response = await client.post(path, json=HELLO, headers=headers)
            assert (response.status_code, error_of(response)) == (401, "invalid_api_key")


async def test_health_needs_none_and_tells_nothing(server: Server) -> None:
    async with server.client("") as client:
        response = await client.get("/health")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


async def test_a_key_that_is_removed_opens_nothing(server: Server) -> None:
    """At once, and one that is added does."""
    async with server.client() as client:
        assert (await client.get("/v1/models")).status_code == 200
        server.keys.remove("phone")
        assert (await client.get("/v1/models")).status_code == 401
    async with server.client(server.keys.add(ApiKey(name="new"))) as client:
        assert (await client.get("/v1/models")).status_code == 200


async def test_a_damaged_file_of_keys_lets_nobody_in(server: Server, tmp_path: Path) -> None:
    (tmp_path / "keys.json").write_text('{"keys": {"phone": {"digest": 5}}}')
    async with server.client() as client:
        response = await client.get("/v1/models")
    assert response.status_code == 503
    with pytest.raises(KeyFileError):
        server.keys.all()


def test_names_of_keys(tmp_path: Path, server: Server) -> None:
    for name in ("phone", "", "a b", "../x", "-x", "x" * 65, "a\nb"):
        with pytest.raises(KeyNameError):
            server.keys.add(ApiKey(name=name))
    with pytest.raises(KeyNameError):
        server.keys.remove("nobody")


async def test_only_a_hash_is_kept_for_the_owner_alone(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    assert server.key not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0


async def test_so_many_requests_a_minute(tmp_path: Path) -> None:
    """Of each key for itself; and the key may have its own figure."""
    async with serve(tmp_path, ServeSettings(requests_a_minute=2)) as server:
        other = server.keys.add(ApiKey(name="other", requests_a_minute=1))
        async with server.client() as client, server.client(other) as another:
            assert [(await client.get("/v1/models")).status_code for _ in range(3)] == [
                *(200, 200, 429)
            ]
            refused = await client.get("/v1/models")
            assert error_of(refused) == "rate_limit_exceeded"
            assert 1 <= int(refused.headers["retry-after"]) <= 60
            assert [(await another.get("/v1/models")).status_code for _ in range(2)] == [200, 429]


async def test_so_many_tokens_a_day() -> None:
    """Known after a restart, and forgotten the next day."""
    store, now = InMemoryStore(), datetime(2026, 3, 4, 23, 0, tzinfo=UTC)
    caller = Caller(key=AccessKey(name="phone"), tokens_a_day=100)
    limits = TokenLimits(store, lambda: now)
    await limits.note(caller, 99)
    await limits.check(caller)
    await limits.note(caller, 1)
    again = TokenLimits(store, lambda: now)
    with pytest.raises(ApiError) as refused:
        await again.check(caller)
    assert (refused.value.status, refused.value.code) == (429, "insufficient_quota")
    await again.check(Caller(key=AccessKey(name="other"), tokens_a_day=100))
    await TokenLimits(store, lambda: now + timedelta(hours=2)).check(caller)


async def test_the_size_of_a_request(tmp_path: Path) -> None:
    """Told before or not: nobody fills our memory."""
    async with (
        serve(tmp_path, ServeSettings(max_request_kb=4)) as server,
        server.client() as client,
    ):
        large = json.dumps(said("a" * 5000)).encode()

        async def parts() -> AsyncIterator[bytes]:
            for at in range(0, len(large), 100):
                yield large[at : at + 100]
                await asyncio.sleep(0)

        headers = {"Content-Type": "application/json"}
        for body in (large, parts()):
            response = await client.post(CHAT, content=body, headers=headers)
            assert (response.status_code, error_of(response)) == (413, "request_too_large")


@pytest.mark.parametrize(
    ("address", "host", "headers", "status"),
    [
        ("127.0.0.1", "localhost", {}, 200),
        ("127.0.0.1", "127.0.0.1", {}, 200),
        ("::1", "[::1]", {}, 200),
        ("127.0.0.1", "localhost", {"Authorization": "Bearer anything"}, 200),
        ("192.168.1.5", "localhost", {}, 401),
        ("127.0.0.1", "evil.example", {}, 401),
        ("127.0.0.1", "localhost.evil.example", {}, 401),
        ("127.0.0.1", "localhost", {"Origin": "https://evil.example"}, 401),
        ("127.0.0.1", "localhost", {"X-Forwarded-For": "203.0.113.7"}, 401),
    ],
)
async def test_without_a_key_only_programs_on_this_machine(
    tmp_path: Path, address: str, host: str, headers: dict[str, str], status: int
) -> None:
    """No web page, by whatever name it knows us, and nobody behind a proxy."""
    async with (
        serve(tmp_path, KEYLESS) as server,
        server.client("", address=address, host=host) as client,
    ):
        assert (await client.get("/v1/models", headers=headers)).status_code == status


async def test_no_browser_is_told_that_it_may_ask(tmp_path: Path) -> None:
    """Unless its page is one of those that are set."""
    page = "https://chat.example"
    asked = {"Origin": page, "Access-Control-Request-Method": "POST"}
    async with serve(tmp_path) as server, server.client() as client:
        response = await client.options(CHAT, headers=asked)
        assert "access-control-allow-origin" not in response.headers
    settings = ServeSettings(cors_origins=(page,))
    server.keys.remove("phone")
    async with serve(tmp_path, settings) as server, server.client() as client:
        response = await client.options(CHAT, headers=asked)
        assert response.headers["access-control-allow-origin"] == page
        other = await client.options(CHAT, headers=asked | {"Origin": "https://evil.example"})
        assert "access-control-allow-origin" not in other.headers


async def test_a_form_of_a_web_page_is_no_request(server: Server) -> None:
    """What a browser sends without asking first."""
    async with server.client() as client:
        response = await client.post(
            CHAT, content=json.dumps(HELLO), headers={"Content-Type": "text/plain"}
        )
    assert response.status_code == 415


async def test_a_key_for_the_kitchen_sees_no_other_room(server: Server) -> None:
    kitchen = server.keys.add(ApiKey(name="k", areas=("Kitchen",)))
    async with server.client(kitchen) as client:
        lamp = (await client.post(CHAT, json=said("turn on the ceiling lamp"))).json()
        assert [call["entity_ids"] for call in lamp["home_agent"]["calls"]] == [
            ["light.ceiling_lamp"]
        ]
        door = (await client.post(CHAT, json=said("is the front door locked?"))).json()
        assert "locked" not in door["choices"][0]["message"]["content"].replace("front door", "")
        assert door["home_agent"]["verdict"] == "refused"
    async with server.client() as client:
        door = (await client.post(CHAT, json=said("is the front door locked?"))).json()
        assert door["home_agent"]["verdict"] == "ok"


async def test_a_key_that_only_looks(server: Server) -> None:
    looking = server.keys.add(ApiKey(name="l", read_only=True))
    async with server.client(looking) as client:
        lamp = (await client.post(CHAT, json=said("turn on the ceiling lamp"))).json()
        assert lamp["home_agent"]["calls"] == []
        assert lamp["home_agent"]["verdict"] == "refused"
        asked = (await client.post(CHAT, json=said("is the ceiling lamp on?"))).json()
        assert asked["home_agent"]["verdict"] == "ok"


async def test_no_key_is_in_a_log(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with server.client() as client, server.client("sk-home-stolen") as thief:
        for who in (client, thief):
            await who.post(CHAT, json=HELLO)
            await who.post(CHAT, content=b"{", headers={"Content-Type": "application/json"})
    assert server.key not in caplog.text
    assert "sk-home-stolen" not in caplog.text
