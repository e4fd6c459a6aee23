"""What a scene or a script sets off, as far as it is seen to change."""

import asyncio
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from ..home import Home, ServiceCall, Snapshot
from ..home.service_kinds import RUN_AT_ONCE
from ..outcome import SEEN_CHANGES, Outcome
from .verification import Verification

# Longer than most lamps take, and shorter than anybody minds.
_MOMENT = 1.0
_MOST = 50


class SideEffects:
    """Listens to whatever a routine is known to touch, from before it is started."""

    def __init__(self, home: Home, call: ServiceCall, before: Snapshot, *, patience: float) -> None:
        """Prepare to listen; of other calls than of routines there is nothing to hear."""
        calls = [
            routine
            for target in (call.targets if call.domain in RUN_AT_ONCE else ())
            for routine in before.layout.routines.get(target, ())
            if routine.targets and routine.domain not in RUN_AT_ONCE
        ]
        self._before = before
        self._verifications = [Verification(home, call) for call in calls[:_MOST]]
        self._patience = min(_MOMENT, patience)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Begin to listen."""
        for verification in self._verifications:
            self._stack.enter_context(verification)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop listening."""
        self._stack.close()

    async def outcomes(self) -> tuple[Outcome, ...]:
        """What changed, of what may be told: each thing once."""
        watched = (verification.outcomes(self._patience) for verification in self._verifications)
        ended = [outcome for outcomes in await asyncio.gather(*watched) for outcome in outcomes]
        changed = {
            outcome.entity_id: outcome
            for outcome in ended
            if outcome.status in SEEN_CHANGES and _may_be_told(outcome, self._before)
        }
        return tuple(changed.values())


def _may_be_told(outcome: Outcome, home: Snapshot) -> bool:
    entity = home.layout.entities.get(outcome.entity_id or "")
    secret = any(state is not None and state.is_secret for state in (outcome.before, outcome.after))
    return entity is not None and entity.exposed and not secret
