"""The memories of a person, as the fast tier reads them."""

import logging

from ..errors import StoreError
from ..understand.remembered import NOTHING_REMEMBERED, Remembered
from .changes import MemoryChange
from .memories import Memories

_LOGGER = logging.getLogger(__name__)
_MOST_PEOPLE = 100


class MemoryViews:
    """A view for each person, renewed when memories change."""

    def __init__(self, memories: Memories) -> None:
        """Show these."""
        self._memories = memories
        self._views: dict[str | None, Remembered] = {}
        memories.listen(self._forget_views)

    async def view_for(self, person: str | None) -> Remembered:
        """The view of a person; an empty one if the store cannot be read."""
        if not self._memories.enabled:
            return NOTHING_REMEMBERED
        try:
            await self._memories.refresh()
            if person not in self._views:
                if len(self._views) >= _MOST_PEOPLE:
                    self._views.clear()
                self._views[person] = self._memories.view_for(person)
        except StoreError as error:
            # A broken disk must not keep anyone from switching a lamp.
            _LOGGER.warning("What is remembered cannot be read: %s", error)
            return Remembered(enabled=True)
        return self._views[person]

    def _forget_views(self, _change: MemoryChange) -> None:
        self._views.clear()
