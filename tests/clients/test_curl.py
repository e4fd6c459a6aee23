"""`curl`, as its page has it."""

import json
import subprocess

from tests.standalone.server.running_server import RunningServer


def curl(server: RunningServer, *options: str) -> str:
    """What it prints."""
    called = ["curl", "--silent", "--show-error", *options]
    return subprocess.run(called, capture_output=True, text=True, check=True).stdout


def test_a_reply(server: RunningServer) -> None:
    body = {"model": "home-agent", "messages": [{"role": "user", "content": "what time is it?"}]}
    printed = curl(
        server,
        f"{server.address}/v1/chat/completions",
        *("-H", f"Authorization: Bearer {server.keys['phone']}"),
        *("-H", "Content-Type: application/json"),
        *("-d", json.dumps(body)),
    )
    assert json.loads(printed)["choices"][0]["message"]["content"]


def test_a_stream(server: RunningServer) -> None:
    messages = [{"role": "user", "content": "is the front door locked?"}]
    printed = curl(
        server,
        "--no-buffer",
        f"{server.address}/v1/chat/completions",
        *("-H", f"Authorization: Bearer {server.keys['phone']}"),
        *("-H", "Content-Type: application/json"),
        *("-d", json.dumps({"model": "home-agent-fast", "stream": True, "messages": messages})),
    )
    assert printed.rstrip().endswith("data: [DONE]")
