"""Taking back what was done last, through the same gate as everything else."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from ...authority import Authority
from ...events import CommandUndone, EventListener
from ...home import Home, ServiceCall, Snapshot
from ...home.service import join_calls, request_key
from ...outcome import SUCCESSES, Outcome, Reason, Status
from ...plan import UndoStep
from ..service_caller import ServiceCaller
from .journal import Journal, JournalCommand, members_of
from .ways_back import WayBack, find_ways_back

# Who says "undo everything" remembers so many things; of more they are asked first.
_A_FEW = 3

# What will not go better another time.
_HOPELESS = frozenset(
    {
        *(Reason.CHANGED_SINCE, Reason.NO_WAY_BACK, Reason.SAID, Reason.SET_OFF, Reason.GONE),
        *(Reason.NOT_EXPOSED, Reason.UNSUPPORTED),
    }
)

type JobCanceller = Callable[[tuple[str, ...], Authority], Awaitable[list[Outcome]]]
"""Cancels jobs by id, as far as they are still to come, and puts automations back.

Where that takes a yes first, nothing is done, and all of it awaits one."""


class Undoer:
    """Takes back what the journal of a home tells of."""

    def __init__(
        self, home: Home, caller: ServiceCaller, journal: Journal, cancel_jobs: JobCanceller
    ) -> None:
        """Undo in this home what the journal says."""
        self._home = home
        self._caller = caller
        self._journal = journal
        self._cancel_jobs = cancel_jobs

    async def undo(
        self, step: UndoStep, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Take back the last commands. Where a yes is needed for any of it, nothing is done yet."""
        if step.mistaken is not None:
            return await self._undo_mistake(step.mistaken, authority, listener)
        commands = await self._find_commands(step, authority)
        entries = [entry for command in commands for entry in reversed(command.entries)]
        now = self._home.snapshot()
        ways = find_ways_back(entries, now)
        calls = [call for way in ways for call in way.calls]
        much = step.everything and len({way.entity_id for way in ways if way.calls}) > _A_FEW
        if awaiting := self._find_awaiting(calls, authority, much=much):
            return awaiting
        job_ids = tuple(job_id for command in commands for job_id in command.jobs)
        outcomes = await self._cancel_jobs(job_ids, authority) if job_ids else []
        if any(outcome.status is Status.AWAITING for outcome in outcomes):
            # One yes is to all of it.
            return [*self._parts(calls, replace(authority, agreed=())), *outcomes]
        outcomes += await self._take(ways, now, authority, listener)
        remaining = tuple(_remaining(commands, outcomes))
        await self._journal.keep_entries(remaining)
        _tell_undone(remaining, listener)
        return outcomes or [Outcome(status=Status.REFUSED, reason=Reason.NOTHING_TO_UNDO)]

    async def _find_commands(
        self, step: UndoStep, authority: Authority
    ) -> tuple[JournalCommand, ...]:
        if step.commands is not None:
            return await self._journal.find_numbered(step.commands, authority)
        return await self._journal.last(
            step.count, authority, only_here=step.only_here, everything=step.everything
        )

    async def _undo_mistake(
        self, mistaken: tuple[str, ...], authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Take back what the last command of this conversation did to these, without a question.

        What needs a yes is left as it is: the person has something else in mind by now.
        """
        now = self._home.snapshot()
        wanted = {*mistaken, *(member for group in mistaken for member in members_of(group, now))}
        commands = await self._journal.last(1, authority, only_here=True)
        entries = [entry for command in commands for entry in reversed(command.entries)]
        ways = find_ways_back((entry for entry in entries if entry.entity_id in wanted), now)
        left = [way for way in ways if self._find_awaiting([*way.calls], authority, much=False)]
        taken = tuple(way for way in ways if way not in left and (way.calls or way.obstacle))
        outcomes = await self._take(taken, now, authority, listener)
        kept = {entry.entity_id for entry in entries} - {way.entity_id for way in taken}
        remaining = tuple(_remaining(commands, outcomes, kept))
        await self._journal.keep_entries(remaining)
        _tell_undone(remaining, listener)
        return outcomes + [outcome for way in left for outcome in _leave(way, now)]

    async def _take(
        self, ways: Iterable[WayBack], now: Snapshot, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Go these ways, all at once."""
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._call_in_order(journey, authority, listener))
                for journey in _join_ways(ways)
            ]
        went = {target: outcome for task in tasks for target, outcome in task.result().items()}
        return [outcome for way in ways for outcome in _outcomes(way, went.get(way.entity_id), now)]

    def _find_awaiting(
        self, calls: list[ServiceCall], authority: Authority, *, much: bool
    ) -> list[Outcome]:
        """What the person is asked about first: all of it, also the harmless part."""
        parts = self._parts(calls, authority)
        if authority.agreed and not all(_is_agreed(part, authority) for part in parts):
            # More was done meanwhile: the yes was to something else.
            return self._parts(calls, replace(authority, agreed=()))
        unasked_much = much and not authority.agreed
        return parts if unasked_much or any(part.detail for part in parts) else []

    def _parts(self, calls: list[ServiceCall], authority: Authority) -> list[Outcome]:
        return [part for call in calls for part in self._caller.parts(call, authority)]

    async def _call_in_order(
        self, calls: tuple[ServiceCall, ...], authority: Authority, listener: EventListener
    ) -> dict[str, Outcome]:
        """Make the calls one after the other; return how each target ended, all in all."""
        ended: dict[str, Outcome] = {}
        for call in calls:
            for outcome in await self._caller.call(call, authority, listener):
                target = outcome.entity_id or ""
                ended[target] = _combine(ended.get(target), outcome)
        return ended


def _tell_undone(remaining: Iterable[JournalCommand], listener: EventListener) -> None:
    """Tell of those of which nothing is left to take back."""
    for command in remaining:
        if not command.entries:
            listener(CommandUndone(number=command.number))


def _is_agreed(part: Outcome, authority: Authority) -> bool:
    """Whether the person was told that this is part of it."""
    return part.awaited is not None and authority.allows(part.awaited.action)


def _join_ways(ways: Iterable[WayBack]) -> list[tuple[ServiceCall, ...]]:
    """The calls of each way; those that several entities have in common are made once."""
    alike: dict[tuple[object, ...], list[tuple[ServiceCall, ...]]] = {}
    for way in ways:
        if way.calls:
            alike.setdefault(tuple(map(request_key, way.calls)), []).append(way.calls)
    return [
        tuple(join_calls(same)[0] for same in zip(*group, strict=True)) for group in alike.values()
    ]


def _combine(earlier: Outcome | None, later: Outcome) -> Outcome:
    """The first that went wrong, else the last that changed anything."""
    if earlier is None:
        return later
    if earlier.status not in SUCCESSES:
        return earlier
    if later.status is Status.ALREADY:
        return replace(earlier, after=later.after)
    return replace(later, before=earlier.before)


def _outcomes(way: WayBack, went: Outcome | None, home: Snapshot) -> Iterable[Outcome]:
    state = home.states.get(way.entity_id)
    if went is not None:
        yield went
    if way.obstacle is not None:
        yield Outcome(
            status=Status.REFUSED,
            entity_id=way.entity_id,
            before=state,
            after=state,
            reason=way.obstacle,
        )
    elif not way.calls:
        yield Outcome(status=Status.ALREADY, entity_id=way.entity_id, before=state, after=state)


def _leave(way: WayBack, home: Snapshot) -> Iterable[Outcome]:
    state = home.states.get(way.entity_id)
    left = Outcome(status=Status.REFUSED, entity_id=way.entity_id, reason=Reason.LEFT)
    yield replace(left, before=state, after=state)


def _remaining(
    commands: Iterable[JournalCommand], outcomes: Iterable[Outcome], kept: Iterable[str] = ()
) -> Iterable[JournalCommand]:
    """What of the commands may be tried again: what only failed, or was not allowed this time."""
    again = {*kept} | {
        outcome.entity_id
        for outcome in outcomes
        if outcome.status not in SUCCESSES and outcome.reason not in _HOPELESS
    }
    for command in commands:
        entries = tuple(entry for entry in command.entries if entry.entity_id in again)
        yield replace(command, entries=entries, jobs=())
