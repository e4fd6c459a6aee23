"""What a simulated home remembers of its own states: the last few of each entity."""

from collections import defaultdict, deque
from datetime import datetime

from home_agent.engine.home.history import RecordedState
from home_agent.engine.home.model import State

_MOST = 2000


class SimulatedHistory:
    """The past of one home, as far as it goes back."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._recorded: defaultdict[str, deque[RecordedState]] = defaultdict(
            lambda: deque(maxlen=_MOST)
        )

    def note(self, entity_id: str, before: State | None, after: State) -> None:
        """Something became so; what only an attribute tells is not kept."""
        if before is None or before.value != after.value:
            self._recorded[entity_id].append(RecordedState(at=after.changed, value=after.value))

    def between(self, entity_id: str, start: datetime, end: datetime) -> tuple[RecordedState, ...]:
        """How it was from a moment on, and what it became until another."""
        recorded = self._recorded.get(entity_id, ())
        before = [state for state in recorded if state.at <= start][-1:]
        return (*before, *(state for state in recorded if start < state.at <= end))
