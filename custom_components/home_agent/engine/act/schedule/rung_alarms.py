"""Which alarms have just rung: who is told "snooze" after a restart still knows of what."""

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ...authority import Authority
from ...errors import StoreError
from ...instants import seconds_between
from ...storage.quarantine import read_document
from ...storage.store import Store

_LOGGER = logging.getLogger(__name__)

_KEY = "alarms"
_STILL_IN_BED = 3600.0


class RungAlarms:
    """When an alarm of each owner rang last, stored as far as somebody may still be in bed."""

    def __init__(self, store: Store) -> None:
        """Keep it in this store."""
        self._store = store
        self._rung: dict[str | None, datetime] = {}
        """By owner; None is the household."""

        self._writing: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Take up what rang before we were started. Raises `StoreError`."""
        self._rung = {**(await read_document(self._store, _KEY, _read) or {}), **self._rung}

    def note(self, owner: str | None, now: datetime) -> None:
        """Note that an alarm rings."""
        in_bed = {
            other: at
            for other, at in self._rung.items()
            if seconds_between(at, now) < _STILL_IN_BED
        }
        self._rung = {**in_bed, owner: now}
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())

    def has_just_rung(self, authority: Authority, now: datetime) -> bool:
        """Whether an alarm of theirs, or of the household, rang of late."""
        rung = (self._rung.get(owner) for owner in (authority.user_id, None))
        return any(at is not None and seconds_between(at, now) < _STILL_IN_BED for at in rung)

    async def close(self) -> None:
        """Wait until all is written."""
        if self._writing is not None:
            await self._writing

    async def _write(self) -> None:
        written = None
        while written != self._rung:
            written = self._rung
            rung = [{"owner": owner, "at": at.isoformat()} for owner, at in written.items()]
            try:
                await self._store.put(_KEY, {"rung": rung})
            except StoreError as error:
                _LOGGER.warning("That an alarm rang is known only until we end: %s", error)


def _read(document: Mapping[str, Any]) -> dict[str | None, datetime]:
    return {entry["owner"]: datetime.fromisoformat(entry["at"]) for entry in document["rung"]}
