"""Carrying out a plan: every step in its own way, and every change of the home by the gate."""

import asyncio

from ..authority import Authority
from ..events import CallEnded, Event, EventListener, OutcomeSeen
from ..home import Home
from ..outcome import Outcome, Reason, Status
from ..plan import (
    BackStep,
    CallStep,
    IfStep,
    LaterStep,
    Plan,
    PlayStep,
    QueryStep,
    ReadStep,
    RefusalStep,
    ReplyStep,
    ScheduleStep,
    Step,
    TimerStep,
    UndoStep,
)
from ..store import Store
from .ask import Asker
from .audit import Audit
from .entries import read_entries
from .gate import Gate, hidden
from .journal import Journal, deeds_of
from .looking import look
from .media_search import found
from .patience import Patience
from .safety import Safety
from .undo import Undoer


class Actor:
    """Acts on one home."""

    def __init__(
        self, home: Home, *, store: Store, patience: float, safety: Safety | None = None
    ) -> None:
        """Act on this home, as carefully and patiently as this; keep in the store what was done."""
        self._home = home
        self._patience = patience
        self._audit = Audit(store)
        wait = Patience(patience, store)
        self._asker = Asker(home, Gate(safety), self._audit, patience=wait)
        self._journal = Journal(store)
        self._undoer = Undoer(home, self._asker, self._journal)

    async def carry_out(
        self, plan: Plan, authority: Authority, listener: EventListener
    ) -> tuple[tuple[Outcome, ...], ...]:
        """Do what the plan says, independent steps at once; tell for each how its targets ended."""
        ended: list[CallEnded] = []

        def note(event: Event) -> None:
            if isinstance(event, CallEnded):
                ended.append(event)
            listener(event)

        async with asyncio.TaskGroup() as group:
            tasks = [
                # What is taken back is no deed of its own.
                group.create_task(
                    self._step(step, authority, listener if isinstance(step, UndoStep) else note)
                )
                for step in plan.steps
            ]
        if ended:
            now = self._home.snapshot()
            deeds = (deed for one in ended for deed in deeds_of(one, now))
            await self._journal.write(deeds, authority)
        await self._audit.write()
        return tuple(tuple(task.result()) for task in tasks)

    async def _step(
        self, step: Step, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        match step:
            case ReplyStep():
                outcomes = []
            case RefusalStep():
                outcomes = [Outcome(status=Status.REFUSED, reason=Reason.NOT_THERE)]
            case UndoStep(count=count):
                outcomes = await self._undoer.undo(count, authority, listener)
            case QueryStep():
                outcomes = look(step, self._home.snapshot())
            case ReadStep():
                outcomes = await self._read(step)
            case CallStep():
                outcomes = await self._asker.ask(step.call, authority, listener)
            case PlayStep():
                outcomes = await self._play(step, authority, listener)
            case IfStep() | LaterStep() | BackStep() | TimerStep() | ScheduleStep():
                # Decided before, or for the diary.
                outcomes = []
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

    async def _play(
        self, step: PlayStep, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Look for what is to be played, and play it: both only where the gate lets us."""
        stop = hidden(step.player, self._home.snapshot())
        call = None if stop else await found(step, self._home)
        if call is not None:
            return await self._asker.ask(call, authority, listener)
        reason = stop or Reason.NOT_FOUND
        return [
            Outcome(status=Status.REFUSED, entity_id=step.player, reason=reason, detail=step.query)
        ]
