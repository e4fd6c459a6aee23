"""Every entity with its state, for a model that had better not have to look anything up."""

from collections.abc import Iterator
from itertools import chain

from ..home import Snapshot
from ..home.domains import SENSORS
from ..llm.tokens import count_tokens
from .states import EntityContext, read_entities, write_short


def add_all(
    first: tuple[EntityContext, ...], home: Snapshot, limit: int
) -> tuple[EntityContext, ...]:
    """These, and then all others by room, as many as fit into about so many tokens."""
    known = {context.entity.entity_id for context in first}
    others = (read_entities((id_,), home) for id_ in _by_room(home) if id_ not in known)
    fitting: list[EntityContext] = []
    for context in chain(first, chain.from_iterable(others)):
        limit -= count_tokens(f"{write_short(context, context.facts())}\n")
        if limit < 0:
            break
        fitting.append(context)
    return tuple(fitting)


def _by_room(home: Snapshot) -> Iterator[str]:
    """The ids, room by room; what only tells comes last."""
    layout = home.layout
    ids = []
    for entity_id, entity in layout.entities.items():
        if entity.exposed:
            area = layout.area_of(entity)
            tells = entity.domain in SENSORS
            ids.append((tells, area is None, area.name if area else "", entity_id))
    return (entity_id for *_order, entity_id in sorted(ids))
