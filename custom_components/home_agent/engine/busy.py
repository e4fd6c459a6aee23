"""What is under way, so that whoever ends the agent can let it come to an end first."""

import asyncio
from types import TracebackType


class Busy:
    """Entered by everything that somebody waits for."""

    def __init__(self) -> None:
        """Nothing is under way yet."""
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def __enter__(self) -> None:
        """Something begins."""
        self._count += 1
        self._idle.clear()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """It ended, one way or another."""
        self._count -= 1
        if not self._count:
            self._idle.set()

    async def idle(self, seconds: float) -> bool:
        """Wait until nothing is under way, at most so long; tell whether that is so."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True
