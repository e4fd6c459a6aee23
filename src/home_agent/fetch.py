"""Asks addresses for tools that a person declared, with what Python has.

Each request has a connection and a thread of its own. Whoever drips, hangs or never ends is hung up
on when time is up, so that no thread stays behind with them.
"""

import asyncio
import socket
import ssl
from contextlib import suppress
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from home_agent.engine.tools.custom.fetch import FetchFailedError, FetchResult, Request

_CHUNK = 65_536


class Fetcher:
    """Asks once, follows no redirect, and reads no more than it should."""

    async def __call__(self, request: Request, /) -> FetchResult:
        """Ask. Raises `FetchFailedError`, with nothing of what the libraries say."""
        question = _Question(request)
        asking = asyncio.create_task(asyncio.to_thread(question.ask))
        try:
            async with asyncio.timeout(request.seconds):
                return await asyncio.shield(asking)
        except TimeoutError as error:
            raise FetchFailedError(f"did not answer within {request.seconds:g} seconds") from error
        finally:
            if not asking.done():
                question.hang_up()
                asking.add_done_callback(_forget)


class _Question:
    """One request, whose connection others may end."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._is_over = False
        # The client's own reference goes as soon as the headers are there.
        self._socket: socket.socket | None = None

    def ask(self) -> FetchResult:
        """Ask, in a thread. Raises `FetchFailedError`."""
        request = self._request
        parts = urlsplit(request.url)
        path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        connection = _connection(request)
        try:
            connection.connect()
            self._socket = connection.sock
            if self._is_over:
                raise FetchFailedError("is not waited for any more")
            connection.request(request.method, path, request.body, dict(request.headers))
            response = connection.getresponse()
            body = bytearray()
            while len(body) <= request.most_bytes and (part := response.read1(_CHUNK)):
                body += part
            return FetchResult(
                status=response.status,
                body=bytes(body[: request.most_bytes + 1]),
                location=response.getheader("Location", ""),
            )
        except ssl.SSLCertVerificationError as error:
            raise FetchFailedError("shows a certificate that does not hold") from error
        except TimeoutError as error:
            raise FetchFailedError(f"did not answer within {request.seconds:g} seconds") from error
        except (ConnectionRefusedError, socket.gaierror) as error:
            raise FetchFailedError("cannot be reached") from error
        except (OSError, HTTPException, ValueError) as error:
            raise FetchFailedError("cannot be understood, or hung up") from error
        finally:
            self.hang_up()
            connection.close()

    def hang_up(self) -> None:
        """Have a thread that still waits for the other side wait no longer."""
        self._is_over = True
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)


def _connection(request: Request) -> HTTPConnection:
    parts = urlsplit(request.url)
    try:
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise FetchFailedError("has an address that cannot be") from error
    if parts.scheme.casefold() == "https":
        return HTTPSConnection(host, port, timeout=request.seconds, context=_tls())
    return HTTPConnection(host, port, timeout=request.seconds)


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _forget(asking: asyncio.Task[FetchResult]) -> None:
    """Nobody wants to know any more what came of it."""
    if not asking.cancelled():
        asking.exception()
