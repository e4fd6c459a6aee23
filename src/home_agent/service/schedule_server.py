"""Where the service keeps things for later for the chats of the same home, and tells them."""

import asyncio
import logging
import os
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from home_agent.engine.act.schedule import ScheduleBackend
from home_agent.engine.act.schedule.documents import as_document, from_document
from home_agent.engine.errors import HomeAgentError
from home_agent.engine.events import Announcement

from .socket_path import LISTENING, MOST_BYTES, as_line, read_line, socket_file

_LOGGER = logging.getLogger(__name__)

_NOT_UNDERSTOOD = "The service does not understand this. Restart it, if it is an older one."


class ScheduleServer:
    """Serves those who come."""

    def __init__(self, folder: Path, home: str, schedule_backend: ScheduleBackend) -> None:
        """Have this one keep what is brought; nobody is served before `open`."""
        self._folder = folder
        self._home = home
        self._schedule_backend = schedule_backend
        self._server: asyncio.Server | None = None
        self._visitors: set[asyncio.StreamWriter] = set()
        self._listeners: set[asyncio.StreamWriter] = set()
        """Those who came to stay."""

        self._answering: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Let chats come. Where that cannot be, they are told that nobody waits."""
        try:
            with socket_file(self._folder, self._home) as path:
                listening = _bound(path)
            self._server = await asyncio.start_unix_server(
                self._serve, sock=listening, limit=MOST_BYTES, cleanup_socket=False
            )
        except OSError as error:
            _LOGGER.warning("No chat can plan anything while this runs: %s", error)

    async def close(self) -> None:
        """Answer what was asked, and send everybody home."""
        if self._server is None:
            return
        self._server.close()
        with socket_file(self._folder, self._home) as path:
            path.unlink(missing_ok=True)
        await asyncio.gather(*self._answering, return_exceptions=True)
        for writer in self._visitors:
            writer.close()
        await self._server.wait_closed()

    def tell(self, told: Announcement) -> bool:
        """Tell everybody who listens; whether anybody does."""
        for writer in self._listeners:
            writer.write(as_line({"told": as_document(told)}))
        return bool(self._listeners)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._visitors.add(writer)
        try:
            while line := await reader.readline():
                if line == LISTENING:
                    self._listeners.add(writer)
                    continue
                task = asyncio.create_task(self._answer(line, writer))
                self._answering.add(task)
                task.add_done_callback(self._answering.discard)
        except (OSError, ValueError) as error:
            _LOGGER.debug("A chat went away: %s", error)
        finally:
            self._visitors.discard(writer)
            self._listeners.discard(writer)
            writer.close()

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter) -> None:
        number: Any = None
        try:
            message = read_line(line)
            number = message.get("id")
            answer = {"outcomes": as_document(await self._done(message))}
        except HomeAgentError as error:
            answer = {"error": str(error)}
        except (KeyError, TypeError, ValueError) as error:
            _LOGGER.warning("A chat asked for something strange: %r", error)
            answer = {"error": _NOT_UNDERSTOOD}
        except Exception:
            _LOGGER.exception("What a chat asked for could not be kept")
            answer = {"error": "The service could not keep it; its log has the details."}
        writer.write(as_line({"id": number, **answer}))

    async def _done(self, message: Mapping[str, Any]) -> object:
        if "let_go" in message:
            return await self._schedule_backend.cancel(tuple(map(str, message["let_go"])))
        step, authority = from_document(message["keep"])
        return await self._schedule_backend.handle(step, authority)


def _bound(path: Path) -> socket.socket:
    """A socket at this place, for nobody but us. Raises `OSError`."""
    # Whoever left one behind is gone: we have the lock.
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        listening.bind(str(path))
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(before)
    return listening
