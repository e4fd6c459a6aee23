"""Whether the house is shut: "is everything locked up", and locks of doors beside them."""

from ...home import Entity
from ...home.domains import all_classes
from ...plan import Plan
from ..conditions.state_words import loose_states
from .plans import query_plan
from .state_question import StateQuestion
from .user_question import UserQuestion

_NOT_LOCKED = frozenset({"unlocked", "unlocking"})

# What is locked or closed; of a sensor at a door, that is off.
_SECURE = frozenset({"closed", "locked", "off"})
_ENTRIES = frozenset((domain, kind.name) for domain, kind in all_classes() if kind.entry)


def read_security_question(question: UserQuestion) -> Plan | None:
    """The plan for a question about the whole house; None for any other."""
    if question.words not in question.lexicon.questions.of("secure"):
        return None
    found = [entity for entity, _state in question.scene.exposed() if _keeps_out(entity)]
    if not found:
        return None
    return query_plan(found, "all", wanted=_SECURE)


def _keeps_out(entity: Entity) -> bool:
    """Whether something tells of a lock, a door or a window."""
    return entity.domain == "lock" or (entity.domain, entity.device_class) in _ENTRIES


def locks_besides(
    found: tuple[Entity, ...], condition: StateQuestion, question: UserQuestion
) -> tuple[Entity, ...]:
    """The locks that are asked about, too, of doors that nothing else tells of.

    A door that is not locked need not stand open.
    """
    words, states = question.lexicon.words, question.home.states
    told = [frozenset(words(entity.name)) for entity in found]
    locks = condition.try_find(
        lambda entity: entity.domain == "lock" and bool(loose_states(condition.word, entity))
    )
    return tuple(
        lock
        for lock in locks
        if (condition.word == "closed" or states[lock.entity_id].value not in _NOT_LOCKED)
        and not any(names <= frozenset(words(lock.name)) for names in told)
        and not any(frozenset(words(lock.name)) <= names for names in told)
    )
