"""What is told of a thing by the device that it belongs to."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from ...home import Entity, Layout
from ...home.measures import has_measure
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import without
from .user_question import UserQuestion


def find_by_device(
    measure: str, said: Phrase, things: tuple[Entity, ...], question: UserQuestion
) -> tuple[Entity, ...]:
    """What tells it of these things: by their device, or by the same words in its name."""
    lexicon, names, states = question.lexicon, question.names, question.home.states
    plain = without(said, lexicon.roles["articles"])
    called_so = _devices_by_name(question.home.layout, lexicon).get(plain, ())
    devices = {entity.device_id for entity in things}.union(called_so) - {None}
    words = [frozenset(lexicon.words(thing.name)) for thing in things]
    alike = frozenset[str]().union(
        *(
            frozenset.intersection(*(names.words.get(word, frozenset()) for word in name))
            for name in words
            if name
        )
    )
    if not devices and not alike:
        return ()

    def belongs(entity: Entity) -> bool:
        if entity.device_id in devices:
            return True
        if entity.entity_id not in alike:
            return False
        called = frozenset(lexicon.words(entity.name))
        return any(name <= called for name in words)

    return question.exposed(
        lambda entity: belongs(entity) and has_measure(entity, states[entity.entity_id], measure)
    )


@lru_cache(maxsize=8)
def _devices_by_name(layout: Layout, lexicon: Lexicon) -> Mapping[Phrase, tuple[str, ...]]:
    """The devices of a home by the words of their names, for as long as these stay the same."""
    found = defaultdict[Phrase, tuple[str, ...]](tuple)
    for device in layout.devices.values():
        found[lexicon.words(device.name)] += (device.device_id,)
    return found
