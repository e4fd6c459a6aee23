"""What a model is to be shown is indexed when the server starts, not when somebody first asks."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.llm.scripted_answers import Sends
from tests.engine.llm.scripted_server import Received, ScriptedServer
from tests.standalone.server.running_server import PATIENCE, start

SETTINGS = """
[llm]
base_url = "{url}"
model = "scripted"

[embeddings]
base_url = "{url}"
model = "vectors"

[context]
mode = "vector_db"
"""


@pytest.fixture
def scripted() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        running.otherwise(_embeddings)
        yield running


def test_entities_are_indexed_before_anybody_asks(tmp_path: Path, scripted: ScriptedServer) -> None:
    server = start(tmp_path, settings=SETTINGS.format(url=scripted.url))
    try:
        ends = time.monotonic() + PATIENCE
        while "Hall light" not in _sent(scripted) and time.monotonic() < ends:
            time.sleep(0.1)
        assert "Hall light" in _sent(scripted)
    finally:
        assert server.stop() == 0


def _sent(scripted: ScriptedServer) -> str:
    asked = (request for request in scripted.requests if request.path.endswith("/embeddings"))
    return " ".join(text for request in asked for text in request.json["input"])


def _embeddings(request: Received) -> Sends:
    rows = [
        {"index": at, "embedding": [1.0, float(at)]} for at, _ in enumerate(request.json["input"])
    ]
    return Sends(events=(json.dumps({"data": rows}).encode(),), kind="application/json")
