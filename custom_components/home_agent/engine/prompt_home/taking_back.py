"""What was handed over, taken back: the opposite of the last call, if it was about one thing.

How things were before stands in no message. Whoever takes back that the lamp was switched on wants
it off; of several lamps some may have been on already, and what was set to a figure had another
one: then they must say how it should be.
"""

from collections.abc import Sequence

from ..home import Layout, ServiceCall
from ..home.domains import DOMAINS
from ..home.service_kinds import RUN_AT_ONCE
from ..plan import CallStep, Plan
from ..understand.grammar.wordings import wording_of
from .caller_tools import LIVE_CONTEXT
from .messages import Exchange, MadeCall
from .tool_results import read_made_call, read_result

_PAIRS = {"turn_on": "turn_off", "turn_off": "turn_on", "lock": "unlock", "unlock": "lock"}


def plan_back(exchanges: Sequence[Exchange], layout: Layout) -> Plan | None:
    """The plan that takes back the call made last; None if it cannot be."""
    for exchange in reversed(exchanges):
        made = [call for call in exchange.calls if call.bare_name != LIVE_CONTEXT]
        if made:
            worked = (call for call in made if _may_have_worked(call, exchange))
            services = [service for call in worked for service in read_made_call(call, layout)]
            return _plan_back(services, layout)
    return None


def _plan_back(services: Sequence[ServiceCall], layout: Layout) -> Plan | None:
    if len(services) != 1 or len(services[0].targets) != 1:
        return None
    back = _opposite(services[0])
    if back is None:
        return None
    names = (layout.entities[target].name for target in back.targets if target in layout.entities)
    step = CallStep(call=back, wording=wording_of([back], next(names, "")))
    return Plan(steps=(step,))


def _may_have_worked(call: MadeCall, exchange: Exchange) -> bool:
    return read_result(exchange.results.get(call.call_id, "")).worked is not False


def _opposite(call: ServiceCall) -> ServiceCall | None:
    domain = DOMAINS.get(call.domain)
    # Switching off what is run once takes nothing back.
    if domain is None or call.domain in RUN_AT_ONCE or call.data:
        return None
    services = {action.service: action for action in domain.actions}
    action = services.get(call.service)
    back = (action.opposite or _PAIRS.get(call.service, "")) if action else ""
    if back not in services:
        return None
    return ServiceCall(domain=call.domain, service=back, targets=call.targets)
