"""The real server, and a plain client: what is asked for is done, told, and in the audit."""

import json
from typing import Any

import httpx2
import pytest

from tests.standalone.server.running_server import RunningServer, said

CHAT = "/v1/chat/completions"


@pytest.fixture
def client(server: RunningServer) -> httpx2.Client:
    return server.client(server.keys["phone"])


def content(response: httpx2.Response) -> str:
    """The text of a reply."""
    assert response.status_code == 200, response.text
    return str(response.json()["choices"][0]["message"]["content"])


def test_it_acts_and_tells_what_it_did(client: httpx2.Client) -> None:
    body = client.post(CHAT, json=said("switch on the dining table lamp")).json()
    assert body["object"] == "chat.completion"
    assert body["choices"][0]["finish_reason"] == "stop"
    assert body["usage"]["total_tokens"] == 0
    ours = body["home_agent"]
    assert (ours["tier"], ours["verdict"]) == ("fast", "ok")
    assert [call["service"] for call in ours["calls"]] == ["turn_on"]
    assert ours["outcomes"][0]["after"] == "on"


def test_the_path_of_the_seed_is_the_same(client: httpx2.Client) -> None:
    assert content(client.post(f"/api{CHAT}", json=said("is the front door locked?")))


def test_a_stream_is_the_same_in_parts(client: httpx2.Client) -> None:
    asked = said("is the front door locked?", stream=True, stream_options={"include_usage": True})
    with client.stream("POST", CHAT, json=asked) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        lines = [line for line in response.iter_lines() if line]
    assert lines[-1] == "data: [DONE]"
    chunks: list[dict[str, Any]] = [json.loads(line.removeprefix("data: ")) for line in lines[:-1]]
    assert {chunk["object"] for chunk in chunks} == {"chat.completion.chunk"}
    deltas = [chunk["choices"][0]["delta"] for chunk in chunks if chunk["choices"]]
    text = "".join(delta.get("content", "") for delta in deltas)
    assert text == content(client.post(CHAT, json=said("is the front door locked?")))
    assert chunks[-1]["choices"] == []
    assert chunks[-1]["usage"]["total_tokens"] == 0
    assert chunks[-2]["choices"][0]["finish_reason"] == "stop"


def test_what_it_meant_goes_on(client: httpx2.Client) -> None:
    first = "switch on the dining table lamp"
    reply = content(client.post(CHAT, json=said(first)))
    body = client.post(CHAT, json=said(first, reply, "and now switch it off again")).json()
    assert [call["entity_ids"] for call in body["home_agent"]["calls"]] == [["light.dining_table"]]


def test_a_yes_confirms_what_was_asked_once(server: RunningServer, client: httpx2.Client) -> None:
    wish = "unlock the front door"
    asked = client.post(CHAT, json=said(wish)).json()
    question = asked["choices"][0]["message"]["content"]
    assert asked["home_agent"]["calls"] == []
    assert asked["home_agent"]["expects_answer"] is True
    stranger = server.client(server.add_key("stranger"))
    for other, messages in (
        (stranger, (wish, question, "yes")),
        (client, ("lock the front door", question, "yes")),
        (client, ("yes",)),
    ):
        assert other.post(CHAT, json=said(*messages)).json()["home_agent"]["calls"] == []
    done = client.post(CHAT, json=said(wish, question, "yes")).json()
    assert [call["service"] for call in done["home_agent"]["calls"]] == ["unlock"]
    again = client.post(CHAT, json=said(wish, question, "yes")).json()
    assert again["home_agent"]["calls"] == []


def test_actions_are_in_the_audit_under_the_name_of_the_key(
    server: RunningServer, client: httpx2.Client
) -> None:
    content(client.post(CHAT, json=said("switch on the desk lamp")))
    records = [json.loads(line) for line in server.run("audit", "--json").stdout.splitlines()]
    assert records
    assert {record["origin"] for record in records} == {"api"}
    assert "phone" in {record.get("key") for record in records}
