"""Before anything is asked of the home: whether the target can do it at all."""

from dataclasses import replace

from ..home import Service, ServiceCall, Snapshot, State
from ..home.model import UNAVAILABLE
from ..home.service_kinds import is_of_own_kind
from ..outcome import Outcome, Reason, Status
from .fitting import misfit

_COLOURED = frozenset({"hs", "rgb", "rgbw", "rgbww", "xy"})
_ONLY_SWITCHED = frozenset({"onoff", "unknown"})


def objection(call: ServiceCall, target: str, home: Snapshot) -> Outcome | None:
    """Why the home need not be asked to do this to this target; nothing if it should be."""
    state = home.states.get(target)
    if state is None:
        return _no(Status.FAILED, Reason.GONE, call, target, home)
    service = _service(call, target, home)
    if service is None:
        return _no(Status.REFUSED, Reason.UNSUPPORTED, call, target, home)
    if state.value == UNAVAILABLE:
        return _no(Status.FAILED, Reason.UNAVAILABLE, call, target, home)
    if not service.suits(state.features) or not _lamp_can(call, state):
        return _no(Status.REFUSED, Reason.UNSUPPORTED, call, target, home)
    if (wrong := misfit(call, service, state)) is not None:
        outcome = _no(Status.REFUSED, wrong.reason, call, target, home)
        return replace(outcome, allowed=wrong.allowed)
    return None


def _service(call: ServiceCall, target: str, home: Snapshot) -> Service | None:
    """The service that would be asked of the target; nothing if there is none for its kind."""
    services, domain = home.layout.services, target.partition(".")[0]
    if call.domain == "homeassistant" and f"{domain}.{call.service}" in services:
        return services[f"{domain}.{call.service}"]
    if is_of_own_kind(call) and domain != call.domain:
        # A home ignores that in silence.
        return None
    return services.get(call.full_name)


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
