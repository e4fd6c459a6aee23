"""A caller that hangs up in the middle: nothing is left half done."""

import asyncio
import json
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import pytest

from tests.standalone.server.in_process import CHAT, Server, serve
from tests.standalone.server.running_server import said


def scope(server: Server) -> dict[str, Any]:
    """A request as a server of ASGI hands it on."""
    headers = {
        "host": "localhost",
        "authorization": f"Bearer {server.key}",
        "content-type": "application/json",
    }
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": CHAT,
        "raw_path": CHAT.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 5000),
        "server": ("127.0.0.1", 8124),
        "state": {},
    }


@pytest.mark.parametrize("stream", [True, False])
async def test_what_was_begun_is_finished(tmp_path: Path, *, stream: bool) -> None:
    """Also where we are told to stop at that moment."""
    asked = said("turn on the ceiling lamp", stream=stream)
    parts: list[MutableMapping[str, Any]] = [
        {"type": "http.request", "body": json.dumps(asked).encode(), "more_body": False}
    ]
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return parts.pop(0) if parts else {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async with serve(tmp_path) as server:
        request = asyncio.ensure_future(server.app(scope(server), receive, send))
        await asyncio.sleep(0)
        if not stream:
            # A server that is told to stop cancels what it still waits for.
            request.cancel()
        await asyncio.gather(request, return_exceptions=True)
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"
