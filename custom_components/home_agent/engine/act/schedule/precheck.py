"""What would stand in the way of something that is for later, found out while somebody listens.

When its time comes nobody may be there to say yes. So whatever will need one then is asked about
now: what is to be done, and what puts it back afterwards.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...agreement import Agreement
from ...authority import Authority
from ...home import ServiceCall, Snapshot
from ...home.service_kinds import normalize_call
from ...jobs import Job
from ...outcome import Outcome, Reason, Status
from ...plan import BackStep, Plan
from ...plan_contents import call_for
from ...privacy.disclosure import redact_call
from ..gate import Decision, Gate
from ..validation import await_confirmation, check_target, refuse
from .restoration import possible_restoring_calls, restoring_calls, with_everything_closed

type StepOutcomes = dict[int, list[Outcome]]
"""By the number of a step in its plan, how it ended."""


def precheck_job(job: Job, authority: Authority, gate: Gate, home: Snapshot) -> list[Outcome]:
    """Why a job cannot be scheduled, or not before a yes; empty if it can.

    What cannot be reached now may be by then. Where any of it needs a yes, all of it waits for it,
    and so all of it is in here.
    """
    precheck = _Precheck(gate, authority, home)
    if job.before:
        stops = (precheck.check_restoring(call) for call in _restoring_calls(job, home))
        return [_with_times(outcome, job, ()) for outcome in stops if outcome is not None]
    parts = [*_calls(job, home)]
    checked = [(call, target, precheck.check(call, target)) for call, target in parts]
    ends = {target: precheck.check_end(call, target) if job.end else () for call, target in parts}
    found = [outcome for _, _, outcome in checked if outcome is not None]
    found += [outcome for outcomes in ends.values() for outcome in outcomes]
    if obstacles := [outcome for outcome in found if outcome.status is not Status.AWAITING]:
        return obstacles
    if not found:
        return []
    return [
        _with_times(
            outcome or await_confirmation(call, target, Decision(), home), job, ends[target]
        )
        for call, target, outcome in checked
    ]


def postpone(job: Job, home: Snapshot) -> list[Outcome]:
    """A job that could be scheduled, as part of something that waits for a yes."""
    return [
        _with_times(await_confirmation(call, target, Decision(), home), job, ())
        for call, target in _calls(job, home)
    ]


def affected_entities(job: Job) -> Iterator[str]:
    """What a job does something to, and not what it only looks at."""
    return (target for call in map(call_for, job.steps) for target in call.targets)


def add_restoration(plan: Plan, ended: StepOutcomes, home: Snapshot) -> StepOutcomes:
    """What of a plan waits for a yes, with when it is put back and by what.

    A return that waits for a yes itself is told, and agreed to, with what it puts back.
    """
    told: StepOutcomes = {}
    for at, step in enumerate(plan.steps):
        if not isinstance(step, BackStep):
            continue
        back = [outcome.awaited.action for outcome in ended[at] if outcome.awaited is not None]
        back += [
            Agreement.on(call, call.targets[0])
            for outcome in ended[at]
            for job in outcome.jobs
            for call in _restoring_calls(job, home)
        ]
        for place, outcomes in ended.items():
            if place != at:
                known = told.get(place, outcomes)
                told[place] = [_with_end(outcome, step, back) for outcome in known]
        told[at] = [outcome for outcome in ended[at] if outcome.awaited is None]
    return told


def _with_end(outcome: Outcome, step: BackStep, back: Iterable[Agreement]) -> Outcome:
    if outcome.awaited is None or outcome.entity_id not in step.entity_ids:
        return outcome
    own = tuple(agreement for agreement in back if agreement.entity_id == outcome.entity_id)
    return replace(outcome, awaited=replace(outcome.awaited, end=step.at, back=own))


class _Precheck:
    """Asks the gate what it will say."""

    def __init__(self, gate: Gate, authority: Authority, home: Snapshot) -> None:
        self._gate = gate
        self._authority = authority
        self._home = home
        self._then = with_everything_closed(home)

    def check(self, call: ServiceCall, target: str) -> Outcome | None:
        """What stands in the way of a call that is made later."""
        if redact_call(call, self._home) != call:
            return refuse(call, target, Reason.SECRET)
        decision = self._gate.judge(call, target, self._authority, self._then)
        return check_target(call, target, decision, self._home, later=True)

    def check_restoring(self, call: ServiceCall) -> Outcome | None:
        """What stands in the way of a call that puts something back."""
        (target,) = call.targets
        decision = self._gate.judge(call, target, self._authority, self._then)
        if decision.refused is not None:
            return refuse(call, target, decision.refused)
        return await_confirmation(call, target, decision, self._home) if decision.ask else None

    def check_end(self, call: ServiceCall, target: str) -> tuple[Outcome, ...]:
        """What stands in the way of putting something back that is done for a while.

        How it will have been before that is not known yet: it may have to go back to anything.
        """
        calls = possible_restoring_calls(target, self._home)
        # What is agreed to with the action itself need not be told twice.
        own = replace(call, targets=(target,))
        found = (self.check_restoring(restoring) for restoring in calls if restoring != own)
        return tuple(_with_any_data(outcome) for outcome in found if outcome is not None)


def _calls(job: Job, home: Snapshot) -> Iterator[tuple[ServiceCall, str]]:
    """What a job will ask for, as it will be asked, and of what."""
    for written in map(call_for, job.steps):
        call = normalize_call(written, home.layout)
        for target in written.targets or call.targets:
            yield call, target


def _restoring_calls(job: Job, home: Snapshot) -> Iterator[ServiceCall]:
    for entity_id, before in job.before.items():
        yield from restoring_calls(entity_id, before, home)


def _with_any_data(outcome: Outcome) -> Outcome:
    if outcome.awaited is None:
        return outcome
    action = replace(outcome.awaited.action, data=None)
    return replace(outcome, awaited=replace(outcome.awaited, action=action))


def _with_times(outcome: Outcome, job: Job, end: Iterable[Outcome]) -> Outcome:
    """What waits for a yes, with when it is done and what comes after."""
    if outcome.awaited is None:
        return outcome
    awaited = replace(
        outcome.awaited,
        begin=job.trigger,
        due=job.due,
        condition=job.condition,
        end=job.end,
        back=tuple(after.awaited.action for after in end if after.awaited is not None),
    )
    return replace(outcome, awaited=awaited)
