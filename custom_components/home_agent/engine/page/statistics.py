"""Counts how sentences were understood, by day, and keeps those that were not.

It listens to every turn of the agent, whoever speaks, and keeps what it heard in one document.
What may not be shown is not in a turn that it hears of.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from ..agent import Agent
from ..errors import StoreError
from ..events import Event, TurnFinished
from ..storage.quarantine import read_document
from ..storage.store import Store
from ..storage.type_check import check_types
from ..turn import Reply, Tier, Turn
from .viewer import Viewer

_LOGGER = logging.getLogger(__name__)

_KEY = "page/statistics"
_DAYS, _MISSED, _TIMES = 30, 200, 500
_LONGEST = 200
_BETWEEN_WRITES = 5.0


@dataclass(slots=True, kw_only=True)
class Day:
    """The counts of one day."""

    fast: int = 0
    llm: int = 0
    none: int = 0
    tokens: int = 0
    cost: float = 0.0
    times: list[float] = field(default_factory=list)
    """How many milliseconds each took, the last few hundred."""

    def count(self, reply: Reply) -> None:
        """Count a turn."""
        match reply.tier:
            case Tier.FAST:
                self.fast += 1
            case Tier.LLM:
                self.llm += 1
            case Tier.NONE:
                self.none += 1
        if reply.consumption is not None:
            self.tokens += reply.consumption.tokens
            self.cost += reply.consumption.cost
        self.times.append(round(reply.latency_ms, 1))
        del self.times[:-_TIMES]

    def as_document(self, day: str) -> dict[str, Any]:
        """For the page."""
        times = sorted(self.times)
        return {
            "day": day,
            "fast": self.fast,
            "llm": self.llm,
            "none": self.none,
            "tokens": self.tokens,
            "cost": round(self.cost, 4),
            "p50": times[len(times) // 2] if times else None,
            "p95": times[min(len(times) * 95 // 100, len(times) - 1)] if times else None,
        }


@dataclass(slots=True, kw_only=True)
class MissedSentence:
    """A sentence that was not understood, with how often it was said."""

    text: str
    language: str
    last: str
    count: int = 0
    askers: list[str] = field(default_factory=list)


class Statistics:
    """Counts the turns of one agent."""

    def __init__(self, agent: Agent, store: Store, *, keeps_words: bool = True) -> None:
        """Count from now on, and go on with what this store has.

        Without `keeps_words`, no sentence is written down.
        """
        self._store = store
        self._keeps_words = keeps_words
        self._is_kept = True
        self._days: dict[str, Day] = {}
        self._missed: dict[str, MissedSentence] = {}
        self._loading: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._stop = agent.listen_to_turns(self._hear)

    async def close(self) -> None:
        """Stop listening, and store the counts."""
        self._stop()
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.wait({self._writing})
            await self._write()

    async def document(self, viewer: Viewer) -> dict[str, Any]:
        """The counts, and of the missed sentences those that the viewer said."""
        await self._load()
        asker = viewer.authority("en").asker
        missed = [
            {"id": key, "text": found.text, "count": found.count, "last": found.last}
            for key, found in self._missed.items()
            if viewer.is_admin or asker in found.askers
        ]
        missed.sort(key=lambda found: str(found["last"]), reverse=True)
        days = [day.as_document(name) for name, day in sorted(self._days.items())]
        return {"days": days if viewer.is_admin else [], "missed": missed}

    async def forget(self, key: str, viewer: Viewer) -> bool:
        """Forget a missed sentence; return whether the viewer had one."""
        await self._load()
        found = self._missed.get(key)
        if found is None or not (viewer.is_admin or viewer.authority("en").asker in found.askers):
            return False
        del self._missed[key]
        self._write_soon()
        return True

    def _hear(self, event: Event) -> None:
        if isinstance(event, TurnFinished):
            today = datetime.now(UTC).date().isoformat()
            self._days.setdefault(today, Day()).count(event.reply)
            is_sentence = event.turn.text.strip() and not event.turn.is_pin
            if event.reply.tier is Tier.NONE and is_sentence:
                self._note_missed(event.turn)
            self._write_soon()

    def _note_missed(self, turn: Turn) -> None:
        text = turn.text.strip()[:_LONGEST]
        key = " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())
        found = self._missed.pop(key, None) or MissedSentence(
            text=text, language=turn.language, last=""
        )
        found.count += 1
        found.last = datetime.now(UTC).isoformat(timespec="seconds")
        if turn.asker not in found.askers:
            found.askers = [*found.askers, turn.asker][-5:]
        self._missed[key] = found
        while len(self._missed) > _MISSED:
            self._missed.pop(next(iter(self._missed)))

    async def _load(self) -> None:
        if self._loading is None:
            self._loading = asyncio.create_task(self._read())
        await asyncio.shield(self._loading)

    async def _read(self) -> None:
        """Load the stored counts, and add what was counted since."""
        try:
            kept = await read_document(self._store, _KEY, _from_document)
        except StoreError as error:
            # What cannot be read now may be read later, and is not written over.
            self._is_kept = False
            _LOGGER.warning("How sentences were understood before is not known: %s", error)
            return
        if kept is None:
            return
        days, missed = kept
        for name, heard in self._days.items():
            before = days.get(name, Day())
            days[name] = Day(
                fast=before.fast + heard.fast,
                llm=before.llm + heard.llm,
                none=before.none + heard.none,
                tokens=before.tokens + heard.tokens,
                cost=before.cost + heard.cost,
                times=[*before.times, *heard.times][-_TIMES:],
            )
        for key, found in self._missed.items():
            if (before_it := missed.pop(key, None)) is not None:
                found.count += before_it.count
            missed[key] = found
        self._days, self._missed = days, missed

    def _write_soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_later())

    async def _write_later(self) -> None:
        await asyncio.sleep(_BETWEEN_WRITES)
        await self._write()

    async def _write(self) -> None:
        await self._load()
        if not self._is_kept:
            return
        for old in sorted(self._days)[:-_DAYS]:
            del self._days[old]
        document = {
            "days": {name: asdict(day) for name, day in self._days.items()},
            "missed": {
                key: asdict(found) for key, found in self._missed.items() if self._keeps_words
            },
        }
        try:
            await self._store.put(_KEY, document)
        except StoreError as error:
            _LOGGER.warning("How sentences were understood is not kept: %s", error)


def _from_document(document: Mapping[str, Any]) -> tuple[dict[str, Day], dict[str, MissedSentence]]:
    """Read the stored form. Raises what it finds wrong."""
    days = {name: check_types(Day(**kept)) for name, kept in document["days"].items()}
    missed = {key: check_types(MissedSentence(**kept)) for key, kept in document["missed"].items()}
    return days, missed
