"""Watches of the settings that are about an event of the home: a button, or one of one's own.

An event is over when it is heard, so that there is nothing to keep over a restart.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from ..act.schedule.settings import NoticeDelivery
from ..authority import Authority, Origin
from ..events import CarryOut, EventListener, JobEnded
from ..home import Home
from ..home.protocol import HomeEvent, HomeWithEvents
from ..plan import Plan
from .settings_jobs import make_job
from .watch import Watch

_LOGGER = logging.getLogger(__name__)


class EventWatcher:
    """Does what watches say when their event comes: acts through the gate, and tells."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        watches: tuple[Watch, ...],
        *,
        carry_out: CarryOut,
        tell: EventListener,
        deliver: NoticeDelivery,
        language: str,
    ) -> None:
        """See to those of these that are about an event."""
        self._home = home
        self._watches = tuple(watch for watch in watches if watch.event is not None)
        self._carry_out = carry_out
        self._tell = tell
        self._deliver = deliver
        self._language = language
        self._last: dict[str, datetime] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Listen, if there is anything to listen for."""
        types = frozenset(watch.event.event_type for watch in self._watches if watch.event)
        if not types or self._stop is not None:
            return
        if isinstance(self._home, HomeWithEvents):
            self._stop = self._home.subscribe_events(types, self._hear)
        else:
            _LOGGER.warning("This home tells no events; watches for %s see nothing.", sorted(types))

    async def close(self) -> None:
        """Listen no more; what was begun comes to its end."""
        if self._stop is not None:
            self._stop()
            self._stop = None
        await asyncio.gather(*self._running, return_exceptions=True)

    def _hear(self, event: HomeEvent) -> None:
        for watch in self._watches:
            assert watch.event is not None
            if not watch.event.fits(event) or self._rests(watch, event.at):
                continue
            self._last[watch.name] = event.at
            task = asyncio.get_running_loop().create_task(self._do(watch))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    def _rests(self, watch: Watch, now: datetime) -> bool:
        last = self._last.get(watch.name)
        return last is not None and now - last < timedelta(seconds=watch.pause)

    async def _do(self, watch: Watch) -> None:
        # Whoever wrote it into the settings has said yes to exactly this.
        authority = Authority(origin=Origin.AUTOMATION, confirmed=True, language=self._language)
        job = make_job(watch, self._home.snapshot(), authority)
        if job.notice is not None and not job.notice.message:
            job = replace(job, notice=replace(job.notice, message=watch.name))
        plan = Plan(steps=job.steps)
        outcomes = await self._carry_out(plan, authority, self._tell) if plan.steps else ()
        ended = JobEnded(job=job, plan=plan, outcomes=outcomes)
        self._tell(ended)
        await self._deliver(ended)
