"""Waking up when the next thing is due, whatever happens to the clock in between."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

_LOGGER = logging.getLogger(__name__)

_LONGEST_SLEEP = 60.0
"""Seconds: a machine may sleep, or its clock be set, so we look at the time at least this often."""


class Clock(Protocol):
    """Calls back when time has passed."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back once, after so many seconds, unless the returned function is called first."""
        ...


class LoopClock:
    """The clock of the running event loop."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back through the loop."""
        return asyncio.get_running_loop().call_later(max(0.0, seconds), callback).cancel


class WakeupLoop:
    """One task that sleeps until something is due, and processes it."""

    def __init__(
        self,
        clock: Clock,
        *,
        due_in: Callable[[], float | None],
        process: Callable[[], Awaitable[None]],
    ) -> None:
        """Process when `due_in` returns no more seconds; while it returns None, wait for `wake`."""
        self._clock = clock
        self._due_in = due_in
        self._process = process
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to sleep."""
        self._task = asyncio.create_task(self._run(), name="home_agent schedule")

    def wake(self) -> None:
        """Look again: what is due next may have changed."""
        self._woken.set()

    async def close(self) -> None:
        """Stop the task."""
        if self._task is None:
            return
        task, self._task = self._task, None
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            try:
                seconds = self._due_in()
                if seconds is not None and seconds <= 0:
                    await self._process()
                    # Whatever is due without end must not keep everybody else from their turn.
                    await asyncio.sleep(0)
                    continue
            except Exception:
                # Whoever waits for us must not wait for ever.
                _LOGGER.exception("What is due could not be seen to")
                seconds = _LONGEST_SLEEP
            await self._sleep(seconds)

    async def _sleep(self, seconds: float | None) -> None:
        if seconds is None:
            await self._woken.wait()
            return
        cancel = self._clock.call_later(min(seconds, _LONGEST_SLEEP), self._woken.set)
        try:
            await self._woken.wait()
        finally:
            cancel()
