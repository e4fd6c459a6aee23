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
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import connection, running

type Connect = Callable[..., Awaitable[TestClient[Any, Any]]]

PATH = "/api/home_agent/v1/chat/completions"
RESPONSES = "/api/home_agent/v1/responses"
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
        await client.post(
            RESPONSES, json={"model": "home-agent", "input": "turn on the bed light"}
        ),
        await client.get("/api/home_agent/v1/models/home-agent"),
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
    response = await client.get("/api/home_agent/v1/models/home-agent-fast")
    assert (await response.json())["id"] == "home-agent-fast"
    for unknown in ("gpt-5", "home-agent/gpt-5", "kids/home-agent"):
        lost = await client.get(f"/api/home_agent/v1/models/{unknown}")
        assert lost.status == HTTPStatus.NOT_FOUND
        assert (await lost.json())["error"]["code"] == "model_not_found"


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_responses(hass: HomeAssistant, client: TestClient[Any, Any]) -> None:
    """The newer of OpenAI's APIs, whole and as events; a question is answered in it too."""
    await hass.services.async_call("cover", "close_cover", {"entity_id": GARAGE}, blocking=True)
    wish = {"role": "user", "content": "open the garage door"}
    asked = await (
        await client.post(RESPONSES, json={"model": "home-agent", "input": [wish]})
    ).json()
    assert asked["object"] == "response"
    question = asked["output"][0]["content"][0]["text"]
    go_on = [wish, {"role": "assistant", "content": question}, {"role": "user", "content": "yes"}]
    body = {"model": "home-agent", "input": go_on, "stream": True}
    streamed = await (await client.post(RESPONSES, json=body)).text()
    assert streamed.startswith("event: response.created\n")
    last = json.loads(streamed.strip().rpartition("data: ")[2])
    assert last["type"] == "response.completed"
    calls = last["response"]["home_agent"]["calls"]
    assert [call["service"] for call in calls] == ["open_cover"]
    kept = {"model": "home-agent", "input": "hello", "previous_response_id": "resp_1"}
    wrong = await client.post(RESPONSES, json=kept)
    assert wrong.status == HTTPStatus.BAD_REQUEST
    assert (await wrong.json())["error"]["param"] == "previous_response_id"


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_the_name_of_the_model_chooses_the_agent(
    hass: HomeAssistant, client: TestClient[Any, Any], server: ScriptedServer
) -> None:
    """And whoever is not offered is not chosen."""
    for title, offered in (("Jeeves", True), ("Secret", False)):
        entry = connection(scripted_model(server), {"debug": {"api": offered}}, title=title)
        entry.add_to_hass(hass)
        assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    listed = await (await client.get("/api/home_agent/v1/models")).json()
    names = [model["id"] for model in listed["data"]]
    plain = ["home-agent", "home-agent-fast"]
    assert names[:4] == [*plain, *(f"jeeves/{name}" for name in plain)]
    assert not [name for name in names if name.startswith("secret")]
    server.say("At your service.")
    joke = "who are you really"
    replied = await ask(client, joke, model="jeeves/home-agent")
    assert replied["model"] == "jeeves/home-agent"
    assert replied["choices"][0]["message"]["content"] == "At your service."
    assert (await ask(client, joke))["home_agent"]["tier"] == "none"
    fast = await ask(client, joke, model="jeeves/home-agent-fast")
    assert fast["home_agent"]["tier"] == "none"
    unknown = await client.post(PATH, json=said(joke, model="secret/home-agent"))
    assert unknown.status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_tools_of_the_caller(
    hass: HomeAssistant, client: TestClient[Any, Any], server: ScriptedServer
) -> None:
    """A model calls them, the program carries them out, and the sentence goes on."""
    entry = connection(scripted_model(server), {"debug": {"api": True}}, title="Jeeves")
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    tool = {"type": "function", "function": {"name": "find_recipe"}}
    server.call_tool("find_recipe", {"of": "apple pie"})
    body = said("how is apple pie made?", model="jeeves/home-agent", tools=[tool])
    asked = await (await client.post(PATH, json=body)).json()
    message = asked["choices"][0]["message"]
    result = {
        "role": "tool",
        "tool_call_id": message["tool_calls"][0]["id"],
        "content": "six apples",
    }
    server.say("You need six apples.")
    body["messages"] += [message, result]
    done = await (await client.post(PATH, json=body)).json()
    assert done["choices"][0]["message"]["content"] == "You need six apples."


DEVICES = f"Available Devices:\nentity_id,name,state,aliases\n{LAMP},Bed Light,off,\n"


@pytest.mark.parametrize("agent_options", OFFERED)
async def test_a_home_that_the_caller_tells_of(
    hass: HomeAssistant, client: TestClient[Any, Any]
) -> None:
    """Calls come back, and what is called the same here is left alone."""
    await hass.services.async_call("light", "turn_off", {"entity_id": LAMP}, blocking=True)
    body = said("turn on the bed light")
    body["messages"] = [{"role": "system", "content": DEVICES}, *body["messages"]]
    reply = await (await client.post(PATH, json=body)).json()
    choice = reply["choices"][0]
    assert choice["finish_reason"] == "tool_calls"
    (call,) = choice["message"]["tool_calls"]
    assert call["function"]["name"] == "execute_services"
    (service,) = json.loads(call["function"]["arguments"])["list"]
    assert service["service_data"] == {"entity_id": LAMP}
    assert hass.states.is_state(LAMP, "off")
    result = {"role": "tool", "tool_call_id": call["id"], "content": '{"success": true}'}
    body["messages"] += [choice["message"], result]
    told = await (await client.post(PATH, json=body)).json()
    assert "reports" in told["choices"][0]["message"]["content"]
    assert hass.states.is_state(LAMP, "off")
