"""Before anything is asked of the home: whether the target can do it at all."""

from ..home import ServiceCall, Snapshot, State
from ..home.model import UNAVAILABLE
from ..outcome import Outcome, Reason, Status

_COLOURED = frozenset({"hs", "rgb", "rgbw", "rgbww", "xy"})
_ONLY_SWITCHED = frozenset({"onoff", "unknown"})


def objection(call: ServiceCall, target: str, home: Snapshot) -> Outcome | None:
    """Why the home need not be asked to do this to this target; nothing if it should be."""
    state = home.states.get(target)
    if state is None:
        return _no(Status.FAILED, Reason.GONE, call, target, home)
    service = home.layout.services.get(call.full_name)
    if service is None:
        return _no(Status.REFUSED, Reason.UNSUPPORTED, call, target, home)
    if state.value == UNAVAILABLE:
        return _no(Status.FAILED, Reason.UNAVAILABLE, call, target, home)
    if not service.suits(state.features) or not _lamp_can(call, state):
        return _no(Status.REFUSED, Reason.UNSUPPORTED, call, target, home)
    return None


def _lamp_can(call: ServiceCall, state: State) -> bool:
    """Whether a lamp has the colours or dimming it is asked for.

    Home Assistant drops what a lamp lacks without a word, so the person would hear of a change
    that cannot come.
    """
    modes = set(state.attributes.get("supported_color_modes") or ())
    if call.domain != "light" or not modes:
        return True
    if "rgb_color" in call.data and not modes & _COLOURED:
        return False
    if "color_temp_kelvin" in call.data and not modes & (_COLOURED | {"color_temp"}):
        return False
    return "brightness_pct" not in call.data or bool(modes - _ONLY_SWITCHED)


def _no(status: Status, reason: Reason, call: ServiceCall, target: str, home: Snapshot) -> Outcome:
    state = home.states.get(target)
    return Outcome(
        status=status,
        entity_id=target,
        service=call.full_name,
        before=state,
        after=state,
        reason=reason,
    )
