"""Sensors that say no class, and are called after what they are at: "bathroom window".

Where somebody asks for the windows, these are among them: else "no, all are closed" is not true.
"""

from ...home import Entity
from ..clauses.frame import Target, read_target
from ..lexicon.lexicon import Phrase
from ..resolve.concepts import kinds_in
from ..text.phrases import find_phrases
from .user_question import UserQuestion

_SENSOR = "binary_sensor"
_STATES = {"open": frozenset({"on"}), "closed": frozenset({"off"})}
_AT_WORK = {"running": frozenset({"on"}), "stopped": frozenset({"off"})}


def find_unclassed(word: str, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """What is of the kind that was said by its name alone, and can be open or closed."""
    target = read_target(said, question.lexicon, question.names)
    kinds = frozenset(kind for kind in target.kinds if kind.startswith(f"{_SENSOR}."))
    if word not in _STATES or not kinds or target.names:
        return ()
    return tuple(
        entity
        for entity in question.of_domain(_SENSOR)
        if entity.device_class is None
        and _is_called(entity, kinds, question)
        and _is_there(entity, target, question)
    )


def find_at_work(word: str, said: Phrase, question: UserQuestion) -> tuple[Entity, ...]:
    """What says in its name that it tells whether a machine runs: "Washer running"."""
    if word not in _AT_WORK or not question.names_anything(said):
        return ()
    return question.try_find(said, lambda entity: _tells_of_work(entity, question), any_kind=True)


def _tells_of_work(entity: Entity, question: UserQuestion) -> bool:
    if entity.domain != _SENSOR or entity.device_class is not None:
        return False
    conditions = question.lexicon.questions.conditions
    names = map(question.lexicon.words, entity.names)
    return any(
        "running" in conditions[phrase]
        for name in names
        for _, phrase in find_phrases(name, conditions)
    )


def find_unclassified_states(word: str, entity: Entity) -> frozenset[str]:
    """The states in which such a sensor says that it is so."""
    unclassed = entity.domain == _SENSOR and entity.device_class is None
    meant = _STATES.get(word) or _AT_WORK.get(word, frozenset())
    return meant if unclassed else frozenset()


def _is_called(entity: Entity, kinds: frozenset[str], question: UserQuestion) -> bool:
    listed = question.lexicon.kinds
    names = map(question.lexicon.words, entity.names)
    if any(
        not kinds.isdisjoint(listed[phrase])
        for name in names
        for _, phrase in find_phrases(name, listed)
    ):
        return True
    # "Badfenster" is one word, and may be in any language.
    classes = {kind.partition(".")[2] for kind in kinds}
    named = (kind for name in entity.names for kind in kinds_in(name))
    return any(kind.partition(".")[2] in classes for kind in named)


def _is_there(entity: Entity, target: Target, question: UserQuestion) -> bool:
    area = question.home.layout.area_of(entity)
    if not target.areas and not target.floors:
        return True
    return area is not None and (
        area.area_id in target.areas or (area.floor_id or "") in target.floors
    )
