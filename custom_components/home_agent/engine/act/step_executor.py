"""Carrying out a plan: every step in its own way, and every change of the home by the gate."""

import asyncio
from collections.abc import Awaitable, Callable

from ..authority import Authority
from ..events import CallEnded, CommandKept, Event, EventListener, OutcomeSeen
from ..home import Home
from ..outcome import Outcome, PlanOutcomes, Reason, Status, build_refusal
from ..plan import (
    AutomationStep,
    BackStep,
    CallStep,
    IfStep,
    LaterStep,
    MemoryStep,
    PastStep,
    Plan,
    PlayStep,
    ProgramStep,
    QueryStep,
    ReadStep,
    RefusalStep,
    ReplyStep,
    ScheduleStep,
    SequenceStep,
    Step,
    TimerStep,
    UndoStep,
    WaitStep,
)
from ..plan_contents import call_for, calls_in
from ..storage.store import Store
from .audit import Audit
from .entries import read_entries
from .gate import Gate, hidden_reason
from .media_search import find_media
from .past import query_past
from .preparation import HeldStep, find_awaiting, group_steps, hold_back
from .program import run_program
from .query import add_last_time, query_states
from .response_times import ResponseTimes
from .sequence import Sequencer, pause
from .service_caller import ServiceCaller
from .undo.journal import Journal, JournalCommand, record_entries
from .undo.undoer import JobCanceller, Undoer

type MemoryStepHandler = Callable[[MemoryStep, Authority], Awaitable[list[Outcome]]]


class StepExecutor:
    """Acts on one home."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        *,
        store: Store,
        patience: float,
        gate: Gate | None = None,
        audit: Audit | None = None,
        cancel_jobs: JobCanceller | None = None,
        handle_memory: MemoryStepHandler | None = None,
    ) -> None:
        """Act on this home, and wait so many seconds for a device; store what was done.

        `cancel_jobs` takes back what an undone command had planned; `handle_memory` remembers.
        """
        self._home = home
        self._patience = patience
        self._audit = audit or Audit(store)
        self.gate = gate or Gate()
        times = ResponseTimes(patience, store)
        self._caller = ServiceCaller(home, self.gate, self._audit, response_times=times)
        self._journal = Journal(store)
        self._undoer = Undoer(home, self._caller, self._journal, cancel_jobs or _cancel_nothing)
        self._handle_memory = handle_memory or _remember_nothing
        self._sequencer = Sequencer(home, self._caller, self._step)

    async def find_last_command(self, authority: Authority) -> JournalCommand | None:
        """What "undo that" would take back, None if there is no command."""
        return next(iter(await self._journal.last(1, authority)), None)

    def is_forbidden(self, plan: Plan, authority: Authority) -> bool:
        """Whether the gate refuses all that a plan would ask of the home."""
        home = self._home.snapshot()
        judged = [
            self.gate.judge(call, target, authority, home)
            for call in calls_in(plan)
            for target in call.targets
        ]
        return bool(judged) and all(decision.refused is not None for decision in judged)

    def held(self, step: CallStep | PlayStep, authority: Authority) -> list[Outcome]:
        """How a step stands that is not done before a yes to what goes together with it."""
        return self._caller.held(call_for(step), authority)

    def _held(self, step: HeldStep, authority: Authority) -> list[Outcome]:
        """The same of any step that changes the home."""
        if isinstance(step, CallStep | PlayStep):
            return self.held(step, authority)
        calls = calls_in(Plan(steps=(step,)))
        return [outcome for call in calls for outcome in self._caller.held(call, authority)]

    async def carry_out(
        self,
        plan: Plan,
        authority: Authority,
        listener: EventListener,
        *,
        planned: tuple[str, ...] | None = None,
    ) -> PlanOutcomes:
        """Do what the plan says, independent steps at once; tell for each how its targets ended.

        Where part of the same command is for later, `planned` has the jobs: they are undone as one.
        """
        ended: list[CallEnded] = []

        def note(event: Event) -> None:
            if isinstance(event, CallEnded):
                ended.append(event)
            listener(event)

        groups = group_steps(plan, self._home.snapshot())
        tasks: list[asyncio.Task[list[Outcome]]] = []
        async with asyncio.TaskGroup() as task_group:
            for group in groups:
                before = [tasks[number] for number in sorted(group.after)]
                # What is taken back is no command of its own.
                watcher = listener if isinstance(group.step, UndoStep) else note
                tasks.append(
                    task_group.create_task(self._after(before, group.step, authority, watcher))
                )
        if ended or planned is not None:
            now = self._home.snapshot()
            entries = (entry for event in ended for entry in record_entries(event, now))
            number = await self._journal.write(entries, authority, planned or ())
            listener(CommandKept(number=number))
        await self._audit.write()
        split = [group.split(task.result()) for group, task in zip(groups, tasks, strict=True)]
        by_step = {place: outcomes for part in split for place, outcomes in part.items()}
        return tuple(by_step[place] for place in range(len(plan.steps)))

    async def _after(
        self,
        before: list[asyncio.Task[list[Outcome]]],
        step: Step,
        authority: Authority,
        listener: EventListener,
    ) -> list[Outcome]:
        """Carry out a step once others are through; what they wait for, it waits for as well."""
        if before:
            await asyncio.wait(before)
        awaiting = find_awaiting(outcome for task in before for outcome in task.result())
        held, rest = hold_back(step, awaiting, self._home.snapshot())
        outcomes = self._held(held, authority) if held is not None else []
        if rest is not None:
            outcomes += await self._step(rest, authority, listener)
        for outcome in outcomes:
            listener(OutcomeSeen(outcome=outcome))
        return outcomes

    async def _step(
        self, step: Step, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        match step:
            case ReplyStep() | RefusalStep():
                there = isinstance(step, ReplyStep)
                return [] if there else [Outcome(status=Status.REFUSED, reason=Reason.NOT_THERE)]
            case UndoStep():
                return await self._undoer.undo(step, authority, listener)
            case QueryStep() | PastStep() | ReadStep():
                return await self._look(step)
            case CallStep():
                return await self._caller.call(step.call, authority, listener)
            case PlayStep():
                return await self._play(step, authority, listener)
            case SequenceStep() | ProgramStep():
                return await self._several(step, authority, listener)
            case MemoryStep():
                return await self._handle_memory(step, authority)
            case WaitStep():
                return await pause(step)
            case (
                IfStep()
                | LaterStep()
                | BackStep()
                | TimerStep()
                | ScheduleStep()
                | AutomationStep()
            ):
                # Decided before, or for the plan_executor.
                return []

    async def _several(
        self, step: SequenceStep | ProgramStep, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Do one thing after the other."""
        if isinstance(step, SequenceStep):
            return await self._sequencer.carry_out(step, authority, listener)
        return await run_program(step, self._caller, authority, listener)

    async def _look(self, step: QueryStep | PastStep | ReadStep) -> list[Outcome]:
        """Ask the home for what it knows: nothing of it changes."""
        if isinstance(step, QueryStep):
            looked = query_states(step, self._home.snapshot())
            return await add_last_time(step, looked, self._home)
        if isinstance(step, PastStep):
            return await query_past(step, self._home)
        return await self._read(step)

    async def _read(self, step: ReadStep) -> list[Outcome]:
        try:
            async with asyncio.timeout(self._patience):
                return await read_entries(step, self._home)
        except TimeoutError:
            return [
                Outcome(status=Status.FAILED, entity_id=target, reason=Reason.NO_RESPONSE)
                for target in step.call.targets
            ]

    async def _play(
        self, step: PlayStep, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Look for what is to be played, and play it: both only where the gate lets us."""
        stop = hidden_reason(step.player, self._home.snapshot())
        call = None if stop else await find_media(step, self._home)
        if call is not None:
            return await self._caller.call(call, authority, listener)
        reason = stop or Reason.NOT_FOUND
        return [
            Outcome(status=Status.REFUSED, entity_id=step.player, reason=reason, detail=step.query)
        ]


async def _cancel_nothing(_job_ids: tuple[str, ...], _authority: Authority) -> list[Outcome]:
    return []


async def _remember_nothing(_step: MemoryStep, _authority: Authority) -> list[Outcome]:
    return [build_refusal(Reason.MEMORY_OFF)]
