"""Ending in order when told so: the first signal asks, the second insists."""

import asyncio
import logging
import os
import signal
from collections.abc import Coroutine
from contextlib import suppress
from types import FrameType

from ..logs.formats import make_fields

_LOGGER = logging.getLogger(__name__)

_SIGNALS = (signal.SIGTERM, signal.SIGINT)
_PATIENCE = 6.0
"""Seconds for what is being done; after that it is left, and told when the service runs again."""


async def run_until_signal(work: Coroutine[None, None, None]) -> None:
    """Let it run to its end, or until a signal comes."""
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(work, name="service")
    overtime: asyncio.TimerHandle | None = None

    def stop(which: signal.Signals) -> None:
        nonlocal overtime
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
            # Not the default, which the first process of a container does not have.
            signal.signal(number, _leave)
        _LOGGER.info("Stopping, as %s asks.", which.name, extra=make_fields("stopping"))
        task.cancel()
        overtime = loop.call_later(_PATIENCE, task.cancel)

    for number in _SIGNALS:
        loop.add_signal_handler(number, stop, number)
    try:
        with suppress(asyncio.CancelledError):
            await task
    finally:
        if overtime is not None:
            overtime.cancel()


def _leave(number: int, _frame: FrameType | None) -> None:
    """End at once. What is planned is in the store, as after any power cut."""
    os._exit(128 + number)
