"""The gate for automations: all that one would do, judged for the worst time."""

from collections.abc import Iterator
from dataclasses import replace

from ...authority import Authority, Origin
from ...home import ServiceCall, Snapshot
from ...home.protocol import StoredAutomation
from ...home.routine import UNKNOWN
from ...jobs import Job
from ...outcome import Outcome, Reason, Status
from ...plan import CallStep, Wording
from ...triggers import RecurringTrigger, Trigger
from ..gate import Gate, hidden_reason
from ..gate.key_scope import is_in_areas
from ..schedule.precheck import precheck_job
from ..validation import check_target
from .consent import REMOVE
from .drafting import Draft
from .revisions import ConfiguredActions

_UNWORDED = Wording(intent="")
_WHENEVER = 60.0


def judge_by_rules(
    service: str, entity_id: str, authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why a rule forbids this operation, whatever the automation does; empty if none does.

    Those who may are asked for a yes in any case.
    """
    domain, _, name = service.partition(".")
    operation = ServiceCall(domain=domain, service=name)
    reason = gate.judge_operation(operation, authority, home).refused
    if reason is None:
        return []
    return [Outcome(status=Status.REFUSED, reason=reason, service=service, entity_id=entity_id)]


def judge_draft(made: Draft, authority: Authority, gate: Gate, home: Snapshot) -> list[Outcome]:
    """Why it is not written, or what in it needs a yes or the PIN; empty if nothing does.

    The home will run it: rules about automations hold as well.
    """
    authority = authority.through(Origin.AUTOMATION)
    if obstacles := [*_unseen(made, authority, home)]:
        return obstacles
    for message in made.messages:
        if gate.denies(message, authority, home):
            return [
                Outcome(status=Status.REFUSED, reason=Reason.NOT_ALLOWED, service=message.full_name)
            ]
    calls = made.calls
    if any(call == UNKNOWN or not call.targets for call in calls):
        # What nobody can tell may be anything.
        return [Outcome(status=Status.REFUSED, reason=Reason.NOT_AN_AUTOMATION, detail="unknown")]
    return _judge_calls(calls, made.automation.triggers[0], authority, gate, home)


def judge_switching(
    stored: StoredAutomation, service: str, authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why one of ours is not switched, or what needs a yes; empty if nothing does.

    It need not be exposed: we wrote it. What it does is judged as it is written by now, since
    others may have changed it.
    """
    entity = home.layout.entities.get(stored.entity_id)
    if entity is None:
        return [Outcome(status=Status.FAILED, reason=Reason.GONE, entity_id=stored.entity_id)]
    shown = {**home.layout.entities, entity.entity_id: replace(entity, exposed=True)}
    seen = replace(home, layout=replace(home.layout, entities=shown))
    call = ServiceCall(domain="automation", service=service, targets=(stored.entity_id,))
    if service == "turn_on":
        authority = authority.through(Origin.AUTOMATION)
    decision = gate.judge(call, stored.entity_id, authority, seen)
    stopped = check_target(call, stored.entity_id, decision, seen)
    return [] if stopped is None else [stopped]


def judge_removal(
    stored: StoredAutomation, authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why it is not removed, or why that needs a yes or the PIN; empty if it may."""
    if forbidden := judge_by_rules(REMOVE, stored.entity_id, authority, gate, home):
        return forbidden
    stopped = judge_switching(stored, "turn_off", authority, gate, home)
    if refusals := [outcome for outcome in stopped if outcome.status is not Status.AWAITING]:
        return refusals
    return [replace(outcome, automations=(stored,)) for outcome in stopped]


def judge_restored(
    actions: ConfiguredActions, authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why an automation with these actions is not restored, or what in it needs a yes."""
    authority = authority.through(Origin.AUTOMATION)
    for message in actions.messages:
        if gate.denies(message, authority, home):
            denied = Outcome(status=Status.REFUSED, reason=Reason.NOT_ALLOWED)
            return [replace(denied, service=message.full_name)]
    if not actions.calls:
        return []
    return _judge_calls(actions.calls, RecurringTrigger(seconds=_WHENEVER), authority, gate, home)


def _unseen(made: Draft, authority: Authority, home: Snapshot) -> Iterator[Outcome]:
    """Refusals for the entities in it that whoever asks may not see."""
    notified = {target for call in made.messages for target in call.targets}
    for entity_id in made.automation.entity_ids:
        if entity_id in notified:
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
    """Judge calls like those of a scheduled job: nobody will be there to say yes."""
    steps = tuple(CallStep(call=call, wording=_UNWORDED) for call in calls)
    job = Job(job_id="", steps=steps, trigger=trigger, authority=authority, made=home.now)
    return precheck_job(job, authority, gate, home)
