"""`home-agent health`: whether the service is well, in a line for a person or for a program."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from ..paths import data_folder
from ..service.status import Status, read_all
from ..terminal.streams import make_printable

STALE = timedelta(seconds=45)
"""A service gives a sign of life every ten seconds."""

_NONE_RUNS = "No service runs. 'home-agent run' starts one."


class HealthStatus(IntEnum):
    """How a service is; the number is what the command exits with."""

    WELL = 0
    UNWELL = 1
    NOT_RUNNING = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthReport:
    """How a service is, and what to say of it."""

    verdict: HealthStatus
    sentence: str
    status: Status | None = None

    def as_json(self) -> str:
        """The same for a program."""
        told = {"verdict": self.verdict.name.lower(), "message": self.sentence}
        return json.dumps(told | (self.status.as_document() if self.status else {}))


def check_health(*, as_json: bool) -> tuple[str, HealthStatus]:
    """One line for every service of this user, and the worst of what is said there."""
    folder = data_folder()
    found = [] if folder is None else [judge(status) for status in read_all(folder)]
    running = [health for health in found if health.verdict is not HealthStatus.NOT_RUNNING]
    # One that died is of interest only where no other runs.
    told = running or found or [HealthReport(verdict=HealthStatus.NOT_RUNNING, sentence=_NONE_RUNS)]
    lines = (health.as_json() if as_json else make_printable(health.sentence) for health in told)
    return "\n".join(lines), max(health.verdict for health in told)


def judge(status: Status, now: datetime | None = None) -> HealthReport:
    """How a service is, going by what it told last."""
    now = now or datetime.now(UTC)
    silent = now - status.alive
    if not _lives(status.pid):
        verdict = HealthStatus.NOT_RUNNING
        sentence = (
            f"No service runs: the one with process {status.pid} died, and gave its last sign of"
            f" life {_ago(silent)} ago. 'home-agent run' starts another."
        )
    elif silent > STALE:
        verdict = HealthStatus.UNWELL
        sentence = (
            f"Not well: the service (process {status.pid}) hangs; it gave its last sign of life"
            f" {_ago(silent)} ago. Restart it."
        )
    elif status.store_trouble:
        verdict, sentence = HealthStatus.UNWELL, f"Not well: {status.store_trouble}"
    elif not status.connected:
        verdict = HealthStatus.UNWELL
        sentence = f"Not well: not connected since {_local(status.since)}. {status.trouble}"
    else:
        verdict, sentence = HealthStatus.WELL, f"Well: {', '.join(_particulars(status, now))}."
    return HealthReport(verdict=verdict, sentence=sentence, status=status)


def _particulars(status: Status, now: datetime) -> Iterator[str]:
    yield f"{status.home} connected since {_local(status.since)}"
    yield f"{status.entities} entities"
    if status.last_event is not None:
        yield f"last change {_ago(now - status.last_event)} ago"
    yield f"{status.planned} planned"
    yield f"{status.watched} watched"
    if status.damaged:
        yield f"damaged and set aside: {' and '.join(status.damaged)}"
    if status.models:
        models = (f"{model.name} ({model.trouble or 'well'})" for model in status.models)
        yield f"models: {' and '.join(models)}"
    yield f"version {status.version}"
    yield f"process {status.pid}"


def _local(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S}"


def _ago(passed: timedelta) -> str:
    """About how long, in the largest unit that fits."""
    seconds = max(0, int(passed.total_seconds()))
    units: tuple[tuple[int, str], ...] = ((86400, "d"), (3600, "h"), (60, "min"))
    return next(
        (f"{seconds // size} {unit}" for size, unit in units if seconds >= size), f"{seconds} s"
    )


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        # It is another user's.
        return True
    return True
