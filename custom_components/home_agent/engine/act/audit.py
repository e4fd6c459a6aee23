"""What was done, for whom and on what authority: written once, read by whoever wants to know.

One document a plan, so that several processes may write to one store. Nothing that was written is
changed; the oldest go when there are too many.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Self

from ..authority import Authority
from ..errors import StoreError
from ..home import ServiceCall, State
from ..home.model import NOTHING
from ..outcome import Outcome, Reason, Status
from ..storage.quarantine import read_document
from ..storage.store import Store
from ..storage.type_check import check_types

_LOGGER = logging.getLogger(__name__)

_PREFIX = "audit/"
_KEPT = 2000
_TRIMMED_EVERY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How one entity ended, and on whose behalf it was touched, or was not."""

    at: datetime
    origin: str
    chain: str = ""
    """How it was asked for, and who decided about it since: `voice>model>schedule`."""

    user_id: str | None = None
    key: str | None = None
    """The name of the key that a program came in with."""

    conversation_id: str | None = None
    confirmed: bool = False
    service: str
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    entity_id: str | None = None
    status: str
    reason: str | None = None
    before: str | None = None
    after: str | None = None

    @property
    def origins(self) -> tuple[str, ...]:
        """Every link of the chain."""
        return tuple((self.chain or self.origin).replace(">", "|").split("|"))

    def as_document(self) -> dict[str, Any]:
        """The form that is stored, without what there is nothing to say of."""
        told = {field.name: getattr(self, field.name) for field in fields(self)}
        told |= {"at": self.at.isoformat(), "data": dict(self.data)}
        return {key: value for key, value in told.items() if value or key == "status"}

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Read the stored form."""
        return cls(**{**document, "at": datetime.fromisoformat(document["at"])})


WRONG_PIN = "wrong_pin"
LOCKED_OUT = "locked_out"

_SECURITY = frozenset(
    {
        *(Reason.NOT_EXPOSED, Reason.NOT_ALLOWED, Reason.READ_ONLY, Reason.UNCLASSIFIED),
        *(Reason.TOO_MANY, WRONG_PIN, LOCKED_OUT),
    }
)


def is_security_event(record: Record) -> bool:
    """Whether somebody was kept from something: a wrong PIN, a lockout, a refusal of the gate."""
    return record.reason in _SECURITY


class Audit:
    """Keeps the records of one home in a store."""

    def __init__(self, store: Store) -> None:
        """Write to this store."""
        self._store = store
        self._unwritten: list[Record] = []
        self._listeners: list[Callable[[Sequence[Outcome]], None]] = []
        self._writing = asyncio.Lock()
        self._written = 0

    def listen(self, listener: Callable[[Sequence[Outcome]], None]) -> None:
        """Hear how each call ended."""
        self._listeners.append(listener)

    def note(self, call: ServiceCall, authority: Authority, outcomes: Sequence[Outcome]) -> None:
        """Take down how a call ended on each of its targets, without what is secret about it."""
        states = [
            state for outcome in outcomes for state in (outcome.before, outcome.after) if state
        ]
        at = datetime.now(UTC)
        data = {} if any(state.is_secret for state in states) else _storable(call.shown.data)
        self._unwritten += [
            _build_record(
                authority,
                at=at,
                service=call.full_name,
                data=data,
                entity_id=outcome.entity_id,
                status=outcome.status.value,
                reason=outcome.reason.value if outcome.reason else None,
                before=_state_value(outcome.before),
                after=_state_value(outcome.after),
            )
            for outcome in outcomes
        ]
        for listener in self._listeners:
            listener(outcomes)

    def note_tool(
        self, name: str, arguments: Mapping[str, Any], authority: Authority, *, success: bool
    ) -> None:
        """Take down that a tool of one's own was used, with arguments that may be shown."""
        self._unwritten.append(
            _build_record(
                authority,
                service=f"tool.{name}",
                data=_storable(arguments),
                status=(Status.DONE if success else Status.FAILED).value,
            )
        )

    async def note_pin(self, authority: Authority, reason: str) -> None:
        """Take down that a PIN was not taken, and keep it. The figures are written nowhere."""
        self._unwritten.append(
            _build_record(
                authority,
                confirmed=False,
                service="pin",
                status=Status.REFUSED.value,
                reason=reason,
            )
        )
        await self.write()

    async def write(self) -> None:
        """Keep what was noted. A broken disk must not keep anyone from switching a lamp."""
        async with self._writing:
            records, self._unwritten = self._unwritten, []
            if not records:
                return
            key = f"{_PREFIX}{records[0].at:%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:8]}"
            try:
                await self._store.put(
                    key, {"records": [record.as_document() for record in records]}
                )
            except StoreError as error:
                _LOGGER.warning("What was done is not kept yet: %s", error)
                self._unwritten = [*records, *self._unwritten][-_KEPT:]
                return
            await self._trim()

    async def _trim(self) -> None:
        self._written += 1
        if self._written % _TRIMMED_EVERY != 1:
            return
        try:
            for key in (await self._store.keys(_PREFIX))[:-_KEPT]:
                await self._store.delete(key)
        except StoreError as error:
            _LOGGER.warning("What was done long ago stays where it is: %s", error)


async def read_audit(store: Store) -> tuple[Record, ...]:
    """Every record that is kept, the oldest first. Raises `StoreError`."""
    found: list[Record] = []
    for key in await store.keys(_PREFIX):
        found += await read_document(store, key, _read_records) or ()
    return tuple(sorted(found, key=lambda record: record.at))


def _read_records(document: Mapping[str, Any]) -> list[Record]:
    return [check_types(Record.from_document(record)) for record in document.get("records", ())]


def _state_value(state: State | None) -> str | None:
    return None if state is None or state.is_secret else state.value


def _build_record(authority: Authority, **told: Any) -> Record:  # noqa: ANN401 - fields of a record
    """A record of what is done now on somebody's behalf, unless `told` says otherwise."""
    asked = {
        "at": datetime.now(UTC),
        "origin": authority.origin.value,
        "chain": authority.chain,
        "user_id": authority.user_id,
        "key": authority.key.name if authority.key else None,
        "conversation_id": authority.conversation_id,
        "confirmed": authority.confirmed or bool(authority.agreed),
    }
    return Record(**(asked | told))


def _storable(data: Mapping[str, Any]) -> dict[str, Any]:
    """Data as a store can keep it."""
    return {
        key: value if isinstance(value, str | int | float | bool | list | None) else str(value)
        for key, value in data.items()
    }
