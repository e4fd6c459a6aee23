"""The journal: what was done lately, command by command, and how things were before.

It is kept so that things can be put back, and for nothing else: what cannot be put back is kept by
name only, and no code, password or message is kept at all.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from ...authority import Authority, trim_fairly
from ...errors import StoreError
from ...events import CallEnded
from ...home import ServiceCall, Snapshot, State
from ...home.domains import SETS_OFF
from ...home.model import NOTHING
from ...outcome import CHANGES
from ...storage.quarantine import read_document
from ...storage.store import Store
from ...storage.type_check import check_types
from .restore import KEPT, can_restore, reverse

_LOGGER = logging.getLogger(__name__)
_KEY = "journal"
_COMMANDS_KEPT = 20

# A new conversation may take back what the same person did in another one, while they remember.
_RECENT = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """What one call did to one entity."""

    call: ServiceCall
    """With this entity as its only target."""

    before: State | None
    after: State | None

    @property
    def entity_id(self) -> str:
        """What it was done to."""
        return self.call.targets[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalCommand:
    """What a person asked for in one go."""

    number: int = 0
    when: datetime
    user_id: str | None = None
    conversation_id: str | None = None
    asker: str = ""
    """Who asked, as `Authority.asker` names them."""

    decided_by: tuple[str, ...] = ()
    """Who decided on it since it was asked for: a model, the schedule."""

    entries: tuple[JournalEntry, ...] = ()
    jobs: tuple[str, ...] = ()
    """What was planned for later, by id."""


class Journal:
    """The last commands of a home."""

    def __init__(self, store: Store) -> None:
        """Keep them in this store."""
        self._store = store
        self._lock = asyncio.Lock()
        self._unwritten: list[JournalCommand] | None = None
        """All of them, where the store lacks the last: what came before would be undone."""
        self._highest = 0
        """The last number that was given: one that is struck is not given to another command."""

    async def write(
        self, entries: Iterable[JournalEntry], authority: Authority, jobs: tuple[str, ...] = ()
    ) -> int:
        """Add a command, also one that changed nothing: "undo that" means no other.

        Its number, by which it is known as long as we run.
        """
        async with self._lock:
            commands = await self._read()
            self._highest = 1 + max((self._highest, *(command.number for command in commands)))
            command = JournalCommand(
                number=self._highest,
                when=datetime.now(UTC),
                user_id=authority.user_id,
                conversation_id=authority.conversation_id,
                asker=authority.asker,
                decided_by=authority.decided_by,
                entries=tuple(entries),
                jobs=jobs,
            )
            await self._keep([*commands, command])
            return command.number

    async def find_numbered(
        self, numbers: Collection[int], authority: Authority
    ) -> tuple[JournalCommand, ...]:
        """Those of this conversation that have these numbers, the latest first."""
        everything = await self.last(_COMMANDS_KEPT, authority, only_here=True)
        return tuple(command for command in everything if command.number in numbers)

    async def last(
        self,
        count: int,
        authority: Authority,
        *,
        only_here: bool = False,
        everything: bool = False,
    ) -> tuple[JournalCommand, ...]:
        """The last commands of this conversation, else of whoever asks; the latest first.

        With `everything`, all of the last hour, however many.

        With `only_here`, those of the conversation and no others. A conversation of another
        person with the same id is not this one, except for those who may see everybody's.
        """
        commands = (await self._read())[::-1]
        here = authority.conversation_id
        owners = {authority.user_id, None} if only_here else {authority.user_id}
        own = [
            command
            for command in commands
            if here is not None
            and command.conversation_id == here
            and (command.user_id in owners or (only_here and authority.is_admin))
        ]
        since = datetime.now(UTC) - _RECENT
        if not own and not only_here:
            own = [
                command
                for command in commands
                if _is_by(command, authority) and command.when >= since
            ]
        if everything:
            return tuple(command for command in own if command.when >= since)
        return tuple(own[:count])

    async def keep_entries(self, struck: Iterable[JournalCommand]) -> None:
        """Keep of some commands only these entries; a command without any is gone."""
        left = {command.number: command for command in struck}
        async with self._lock:
            commands = await self._read()
            self._highest = max((self._highest, *(command.number for command in commands)))
            kept = [left.get(command.number, command) for command in commands]
            await self._keep(
                [command for command in kept if command.entries or command.number not in left]
            )

    async def _read(self) -> list[JournalCommand]:
        if self._unwritten is not None:
            return self._unwritten
        try:
            return await read_document(self._store, _KEY, _read_commands) or []
        except StoreError as error:
            _LOGGER.warning("What was done lately cannot be read: %s", error)
            return []

    async def _keep(self, commands: list[JournalCommand]) -> None:
        kept, _gone = trim_fairly(commands, _COMMANDS_KEPT, lambda command: command.asker)
        try:
            await self._store.put(
                _KEY, {"commands": [_command_document(command) for command in kept]}
            )
            self._unwritten = None
        except StoreError as error:
            _LOGGER.warning("What was done can be undone only until we end: %s", error)
            self._unwritten = kept


def _is_by(command: JournalCommand, authority: Authority) -> bool:
    """Whether the same asked for it: the person, the satellite, or whoever comes by this way."""
    if not command.asker:
        # Kept by the version before, within the hour.
        return command.user_id == authority.user_id
    return command.asker == authority.asker


def record_entries(ended: CallEnded, after: Snapshot) -> Iterable[JournalEntry]:
    """What a call did to each entity that it changed; of a group, to each of its members."""
    for outcome in ended.outcomes:
        if outcome.status not in CHANGES or outcome.entity_id is None:
            continue
        members = members_of(outcome.entity_id, ended.before)
        for entity_id in members:
            yield _make_entry(ended.call, entity_id, ended.before, after.states.get(entity_id))
        if not members:
            yield _make_entry(ended.call, outcome.entity_id, ended.before, outcome.after)


def _make_entry(
    call: ServiceCall, entity_id: str, before: Snapshot, after: State | None
) -> JournalEntry:
    was = before.states.get(entity_id)
    single = replace(call.shown, targets=(entity_id,))
    if any(state is not None and state.is_secret for state in (was, after)):
        return JournalEntry(call=replace(single, data=NOTHING), before=None, after=None)
    if reverse(single) is None and not can_restore(entity_id.partition(".")[0]):
        return JournalEntry(call=replace(single, data=NOTHING), before=None, after=None)
    return JournalEntry(call=single, before=was, after=after)


def members_of(entity_id: str, home: Snapshot) -> tuple[str, ...]:
    """The entities of a group, as long as we may see them all; groups in it included."""
    found: dict[str, None] = {}
    groups, seen = [entity_id], {entity_id}
    while groups:
        state = home.states.get(groups.pop())
        listed = state.attributes.get("entity_id") if state else None
        for member in listed if isinstance(listed, list | tuple) else ():
            entity = home.layout.entities.get(member)
            if entity is None or not entity.exposed or member not in home.states:
                return ()
            if member in seen:
                continue
            seen.add(member)
            inner = home.states[member].attributes.get("entity_id")
            if isinstance(inner, list | tuple):
                groups.append(member)
            else:
                found[member] = None
    sets_off = entity_id.partition(".")[0] in SETS_OFF
    return () if sets_off else tuple(found)


def _command_document(command: JournalCommand) -> dict[str, Any]:
    return {
        "number": command.number,
        "when": command.when.isoformat(),
        "user_id": command.user_id,
        "conversation_id": command.conversation_id,
        "asker": command.asker,
        "decided_by": list(command.decided_by),
        "jobs": list(command.jobs),
        "deeds": [
            {
                "domain": entry.call.domain,
                "service": entry.call.service,
                "entity_id": entry.entity_id,
                "data": {
                    name: value for name, value in entry.call.data.items() if _is_plain(value)
                },
                "before": None if entry.before is None else state_to_document(entry.before),
                "after": None if entry.after is None else state_to_document(entry.after),
            }
            for entry in command.entries
        ],
    }


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | float | list | tuple)


def _read_commands(document: Mapping[str, Any]) -> list[JournalCommand]:
    return [check_types(_read_command(command)) for command in document.get("commands", ())]


def _read_command(document: Mapping[str, Any]) -> JournalCommand:
    return JournalCommand(
        number=document["number"],
        when=datetime.fromisoformat(document["when"]),
        user_id=document["user_id"],
        conversation_id=document["conversation_id"],
        entries=tuple(_entry_from_document(entry) for entry in document["deeds"]),
        jobs=tuple(document.get("jobs", ())),
        asker=document.get("asker", ""),
        decided_by=tuple(document.get("decided_by", ())),
    )


def _entry_from_document(document: Mapping[str, Any]) -> JournalEntry:
    call = ServiceCall(
        domain=document["domain"],
        service=document["service"],
        targets=(document["entity_id"],),
        data=document["data"],
    )
    before, after = document["before"], document["after"]
    return JournalEntry(
        call=call,
        before=None if before is None else state_from_document(before),
        after=None if after is None else state_from_document(after),
    )


def state_to_document(state: State) -> dict[str, Any]:
    """A state as a document."""
    attributes = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in state.attributes.items()
        if name in KEPT and isinstance(value, str | int | float | list | tuple)
    }
    return {
        "value": state.value,
        "attributes": attributes,
        "changed": state.changed.isoformat(),
        "updated": state.updated.isoformat(),
    }


def state_from_document(document: Mapping[str, Any]) -> State:
    """The state that a document tells of."""
    return State(
        value=document["value"],
        attributes=document["attributes"],
        changed=datetime.fromisoformat(document["changed"]),
        updated=datetime.fromisoformat(document["updated"]),
    )


def stored_part(state: State) -> tuple[str, Mapping[str, Any]]:
    """What of a state is kept, to compare it with another."""
    document = state_to_document(state)
    return document["value"], document["attributes"]
