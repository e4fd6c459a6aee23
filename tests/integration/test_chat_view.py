"""The agent behind OpenAI's API, under Home Assistant's own authentication."""

import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import pytest
from aiohttp.test_utils import TestClient
from homeassistant.auth.models import User
from homeassistant.core import HomeAssistant
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.engine.act.audit import read_audit

from .connections import running

type Connect = Callable[..., Awaitable[TestClient[Any, Any]]]

PATH = "/api/home_agent/v1/chat/completions"
OFFERED = [{"debug": {"api": True}}]
LAMP = "light.bed_light"
GARAGE = "cover.garage_door"


@pytest.fixture
async def client(hass_client: Connect, agent: MockConfigEntry) -> TestClient[Any, Any]:
    """A program with a token of an administrator."""
    return await hass_client()


def said(*texts: str, **more: Any) -> dict[str, Any]:
    """A request: a user's words and ours by turns, the user's first."""
    roles = ("user", "assistant")
    listed = [{"role": roles[at % 2], "content": text} for at, text in enumerate(texts)]
    return {"model": "home-agent", "messages": listed, **more}


async def ask(client: TestClient[Any, Any], *texts: str, **more: Any) -> dict[str, Any]:
    """The reply to a request that is answered."""
    response = await client.post(PATH, json=said(*texts, **more))
    assert response.status == HTTPStatus.OK, await response.text()
    document: dict[str, Any] = await response.json()
    return document


async def test_it_is_off_by_default(client: TestClient[Any, Any]) -> None:
    for answered in (
        await client.post(PATH, json=said("turn on the bed light")),
        await client.get("/api/home_agent/v1/models"),
    ):
        assert answered.status == HTTPStatus.NOT_FOUND
        assert (await answered.json())["error"]["code"] == "not_offered"


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_nobody_comes_in_without_a_token(
    hass_client_no_auth: Connect, agent: MockConfigEntry
) -> None:
    stranger = await hass_client_no_auth()
    assert (await stranger.post(PATH, json=said("hello"))).status == HTTPStatus.UNAUTHORIZED


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_it_acts_in_the_name_of_the_user(
    hass: HomeAssistant,
    client: TestClient[Any, Any],
    agent: MockConfigEntry,
    hass_admin_user: User,
) -> None:
    """And tells what it saw; the audit has who, and by which way."""
    await hass.services.async_call("light", "turn_off", {"entity_id": LAMP}, blocking=True)
    reply = await ask(client, "turn on the bed light")
    assert reply["home_agent"]["outcomes"][0]["after"] == "on"
    assert hass.states.is_state(LAMP, "on")
    record = (await read_audit(running(agent).store))[-1]
    assert (record.origin, record.user_id) == ("api", hass_admin_user.id)


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_what_the_user_may_not_the_program_may_not(
    hass: HomeAssistant, client: TestClient[Any, Any], hass_admin_user: User
) -> None:
    await hass.services.async_call("light", "turn_off", {"entity_id": LAMP}, blocking=True)
    hass_admin_user.groups = []
    hass_admin_user.mock_policy({"entities": {"entity_ids": {LAMP: {"read": True}}}})  # type: ignore[attr-defined]
    reply = await ask(client, "turn on the bed light")
    assert reply["home_agent"]["calls"] == []
    assert hass.states.is_state(LAMP, "off")


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_a_question_is_answered_in_the_next_request(
    hass: HomeAssistant, client: TestClient[Any, Any]
) -> None:
    await hass.services.async_call("cover", "close_cover", {"entity_id": GARAGE}, blocking=True)
    wish = "open the garage door"
    asked = await ask(client, wish)
    question = asked["choices"][0]["message"]["content"]
    assert asked["home_agent"]["expects_answer"]
    done = await ask(client, wish, question, "yes")
    assert [call["service"] for call in done["home_agent"]["calls"]] == ["open_cover"]
    again = await ask(client, wish, question, "yes")
    assert again["home_agent"]["calls"] == []


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_a_stream(client: TestClient[Any, Any]) -> None:
    response = await client.post(PATH, json=said("is the bed light on?", stream=True))
    assert response.content_type == "text/event-stream"
    *events, end, _ = (await response.text()).split("\n\n")
    assert end == "data: [DONE]"
    chunks = [json.loads(event.removeprefix("data: ")) for event in events]
    text = "".join(chunk["choices"][0]["delta"].get("content", "") for chunk in chunks)
    whole = await ask(client, "is the bed light on?")
    assert text == whole["choices"][0]["message"]["content"]


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_what_is_wrong_is_told(client: TestClient[Any, Any]) -> None:
    """In OpenAI's form."""
    unknown = await client.post(PATH, json=said("hello", model="gpt-5"))
    assert unknown.status == HTTPStatus.NOT_FOUND
    assert (await unknown.json())["error"]["code"] == "model_not_found"
    for body in (b"{", b"[]", b'{"model": "home-agent"}'):
        headers = {"Content-Type": "application/json"}
        wrong = await client.post(PATH, data=body, headers=headers)
        assert wrong.status == HTTPStatus.BAD_REQUEST
        assert "error" in await wrong.json()
    large = await client.post(PATH, json=said("a" * 1_100_000))
    assert large.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    plain = await client.post(PATH, data=json.dumps(said("hello")))
    assert plain.status == HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    lost = await client.post(PATH, json=said("hello", metadata={"room": "Attic"}))
    assert (await lost.json())["error"]["param"] == "metadata.room"


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_models(client: TestClient[Any, Any]) -> None:
    listed = await (await client.get("/api/home_agent/v1/models")).json()
    assert [model["id"] for model in listed["data"]] == ["home-agent", "home-agent-fast"]
