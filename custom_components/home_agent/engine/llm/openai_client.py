"""OpenAI's package: opening a client, and reading what it receives as plain JSON."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, override

from .connection_errors import build_garbled_error
from .provider import HttpClient
from .settings import ModelSettings

if TYPE_CHECKING:
    from openai import AsyncOpenAI, AsyncStream
    from openai._models import FinalRequestOptions
    from openai.types.chat import ChatCompletionChunk

_KEY = "Authorization"
_LONGEST_EVENT = 4 * 2**20
"""Bytes: an answer in one piece has room in it many times."""

_END_OF_EVENT = re.compile(rb"\n\n|\r\r|\r\n\r\n")
_LONGEST_END = 3
"""Bytes of one that the next part may complete."""

_LAST_EVENT = b"data: [DONE]"
_ENDING_S = 0.5
"""How long a server has to end its response after its last event."""

_NOT_EVENTS = frozenset({"text/html", "text/plain"})


async def open_client(settings: ModelSettings, http_client: HttpClient = None) -> AsyncOpenAI:
    """A client that leaves retries and time limits to us.

    Loading it and its certificates is slow, and so not done on the event loop.
    """
    return await asyncio.to_thread(_open, settings, http_client)


def _open(settings: ModelSettings, http_client: HttpClient) -> AsyncOpenAI:
    from openai import AsyncOpenAI  # noqa: PLC0415 - heavy

    class Client(AsyncOpenAI):
        """Follows no redirect: another address would get headers, key and prompt."""

        @override
        async def _prepare_options(self, options: FinalRequestOptions) -> FinalRequestOptions:
            prepared = await super()._prepare_options(options)
            prepared.follow_redirects = False
            return prepared

    client = Client(
        # without one the package takes OpenAI's out of the environment, wherever the server is
        api_key=settings.api_key or "none",
        base_url=settings.address,
        default_headers={
            _KEY if _is_key(name) else name: value for name, value in settings.headers.items()
        },
        max_retries=0,
        timeout=None,
        http_client=http_client,
    )
    # the package loads the rest of itself when that is first touched: now, and not on the loop
    _ = client.chat.completions
    return client


def headers_without_key(settings: ModelSettings) -> dict[str, Any]:
    """Headers of each request that keep the package from sending a key if none is set."""
    from openai import Omit  # noqa: PLC0415 - heavy, and there already

    return {} if settings.api_key or any(map(_is_key, settings.headers)) else {_KEY: Omit()}


def _is_key(header: str) -> bool:
    return header.lower() == _KEY.lower()


async def read_chunks(
    stream: AsyncStream[ChatCompletionChunk], settings: ModelSettings
) -> AsyncGenerator[Mapping[str, Any]]:
    """The answer chunk by chunk, or in one piece from a server that does not stream."""
    kind = stream.response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in _NOT_EVENTS or kind.endswith("json"):
        body = bytearray()
        async for part in stream.response.aiter_bytes():
            body += part
            if len(body) > _LONGEST_EVENT:
                raise build_garbled_error(settings)
        for chunk in _whole(body.decode(errors="replace"), settings):
            yield chunk
        return
    # The package reads on until an event ends, however long that takes.
    response: Any = stream.response
    response.aiter_bytes = partial(_in_events, response.aiter_bytes(), settings)
    async for event in stream:
        yield _plain(event)


async def _in_events(parts: AsyncIterator[bytes], settings: ModelSettings) -> AsyncGenerator[bytes]:
    """The same bytes. Raises `GarbledError` if an event is too long.

    The package stops at the last event. What it leaves unread would be closed whenever it is
    collected, in any thread; so the response is read to its end before that event is given.
    """
    length, before = 0, b""
    async for part in parts:
        if (last := part.find(_LAST_EVENT)) >= 0:
            yield part[:last]
            with suppress(Exception):
                async with asyncio.timeout(_ENDING_S):
                    async for _ in parts:
                        pass
            yield part[last:] + b"\n\n"
            return
        ends = [end.end() for end in _END_OF_EVENT.finditer(before + part)]
        length = len(before + part) - ends[-1] if ends else length + len(part)
        before = part[-_LONGEST_END:]
        if length > _LONGEST_EVENT:
            raise build_garbled_error(settings)
        yield part


def _plain(event: object) -> Mapping[str, Any]:
    """As it was sent, with fields that the package does not know, and values of any type."""
    from openai import BaseModel  # noqa: PLC0415 - heavy, and there already

    if isinstance(event, BaseModel):
        return event.to_dict(mode="python", warnings=False)
    return event if isinstance(event, Mapping) else {}


def _whole(body: str, settings: ModelSettings) -> Iterator[Mapping[str, Any]]:
    """What came at once: an answer, or events under a wrong label."""
    lines = body.strip().splitlines()
    if not any(line.startswith("data:") for line in lines):
        lines = [body]
    for line in lines:
        written = line.removeprefix("data:").strip()
        if written == "[DONE]" or line.startswith((":", "event:")) or not written:
            continue
        try:
            chunk = json.loads(written)
        except ValueError, RecursionError:
            raise build_garbled_error(settings, body) from None
        if isinstance(chunk, Mapping):
            yield chunk
