"""What an open page is told as it happens, by the real server."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests.standalone.server.running_server import RunningServer

API = "/page/api"


def log_in(server: RunningServer) -> tuple[httpx2.Client, dict[str, str]]:
    """A browser that came by a link."""
    link = server.run("open", "--no-browser").stdout.strip()
    address, _, secret = link.partition("/#link=")
    assert address == server.address
    client = server.client()
    response = client.post("/page/login", json={"link": secret})
    return client, {"X-CSRF-Token": response.json()["csrf"]}


def events(response: httpx2.Response) -> Iterator[dict[str, Any]]:
    for line in response.iter_lines():
        if line.startswith("data: "):
            yield json.loads(line[6:])


def test_an_open_page_sees_it_happen(server: RunningServer) -> None:
    """States as they change, the words of an answer, and another tab's sentences."""
    client, token = log_in(server)
    other = server.client()
    other.cookies.update(client.cookies)
    with client.stream("GET", f"{API}/events", params={"language": "de"}) as response:
        told = events(response)
        assert next(told)["type"] == "hello"
        body = {"text": "turn on the hall light", "conversation": "c", "id": "m1", "language": "en"}
        sending = threading.Thread(
            target=other.post, args=(f"{API}/talk",), kwargs={"json": body, "headers": token}
        )
        sending.start()
        heard: list[dict[str, Any]] = []
        for event in told:
            heard.append(event)
            types = {each["type"] for each in heard}
            if {"states", "message"} <= types and any(
                each.get("message", {}).get("state") == "done" for each in heard
            ):
                break
        sending.join()
    states = [each["states"] for each in heard if each["type"] == "states"]
    assert any(each.get("light.hall", {}).get("words") == "an" for each in states)
    messages = [each["message"] for each in heard if each["type"] == "message"]
    assert {"waiting"} <= {each["doing"].get("key") for each in messages}
    assert messages[-1]["words"] == "Turned on the light"


@pytest.mark.parametrize("way", ["login", "bearer"])
def test_a_key_that_is_removed_hears_nothing_more(server: RunningServer, way: str) -> None:
    """Not even by the stream that it opened before."""
    key = server.add_key(f"guest-{way}")
    client = server.client("" if way == "login" else key)
    if way == "login":
        client.post("/page/login", json={"key": key})
    with client.stream("GET", f"{API}/events") as response:
        told = events(response)
        assert next(told)["type"] == "hello"
        server.run("keys", "remove", f"guest-{way}")
        _switch_something(server)
        assert list(told) == []
    assert client.get(f"{API}/events").status_code == 401


def test_whoever_logs_out_hears_nothing_more(server: RunningServer) -> None:
    client, token = log_in(server)
    other = server.client()
    other.cookies.update(client.cookies)
    with client.stream("GET", f"{API}/events") as response:
        told = events(response)
        assert next(told)["type"] == "hello"
        assert other.post(f"{API}/logout", json={}, headers=token).status_code == 200
        _switch_something(server)
        assert list(told) == []


def _switch_something(server: RunningServer) -> None:
    """As the owner, in another browser: every open page is told of it."""
    client, token = log_in(server)
    house = client.get(f"{API}/house").json()["entities"]
    lamp = next(entity for entity in house if entity["id"] == "light.hall")
    press = {"entity_id": lamp["id"], "service": lamp["press"]}
    assert client.post(f"{API}/press", json=press, headers=token).status_code == 200


def test_the_link_is_nowhere_in_the_log(server: RunningServer) -> None:
    link = server.run("open", "--no-browser").stdout.strip()
    assert link.partition("#link=")[2] not in server.log.read_text()
