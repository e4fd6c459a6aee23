"""What it takes to put things back: for each entity the calls, or why there are none.

Only what is still as we left it is put back. Where somebody has changed it since, their wish is
the later one: it is left alone, and that is said.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...home import ServiceCall, Snapshot, State
from ...home.domains import SETS_OFF, Trait, with_trait
from ...outcome import Reason
from ..expectation import expect
from .journal import JournalEntry, stored_part
from .restore import restore, reverse

_SAID = with_trait(Trait.SPEAKS)
_PLAYING = frozenset({"buffering", "paused", "playing"})


@dataclass(frozen=True, slots=True, kw_only=True)
class WayBack:
    """How to put one entity back."""

    entity_id: str
    calls: tuple[ServiceCall, ...] = ()
    """In order. None: it is so already, unless there is an obstacle."""

    obstacle: Reason | None = None
    """Why it, or some of what was done to it, cannot be put back."""


def find_ways_back(entries: Iterable[JournalEntry], home: Snapshot) -> tuple[WayBack, ...]:
    """The way back for each entity, from the latest entry to the first."""
    by_entity: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        by_entity.setdefault(entry.entity_id, []).append(entry)
    return tuple(_way_back(entity_id, done, home) for entity_id, done in by_entity.items())


def _way_back(entity_id: str, entries: list[JournalEntry], home: Snapshot) -> WayBack:
    entity, now = home.layout.entities.get(entity_id), home.states.get(entity_id)
    if entity is None or now is None:
        return WayBack(entity_id=entity_id, obstacle=Reason.GONE)
    unmade = [back for entry in entries for back in reverse(entry.call) or ()]
    shown = [entry for entry in entries if reverse(entry.call) is None]
    way = WayBack(entity_id=entity_id, calls=tuple(unmade))
    if not shown:
        return way
    if obstacle := _obstacle(shown):
        return replace(way, obstacle=obstacle)
    before = shown[-1].before
    calls = None if before is None else restore(entity, before, now)
    if calls is None:
        return replace(way, obstacle=Reason.NO_WAY_BACK)
    if calls and now.available and not _is_ours(shown[0], now):
        return replace(way, obstacle=Reason.CHANGED_SINCE)
    return replace(way, calls=(*unmade, *calls))


def _obstacle(entries: list[JournalEntry]) -> Reason | None:
    """Why what was done shows in no state that could be put back."""
    for entry in entries:
        domain = entry.entity_id.partition(".")[0]
        if domain in _SAID or entry.call.data.get("announce"):
            return Reason.SAID
        trace = _left_a_trace(entry)
        if domain in SETS_OFF and not trace:
            return Reason.SET_OFF
        if not trace or _lost_what_played(entry):
            return Reason.NO_WAY_BACK
    return None


def _left_a_trace(entry: JournalEntry) -> bool:
    """Whether it shows in what is kept of a state."""
    if entry.before is None or entry.after is None:
        return False
    return stored_part(entry.before) != stored_part(entry.after)


def _lost_what_played(entry: JournalEntry) -> bool:
    """Whether something else was played before, which nobody can wind back to."""
    return (
        entry.call.service == "play_media"
        and entry.before is not None
        and entry.before.value in _PLAYING
    )


def _is_ours(entry: JournalEntry, now: State) -> bool:
    """Whether it is still as we left it, or on the way there."""
    expectation = expect(entry.call)
    if expectation.met_by(now) or entry.after is None:
        return True
    if expectation.under_way(entry.after) and expectation.under_way(now):
        return True
    if not expectation.checks:
        return now.value == entry.after.value
    return stored_part(now) == stored_part(entry.after)
