"""What automations of ours were before they were changed, switched or removed.

It is kept in memory alone: what stands in an automation, such as a message, is for nobody else to
keep, and who says "undo" means what happened just now.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from secrets import token_hex
from typing import Any

from ...authority import Authority
from ...automations.automation import REVISION_PREFIX
from ...home import ServiceCall, Snapshot
from ...home.protocol import KeptAutomation
from ...home.routine import UNKNOWN, read_actions
from ..messenger import NOTIFICATION, Message, message_calls

_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """How one was."""

    kept: KeptAutomation
    config: Mapping[str, Any] | None = None
    """What was written down; `None` where it was only switched."""

    written: Mapping[str, Any] | None = None
    """What was written in its place; `None` where it was removed, or only switched."""

    was_removed: bool = False


class Revisions:
    """Those of late."""

    def __init__(self) -> None:
        """Know none."""
        self._known: dict[str, Revision] = {}
        self._made: dict[str, Mapping[str, Any]] = {}

    def keep(self, revision: Revision) -> str:
        """Keep one; return the id that it is put back by."""
        revision_id = f"{REVISION_PREFIX}{token_hex(6)}"
        _keep(self._known, revision_id, revision)
        return revision_id

    def note_made(self, automation_id: str, config: Mapping[str, Any]) -> None:
        """One was made, and written like this."""
        _keep(self._made, automation_id, config)

    def find_made(self, automation_id: str) -> Mapping[str, Any] | None:
        """How one was written when it was made, as far as that is still known."""
        return self._made.get(automation_id)

    def find(self, revision_id: str) -> Revision | None:
        """One that is still known."""
        return self._known.get(revision_id)

    def drop(self, revision_id: str) -> None:
        """It was put back."""
        self._known.pop(revision_id, None)


def _keep[T](known: dict[str, T], key: str, value: T) -> None:
    known[key] = value
    while len(known) > _MOST:
        del known[next(iter(known))]


def is_same(config: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Whether both are written alike, in whatever order."""
    return _canonical(config) == _canonical(other)


def _canonical(config: Mapping[str, Any] | None) -> str:
    return dumps(config and dict(config), sort_keys=True, default=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeds:
    """What an automation that is written like this asks for."""

    calls: tuple[ServiceCall, ...]
    """What is to be judged."""

    told: tuple[ServiceCall, ...]
    """The messages in it, by the ways that the owner has set."""

    @property
    def is_known(self) -> bool:
        """Whether all of it can be judged."""
        return all(call != UNKNOWN and call.targets for call in self.calls)


def read_deeds(
    config: Mapping[str, Any], authority: Authority, home: Snapshot, ways: tuple[str, ...]
) -> Deeds:
    """What is in a configuration, whoever wrote it."""
    message = Message(message_id="automation", title="", text="", authority=authority)
    ours = {
        (call.full_name, call.targets)
        for way in (*ways, NOTIFICATION)
        for call in message_calls(way, message, home)
    }
    every = read_actions(config)
    told = tuple(call for call in every if (call.full_name, call.targets) in ours)
    return Deeds(calls=tuple(call for call in every if call not in told), told=told)
