"""The real server with the home of a caller: seed 001, over HTTP."""

import json
from typing import Any

import httpx2
import pytest

from tests.engine.prompt_home.caller import DEVICES
from tests.standalone.server.running_server import RunningServer

CHAT = "/api/v1/chat/completions"


@pytest.fixture
def client(server: RunningServer) -> httpx2.Client:
    return server.client(server.keys["phone"])


def ask(client: httpx2.Client, *messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    prompt = {"role": "system", "content": DEVICES}
    body = {"model": "home-agent-fast", "messages": [prompt, *messages], **more}
    response = client.post(CHAT, json=body)
    assert response.status_code == 200, response.text
    choice: dict[str, Any] = response.json()["choices"][0]
    return choice


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def test_calls_come_back_and_results_are_told(client: httpx2.Client) -> None:
    said = user("turn off the lamp")
    choice = ask(client, said)
    assert choice["finish_reason"] == "tool_calls"
    message = choice["message"]
    assert message["content"] == "I will turn off Living Room Light."
    (call,) = message["tool_calls"]
    assert (call["id"], call["type"]) == ("ha_service_call_0", "function")
    assert call["function"]["name"] == "execute_services"
    assert json.loads(call["function"]["arguments"]) == {
        "list": [
            {
                "domain": "light",
                "service": "turn_off",
                "service_data": {"entity_id": "light.living_room"},
            }
        ]
    }
    result = {"role": "tool", "tool_call_id": call["id"], "content": '[{"success": true}]'}
    choice = ask(client, said, message, result)
    assert choice["finish_reason"] == "stop"
    assert choice["message"]["content"] == (
        "The home reports that this worked: turn off Living Room Light."
    )
    assert "tool_calls" not in choice["message"]


def test_a_lock_is_asked_about_and_ours_is_left_alone(
    server: RunningServer, client: httpx2.Client
) -> None:
    said = user("unlock the front door")
    question = ask(client, said)["message"]
    assert question["content"] == "Shall I unlock Front Door?"
    (call,) = ask(client, said, question, user("yes"))["message"]["tool_calls"]
    assert "lock.front_door" in call["function"]["arguments"]
    records = [json.loads(line) for line in server.run("audit", "--json").stdout.splitlines()]
    assert records == []


def test_a_stream_has_the_calls_too(client: httpx2.Client) -> None:
    body = {
        "model": "home-agent",
        "stream": True,
        "messages": [{"role": "system", "content": DEVICES}, user("turn off the lamp")],
    }
    lines = client.post(CHAT, json=body).text.splitlines()
    chunks = [json.loads(line[6:]) for line in lines if line.startswith("data: {")]
    deltas = [chunk["choices"][0]["delta"] for chunk in chunks]
    assert "".join(delta.get("content", "") for delta in deltas) == (
        "I will turn off Living Room Light."
    )
    (call,) = [call for delta in deltas for call in delta.get("tool_calls", [])]
    assert (call["index"], call["id"]) == (0, "ha_service_call_0")
    assert chunks[-1]["choices"][0]["finish_reason"] == "tool_calls"


def test_tools_of_the_caller_and_none_of_them(client: httpx2.Client) -> None:
    function = {
        "name": "intent__HassTurnOff",
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}}},
    }
    tools = [{"type": "function", "function": function}]
    (call,) = ask(client, user("turn off the lamp"), tools=tools)["message"]["tool_calls"]
    assert call["function"] == {
        "name": "intent__HassTurnOff",
        "arguments": '{"name":"Living Room Light"}',
    }
    choice = ask(client, user("turn off the lamp"), tools=tools, tool_choice="none")
    assert "tool_calls" not in choice["message"]


def test_a_key_that_only_looks_hands_nothing_over(server: RunningServer) -> None:
    client = server.client(server.add_key("reader", "--read-only"))
    choice = ask(client, user("turn off the lamp"))
    assert "tool_calls" not in choice["message"]
    assert ask(client, user("is the lamp on?"))["message"]["content"] == (
        "Yes, Living Room Light is on"
    )


def test_nothing_said_is_a_wrong_request(client: httpx2.Client) -> None:
    body = {"model": "home-agent", "messages": [{"role": "system", "content": DEVICES}]}
    response = client.post(CHAT, json=body)
    assert response.status_code == 400
    assert response.json()["error"]["param"] == "messages"
