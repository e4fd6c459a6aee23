"""The signs of life of a service: its status file, and what systemd is told."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from home_agent.engine.errors import StoreError
from home_agent.engine.home import Change
from home_agent.engine.jobs import Job
from home_agent.engine.llm.circuit_breaker import Health
from home_agent.engine.storage.quarantine import find_recent_damage
from home_agent.engine.storage.store import Store

from ..logs.redaction import SECRETS
from ..session import Session
from ..storage.home_store import HomeStore
from .status import ModelStatus, Status, StatusFile
from .systemd import Systemd

_LOGGER = logging.getLogger(__name__)

_PERIOD = 10.0
"""Seconds; systemd may want it more often."""


class Heartbeat:
    """Tells how the service is, every few seconds and whenever that changes."""

    def __init__(self, folder: Path, home: str, store: Store) -> None:
        """Tell of a service that has just begun, and is not in its home yet."""
        now = datetime.now(UTC)
        self._store = HomeStore(store, home)
        self._file = StatusFile(folder, home)
        self._systemd = Systemd()
        self._session: Session | None = None
        self._last_event: datetime | None = None
        self._changed = asyncio.Event()
        self._status = Status(
            version=version("home-agent"),
            pid=os.getpid(),
            started=now,
            alive=now,
            home=home or "a simulated home",
            since=now,
            trouble="It has only just begun.",
            store=str(folder),
        )

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Give signs of life until the block ends, and leave nothing behind."""
        self._systemd.tell("READY=1")
        beating = asyncio.create_task(self._beat(), name="heartbeat")
        try:
            yield
        finally:
            beating.cancel()
            with suppress(asyncio.CancelledError):
                await beating
            self._file.remove()

    def note_session(self, session: Session) -> None:
        """Note the session that is in the home."""
        self._session = session
        session.subscribe(self._note)
        self._status = replace(self._status, home=session.home_name)
        self.note_connected()

    def note_connected(self) -> None:
        """Note that the home can be reached."""
        now = datetime.now(UTC)
        self._status = replace(self._status, connected=True, since=now, trouble="")
        self.tell_soon()

    def note_disconnected(self, why: str) -> bool:
        """Note why the home cannot be used; return whether that is new."""
        before = self._status
        since = datetime.now(UTC) if before.connected else before.since
        self._status = replace(before, connected=False, since=since, trouble=why)
        self.tell_soon()
        return before.trouble != why

    def tell_soon(self) -> None:
        """Tell how the service is without waiting for the next beat."""
        self._changed.set()

    def tell_stopping(self) -> None:
        """Tell systemd that the service ends."""
        self._systemd.tell("STOPPING=1", "STATUS=Stopping.")

    def _note(self, _change: Change) -> None:
        self._last_event = datetime.now(UTC)

    async def _beat(self) -> None:
        patience = self._systemd.patience
        period = _PERIOD if patience is None else min(_PERIOD, patience / 3)
        while True:
            self._changed.clear()
            status = await self._now()
            self._systemd.tell("WATCHDOG=1", f"STATUS={_in_short(status)}")
            try:
                await asyncio.to_thread(self._file.write, status)
            except OSError as error:
                _LOGGER.warning("How the service is cannot be told: %s", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(period):
                    await self._changed.wait()

    async def _now(self) -> Status:
        damaged, trouble = self._status.damaged, ""
        try:
            damaged = tuple(damage.key for damage in await find_recent_damage(self._store))
        except StoreError as error:
            trouble = str(error)
        status = replace(
            self._status,
            alive=datetime.now(UTC),
            last_event=self._last_event,
            trouble=SECRETS.hidden_in(self._status.trouble),
            store_trouble=trouble,
            damaged=damaged,
        )
        return status if self._session is None else _with_home(status, self._session)


def _with_home(status: Status, session: Session) -> Status:
    coming = session.planned()
    watched = sum(isinstance(job, Job) and job.notice is not None for job in coming)
    return replace(
        status,
        entities=len(session.snapshot.layout.entities),
        planned=len(coming) - watched,
        watched=watched,
        models=tuple(map(_model, session.models())),
    )


def _model(health: Health) -> ModelStatus:
    unwell = health.resting or health.failures
    return ModelStatus(name=health.name, trouble=health.error or "" if unwell else "")


def _in_short(status: Status) -> str:
    if not status.connected:
        return f"Waiting: {status.trouble}"
    return f"{status.home}: {status.planned} planned, {status.watched} watched."
