"""Things by what they are known by, kept up to date as a home changes.

An index is never changed: whoever reads a sentence with it may be in another thread. A renewed one
shares with the old one whatever stayed the same.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from ...home import Layout


def changed[Thing](
    before: Mapping[str, Thing], after: Mapping[str, Thing]
) -> tuple[dict[str, Thing], dict[str, Thing]]:
    """What is no longer there, and what is new; a thing that changed is both."""
    if before is after:
        return {}, {}
    gone = {
        key: thing
        for key, thing in before.items()
        if (now := after.get(key)) is not thing and now != thing
    }
    new = {key: thing for key, thing in after.items() if key in gone or key not in before}
    return gone, new


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Ids in alphabetical order, so that it does not matter when each came to be known."""
    return tuple(sorted(ids))


def renewed[Key, Thing, Ids: Collection[str]](
    index: Mapping[Key, Ids],
    gone: Mapping[str, Thing],
    new: Mapping[str, Thing],
    *,
    known_by: Callable[[Thing], Iterable[Key]],
    kept_as: Callable[[Iterable[str]], Ids],
) -> Mapping[Key, Ids]:
    """The index without the things that are gone, and with those that are new."""
    removed, added = _by_key(gone, known_by), _by_key(new, known_by)
    if not removed and not added:
        return index
    result = dict(index)
    for key in removed.keys() | added.keys():
        ids = {*index.get(key, ())} - removed.get(key, set()) | added.get(key, set())
        if ids:
            result[key] = kept_as(ids)
        else:
            del result[key]
    return result


def _by_key[Key, Thing](
    things: Mapping[str, Thing], known_by: Callable[[Thing], Iterable[Key]]
) -> dict[Key, set[str]]:
    found: dict[Key, set[str]] = defaultdict(set)
    for id_, thing in things.items():
        for key in known_by(thing):
            found[key].add(id_)
    return dict(found)


# A family, with its guests.
_MOST = 8


class _GatheredIndex(Protocol):
    """Something that was taken from a layout."""

    @property
    def layout(self) -> Layout: ...


class LayoutCache[T: _GatheredIndex]:
    """Keeps what was gathered for each view of one home, and forgets it when the home changes.

    Whoever reads a sentence may be in another thread: what is kept is replaced, never changed.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self._kept: tuple[T, ...] = ()

    def of(self, layout: Layout) -> T | None:
        """What was gathered from this very layout."""
        return next((gathered for gathered in self._kept if gathered.layout is layout), None)

    @property
    def latest(self) -> T | None:
        """What was gathered last, to go on from."""
        return self._kept[-1] if self._kept else None

    def keep(self, gathered: T) -> T:
        """Keep it beside those of the same home; views of a home share its rooms."""
        areas = gathered.layout.areas
        kept = [view for view in self._kept if view.layout.areas is areas]
        self._kept = (*kept[-_MOST + 1 :], gathered)
        return gathered
