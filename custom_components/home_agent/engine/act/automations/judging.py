"""What an automation would do, before the gate: all of it, at the worst time that it may happen."""

from collections.abc import Iterator
from dataclasses import replace

from ...authority import Authority
from ...home import ServiceCall, Snapshot
from ...home.protocol import KeptAutomation
from ...home.routine import UNKNOWN
from ...jobs import Job
from ...outcome import Outcome, Reason, Status
from ...plan import CallStep, Wording
from ...triggers import Trigger
from ..gate import Gate, hidden_reason
from ..gate.key_scope import is_in_areas
from ..schedule.precheck import precheck_job
from ..validation import check_target
from .drafting import Draft

_UNWORDED = Wording(intent="")


def judge_draft(made: Draft, authority: Authority, gate: Gate, home: Snapshot) -> list[Outcome]:
    """Why it is not written, or what in it takes a yes or the PIN; empty if nothing does."""
    if obstacles := [*_unseen(made, authority, home)]:
        return obstacles
    calls = made.calls
    if any(call == UNKNOWN or not call.targets for call in calls):
        # What nobody can tell may be anything.
        return [Outcome(status=Status.REFUSED, reason=Reason.NOT_AN_AUTOMATION, detail="unknown")]
    return _judge_calls(calls, made.automation.triggers[0], authority, gate, home)


def judge_switching(
    kept: KeptAutomation, service: str, authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why one of ours is not switched, or what a yes would be to.

    It need not be exposed: we wrote it. What it does is judged as it is written by now, since
    others may have changed it.
    """
    entity = home.layout.entities.get(kept.entity_id)
    if entity is None:
        return [Outcome(status=Status.FAILED, reason=Reason.GONE, entity_id=kept.entity_id)]
    shown = {**home.layout.entities, entity.entity_id: replace(entity, exposed=True)}
    seen = replace(home, layout=replace(home.layout, entities=shown))
    call = ServiceCall(domain="automation", service=service, targets=(kept.entity_id,))
    decision = gate.judge(call, kept.entity_id, authority, seen)
    stopped = check_target(call, kept.entity_id, decision, seen)
    return [] if stopped is None else [stopped]


def _unseen(made: Draft, authority: Authority, home: Snapshot) -> Iterator[Outcome]:
    """What it looks at or touches that whoever asks may not see."""
    told = {target for call in made.told for target in call.targets}
    for entity_id in made.automation.entity_ids:
        if entity_id in told:
            continue
        refusal = Outcome(status=Status.REFUSED, entity_id=entity_id)
        state, key = home.states.get(entity_id), authority.key
        if reason := hidden_reason(entity_id, home):
            yield replace(refusal, reason=reason)
        elif (state is not None and state.is_secret) or (
            key is not None and not is_in_areas(key, home.layout.entities[entity_id], home.layout)
        ):
            yield replace(refusal, reason=Reason.NOT_ALLOWED)


def _judge_calls(
    calls: tuple[ServiceCall, ...],
    trigger: Trigger,
    authority: Authority,
    gate: Gate,
    home: Snapshot,
) -> list[Outcome]:
    """As what is for later is judged: nobody will be there to say yes."""
    steps = tuple(CallStep(call=call, wording=_UNWORDED) for call in calls)
    job = Job(job_id="", steps=steps, trigger=trigger, authority=authority, made=home.now)
    return precheck_job(job, authority, gate, home)
