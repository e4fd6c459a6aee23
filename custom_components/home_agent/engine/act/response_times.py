"""How long to wait for a device to show that it did what it was asked.

Every kind of thing has a time within which a sound one answers. A device that was seen to take
longer gets more next time, up to what the person allows. One that never answers teaches nothing:
it is not waited for any longer each time.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..errors import StoreError
from ..home import ServiceCall, Snapshot, State
from ..home.domains import DOMAINS
from ..instants import seconds_between
from ..outcome import Outcome, Reason
from ..storage.quarantine import read_document
from ..storage.store import Store
from .expectation import Expectation, expect

_LOGGER = logging.getLogger(__name__)
_KEY = "patience"

_USUAL = 5.0
_BY_DOMAIN: Mapping[str, float] = {name: domain.answers_within for name, domain in DOMAINS.items()}

# A device that took four seconds may well take a little more the next time.
_MARGIN = 1.5
_FORGETS = 0.1
_WORTH_WRITING = 1.25
_DEVICES_KEPT = 200

# What shows later than this is no answer to what was asked.
_LATEST = 60.0


@dataclass(frozen=True, slots=True)
class _Overdue:
    expectation: Expectation
    asked: datetime


class ResponseTimes:
    """What is usual for each device of a home."""

    def __init__(self, most: float, store: Store) -> None:
        """Never wait longer than so many seconds; keep what is learnt in the store."""
        self.most = most
        self._store = store
        self._slowest: dict[str, float] | None = None
        self._written: dict[str, float] = {}
        self._overdue: dict[str, _Overdue] = {}

    async def timeout_for(self, call: ServiceCall, home: Snapshot) -> float:
        """How long to wait for this call: as long as the slowest of its targets usually takes."""
        if self._slowest is None:
            self._slowest = await self._read()
        for target in call.targets:
            self._look_back(target, home.states.get(target))
        longest = max((self._usual_timeout(target) for target in call.targets), default=_USUAL)
        return min(longest, self.most)

    async def learn_from(
        self,
        call: ServiceCall,
        outcomes: Iterable[Outcome],
        answers: Mapping[str, float],
        asked: datetime,
    ) -> None:
        """Learn from what came of a call, and after how many seconds its targets answered."""
        for outcome in outcomes:
            target = outcome.entity_id or ""
            if target in answers:
                self._learn(target, answers[target])
            elif outcome.reason is Reason.NO_RESPONSE and len(self._overdue) < _DEVICES_KEPT:
                self._overdue[target] = _Overdue(expect(call), asked)
        await self._write()

    def _usual_timeout(self, target: str) -> float:
        known = (self._slowest or {}).get(target, 0.0)
        return max(_BY_DOMAIN.get(target.partition(".")[0], _USUAL), known * _MARGIN)

    def _look_back(self, target: str, state: State | None) -> None:
        """Learn from an answer that came after we had given up."""
        overdue = self._overdue.pop(target, None)
        if overdue is None or state is None or not overdue.expectation.met_by(state):
            return
        took = seconds_between(overdue.asked, state.changed)
        if took <= 0:
            took = seconds_between(overdue.asked, state.updated)
        if 0 < took <= _LATEST:
            self._learn(target, took)

    def _learn(self, target: str, took: float) -> None:
        """Remember the slowest, and forget it slowly; the quick need not be remembered at all."""
        slowest = self._slowest if self._slowest is not None else {}
        known = slowest.pop(target, 0.0)
        known = max(took, known - (known - took) * _FORGETS)
        if known * _MARGIN > _BY_DOMAIN.get(target.partition(".")[0], _USUAL):
            slowest[target] = known
            while len(slowest) > _DEVICES_KEPT:
                del slowest[next(iter(slowest))]

    async def _read(self) -> dict[str, float]:
        try:
            self._written = await read_document(self._store, _KEY, _read_seconds) or {}
        except StoreError as error:
            _LOGGER.warning("How long devices take is not known: %s", error)
        return dict(self._written)

    async def _write(self) -> None:
        """Keep what was learnt, if it is news."""
        slowest = self._slowest or {}
        if slowest.keys() == self._written.keys() and not any(
            _is_news(took, self._written[target]) for target, took in slowest.items()
        ):
            return
        self._written = dict(slowest)
        try:
            await self._store.put(_KEY, self._written)
        except StoreError as error:
            _LOGGER.warning("How long devices take is not kept: %s", error)


def _read_seconds(document: Mapping[str, Any]) -> dict[str, float]:
    seconds = {str(target): float(took) for target, took in document.items()}
    if not all(0 <= took <= _LATEST for took in seconds.values()):
        raise ValueError("Nothing takes so long.")
    return seconds


def _is_news(took: float, written: float) -> bool:
    return not written / _WORTH_WRITING < took < written * _WORTH_WRITING
