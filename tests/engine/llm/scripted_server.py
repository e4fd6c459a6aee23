"""A local server that answers as models do, from a script.

It speaks the true wire formats of OpenAI (`/v1/chat/completions`, `/v1/models`) and of Google
(`…:streamGenerateContent`, `…/models`); which one is up to whoever asks. It runs in a thread of its
own, on a free port of this machine, and so serves tests of any kind: of the engine, and of programs
that are started.

    async with ScriptedServer() as server:              # or plain `with`
        server.call_tool("ha_control", {"action": "turn_on", "entity_id": "light.kitchen"})
        server.say("The light is on.")
        ...                                             # ask at server.url, or server.google_url
        assert server.requests[0].json["model"] == "m"

Answers are given in the order they were scripted. Once there are none left it answers with what
`otherwise` set, or with status 500 and a message that says so. An answer may also be a function of
the request.
"""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import chain, repeat
from typing import Any, Protocol, Self

from tests.engine.llm import google_wire, openai_wire
from tests.engine.llm.scripted_answers import (
    AT_ONCE,
    Answer,
    Called,
    Delivery,
    Fails,
    Says,
    Sends,
    Used,
)

_PATIENCE = 30
_GLANCE = 0.002
_TLS = b"\x16"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A request that the server got."""

    method: str
    path: str
    headers: Mapping[str, str]
    """Their names in lower case."""

    body: bytes = b""
    left: threading.Event = field(default_factory=threading.Event)
    """Set when whoever asked went away before the answer was all sent."""

    @property
    def json(self) -> dict[str, Any]:
        """The body."""
        return dict(json.loads(self.body or b"{}"))

    @property
    def is_for_google(self) -> bool:
        """Whether it is in Google's format."""
        return "x-goog-api-client" in self.headers


class Wire(Protocol):
    """A wire format; `openai_wire` and `google_wire` are two."""

    def response(self, says: Says, request: Mapping[str, Any], /) -> Sends: ...
    def error(self, fails: Fails, /) -> Sends: ...
    def models(self, names: tuple[str, ...], /) -> Sends: ...


type Scripted = Answer | Callable[[Received], Answer]


class ScriptedServer:
    """Answers as it was told to, and remembers what it was asked."""

    def __init__(self, *, models: tuple[str, ...] = ("scripted",)) -> None:
        self.models: tuple[str, ...] | Scripted = models
        """Those it says it has, or how it answers when it is asked for them."""

        self.requests: list[Received] = []
        """Those for an answer of a model; those for the list of models are in `listings`."""

        self.listings: list[Received] = []
        self._script: deque[Scripted] = deque()
        self._otherwise: Scripted = Fails(status=500, message="Nothing more is scripted.")
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="scripted server")
        self._port = 0
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()

    # What it is to answer

    def say(
        self,
        text: str,
        *,
        reasoning: str = "",
        used: Used | None = Used(),  # noqa: B008 - a frozen value
        finish: str = "",
        streams: bool = True,
        delivery: Delivery = AT_ONCE,
    ) -> None:
        """Words."""
        self.answer(
            Says(
                text=text,
                reasoning=reasoning,
                used=used,
                finish=finish,
                streams=streams,
                delivery=delivery,
            )
        )

    def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | str,
        *,
        call_id: str = "call_1",
        text: str = "",
        delivery: Delivery = AT_ONCE,
    ) -> None:
        """One tool call, perhaps after some words."""
        call = Called(name=name, arguments=arguments, id=call_id)
        self.answer(Says(text=text, calls=(call,), delivery=delivery))

    def call_tools(self, *calls: tuple[str, Mapping[str, Any] | str]) -> None:
        """Several tool calls in one response."""
        numbered = (
            Called(name=name, arguments=arguments, id=f"call_{number}")
            for number, (name, arguments) in enumerate(calls, 1)
        )
        self.answer(Says(calls=tuple(numbered)))

    def fail(
        self,
        status: int,
        message: str = "It did not work.",
        *,
        code: str = "",
        retry_after: str = "",
        delivery: Delivery = AT_ONCE,
    ) -> None:
        """An HTTP error."""
        headers = {"Retry-After": retry_after} if retry_after else {}
        self.answer(
            Fails(status=status, message=message, code=code, headers=headers, delivery=delivery)
        )

    def stream(self, *events: Mapping[str, Any] | bytes, delivery: Delivery = AT_ONCE) -> None:
        """Events of one's own in OpenAI's format, and then the one that ends them."""
        self.answer(Sends(events=openai_wire.stream(*events), delivery=delivery))

    def send(self, body: bytes, *, kind: str, status: int = 200) -> None:
        """A body of any kind, such as the page of a proxy."""
        self.answer(Sends(events=(body,), kind=kind, status=status))

    def answer(self, *answers: Scripted) -> None:
        """Whatever else."""
        self._script.extend(answers)

    def otherwise(self, answer: Scripted) -> None:
        """What to answer when there is nothing more in the script."""
        self._otherwise = answer

    # Where it is

    @property
    def host(self) -> str:
        """Name and port."""
        return f"127.0.0.1:{self._port}"

    @property
    def url(self) -> str:
        """The base URL for OpenAI's protocol."""
        return f"http://{self.host}/v1"

    @property
    def google_url(self) -> str:
        """The base URL for Google's protocol."""
        return f"http://{self.host}"

    # Its life

    def start(self) -> None:
        """Open a free port."""
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(
            asyncio.start_server(self._serve, "127.0.0.1", 0), self._loop
        ).result(_PATIENCE)
        self._port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Hang up on everybody."""
        asyncio.run_coroutine_threadsafe(self._hang_up(), self._loop).result(_PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)
        self._loop.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        self.start()
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await asyncio.to_thread(self.close)

    async def _hang_up(self) -> None:
        if self._server:
            self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    # Serving

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._serving.add(task)
        try:
            while received := await _read(reader):
                answer = self._answer(received)
                try:
                    if not await _send(answer, received, reader, writer):
                        return
                except ConnectionError:
                    received.left.set()
                    raise
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")  # to whoever speaks TLS
            writer.close()
        except asyncio.CancelledError, ConnectionError, asyncio.IncompleteReadError:
            pass
        finally:
            self._serving.discard(task)
            writer.transport.abort()
            with suppress(ConnectionError):
                await writer.wait_closed()

    def _answer(self, received: Received) -> Sends:
        wire: Wire = openai_wire
        if received.is_for_google:
            wire = google_wire
        if received.method == "GET":
            self.listings.append(received)
            if isinstance(self.models, tuple):
                return wire.models(self.models)
            scripted = self.models
        else:
            self.requests.append(received)
            scripted = self._script.popleft() if self._script else self._otherwise
        answer = scripted(received) if callable(scripted) else scripted
        match answer:
            case Says():
                return wire.response(answer, received.json)
            case Fails():
                return wire.error(answer)
            case Sends():
                return answer


async def _read(reader: asyncio.StreamReader) -> Received | None:
    try:
        first_byte = await reader.readexactly(1)
        if first_byte == _TLS:
            return None
        head = first_byte + await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    method, path, _version = first.split(" ", 2)
    headers = {
        name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)
    }
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Received(method=method, path=path, headers=headers, body=body)


async def _send(
    answer: Sends, received: Received, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    """Send an answer; tell whether the connection can be used again."""
    delivery = answer.delivery
    loop = asyncio.get_running_loop()
    if await _gone(reader, until=loop.time() + delivery.before):
        received.left.set()
        return False
    writer.write(_head(answer))
    for piece in _pieces(answer):
        writer.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        await writer.drain()
        await asyncio.sleep(0)  # the other side is to read it before the next comes
    if delivery.stall_after is not None and await _gone(reader, until=loop.time() + _PATIENCE):
        received.left.set()
        return False
    if delivery.cut_after is not None:
        writer.close()
        return False
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


def _head(answer: Sends) -> bytes:
    headers = {
        "Content-Type": answer.kind,
        "Transfer-Encoding": "chunked",
        **answer.headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}\r\n{lines}\r\n".encode()


def _pieces(answer: Sends) -> Iterator[bytes]:
    """The body as it travels, as far as it does."""
    delivery = answer.delivery
    ends = [end for end in (delivery.stall_after, delivery.cut_after) if end is not None]
    if not delivery.chunks and not ends:
        yield from filter(None, answer.events)
        return
    body = b"".join(answer.events)[: min(ends, default=None)]
    sizes = chain(delivery.chunks or (len(body),), repeat((delivery.chunks or (len(body),))[-1]))
    start = 0
    while start < len(body):
        size = max(1, next(sizes))
        yield body[start : start + size]
        start += size


async def _gone(reader: asyncio.StreamReader, *, until: float) -> bool:
    """Whether the other side hung up before that."""
    while asyncio.get_running_loop().time() < until:
        if reader.at_eof() or reader.exception() is not None:
            return True
        await asyncio.sleep(_GLANCE)
    return False
