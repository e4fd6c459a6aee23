"""A chat that has the service of the same home keep what is for later, and hears what it tells."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from home_agent.engine.act.schedule import DeferredStep, ScheduleBackend
from home_agent.engine.act.schedule.documents import as_document, from_document
from home_agent.engine.authority import Authority
from home_agent.engine.errors import OperatorError
from home_agent.engine.events import EventListener
from home_agent.engine.outcome import Outcome, Reason, Status

from ..paths import data_folder
from .socket_path import LISTENING, MOST_BYTES, as_line, read_line, socket_file

_PATIENCE = 10.0
_BETWEEN_TRIES = 1.0
_UNSURE = (
    "The service went away before it answered. It may or may not have been kept: ask what is"
    " planned before you say it again."
)
_GONE = "The service has ended. What is planned waits until it runs again."
_BACK = "The service runs, and sees to what is planned."


class ServiceError(OperatorError):
    """The service could not keep something, or went away before it said so."""


class ScheduleClient:
    """The engine's `ScheduleBackend`, in another process. Open it, and close it."""

    def __init__(
        self,
        folder: Path,
        home: str,
        listener: EventListener | None = None,
        *,
        note: Callable[[str], None] = lambda _text: None,
        otherwise: ScheduleBackend | None = None,
    ) -> None:
        """Hear what it announces, and have the service's own going and coming noted.

        While no service runs, another schedule_backend may tell what is planned.
        """
        self._folder = folder
        self._home = home
        self._listener = listener
        self._note = note
        self._otherwise = otherwise
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._following: asyncio.Task[None] | None = None

    async def open(self) -> bool:
        """Go there, and stay in touch; tell whether anybody is there now."""
        reader = await self._arrive()
        self._following = asyncio.create_task(self._follow(reader), name="service")
        return reader is not None

    async def close(self) -> None:
        """Leave."""
        if self._following is not None:
            self._following.cancel()
            with suppress(asyncio.CancelledError):
                await self._following

    async def handle(self, step: DeferredStep, authority: Authority) -> list[Outcome]:
        """Have it kept, or refused where nobody is there to wait. Raises `ServiceError`."""
        if self._writer is None and self._otherwise is not None:
            return await self._otherwise.handle(step, authority)
        return await self._ask(keep=as_document([step, authority]))

    async def cancel(self, job_ids: tuple[str, ...]) -> list[Outcome]:
        """Have these called off. Raises `ServiceError`."""
        return await self._ask(let_go=[*job_ids])

    async def _ask(self, **what: object) -> list[Outcome]:
        if self._writer is None:
            return [Outcome(status=Status.REFUSED, reason=Reason.NOT_WAITING)]
        number = next(self._ids)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        try:
            self._writer.write(as_line({"id": number, **what}))
            async with asyncio.timeout(_PATIENCE):
                told = await answer
        except TimeoutError as error:
            raise ServiceError(_UNSURE) from error
        finally:
            self._answers.pop(number, None)
        if "error" in told:
            raise ServiceError(str(told["error"]))
        try:
            outcomes: list[Outcome] = from_document(told["outcomes"])
        except (KeyError, TypeError, ValueError) as error:
            raise ServiceError(_UNSURE) from error
        return outcomes

    async def _arrive(self) -> asyncio.StreamReader | None:
        try:
            with socket_file(self._folder, self._home) as path:
                reader, self._writer = await asyncio.open_unix_connection(path, limit=MOST_BYTES)
        except OSError:
            return None
        if self._listener is not None:
            self._writer.write(LISTENING)
        return reader

    async def _follow(self, reader: asyncio.StreamReader | None) -> None:
        """Listen, and go there again whenever it went away."""
        while True:
            if reader is not None:
                await self._listen(reader)
                self._note(_GONE)
            await asyncio.sleep(_BETWEEN_TRIES)
            reader = await self._arrive()
            if reader is not None:
                self._note(_BACK)

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                message = read_line(line)
                if "told" in message:
                    if self._listener is not None:
                        self._listener(from_document(message["told"]))
                elif (answer := self._answers.get(message["id"])) and not answer.done():
                    answer.set_result(message)
        except OSError, KeyError, TypeError, ValueError:
            pass
        finally:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(ServiceError(_UNSURE))


@asynccontextmanager
async def connect_to_service(home: str) -> AsyncIterator[ScheduleClient | None]:
    """Go to the service of a home for a moment; None where none runs."""
    folder = data_folder()
    if folder is None:
        yield None
        return
    client = ScheduleClient(folder, home)
    try:
        yield client if await client.open() else None
    finally:
        await client.close()
