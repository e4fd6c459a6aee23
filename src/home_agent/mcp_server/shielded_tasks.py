"""What was begun in the home comes to its end, also where the client hangs up."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class ShieldedTasks:
    """Runs what must not be broken off in the middle."""

    def __init__(self) -> None:
        """Run nothing yet."""
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run[Result](self, work: Coroutine[Any, Any, Result]) -> Result:
        """What comes of some work, which goes on if whoever waits for it is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        # Where the client has hung up, nobody else looks.
        if not task.cancelled():
            task.exception()
