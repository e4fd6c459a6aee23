"""What a simulated home remembers of its own states: the last few of each entity."""

from collections import defaultdict, deque
from datetime import datetime

from ..history import Recorded
from ..live import LiveHome
from ..protocol import Change, StateChanged

_MOST = 2000


class Past:
    """The past of one home, as far as it goes back."""

    def __init__(self, book: LiveHome) -> None:
        """Remember how things are now, and whatever becomes of them."""
        self._recorded: defaultdict[str, deque[Recorded]] = defaultdict(lambda: deque(maxlen=_MOST))
        for entity_id, state in book.states.items():
            self._recorded[entity_id].append(Recorded(at=state.changed, value=state.value))
        book.subscribe(self._hear)

    def between(self, entity_id: str, start: datetime, end: datetime) -> tuple[Recorded, ...]:
        """How it was from a moment on, and what it became until another."""
        recorded = self._recorded.get(entity_id, ())
        before = [one for one in recorded if one.at <= start][-1:]
        return (*before, *(one for one in recorded if start < one.at <= end))

    def _hear(self, change: Change) -> None:
        if not isinstance(change, StateChanged) or change.after is None:
            return
        if change.before is None or change.before.value != change.after.value:
            told = Recorded(at=change.after.changed, value=change.after.value)
            self._recorded[change.entity_id].append(told)
