"""What would stand in the way of something that is for later, found out while somebody listens."""

from collections.abc import Iterable

from ...authority import Authority
from ...home import ServiceCall, Snapshot
from ...outcome import Outcome, Reason, Status
from ...plan import CallStep, PlayStep
from ..gate import Gate
from ..validation import objection


def foresee(
    steps: Iterable[CallStep | PlayStep], authority: Authority, gate: Gate, home: Snapshot
) -> list[Outcome]:
    """Why these steps cannot be planned as they are; what cannot be reached now may be by then."""
    found = (
        _foreseen(call, target, authority, gate, home)
        for call in map(_call, steps)
        for target in call.targets
    )
    return [outcome for outcome in found if outcome is not None]


def _foreseen(
    call: ServiceCall, target: str, authority: Authority, gate: Gate, home: Snapshot
) -> Outcome | None:
    if "code" in call.data:
        return _refused(call, target, Reason.SECRET)
    decision = gate.judge(call, target, authority, home)
    if decision.refused is not None:
        return _refused(call, target, decision.refused)
    impossible = objection(call, target, home)
    if impossible is not None and impossible.reason is not Reason.UNAVAILABLE:
        return impossible
    if decision.ask is None:
        return None
    return Outcome(
        status=Status.AWAITING,
        entity_id=target,
        service=call.full_name,
        before=home.states.get(target),
        detail=decision.ask,
    )


def _call(step: CallStep | PlayStep) -> ServiceCall:
    if isinstance(step, CallStep):
        return step.call
    return ServiceCall(domain="media_player", service="play_media", targets=(step.player,))


def _refused(call: ServiceCall, target: str, reason: Reason) -> Outcome:
    return Outcome(status=Status.REFUSED, entity_id=target, service=call.full_name, reason=reason)
