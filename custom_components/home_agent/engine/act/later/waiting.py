"""Jobs that wait for something to become so."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from ...conditions import Condition, Measures
from ...home import Change, Home, Snapshot, StateChanged
from ...jobs import Job, Phase
from ...occasions import When
from ..circumstances import known
from .kept import Kept


class Waiting:
    """Watches the states that jobs wait for. What cannot be seen leaves everything as it was."""

    def __init__(self, home: Home, jobs: Kept[Job], *, wake: Callable[[], None]) -> None:
        """Watch, once started, and wake whoever does the jobs."""
        self._home = home
        self._jobs = jobs
        self._wake = wake
        self._stop: Callable[[], None] | None = None

    def start(self) -> None:
        """Look at what happened meanwhile, and watch from now on."""
        self._stop = self._home.subscribe(self._hear)
        self.look()

    def close(self) -> None:
        """Watch no more."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def look(self) -> None:
        """See what has become so while nobody watched; it is as late as its last report."""
        home = self._home.snapshot()
        for job, condition in self._open():
            self._compare(job, condition, home, _since(condition, home))

    def _hear(self, change: Change) -> None:
        if not isinstance(change, StateChanged):
            return
        for job, condition in self._open():
            if change.entity_id in condition.entity_ids:
                home = self._home.snapshot()
                self._compare(job, condition, home, home.now)

    def _open(self) -> list[tuple[Job, Condition]]:
        return [
            (job, job.occasion.condition)
            for job in self._jobs
            if isinstance(job.occasion, When) and job.phase is Phase.WAITING and job.due is None
        ]

    def _compare(self, job: Job, condition: Condition, home: Snapshot, since: datetime) -> None:
        so = known(condition, home)
        if so is None or so is job.was_so:
            return
        self._jobs.change(replace(job, was_so=so, due=since if so else None))
        self._wake()


def _since(condition: Condition, home: Snapshot) -> datetime:
    states = (home.states[one] for one in condition.entity_ids if one in home.states)
    told = (one.updated if isinstance(condition, Measures) else one.changed for one in states)
    return max(told, default=home.now).astimezone(home.now.tzinfo)
