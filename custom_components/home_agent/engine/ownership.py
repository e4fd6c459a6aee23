"""Whose something is: plans, timers and what was said belong to whoever asked for them.

What nobody in particular asked for, such as a timer that was set at a voice satellite, is the
household's: everyone may see it and end it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .authority import Authority


@dataclass(frozen=True, slots=True, kw_only=True)
class Ownership:
    """Who may see and end what belongs to others."""

    shared: bool = False
    """Whether everyone may."""

    managers: frozenset[str] = frozenset()
    """The users who may, besides the admins of the home."""

    def manages(self, authority: Authority) -> bool:
        """Whether somebody may see and end what anybody planned."""
        return self.shared or authority.is_admin or authority.user_id in self.managers

    def permits(self, authority: Authority, owner: str | None) -> bool:
        """Whether somebody may see and end what this user planned."""
        return owner in (None, authority.user_id) or self.manages(authority)


def kept_fairly[T](
    values: Iterable[T], most: int, owner_of: Callable[[T], str | None]
) -> tuple[list[T], list[T]]:
    """At most so many of them, the oldest being first, and those that are given up.

    Whoever has the most gives up the oldest, so that nobody can crowd out another.
    """
    kept, gone = list(values), []
    owned = Counter(map(owner_of, kept))
    while len(kept) > most:
        crowd = max(owned.values())
        at = next(at for at, one in enumerate(kept) if owned[owner_of(one)] == crowd)
        owned[owner_of(kept[at])] -= 1
        gone.append(kept.pop(at))
    return kept, gone
