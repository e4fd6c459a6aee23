"""Forwards calls to whoever asked, if the home is theirs: we send nothing, and see no result."""

from collections.abc import Iterator
from dataclasses import replace

from ..agreement import Agreement
from ..errors import CallRefusedError
from ..events import CallSent, EventListener
from ..home import ServiceCall, Snapshot
from ..home.colours import name_colour
from ..home.protocol import CallForwardingHome
from ..outcome import AwaitedAction, Outcome, Reason, Status
from ..privacy.disclosure import redact_call
from .plain_messages import escape_call


def forward_calls(
    home: CallForwardingHome, call: ServiceCall, before: Snapshot, listener: EventListener
) -> Iterator[Outcome]:
    """Forward a call, target by target; yield whether that was possible."""
    for target in call.targets:
        single = escape_call(replace(call, targets=(target,)))
        told = redact_call(single, before)
        outcome = Outcome(
            status=Status.HANDED_OVER,
            entity_id=target,
            service=call.full_name,
            before=before.states.get(target),
            awaited=AwaitedAction(
                action=Agreement.on(with_colour_named(told), target), at=before.now
            ),
        )
        try:
            home.forward_call(single)
        except CallRefusedError as refusal:
            yield replace(
                outcome,
                status=Status.REFUSED,
                reason=Reason.REJECTED,
                detail=str(refusal),
                awaited=None,
            )
            continue
        listener(CallSent(call=told))
        yield outcome


def with_colour_named(call: ServiceCall) -> ServiceCall:
    """The call with a colour by its name, as people speak of it, where it has one."""
    figures = call.data.get("rgb_color")
    name = name_colour(figures) if isinstance(figures, list | tuple) else None
    if name is None:
        return call
    rest = {key: value for key, value in call.data.items() if key != "rgb_color"}
    return replace(call, data={**rest, "color_name": name})
