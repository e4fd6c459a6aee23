"""What of all that happened matters: repeated things folded, and the most pressing first. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..home import Snapshot
from ..home.model import UNAVAILABLE
from .kinds import Category, kind_of
from .recent_events import RecentEvent
from .summary import EventSummary, Timeline, summarize

_FEW = 3


def rank_events(happenings: Iterable[RecentEvent], home: Snapshot) -> tuple[EventSummary, ...]:
    """What matters, the most pressing first. What is not exposed is not there."""
    by_entity: dict[str, list[RecentEvent]] = {}
    for one in sorted(happenings, key=lambda one: one.at.timestamp()):
        by_entity.setdefault(one.entity_id, []).append(one)
    told = (summarize(one) for one in _courses(by_entity, home))
    return tuple(sorted(_together(one for one in told if one is not None), key=_pressing))


def _courses(by_entity: dict[str, list[RecentEvent]], home: Snapshot) -> Iterator[Timeline]:
    for entity_id, happenings in by_entity.items():
        entity, state = home.layout.entities.get(entity_id), home.states.get(entity_id)
        if entity is None or state is None or not entity.exposed:
            continue
        if (kind := kind_of(entity, state)) is not None:
            yield Timeline(
                entity=entity, kind=kind, happenings=tuple(happenings), zone=home.now.tzinfo
            )


def _pressing(told: EventSummary) -> tuple[int, bool, float, str]:
    return told.matter, told.ours, -told.at.timestamp(), told.entity_id


def _together(told: Iterable[EventSummary]) -> Iterator[EventSummary]:
    """Many things that were lost in the same minute are one thing that was: a hub, a router."""
    lost: dict[tuple[Category, int], list[EventSummary]] = {}
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
