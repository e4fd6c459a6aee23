"""Hands with tools of one's own."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, override
from urllib.parse import parse_qsl, urlsplit

import pytest

from home_agent.engine.tools.custom import CustomTools, build_custom_tools, read_custom_tools
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.engine.understand import Understander
from home_agent.fetch import Fetcher

from ..conftest import EVERY_TOOL, Hands

TEXT = {"type": "string"}


def declare(handler: Mapping[str, Any], **properties: Any) -> dict[str, Any]:
    """A declaration of a tool named `own`."""
    return {
        "name": "own",
        "description": "One of our own.",
        "parameters": {"type": "object", "properties": properties},
        "handler": handler,
    }


def with_tool(
    hands: Hands, handler: Mapping[str, Any], custom: CustomTools | None = None, **properties: Any
) -> Hands:
    """Hands with a tool named `own`."""
    declared = read_custom_tools([declare(handler, **properties)])
    custom = replace(custom or CustomTools(fetch=Fetcher()), tools=declared)
    tools = build_custom_tools(custom, EntityFinder(Understander().words_of))
    return replace(hands, box=Toolbox(tools, EVERY_TOOL))


@dataclass(slots=True)
class Asked:
    """One request that a server had."""

    path: str
    headers: Mapping[str, str]
    form: Mapping[str, str]


@dataclass(slots=True)
class Server:
    """A server on this machine, and what it was asked."""

    address: str
    asked: list[Asked] = field(default_factory=list)


type Answer = Callable[[Asked], tuple[int, Any]]


@contextmanager
def serving(answer: Answer) -> Iterator[Server]:
    """Answer with a status, and a text or JSON."""
    found = Server("")

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            asked = Asked(self.path, dict(self.headers), dict(parse_qsl(body)))
            found.asked.append(asked)
            status, said = answer(asked)
            sent = (said if isinstance(said, str) else json.dumps(said)).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        do_GET = do_POST = _answer  # noqa: N815 - as the base class has it

        @override
        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        found.address = f"http://127.0.0.1:{server.server_port}"
        yield found
        server.shutdown()
        thread.join()


@pytest.fixture
def echo() -> Iterator[Server]:
    """A server that says which path it was asked for, and how often it was asked at all."""
    count = iter(range(1, 1000))
    with serving(lambda asked: (200, {"path": urlsplit(asked.path).path, "n": next(count)})) as on:
        yield on
