"""Programs of actions: each call passes the gate, and what needs a yes is asked about first.

Once it runs, nobody can be asked any more: what shows only then to need a yes is not done.
"""

from collections.abc import Mapping
from typing import Any

from ..authority import Authority
from ..events import CallEnded, Event, EventListener
from ..home import ServiceCall
from ..home.model import NOTHING
from ..outcome import SUCCESSES, Outcome, Status
from ..plan import ProgramStep
from ..program import CalledService
from .service_caller import ServiceCaller
from .validation import refuse_unconfirmed

_GOOD = SUCCESSES | {Status.ANSWERED, Status.HANDED_OVER}


async def run_program(
    step: ProgramStep, caller: ServiceCaller, authority: Authority, listener: EventListener
) -> list[Outcome]:
    """Run it; how everything that it asked for ended."""
    if awaiting := caller.find_awaiting(step.calls, authority):
        return awaiting
    ended: list[Outcome] = []

    async def call(asked: ServiceCall) -> CalledService:
        response: Mapping[str, Any] = NOTHING

        def note(event: Event) -> None:
            nonlocal response
            if isinstance(event, CallEnded):
                response = event.response
            listener(event)

        outcomes = await caller.call(asked, authority, note)
        outcomes = [refuse_unconfirmed(outcome) for outcome in outcomes]
        ended.extend(outcomes)
        return CalledService(
            outcomes=tuple(outcomes),
            response=response,
            is_good=all(outcome.status in _GOOD for outcome in outcomes),
        )

    await step.program.run(call)
    return ended
