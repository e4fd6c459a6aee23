"""How to bring a thing back to how it was: one or more calls, in order.

How each domain does it stands in `home/domains/`. What has no way there cannot be brought back,
and the person is told so.
"""

from ...home import Entity, ServiceCall, State
from ...home.domains import DOMAINS, all_actions
from ...home.model import UNKNOWN

_UNMADE = {
    f"{domain}.{action.service}": action.reverse
    for domain, action in all_actions()
    if action.reverse is not None
}


def restore(entity: Entity, before: State, now: State) -> tuple[ServiceCall, ...] | None:
    """The calls that bring it back; empty if it is so already, `None` if it cannot be done."""
    domain = DOMAINS.get(entity.domain)
    if domain is None or domain.restore is None:
        return None
    if not before.available or before.value == UNKNOWN:
        return None
    calls = domain.restore(before, now)
    if calls is None:
        return None
    return tuple(
        ServiceCall(domain=entity.domain, service=service, targets=(entity.entity_id,), data=data)
        for service, data in calls
    )


def can_restore(domain: str) -> bool:
    """Whether such things can be brought back at all."""
    return domain in DOMAINS and DOMAINS[domain].restore is not None


def reverse(call: ServiceCall) -> tuple[ServiceCall, ...] | None:
    """The calls that take back what shows in no state: items on a list, the next track."""
    back = _UNMADE[call.full_name](call.data) if call.full_name in _UNMADE else None
    if back is None:
        return None
    service, data = back
    return (ServiceCall(domain=call.domain, service=service, targets=call.targets, data=data),)


KEPT = frozenset(
    attribute
    for domain in DOMAINS.values()
    if domain.restore is not None
    for attribute in (
        *(setting.attribute for setting in domain.settings if setting.restored),
        *domain.kept,
    )
    if attribute
)
"""The attributes that bringing something back takes; the others need not be remembered."""
