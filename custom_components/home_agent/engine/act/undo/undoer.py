"""Taking back what was done last, through the same gate as everything else."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from ...authority import Authority
from ...events import EventListener
from ...home import Home, ServiceCall, Snapshot
from ...outcome import Outcome, Reason, Status
from ...plan import UndoStep
from ..service_caller import ServiceCaller
from .journal import Command, Journal
from .ways_back import WayBack, ways_back

_GOOD = frozenset({Status.DONE, Status.ALREADY, Status.PENDING, Status.ASKED})

# Who says "undo everything" remembers so many things; of more they are asked first.
_A_FEW = 3

# What will not go better another time.
_HOPELESS = frozenset(
    {
        *(Reason.CHANGED_SINCE, Reason.NO_WAY_BACK, Reason.SAID, Reason.SET_OFF, Reason.GONE),
        *(Reason.NOT_EXPOSED, Reason.UNSUPPORTED),
    }
)


type CancelJobs = Callable[[tuple[str, ...]], Awaitable[list[Outcome]]]


async def _nothing_planned(_jobs: tuple[str, ...]) -> list[Outcome]:
    return []


class Undoer:
    """Takes back what the journal of a home tells of."""

    def __init__(self, home: Home, asker: ServiceCaller, journal: Journal) -> None:
        """Ask this home, as the journal says."""
        self._home = home
        self._asker = asker
        self._journal = journal
        self.call_off: CancelJobs = _nothing_planned
        """Calls off what was planned, by id, as far as it is still to come."""

    async def undo(
        self, step: UndoStep, authority: Authority, listener: EventListener
    ) -> list[Outcome]:
        """Take back the last commands. Where a yes is needed for any of it, nothing is done yet."""
        commands = await self._journal.last(
            step.count, authority, only_here=step.only_here, everything=step.everything
        )
        deeds = [deed for command in commands for deed in reversed(command.deeds)]
        now = self._home.snapshot()
        ways = ways_back(deeds, now)
        calls = [call for way in ways for call in way.calls]
        much = step.everything and len({way.entity_id for way in ways if way.calls}) > _A_FEW
        if awaiting := self._awaiting(calls, authority, much=much):
            return awaiting
        planned = tuple(job for command in commands for job in command.jobs)
        outcomes = await self.call_off(planned) if planned else []
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self._go(journey, authority, listener))
                for journey in _together(ways)
            ]
        went = {entity_id: one for task in tasks for entity_id, one in task.result().items()}
        outcomes += [one for way in ways for one in _outcomes(way, went.get(way.entity_id), now)]
        await self._journal.strike(_left(commands, outcomes))
        return outcomes or [Outcome(status=Status.REFUSED, reason=Reason.NOTHING_TO_UNDO)]

    def _awaiting(
        self, calls: list[ServiceCall], authority: Authority, *, much: bool
    ) -> list[Outcome]:
        """What the person is asked about first: all of it, also the harmless part."""
        parts = [one for call in calls for one in self._asker.parts(call, authority)]
        if authority.agreed and not all(_is_agreed(one, authority) for one in parts):
            # More was done meanwhile: the yes was to something else.
            unasked = replace(authority, agreed=())
            return [one for call in calls for one in self._asker.parts(call, unasked)]
        unasked_much = much and not authority.agreed
        return parts if unasked_much or any(one.detail for one in parts) else []

    async def _go(
        self, calls: tuple[ServiceCall, ...], authority: Authority, listener: EventListener
    ) -> dict[str, Outcome]:
        """Make the calls one after the other; how each target ended, all in all."""
        ended: dict[str, Outcome] = {}
        for call in calls:
            for outcome in await self._asker.ask(call, authority, listener):
                target = outcome.entity_id or ""
                ended[target] = _all_in_all(ended.get(target), outcome)
        return ended


def _is_agreed(part: Outcome, authority: Authority) -> bool:
    """Whether the person was told that this is part of it."""
    return part.awaited is not None and authority.allows(part.awaited.action)


def _together(ways: Iterable[WayBack]) -> list[tuple[ServiceCall, ...]]:
    """The calls of each way; those that several entities have in common are made once."""
    journeys: dict[str, tuple[ServiceCall, ...]] = {}
    for way in ways:
        if not way.calls:
            continue
        key = repr([(call.full_name, sorted(call.data.items())) for call in way.calls])
        same = journeys.get(key)
        journeys[key] = (
            way.calls
            if same is None
            else tuple(replace(one, targets=(*one.targets, way.entity_id)) for one in same)
        )
    return list(journeys.values())


def _all_in_all(earlier: Outcome | None, later: Outcome) -> Outcome:
    """The first that went wrong, else the last that changed anything."""
    if earlier is None:
        return later
    if earlier.status not in _GOOD:
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


def _left(commands: Iterable[Command], outcomes: Iterable[Outcome]) -> Iterable[Command]:
    """What of the commands may be tried again: what only failed, or was not allowed this time."""
    again = {
        one.entity_id for one in outcomes if one.status not in _GOOD and one.reason not in _HOPELESS
    }
    for command in commands:
        deeds = tuple(deed for deed in command.deeds if deed.entity_id in again)
        yield replace(command, deeds=deeds, jobs=())
