"""Watching a target until it is where it should be, is seen on its way, or time is up."""

import asyncio
from time import monotonic
from types import TracebackType
from typing import Self

from ..home import Change, Home, ServiceCall, State, StateChanged
from ..home.service_kinds import only_reads
from ..outcome import Outcome, Reason, Status
from .expectation import Expectation, expect

# What a player that is off does not tell, so that nobody sees it change.
_UNTOLD_WHEN_OFF = frozenset(
    f"media_player.{service}"
    for service in ("volume_down", "volume_mute", "volume_set", "volume_up")
)

# What a device reports that tried and cannot.
_STUCK = frozenset({"error", "jammed"})

# What ends within a moment is watched to its end: a bolt that moves may jam yet.
_WATCHED_TO_THE_END = frozenset({"lock"})

# All that can be seen of a password is that it changed.
_ANY_REPORT = Expectation()


class Verification:
    """Listens to one call's targets from before the call is sent, so that no report is missed."""

    def __init__(self, home: Home, call: ServiceCall) -> None:
        """Prepare to watch; enter it to begin."""
        self._home = home
        self._call = call
        self._expectation: Expectation = expect(call)
        self._before = _states(home, call.targets)
        self._now = dict(self._before)
        self._reported = asyncio.Event()
        self._started = 0.0
        self.answers: dict[str, float] = {}
        """After how many seconds each target showed what it was asked for, or was on its way."""

    def __enter__(self) -> Self:
        """Begin to listen."""
        self._started = monotonic()
        self._unsubscribe = self._home.subscribe(self._hear)
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        """Stop listening."""
        self._unsubscribe()

    async def outcomes(self, patience: float) -> tuple[Outcome, ...]:
        """How each target ended, as soon as all are known, or when patience is over."""
        try:
            async with asyncio.timeout(patience):
                while not all(self._ended(target) for target in self._call.targets):
                    self._reported.clear()
                    await self._reported.wait()
        except TimeoutError:
            pass
        return tuple(self._outcome(target) for target in self._call.targets)

    def accepted(self) -> tuple[Outcome, ...]:
        """How each target ended where nothing can be seen, once the home has accepted the call."""
        return tuple(
            Outcome(
                status=Status.ASKED,
                entity_id=target,
                service=self._call.full_name,
                before=self._before[target],
                after=self._now[target],
            )
            for target in self._call.targets
        )

    @property
    def unseen(self) -> bool:
        """Whether the call leaves no trace in any state."""
        return self._expectation.unseen or only_reads(self._call)

    @property
    def repeatable(self) -> bool:
        """Whether asking twice is the same as asking once: to turn on is, to toggle is not."""
        return bool(self._expectation.checks)

    def _hear(self, change: Change) -> None:
        if isinstance(change, StateChanged) and change.entity_id in self._now:
            self._now[change.entity_id] = change.after
            if change.after is not None and self._settled(change.entity_id):
                self.answers.setdefault(change.entity_id, monotonic() - self._started)
            self._reported.set()

    def _settled(self, target: str) -> bool:
        return self._status(target) is not None

    def _ended(self, target: str) -> bool:
        """Whether there is nothing more to wait for."""
        status = self._status(target)
        begun = status is Status.PENDING and self._call.domain in _WATCHED_TO_THE_END
        return status is not None and not begun

    def _status(self, target: str) -> Status | None:
        """What the reports so far show, None while it is still open."""
        before, after = self._before[target], self._now[target]
        if before is None or after is None:
            return Status.FAILED
        expectation = _ANY_REPORT if before.is_secret else self._expectation
        if expectation.met_by(after):
            # A radio that played and is only on now was changed, though both are "not off".
            unchanged = expectation.met_by(before) and before.value == after.value
            if unchanged and expectation.may_go_further(before):
                return Status.DONE if after != before else None
            return Status.ALREADY if unchanged else Status.DONE
        if expectation.shown_by_report(before, after):
            return Status.DONE
        if after != before and self._expectation.under_way(after):
            return Status.PENDING
        if after.value != before.value and after.value in _STUCK:
            return Status.FAILED
        return None

    def _outcome(self, target: str) -> Outcome:
        before, after = self._before[target], self._now[target]
        # Whether a password is the same as before is nobody's business, ours included.
        silent = Status.ASKED if before is not None and before.is_secret else Status.FAILED
        if after is not None and self._expectation.met_by(after):
            # It could have gone further, and did not.
            silent = Status.ALREADY
        status = self._status(target) or silent
        return Outcome(
            status=status,
            entity_id=target,
            service=self._call.full_name,
            before=before,
            after=after,
            reason=_reason(after, self._call) if status is Status.FAILED else None,
        )


def _states(home: Home, targets: tuple[str, ...]) -> dict[str, State | None]:
    states = home.snapshot().states
    return {target: states.get(target) for target in targets}


def _reason(after: State | None, call: ServiceCall) -> Reason:
    if after is None:
        return Reason.GONE
    if after.value in _STUCK:
        return Reason.STUCK
    if after.value == "off" and call.full_name in _UNTOLD_WHEN_OFF:
        return Reason.OFF
    return Reason.NO_RESPONSE if after.available else Reason.UNAVAILABLE
