"""A wire that breaks on demand, between a client and a server."""

import asyncio
from contextlib import suppress
from typing import Self


class FaultyProxy:
    """Hands bytes on in both directions, until it is told to do so badly."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._frozen: set[asyncio.StreamWriter] = set()
        self._bytes_left: int | None = None
        self.delay = 0.0
        """Seconds that every piece takes."""
        self.port = 0
        self.connections = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        self.cut()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """End every connection at once, without a goodbye."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    def cut_after(self, count: int) -> None:
        """End the connection after so many more bytes from the server, most likely in a frame."""
        self._bytes_left = count

    def freeze(self) -> None:
        """Let the connections that there are stand, but hand nothing on: half-open."""
        self._frozen |= self._writers

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, back}
        for task in (
            asyncio.create_task(self._hand_on(reader, back, counted=False)),
            asyncio.create_task(self._hand_on(there, writer, counted=True)),
        ):
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _hand_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, counted: bool
    ) -> None:
        with suppress(OSError):
            while piece := await reader.read(4096):
                if writer in self._frozen:
                    continue
                if self.delay:
                    await asyncio.sleep(self.delay)
                if counted and self._bytes_left is not None:
                    piece = piece[: self._bytes_left]
                    self._bytes_left -= len(piece)
                writer.write(piece)
                await writer.drain()
                if counted and self._bytes_left == 0:
                    self._bytes_left = None
                    self.cut()
        writer.transport.abort()
        self._writers.discard(writer)
        self._frozen.discard(writer)
