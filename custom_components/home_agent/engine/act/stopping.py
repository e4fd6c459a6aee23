"""What stands between a wish and a thing: what the gate says, and whether it can be done."""

from dataclasses import replace

from ..agreement import Agreement
from ..home import ServiceCall, Snapshot
from ..outcome import ANYTHING, Awaited, Outcome, Reason, Status
from .discretion import shown
from .gate import Decision
from .validation import objection


def stopped(
    call: ServiceCall, target: str, decision: Decision, home: Snapshot, *, later: bool = False
) -> Outcome | None:
    """Why a call is not made on this target, or not before a yes; nothing if it may be at once.

    What cannot be done is not asked about; what is for later may be out of reach only now.
    """
    if decision.refused is not None:
        because = _in_the_way(decision, target)
        return replace(refused(call, target, decision.refused), because=because)
    impossible = objection(call, target, home)
    if impossible is not None and not (later and impossible.reason is Reason.UNAVAILABLE):
        return impossible
    return awaits(call, target, decision, home) if decision.ask else None


def awaits(call: ServiceCall, target: str, decision: Decision, home: Snapshot) -> Outcome:
    """It needs a yes first, or goes together with something that does."""
    return Outcome(
        status=Status.AWAITING,
        entity_id=target,
        service=call.full_name,
        before=home.states.get(target),
        detail=decision.ask or "",
        awaited=Awaited(
            action=decision.wanted or Agreement.on(shown(call, home), target), at=home.now
        ),
    )


def refused(call: ServiceCall, target: str, reason: Reason) -> Outcome:
    """The home was not asked."""
    return Outcome(status=Status.REFUSED, entity_id=target, service=call.full_name, reason=reason)


def unasked(outcome: Outcome) -> Outcome:
    """What would have to be asked first, where nobody is there to answer."""
    if outcome.status is not Status.AWAITING:
        return outcome
    return replace(
        outcome, status=Status.REFUSED, reason=Reason.NOT_CONFIRMED, detail="", awaited=None
    )


def _in_the_way(decision: Decision, target: str) -> str | None:
    """What else a rule is about that forbids this; nothing that people may not know of."""
    things = [one.entity for one in decision.denied]
    if things and not any(things):
        return ANYTHING
    others = (one for one in things if one is not None and one.exposed)
    return next((one.entity_id for one in others if one.entity_id != target), None)
