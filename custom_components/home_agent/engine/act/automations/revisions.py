"""Earlier versions of our automations, so that "undo" can restore them.

They are kept in memory only: a configuration may hold private text, and "undo" is about what
happened just now.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from json import dumps
from secrets import token_hex
from typing import Any

from ...authority import Authority
from ...automations.automation import REVISION_PREFIX
from ...home import ServiceCall, Snapshot
from ...home.protocol import StoredAutomation
from ...home.routine import UNKNOWN, read_actions
from ..messenger import NOTIFICATION, PersonalMessage, message_calls

_MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """An automation as it was before a change."""

    stored: StoredAutomation
    config: Mapping[str, Any] | None = None
    """What was written down; `None` where it was only switched."""

    written: Mapping[str, Any] | None = None
    """What was written in its place; `None` where it was removed, or only switched."""

    was_removed: bool = False


class Revisions:
    """Keeps the latest revisions."""

    def __init__(self) -> None:
        """Start empty."""
        self._known: dict[str, Revision] = {}
        self._made: dict[str, Mapping[str, Any]] = {}

    def keep(self, revision: Revision) -> str:
        """Keep a revision; return the id that it is restored by."""
        revision_id = f"{REVISION_PREFIX}{token_hex(6)}"
        _keep(self._known, revision_id, revision)
        return revision_id

    def record_created(self, automation_id: str, config: Mapping[str, Any]) -> None:
        """Note that an automation was created with this configuration."""
        _keep(self._made, automation_id, config)

    def find_created(self, automation_id: str) -> Mapping[str, Any] | None:
        """The configuration that an automation was created with; None if that is not known."""
        return self._made.get(automation_id)

    def find(self, revision_id: str) -> Revision | None:
        """A revision by its id; None if it is no longer kept."""
        return self._known.get(revision_id)

    def drop(self, revision_id: str) -> None:
        """Forget a revision that was restored."""
        self._known.pop(revision_id, None)


def _keep[T](known: dict[str, T], key: str, value: T) -> None:
    known[key] = value
    while len(known) > _MOST:
        del known[next(iter(known))]


def is_same(config: Mapping[str, Any] | None, other: Mapping[str, Any] | None) -> bool:
    """Whether two configurations are equal, whatever the order of their keys."""
    return _canonical(config) == _canonical(other)


def _canonical(config: Mapping[str, Any] | None) -> str:
    return dumps(config and dict(config), sort_keys=True, default=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfiguredActions:
    """The calls that a configuration makes."""

    calls: tuple[ServiceCall, ...]
    """The calls to judge."""

    messages: tuple[ServiceCall, ...]
    """The messages in it, by the ways that the owner has set."""

    @property
    def is_known(self) -> bool:
        """Whether all of it can be judged."""
        return all(call != UNKNOWN and call.targets for call in self.calls)


def read_configured_actions(
    config: Mapping[str, Any], authority: Authority, home: Snapshot, ways: tuple[str, ...]
) -> ConfiguredActions:
    """Read the calls and messages of a configuration, whoever wrote it."""
    message = PersonalMessage(message_id="automation", title="", text="", authority=authority)
    ours = {
        (call.full_name, call.targets)
        for way in (*ways, NOTIFICATION)
        for call in message_calls(way, message, home)
    }
    every = read_actions(config)
    messages = tuple(call for call in every if (call.full_name, call.targets) in ours)
    return ConfiguredActions(
        calls=tuple(call for call in every if call not in messages), messages=messages
    )
