"""Where things are: "where is the vacuum", "which room is the printer in"."""

from ...home import Entity
from ...plan import Plan
from .answering import looking
from .form import Asking

_TRACKED = frozenset({"person", "device_tracker"})

# Nobody looks for a reading.
_NOT_THERE = frozenset({"automation", "event", "scene", "script", "sensor", "weather"})


def about_places(asking: Asking) -> Plan | None:
    """The plan for a question after where something is, if it is one."""
    opener = asking.opener("where")
    if not opener:
        return None
    said = asking.less(asking.words[len(opener) :], "links", "where_ends")
    if not asking.content(said):
        return None
    for suits in (_is_tracked, _is_thing):
        if found := asking.found(said, suits):
            return looking(found, "where")
    found = asking.find(said, lambda _one: True)
    return looking(found, "where")


def _is_tracked(entity: Entity) -> bool:
    return entity.domain in _TRACKED


def _is_thing(entity: Entity) -> bool:
    return entity.domain not in _NOT_THERE
