"""One way to write a call, whatever way it came in."""

from dataclasses import replace

from ...home import Layout, ServiceCall
from ...home.service_kinds import own_service


def normalize_call(call: ServiceCall, layout: Layout) -> ServiceCall:
    """The call in small letters; a service that names a routine turns that routine on.

    Home Assistant takes any letters, and hands whatever comes with `script.good_night` to that
    script, whichever target is named beside it.
    """
    known = layout.entities
    if call.full_name in layout.services and all(map(known.__contains__, call.targets)):
        # As the home itself spells all of it.
        return call
    if not _is_small(call):
        call = replace(
            call,
            domain=call.domain.strip().lower(),
            service=call.service.strip().lower(),
            targets=tuple(target.strip().lower() for target in call.targets),
        )
    named = own_service(call)
    if named is None:
        return call
    routine = layout.routine_services.get(named, named)
    data = {"variables": dict(call.data)} if call.data else {}
    return ServiceCall(domain="script", service="turn_on", targets=(routine,), data=data)


def _is_small(call: ServiceCall) -> bool:
    written = ".".join((call.domain, call.service, *call.targets))
    return written == written.lower() and len(written.split(None, 1)) == 1
