"""HTTP/1.1 by uvicorn, for connections that say nothing: they are given up after a while.

Without that, whoever opens a thousand connections and sends nothing keeps everybody else out.
"""

import asyncio
from typing import override

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

TO_ASK = 15.0
"""Seconds from the first byte that could come until a request has all its headers."""


class HeaderTimeoutProtocol(H11Protocol):
    """Waits for the headers of a request, but not for ever."""

    _waiting: asyncio.TimerHandle | None = None

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering:
            self._stop_waiting()
        elif self._waiting is None:
            self._wait()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    @property
    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(TO_ASK, self._give_up)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self._is_answering and not self.transport.is_closing():
            self.transport.close()
