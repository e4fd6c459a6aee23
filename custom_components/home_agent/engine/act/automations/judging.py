"""What an automation would do, before the gate: all of it, at the worst time that it may happen."""

from collections.abc import Iterator
from dataclasses import replace

from ...authority import Authority, Origin
from ...home import ServiceCall, Snapshot
from ...home.protocol import KeptAutomation
from ...home.routine import UNKNOWN
from ...jobs import Job
from ...outcome import Outcome, Reason, Status
from ...plan import CallStep, Wording
from ...triggers import Every, Trigger
from ..gate import Gate, hidden_reason
from ..gate.key_scope import is_in_areas
from ..schedule.precheck import precheck_job
from ..validation import check_target
from .asking import REMOVE
from .drafting import Draft
from .revisions import Deeds

_UNWORDED = Wording(intent="")
_WHENEVER = 60.0


def judge_deed(
    service: str, entity_id: str, authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why nothing is written or removed at all, whatever it does: a rule says so.

    To those who may, it is asked about in any case.
    """
    domain, _, name = service.partition(".")
    deed = ServiceCall(domain=domain, service=name)
    reason = gate.judge_deed(deed, authority, home).refused
    if reason is None:
        return []
    return [Outcome(status=Status.REFUSED, reason=reason, service=service, entity_id=entity_id)]


def judge_draft(made: Draft, authority: Authority, gate: Gate, home: Snapshot) -> list[Outcome]:
    """Why it is not written, or what in it takes a yes or the PIN; empty if nothing does.

    It is the home's own automation that will do it: rules about that way hold as well.
    """
    authority = authority.through(Origin.AUTOMATION)
    if obstacles := [*_unseen(made, authority, home)]:
        return obstacles
    for told in made.told:
        if gate.denies(told, authority, home):
            return [
                Outcome(status=Status.REFUSED, reason=Reason.NOT_ALLOWED, service=told.full_name)
            ]
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
    if service == "turn_on":
        authority = authority.through(Origin.AUTOMATION)
    decision = gate.judge(call, kept.entity_id, authority, seen)
    stopped = check_target(call, kept.entity_id, decision, seen)
    return [] if stopped is None else [stopped]


def judge_removal(
    kept: KeptAutomation, authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why it is not removed, or what its end takes a yes or the PIN for."""
    if forbidden := judge_deed(REMOVE, kept.entity_id, authority, gate, home):
        return forbidden
    stopped = judge_switching(kept, "turn_off", authority, gate, home)
    if refusals := [one for one in stopped if one.status is not Status.AWAITING]:
        return refusals
    return [replace(one, automations=(kept,)) for one in stopped]


def judge_restored(deeds: Deeds, authority: Authority, gate: Gate, home: Snapshot) -> list[Outcome]:
    """Why one is not put back that did this, or what in it takes a yes or the PIN by now."""
    authority = authority.through(Origin.AUTOMATION)
    for told in deeds.told:
        if gate.denies(told, authority, home):
            denied = Outcome(status=Status.REFUSED, reason=Reason.NOT_ALLOWED)
            return [replace(denied, service=told.full_name)]
    if not deeds.calls:
        return []
    return _judge_calls(deeds.calls, Every(seconds=_WHENEVER), authority, gate, home)


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
