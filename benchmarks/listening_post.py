"""A door between us and a server, at which is noted when things pass."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlsplit

_FIRST_WORD = b'"content":"'
_NO_WORD = b'"content":""'
_PIECE = 65536


@dataclass(slots=True)
class ListeningPost:
    """When requests came, and when the first word of the answer to each passed."""

    url: str = ""
    asked: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def waits(self) -> list[float]:
        """How long the server took to its first word, in milliseconds, by request."""
        return [
            (answered - asked) * 1000
            for asked, answered in zip(self.asked, self.answered, strict=True)
        ]

    async def pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, asks: bool
    ) -> None:
        """Hand over what comes, in one direction."""
        with suppress(ConnectionError):
            while piece := await reader.read(_PIECE):
                if asks and piece.startswith(b"POST"):
                    self.asked.append(perf_counter())
                spoken = _FIRST_WORD in piece.replace(_NO_WORD, b"")
                if not asks and spoken and len(self.answered) < len(self.asked):
                    self.answered.append(perf_counter())
                writer.write(piece)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def listening_post(server: str) -> AsyncIterator[ListeningPost]:
    """Stand between; `url` is where to ask."""
    address = urlsplit(server)
    post = ListeningPost()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection(address.hostname, address.port)
        async with asyncio.TaskGroup() as group:
            group.create_task(post.pass_on(reader, there[1], asks=True))
            group.create_task(post.pass_on(there[0], writer, asks=False))

    listening = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    post.url = f"http://127.0.0.1:{port}{address.path}"
    try:
        yield post
    finally:
        listening.close()
        listening.close_clients()
        await listening.wait_closed()
