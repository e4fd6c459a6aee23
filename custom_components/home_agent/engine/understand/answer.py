"""The answer to our own question: which of the candidates is meant."""

from ..home import Entity, Layout
from ..plan import CallStep
from .acts import CALLED_BY_NAME
from .grammar import bare
from .understanding import Question, Reading, Understanding, Understood


def chosen(text: str, question: Question, layout: Layout) -> str | None:
    """The candidate that the answer names best, by its room, floor or own name; else nothing."""
    words = f" {_plain(text)} "
    named = {
        entity_id: sum(f" {_plain(name)} " in words for name in _names(entity, layout))
        for entity_id in question.candidates
        if (entity := layout.entities.get(entity_id)) is not None
    }
    best = max(named.values(), default=0)
    first, *others = [entity_id for entity_id, count in named.items() if count == best] or [""]
    return first if best and not others else None


def says_one(reading: Reading, text: str) -> bool:
    """Whether the number in a sentence is a pronoun: "the bedroom one" does not mean 1 %.

    It is, if it is the word for one and next to nothing else was said but a name.
    """
    one = any(
        isinstance(slot.value, int | float) and slot.value == 1 and slot.text.isalpha()
        for slot in reading.slots.values()
    )
    named = {word for slot in reading.slots.values() for word in _plain(slot.text).split()}
    return one and len([word for word in _plain(text).split() if word not in named]) <= 1


def only_names(
    reading: Reading, text: str, understanding: Understanding, small: frozenset[str]
) -> bool:
    """Whether a sentence names a thing and says nothing of it: "the chandelier" is no command.

    The grammar takes it for one. A scene is indeed called by its name alone. `small` are words
    that say nothing, such as articles.
    """
    if not isinstance(understanding, Understood):
        return False
    calls = [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
    named = {word for slot in reading.slots.values() for word in _plain(slot.text).split()}
    more = [word for word in _plain(text).split() if word not in named and word not in small]
    return bool(calls) and not more and not any(call.domain in CALLED_BY_NAME for call in calls)


def _names(entity: Entity, layout: Layout) -> list[str]:
    area = layout.area_of(entity)
    floor = layout.floor_of(area)
    names = [*entity.names]
    names += [area.name, *area.aliases] if area else []
    names += [floor.name, *floor.aliases] if floor else []
    return names


def _plain(text: str) -> str:
    return bare(text).casefold()
