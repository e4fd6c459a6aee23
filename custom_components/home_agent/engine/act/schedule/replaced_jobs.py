"""Promises to put things back that gave way to later ones, and hold again without those.

In memory alone: "undo" means what happened just now.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from ...jobs import Job
from ...outcome import Outcome, Status

_MOST = 50


class ReplacedJobs:
    """What gave way, by the job that took its place."""

    def __init__(self) -> None:
        """Know of none."""
        self._earlier: dict[str, tuple[Job, ...]] = {}

    def note(self, job_id: str, earlier: Job) -> None:
        """Something planned gave way to this job, with all or some of its things."""
        self._earlier[job_id] = (*self._earlier.get(job_id, ()), earlier)
        while len(self._earlier) > _MOST:
            del self._earlier[next(iter(self._earlier))]

    def take(
        self,
        outcomes: Iterable[Outcome],
        unwanted: Collection[str],
        planned: Iterable[Job],
        now: datetime,
    ) -> Iterator[Job]:
        """What is promised again without those that were cancelled, unless it is unwanted, too.

        Where a part of it is still planned, it is whole again.
        """
        ended = (outcome for outcome in outcomes if outcome.status is Status.DONE)
        gone = [job.job_id for outcome in ended for job in outcome.jobs]
        known = {job.job_id: job for job in planned}
        for job_id in gone:
            for earlier in self._earlier.pop(job_id, ()):
                if earlier.job_id in unwanted:
                    gone.append(earlier.job_id)
                elif (part := known.get(earlier.job_id)) is not None:
                    yield replace(part, before={**part.before, **earlier.before})
                elif earlier.due is not None and earlier.due < now:
                    # What should have been by now is done at once.
                    yield replace(earlier, due=now)
                else:
                    yield earlier
