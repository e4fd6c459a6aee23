"""What of all that happened matters: repeated events summarized, and the most pressing first."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..home import Snapshot
from ..home.model import UNAVAILABLE
from .kinds import Category, kind_of
from .recent_events import RecentEvent
from .summary import EventSummary, Timeline, summarize

_FEW = 3


def rank_events(events: Iterable[RecentEvent], home: Snapshot) -> tuple[EventSummary, ...]:
    """What matters, the most pressing first. What is not exposed is left out."""
    by_entity: dict[str, list[RecentEvent]] = {}
    for event in sorted(events, key=lambda event: event.at.timestamp()):
        by_entity.setdefault(event.entity_id, []).append(event)
    summaries = map(summarize, _timelines(by_entity, home))
    joined = _join_losses(summary for summary in summaries if summary is not None)
    return tuple(sorted(joined, key=_urgency))


def _timelines(by_entity: dict[str, list[RecentEvent]], home: Snapshot) -> Iterator[Timeline]:
    for entity_id, events in by_entity.items():
        entity, state = home.layout.entities.get(entity_id), home.states.get(entity_id)
        if entity is None or state is None or not entity.exposed:
            continue
        if (kind := kind_of(entity, state)) is not None:
            yield Timeline(entity=entity, kind=kind, events=tuple(events), zone=home.now.tzinfo)


def _urgency(summary: EventSummary) -> tuple[int, bool, float, str]:
    return summary.category, summary.ours, -summary.at.timestamp(), summary.entity_id


def _join_losses(summaries: Iterable[EventSummary]) -> Iterator[EventSummary]:
    """Join many things that were lost in the same minute: a hub, a router."""
    lost: dict[tuple[Category, int], list[EventSummary]] = {}
    for summary in summaries:
        if UNAVAILABLE in summary.values:
            minute = int(summary.at.timestamp() // 60)
            lost.setdefault((summary.category, minute), []).append(summary)
        else:
            yield summary
    for together in lost.values():
        if len(together) > _FEW:
            yield replace(min(together, key=_urgency), others=len(together) - 1)
        else:
            yield from together
