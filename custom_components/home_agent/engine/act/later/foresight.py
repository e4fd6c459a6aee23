"""What would stand in the way of something that is for later, found out while somebody listens."""

from collections.abc import Iterable

from ...authority import Authority
from ...home import ServiceCall, Snapshot
from ...outcome import Outcome, Reason
from ...plan import CallStep, PlayStep
from ..gate import Gate
from ..stopping import refused, stopped


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
        return refused(call, target, Reason.SECRET)
    return stopped(call, target, gate.judge(call, target, authority, home), home, later=True)


def _call(step: CallStep | PlayStep) -> ServiceCall:
    if isinstance(step, CallStep):
        return step.call
    return ServiceCall(domain="media_player", service="play_media", targets=(step.player,))
