"""Whether nobody gets in: "is the house secure". All that locks, and all that may stand open."""

from ...home import Entity
from ...plan import Plan
from .answering import looking
from .form import Asking

# What is locked or closed; of a sensor at a door, that is off.
_SECURE = frozenset({"closed", "locked", "off"})
_SENSORS = frozenset({"door", "garage_door", "lock", "opening", "window"})
_COVERS = frozenset({"door", "garage", "gate"})


def about_security(asking: Asking) -> Plan | None:
    """The plan for a question after the whole house, if it is one."""
    if asking.words not in asking.lexicon.questions.of("secure"):
        return None
    found = [entity for entity, _state in asking.scene.exposed() if _keeps_out(entity)]
    if not found:
        return None
    return looking(found, "all", wanted=_SECURE)


def _keeps_out(entity: Entity) -> bool:
    """Whether something tells of a lock, a door or a window."""
    match entity.domain:
        case "lock":
            return True
        case "binary_sensor":
            return entity.device_class in _SENSORS
        case "cover":
            return entity.device_class in _COVERS
        case _:
            return False
