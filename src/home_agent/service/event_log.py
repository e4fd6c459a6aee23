"""What happens in a service, as lines of its log: one for each thing that somebody may look for."""

import logging
from time import monotonic
from typing import TYPE_CHECKING

from home_agent.engine.events import Announcement, Event, JobEnded, WatchImpaired
from home_agent.engine.jobs import NOT_DONE
from home_agent.engine.outcome import FAILURES, Outcome

from ..logs.formats import make_fields
from ..session import Session
from ..storage.lock import LockHolder

if TYPE_CHECKING:
    from ..remote import ConnectionStatus

_LOGGER = logging.getLogger(__name__)


class EventLog:
    """Writes down what one home's service does and sees."""

    def __init__(self, home: str) -> None:
        """Write of this home."""
        self._home = home or "simulated"
        self._lost: float | None = None

    def log_damage(self, why: str) -> None:
        """Log that what was kept is damaged."""
        _LOGGER.error("%s", why, extra=make_fields("store_damaged", home=self._home))

    def log_waiting(self, why: str, *, new: bool) -> None:
        """Log why the home cannot be used yet; `new` is false where that was told before."""
        level = logging.WARNING if new else logging.DEBUG
        _LOGGER.log(level, "%s", why, extra=make_fields("waiting", home=self._home))

    def log_connected(self, session: Session, seconds: float) -> None:
        """Log that the home is there for the first time."""
        entities = len(session.snapshot.layout.entities)
        latency = round(seconds * 1000)
        fields = make_fields("connected", home=self._home, entities=entities, latency_ms=latency)
        _LOGGER.info("Connected to %s: %d entities.", session.home_name, entities, extra=fields)

    def log_listening(self, address: str) -> None:
        """Log where programs can come in."""
        fields = make_fields("listening", home=self._home, address=address)
        _LOGGER.info("Listening on %s.", address, extra=fields)

    def log_other_program(self, holder: LockHolder) -> None:
        """Log that another program of ours sees to what is for later."""
        role = "service" if holder.role == "service" else "chat"
        fields = make_fields("beside", home=self._home, role=role, pid=holder.pid)
        said = "The %s (process %d) sees to what is for later."
        _LOGGER.info(said, role, holder.pid, extra=fields)

    def log_note(self, text: str) -> None:
        """Log that that program went or came back."""
        _LOGGER.info("%s", text, extra=make_fields("service", home=self._home))

    def follow(self, status: ConnectionStatus) -> None:
        """Log that the connection to the home was lost, or is back."""
        if not status.up:
            if self._lost is None:
                self._lost = monotonic()
            fields = make_fields("lost", home=self._home)
            what_next = "" if status.final else " Trying to get it back."
            _LOGGER.warning("%s%s", status.why, what_next, extra=fields)
        elif self._lost is not None:
            gap, self._lost = monotonic() - self._lost, None
            fields = make_fields("resynced", home=self._home, gap_ms=round(gap * 1000))
            _LOGGER.info("Connected again after %.1f s, and up to date.", gap, extra=fields)

    def hear(self, event: Event) -> None:
        """Log an announcement, or a watch that cannot see what it is about."""
        match event:
            case Announcement():
                self._announced(event)
            case WatchImpaired(name=name, entity_ids=entity_ids) if entity_ids:
                missing = ", ".join(entity_ids)
                fields = make_fields("watch_blind", home=self._home, entity_ids=entity_ids)
                said = "The watch “%s” looks at %s, which is not in this home."
                _LOGGER.warning(said, name, missing, extra=fields)

    def _announced(self, event: Announcement) -> None:
        if isinstance(event.about, JobEnded):
            job, outcomes = event.about.job, _outcomes(event.about)
            fields = make_fields(
                _what_became(event.about),
                home=self._home,
                job=job.job_id,
                entity_ids=job.entity_ids,
                outcome=[outcome.status.value for outcome in outcomes],
            )
            level = logging.WARNING if went_wrong(event.about) else logging.INFO
        else:
            fields = make_fields("timer_up", home=self._home, timer=event.about.timer.timer_id)
            level = logging.INFO
        _LOGGER.log(level, "%s", event.text, extra=fields)


def went_wrong(ended: JobEnded) -> bool:
    """Whether a job was not done as it was planned."""
    return ended.job.phase in NOT_DONE or any(
        outcome.status in FAILURES for outcome in _outcomes(ended)
    )


def _outcomes(ended: JobEnded) -> list[Outcome]:
    return [outcome for outcomes in ended.outcomes for outcome in outcomes]


def _what_became(ended: JobEnded) -> str:
    """The event in a word."""
    if ended.job.phase in NOT_DONE:
        return f"job_{ended.job.phase}"
    if ended.job.notice is not None:
        return "watch_fired"
    if not ended.held:
        return "job_not_needed"
    return "job_failed" if went_wrong(ended) else "job_done"
