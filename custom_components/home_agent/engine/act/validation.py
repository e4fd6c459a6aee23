"""Before anything is asked of the home: what the gate says, and whether the target can do it."""

from dataclasses import replace

from ..agreement import Agreement
from ..home import Service, ServiceCall, Snapshot, State
from ..home.model import UNAVAILABLE
from ..home.service_kinds import is_of_own_kind
from ..outcome import ANYTHING, AwaitedAction, Outcome, Reason, Status
from ..privacy.disclosure import redact_call
from .fitting import find_misfit
from .gate import Decision

_COLOURED = frozenset({"hs", "rgb", "rgbw", "rgbww", "xy"})
_ONLY_SWITCHED = frozenset({"onoff", "unknown"})


def find_objection(call: ServiceCall, target: str, home: Snapshot) -> Outcome | None:
    """Why the home need not be asked to do this to this target, None if it should be."""
    state = home.states.get(target)
    if state is None:
        return _object(Status.FAILED, Reason.GONE, call, target, home)
    service = _find_service(call, target, home)
    if service is None:
        return _object(Status.REFUSED, Reason.UNSUPPORTED, call, target, home)
    if state.value == UNAVAILABLE:
        return _object(Status.FAILED, Reason.UNAVAILABLE, call, target, home)
    if not service.suits(state.features) or not _lamp_supports(call, state):
        return _object(Status.REFUSED, Reason.UNSUPPORTED, call, target, home)
    if (wrong := find_misfit(call, service, state)) is not None:
        outcome = _object(Status.REFUSED, wrong.reason, call, target, home)
        return replace(outcome, allowed=wrong.allowed)
    return None


def _find_service(call: ServiceCall, target: str, home: Snapshot) -> Service | None:
    """The service that would be asked of the target, None if there is none for its kind."""
    services, domain = home.layout.services, target.partition(".")[0]
    if call.domain == "homeassistant" and f"{domain}.{call.service}" in services:
        return services[f"{domain}.{call.service}"]
    if is_of_own_kind(call) and domain != call.domain:
        # A home ignores that in silence.
        return None
    return services.get(call.full_name)


def _lamp_supports(call: ServiceCall, state: State) -> bool:
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


def _object(
    status: Status, reason: Reason, call: ServiceCall, target: str, home: Snapshot
) -> Outcome:
    state = home.states.get(target)
    return Outcome(
        status=status,
        entity_id=target,
        service=call.full_name,
        before=state,
        after=state,
        reason=reason,
    )


def check_target(
    call: ServiceCall, target: str, decision: Decision, home: Snapshot, *, later: bool = False
) -> Outcome | None:
    """Why a call is not made on this target, or not before a yes, None if it may be at once.

    What cannot be done is not asked about; what is for later may be out of reach only now.
    """
    if decision.refused is not None:
        because = _find_denied_entity(decision, target)
        return replace(refuse(call, target, decision.refused), because=because)
    impossible = find_objection(call, target, home)
    if impossible is not None and not (later and impossible.reason is Reason.UNAVAILABLE):
        return impossible
    return await_confirmation(call, target, decision, home) if decision.ask else None


def await_confirmation(
    call: ServiceCall, target: str, decision: Decision, home: Snapshot
) -> Outcome:
    """It needs a yes first, or goes together with something that does."""
    return Outcome(
        status=Status.AWAITING,
        entity_id=target,
        service=call.full_name,
        before=home.states.get(target),
        detail=decision.ask or "",
        awaited=AwaitedAction(
            action=decision.wanted or Agreement.on(redact_call(call, home), target), at=home.now
        ),
    )


def refuse(call: ServiceCall, target: str, reason: Reason) -> Outcome:
    """The home was not asked."""
    return Outcome(status=Status.REFUSED, entity_id=target, service=call.full_name, reason=reason)


def refuse_unconfirmed(outcome: Outcome) -> Outcome:
    """What would have to be asked first, where nobody is there to answer."""
    if outcome.status is not Status.AWAITING:
        return outcome
    return replace(
        outcome, status=Status.REFUSED, reason=Reason.NOT_CONFIRMED, detail="", awaited=None
    )


def _find_denied_entity(decision: Decision, target: str) -> str | None:
    """What else a rule is about that forbids this; nothing that people may not know of."""
    entities = [touch.entity for touch in decision.denied]
    if entities and not any(entities):
        return ANYTHING
    exposed = (entity for entity in entities if entity is not None and entity.exposed)
    return next((entity.entity_id for entity in exposed if entity.entity_id != target), None)
