"""What a person should hear of and nobody was there to be told: it is sent to the home instead.

Watches send their own messages. Of what was planned, only what did not go as planned is worth a
notification; what did stands in the log.
"""

import asyncio
from collections.abc import Callable, Coroutine

from home_agent.engine.events import Announcement, JobEnded
from home_agent.engine.outcome import Outcome

from .event_log import went_wrong

type AnnouncementSender = Callable[[Announcement], Coroutine[None, None, tuple[Outcome, ...]]]


class Notifier:
    """Sends what is put into it, without anybody waiting."""

    def __init__(self, send: AnnouncementSender) -> None:
        """Nothing is on its way yet."""
        self._send = send
        self._sending: set[asyncio.Task[tuple[Outcome, ...]]] = set()

    def put(self, told: Announcement) -> None:
        """Send it, if it is worth it."""
        ended = told.about
        if isinstance(ended, JobEnded) and (ended.job.notice or not went_wrong(ended)):
            return
        task = asyncio.create_task(self._send(told))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def close(self) -> None:
        """Let what is on its way arrive."""
        await asyncio.gather(*self._sending)
