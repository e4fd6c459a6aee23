"""What was worked out of a home's names, for each of the people who see it differently."""

from typing import Protocol

from ...home import Layout

# A family, with its guests.
_MOST = 8


class _Gathered(Protocol):
    """Something that was taken from a layout."""

    @property
    def layout(self) -> Layout: ...


class Views[T: _Gathered]:
    """Keeps what was gathered for each view of one home, and forgets it when the home changes.

    Whoever reads a sentence may be in another thread: what is kept is replaced, never changed.
    """

    def __init__(self) -> None:
        """Start with nothing."""
        self._kept: tuple[T, ...] = ()

    def of(self, layout: Layout) -> T | None:
        """What was gathered from this very layout."""
        return next((one for one in self._kept if one.layout is layout), None)

    @property
    def latest(self) -> T | None:
        """What was gathered last, to go on from."""
        return self._kept[-1] if self._kept else None

    def keep(self, gathered: T) -> T:
        """Keep it beside those of the same home; views of a home share its rooms."""
        areas = gathered.layout.areas
        others = [one for one in self._kept if one.layout.areas is areas]
        self._kept = (*others[-_MOST + 1 :], gathered)
        return gathered
