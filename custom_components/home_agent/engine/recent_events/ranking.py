"""What of all that happened matters: repeated things folded, and the most pressing first. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..home import Snapshot
from ..home.model import UNAVAILABLE
from .folding import Course, Told, folded
from .happening import Happening
from .kinds import Matter, kind_of

_FEW = 3


def ranked(happenings: Iterable[Happening], home: Snapshot) -> tuple[Told, ...]:
    """What matters, the most pressing first. What is not exposed is not there."""
    by_entity: dict[str, list[Happening]] = {}
    for one in sorted(happenings, key=lambda one: one.at.timestamp()):
        by_entity.setdefault(one.entity_id, []).append(one)
    told = (folded(one) for one in _courses(by_entity, home))
    return tuple(sorted(_together(one for one in told if one is not None), key=_pressing))


def _courses(by_entity: dict[str, list[Happening]], home: Snapshot) -> Iterator[Course]:
    for entity_id, happenings in by_entity.items():
        entity, state = home.layout.entities.get(entity_id), home.states.get(entity_id)
        if entity is None or state is None or not entity.exposed:
            continue
        if (kind := kind_of(entity, state)) is not None:
            yield Course(
                entity=entity, kind=kind, happenings=tuple(happenings), zone=home.now.tzinfo
            )


def _pressing(told: Told) -> tuple[int, bool, float, str]:
    return told.matter, told.ours, -told.at.timestamp(), told.entity_id


def _together(told: Iterable[Told]) -> Iterator[Told]:
    """Many things that were lost in the same minute are one thing that was: a hub, a router."""
    lost: dict[tuple[Matter, int], list[Told]] = {}
    for one in told:
        if UNAVAILABLE in one.values:
            lost.setdefault((one.matter, int(one.at.timestamp() // 60)), []).append(one)
        else:
            yield one
    for some in lost.values():
        if len(some) > _FEW:
            yield replace(min(some, key=_pressing), others=len(some) - 1)
        else:
            yield from some
