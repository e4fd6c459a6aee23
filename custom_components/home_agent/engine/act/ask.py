"""Asking the home for one thing: gate, validation, call, verification; in that order, always."""

import asyncio
from dataclasses import replace
from time import monotonic

from ..authority import Authority
from ..errors import CallRefusedError
from ..events import CallEnded, CallSent, EventListener
from ..home import Home, ServiceCall, Snapshot
from ..outcome import Outcome, Reason, Status
from .audit import Audit
from .gate import Gate
from .list_items import as_written
from .patience import Patience
from .validation import objection
from .verification import Watch


class Asker:
    """Asks one home, and sees what comes of it. Nothing else in the engine changes a home."""

    def __init__(self, home: Home, gate: Gate, audit: Audit, *, patience: Patience) -> None:
        """Ask where the gate lets us, and wait as long as this for a device to show that it did."""
        self._home = home
        self._gate = gate
        self._audit = audit
        self._patience = patience

    async def ask(
        self, call: ServiceCall, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Make one call on all targets that may have it, and tell how each of them ended."""
        outcomes = await self._asked(call, authority, listener)
        self._audit.note(call, authority, outcomes)
        return outcomes

    async def _asked(
        self, call: ServiceCall, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        home = self._home.snapshot()
        stopped = [
            outcome
            for target in call.targets
            if (outcome := self._stop(call, target, authority, home)) is not None
        ]
        kept_out = {outcome.entity_id for outcome in stopped}
        targets = tuple(target for target in call.targets if target not in kept_out)
        if not targets:
            return stopped
        if reason := self._gate.held_back(authority):
            held = replace(_refused(call, "", reason), detail=_in_words(call))
            return [*stopped, *(replace(held, entity_id=target) for target in targets)]
        self._gate.count(authority)
        return [*stopped, *await self._send(replace(call, targets=targets), listener)]

    def awaiting(self, call: ServiceCall, authority: Authority) -> list[Outcome]:
        """What of a call the person must be asked about before it is made."""
        home = self._home.snapshot()
        stopped = (self._stop(call, target, authority, home) for target in call.targets)
        return [one for one in stopped if one is not None and one.status is Status.AWAITING]

    def _stop(
        self, call: ServiceCall, target: str, authority: Authority, home: Snapshot
    ) -> Outcome | None:
        """The gate and the validation, for one target; what cannot be done is not asked about."""
        decision = self._gate.judge(call, target, authority, home)
        if decision.refused is not None:
            return _refused(call, target, decision.refused)
        if (impossible := objection(call, target, home)) is not None:
            return impossible
        if decision.ask is None:
            return None
        return Outcome(
            status=Status.AWAITING,
            entity_id=target,
            service=call.full_name,
            before=home.states.get(target),
            detail=decision.ask,
        )

    async def _send(self, call: ServiceCall, listener: EventListener) -> tuple[Outcome, ...]:
        call = await as_written(call, self._home)
        before = self._home.snapshot()
        listener(CallSent(call=call.shown))
        wait = await self._patience.before(call, before)
        watch = Watch(self._home, call)
        with watch:
            outcomes = await self._call(call, watch, wait)
        if not watch.unseen:
            await self._patience.after(call, outcomes, watch.answers, before.now)
        listener(CallEnded(call=call.shown, outcomes=outcomes, before=before))
        return outcomes

    async def _call(self, call: ServiceCall, watch: Watch, wait: float) -> tuple[Outcome, ...]:
        """Make the call, and see what comes of it."""
        started = monotonic()
        try:
            async with asyncio.timeout(self._patience.most):
                await self._home.call(call)
        except CallRefusedError as refusal:
            # One target's refusal is all that a home may tell of a call to many.
            seen = await watch.outcomes(0)
            return tuple(_rejected(outcome, str(refusal)) for outcome in seen)
        except TimeoutError:
            # The home is still busy with it; what the states show is what counts.
            return await watch.outcomes(0)
        if watch.unseen:
            return watch.asked()
        left = self._patience.most - (monotonic() - started)
        return await watch.outcomes(max(0.0, min(wait, left)))


def _refused(call: ServiceCall, target: str, reason: Reason) -> Outcome:
    return Outcome(status=Status.REFUSED, entity_id=target, service=call.full_name, reason=reason)


def _in_words(call: ServiceCall) -> str:
    """A call as people write it, for those who want to know what would be done."""
    data = ", ".join(f"{key} {value}" for key, value in call.shown.data.items())
    return f"{call.full_name} ({data})" if data else call.full_name


def _rejected(outcome: Outcome, detail: str) -> Outcome:
    """The outcome in the light of a refusal: what did change did change."""
    if outcome.reason is not Reason.NO_RESPONSE:
        return outcome
    return replace(outcome, reason=Reason.REJECTED, detail=detail)
