"""Carrying out a plan: gate, validation, call, verification; in that order, for every step."""

import asyncio
from dataclasses import replace

from ..errors import CallRefusedError
from ..events import CallSent, EventListener, OutcomeSeen
from ..home import Home, ServiceCall, Snapshot
from ..outcome import Outcome, Reason, Status
from ..plan import CallStep, Plan, QueryStep, ReadStep, RefusalStep, ReplyStep, Step, UndoStep
from .entries import read_entries
from .gate import forbidden
from .list_items import as_written
from .looking import look
from .validation import objection
from .verification import Watch


class Actor:
    """Acts on one home."""

    def __init__(self, home: Home, *, patience: float) -> None:
        """Act on this home, waiting so many seconds for a device to show that it obeyed."""
        self._home = home
        self._patience = patience

    async def carry_out(
        self, plan: Plan, listener: EventListener
    ) -> tuple[tuple[Outcome, ...], ...]:
        """Do what the plan says, independent steps at once; tell for each how its targets ended."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._step(step, listener)) for step in plan.steps]
        return tuple(tuple(task.result()) for task in tasks)

    async def _step(self, step: Step, listener: EventListener) -> list[Outcome]:
        match step:
            case ReplyStep():
                outcomes = []
            case RefusalStep():
                outcomes = [Outcome(status=Status.REFUSED, reason=Reason.NOT_THERE)]
            case UndoStep():
                outcomes = [Outcome(status=Status.REFUSED, reason=Reason.NO_UNDO)]
            case QueryStep():
                outcomes = look(step, self._home.snapshot())
            case ReadStep():
                outcomes = await self._read(step)
            case CallStep():
                outcomes = await self._ask(step.call, listener)
        for outcome in outcomes:
            listener(OutcomeSeen(outcome=outcome))
        return outcomes

    async def _read(self, step: ReadStep) -> list[Outcome]:
        try:
            async with asyncio.timeout(self._patience):
                return await read_entries(step, self._home)
        except TimeoutError:
            return [
                Outcome(status=Status.FAILED, entity_id=one, reason=Reason.NO_RESPONSE)
                for one in step.call.targets
            ]

    async def _ask(self, call: ServiceCall, listener: EventListener) -> list[Outcome]:
        home = self._home.snapshot()
        stopped = [
            outcome for target in call.targets if (outcome := _stop(call, target, home)) is not None
        ]
        kept_out = {outcome.entity_id for outcome in stopped}
        targets = tuple(target for target in call.targets if target not in kept_out)
        if not targets:
            return stopped
        return [*stopped, *await self._send(replace(call, targets=targets), listener)]

    async def _send(self, call: ServiceCall, listener: EventListener) -> tuple[Outcome, ...]:
        call = await as_written(call, self._home)
        with Watch(self._home, call) as watch:
            listener(CallSent(call=call))
            try:
                async with asyncio.timeout(self._patience):
                    await self._home.call(call)
            except CallRefusedError as refusal:
                # One target's refusal is all that a home may tell of a call to many.
                seen = await watch.outcomes(0)
                return tuple(_rejected(outcome, str(refusal)) for outcome in seen)
            except TimeoutError:
                # The home is still busy with it; what the states show is what counts.
                return await watch.outcomes(0)
            return await watch.outcomes(self._patience)


def _stop(call: ServiceCall, target: str, home: Snapshot) -> Outcome | None:
    """The gate and the validation, for one target."""
    if reason := forbidden(target, home):
        return Outcome(
            status=Status.REFUSED, entity_id=target, service=call.full_name, reason=reason
        )
    return objection(call, target, home)


def _rejected(outcome: Outcome, detail: str) -> Outcome:
    """The outcome in the light of a refusal: what did change did change."""
    if outcome.reason is not Reason.NO_RESPONSE:
        return outcome
    return replace(outcome, reason=Reason.REJECTED, detail=detail)
