"""What stands between a wish and a thing: what the gate says, and whether it can be done."""

from ..home import ServiceCall, Snapshot
from ..outcome import Outcome, Reason, Status
from .gate import Decision
from .validation import objection


def stopped(
    call: ServiceCall, target: str, decision: Decision, home: Snapshot, *, later: bool = False
) -> Outcome | None:
    """Why a call is not made on this target, or not before a yes; nothing if it may be at once.

    What cannot be done is not asked about; what is for later may be out of reach only now.
    """
    if decision.refused is not None:
        return refused(call, target, decision.refused)
    impossible = objection(call, target, home)
    if impossible is not None and not (later and impossible.reason is Reason.UNAVAILABLE):
        return impossible
    return awaits(call, target, decision.ask, home) if decision.ask else None


def awaits(call: ServiceCall, target: str, why: str, home: Snapshot) -> Outcome:
    """It needs a yes first."""
    return Outcome(
        status=Status.AWAITING,
        entity_id=target,
        service=call.full_name,
        before=home.states.get(target),
        detail=why,
    )


def refused(call: ServiceCall, target: str, reason: Reason) -> Outcome:
    """The home was not asked."""
    return Outcome(status=Status.REFUSED, entity_id=target, service=call.full_name, reason=reason)
