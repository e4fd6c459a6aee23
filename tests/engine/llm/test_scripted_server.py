"""The scripted server itself, and that tests reach nobody else."""

import json
import socket
import urllib.error
import urllib.request

import pytest

from tests.engine.llm.scripted_answers import Delivery, Says
from tests.engine.llm.scripted_server import Received, ScriptedServer


def post(url: str, body: dict[str, object]) -> bytes:
    request = urllib.request.Request(url, json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=5) as response:
        return bytes(response.read())


def test_it_says_what_it_was_told() -> None:
    """In order; whole, and in pieces of any size."""
    with ScriptedServer() as server:
        server.say("All is well.")
        server.say("All is well.", delivery=Delivery(chunks=(1, 5)))
        url = f"{server.url}/chat/completions"
        whole = json.loads(post(url, {"model": "m"}))
        streamed = post(url, {"stream": True}).decode()
    assert whole["choices"][0]["message"]["content"] == "All is well."
    assert streamed.count("data: ") == 6
    assert streamed.endswith("data: [DONE]\n\n")
    assert [request.json for request in server.requests] == [{"model": "m"}, {"stream": True}]


def test_an_answer_may_depend_on_the_question() -> None:
    """Such as an echo."""

    def echo(received: Received) -> Says:
        return Says(text=received.json["text"])

    with ScriptedServer() as server:
        server.otherwise(echo)
        answered = [json.loads(post(server.url, {"text": text})) for text in ("a", "b")]
    assert [item["choices"][0]["message"]["content"] for item in answered] == ["a", "b"]


def test_an_empty_script_says_so() -> None:
    with ScriptedServer() as server:
        with pytest.raises(urllib.error.HTTPError) as caught:
            post(server.url, {})
        with caught.value as error:
            assert b"Nothing more is scripted" in error.read()


def test_nobody_else_is_reached() -> None:
    """Neither by number nor by name."""
    with (
        socket.socket() as connection,
        pytest.raises(OSError, match="tests reach no other machine"),
    ):
        connection.connect(("192.0.2.1", 80))
    with pytest.raises(OSError, match="tests look up no names"):
        socket.create_connection(("example.com", 80))
