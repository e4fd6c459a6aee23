"""One connection, from being let in until it is lost: commands with their answers, and events."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from typing import Any, Self

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from .access import Access, Timeouts
from .errors import CommandRefusedError, LostError, NoAnswerError, RemoteError
from .login import log_in

type EventHandler = Callable[[Any], None]

_LOGGER = logging.getLogger(__name__)

_LOST = "The connection to Home Assistant was lost before it answered."


class Connection:
    """Speaks Home Assistant's WebSocket API. Open it with `open`, and close it."""

    def __init__(self, socket: ClientConnection, timeouts: Timeouts) -> None:
        """Take over a socket on which we have been let in."""
        self._socket = socket
        self._timeouts = timeouts
        self._ids = count(1)
        self._sending = asyncio.Lock()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._handlers: dict[int, EventHandler] = {}
        self._reading = asyncio.create_task(self._read(), name="home assistant")

    @classmethod
    async def open(cls, access: Access, timeouts: Timeouts) -> Self:
        """Connect and be let in; raise `NotReachableError` or `TokenRefusedError`."""
        return cls(await log_in(access, timeouts), timeouts)

    async def command(self, kind: str, *, within: float | None = None, **fields: Any) -> Any:  # noqa: ANN401 - JSON
        """Send a command; return Home Assistant's answer to it.

        Raises `CommandRefusedError`, `NoAnswerError` or `LostError`.
        """
        _, answer = await self._ask(kind, fields, within, handler=None)
        return answer

    async def subscribe(self, handler: EventHandler, kind: str, **fields: Any) -> None:  # noqa: ANN401 - JSON
        """Have a handler called at once with every event of a subscription, in order."""
        await self._ask(kind, fields, None, handler=handler)

    async def first(self, kind: str, wanted: Callable[[Any], bool], **fields: Any) -> Any:  # noqa: ANN401 - JSON
        """Subscribe to something, and only for the first event that is wanted.

        Raises as a command does.
        """
        event = asyncio.get_running_loop().create_future()

        def take(told: Any) -> None:  # noqa: ANN401 - JSON
            if not event.done() and wanted(told):
                event.set_result(told)

        number, _ = await self._ask(kind, fields, None, handler=take)
        try:
            await self.wait_for(event)
            return event.result()
        finally:
            self._handlers.pop(number, None)
            # Whatever comes of it, nobody listens any more.
            with suppress(RemoteError):
                await self.command("unsubscribe_events", subscription=number)

    async def wait_for(self, event: asyncio.Future[Any]) -> None:
        """Wait for something that the connection brings; raise `NoAnswerError` or `LostError`."""
        waiting = (event, self._reading)
        seconds = self._timeouts.answered
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not event.done():
            late = f"Home Assistant sent nothing within {seconds:.0f} seconds."
            raise LostError(_LOST) if self._reading.done() else NoAnswerError(late)

    async def lost(self) -> None:
        """Wait until the connection is no more."""
        await asyncio.wait({self._reading})

    async def close(self) -> None:
        """End it, whatever state it is in."""
        with suppress(TimeoutError, OSError, WebSocketException):
            async with asyncio.timeout(2):
                await self._socket.close()
        self._socket.transport.abort()
        self._reading.cancel()
        await self.lost()

    async def _ask(
        self,
        kind: str,
        fields: Mapping[str, Any],
        within: float | None,
        *,
        handler: EventHandler | None,
    ) -> tuple[int, Any]:
        """Its number, and the answer."""
        if self._reading.done():
            raise LostError(_LOST)
        answer = asyncio.get_running_loop().create_future()
        number = 0
        seconds = self._timeouts.answered if within is None else within
        try:
            async with asyncio.timeout(seconds):
                # Numbers must arrive in their order.
                async with self._sending:
                    number = next(self._ids)
                    self._answers[number] = answer
                    if handler is not None:
                        self._handlers[number] = handler
                    await self._socket.send(json.dumps({"id": number, "type": kind, **fields}))
                return number, await answer
        except TimeoutError as error:
            raise NoAnswerError(
                f"Home Assistant did not answer {kind} within {seconds:.0f} seconds."
            ) from error
        except (ConnectionClosed, OSError) as error:
            raise LostError(_LOST) from error
        finally:
            self._answers.pop(number, None)
            # Looked at, also so that nobody warns of an error which another one has overtaken.
            if not answer.done() or answer.cancelled() or answer.exception() is not None:
                self._handlers.pop(number, None)

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                document = json.loads(text)
                # Home Assistant may put several messages into one.
                for message in document if isinstance(document, list) else (document,):
                    self._handle_message(message)
        except ConnectionClosed, OSError:
            pass
        except Exception:
            # Whoever cannot follow any more must start anew.
            _LOGGER.exception("Home Assistant sent something that could not be taken in")
        finally:
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(LostError(_LOST))
            self._socket.transport.abort()

    def _handle_message(self, message: Mapping[str, Any]) -> None:
        number = message.get("id", 0)
        if message["type"] == "event":
            if handler := self._handlers.get(number):
                handler(message["event"])
        elif (answer := self._answers.get(number)) is not None and not answer.done():
            if message.get("success", True):
                answer.set_result(message.get("result"))
            else:
                error = message["error"]
                refusal = CommandRefusedError(str(error["code"]), str(error["message"]))
                answer.set_exception(refusal)
