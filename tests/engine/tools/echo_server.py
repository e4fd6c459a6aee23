"""A web server that says what it was asked, and a way to ask it."""

import asyncio
import json
from http.client import HTTPMessage
from http.server import BaseHTTPRequestHandler
from typing import IO, Any, override
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qsl, urlsplit
from urllib.request import HTTPRedirectHandler, build_opener
from urllib.request import Request as UrllibRequest

from home_agent.engine.tools.custom import FetchFailedError, FetchResult, Request


class _Stay(HTTPRedirectHandler):
    @override
    def redirect_request(
        self,
        req: UrllibRequest,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> None:
        return None


async def fetch(request: Request, /) -> FetchResult:
    """Ask with what Python has."""
    return await asyncio.to_thread(_fetch, request)


def _fetch(request: Request) -> FetchResult:
    asked = UrllibRequest(
        request.url, data=request.body, headers=dict(request.headers), method=request.method
    )
    try:
        with build_opener(_Stay).open(asked, timeout=request.seconds) as answer:
            return FetchResult(status=answer.status, body=answer.read(request.most_bytes + 1))
    except HTTPError as answer:
        with answer:
            return FetchResult(
                status=answer.code,
                body=answer.read(),
                location=answer.headers.get("Location", ""),
            )
    except URLError as error:
        raise FetchFailedError("cannot be reached") from error


class EchoHandler(BaseHTTPRequestHandler):
    """Says what it was asked; some paths do something else."""

    def _answer(self) -> None:
        path = urlsplit(self.path).path
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode()
        asked = {
            "method": self.command,
            "path": self.path,
            "query": dict(parse_qsl(urlsplit(self.path).query)),
            "key": self.headers.get("Authorization"),
            "kind": self.headers.get("Content-Type"),
            "body": body,
        }
        said = {"/text": b"Sunny, 21 degrees", "/big": b"x" * 1_000_001}.get(
            path, json.dumps(asked).encode()
        )
        if path == "/deep":
            said = b"[" * 2000 + b"]" * 2000
        status = {"/broken": 503, "/there": 302, "/away": 302, "/round": 302}.get(path, 200)
        self.send_response(status)
        if status == 302:
            elsewhere = {"/there": "/text", "/round": "/round"}
            self.send_header("Location", elsewhere.get(path, "http://localhost:1/text"))
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    do_GET = do_POST = _answer  # noqa: N815 - as the base class has it

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""
