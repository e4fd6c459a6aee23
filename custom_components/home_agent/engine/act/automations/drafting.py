"""A wanted automation → its configuration, and all calls that it would make."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...authority import Authority
from ...automations.automation import (
    Automation,
    AutomationAction,
    AutomationWords,
    NotifyAction,
    shorten_name,
)
from ...automations.configuration import build_config, without_templates
from ...home import ServiceCall, Snapshot
from ...home.routine import read_actions
from ..messenger import NOTIFICATION, PersonalMessage, message_calls
from ..plain_messages import escape_call

_TITLE = "Home Agent"
_LONGEST_MESSAGE = 500


type AutomationDescriber = Callable[[Automation, Snapshot, str], AutomationWords]
"""Puts an automation into the words of a language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An automation that is not written yet."""

    automation: Automation
    config: Mapping[str, Any]
    messages: tuple[ServiceCall, ...]
    """The messages in it, by the ways that the owner has set."""

    @property
    def calls(self) -> tuple[ServiceCall, ...]:
        """The calls to judge: read from the configuration, not from what was meant."""
        return tuple(call for call in read_actions(self.config) if call not in self.messages)


def build_draft(
    wanted: Automation,
    home: Snapshot,
    authority: Authority,
    *,
    describe: AutomationDescriber,
    ways: tuple[str, ...],
) -> Draft:
    """Complete an automation with its words and messages. Raises `NotAnAutomationError`."""
    words = describe(wanted, home, authority.language)
    actions: list[AutomationAction] = []
    messages: list[ServiceCall] = []
    for action in wanted.actions:
        if isinstance(action, NotifyAction):
            calls = [*_messages(action, words.message, home, authority, ways)]
            messages += calls
            actions += calls
        else:
            actions.append(action)
    whole = replace(
        wanted,
        alias=shorten_name(wanted.alias or words.alias),
        description=words.description,
        actions=tuple(actions),
    )
    return Draft(automation=whole, config=build_config(whole, home), messages=tuple(messages))


def _messages(
    tell: NotifyAction, usual: str, home: Snapshot, authority: Authority, ways: tuple[str, ...]
) -> Iterator[ServiceCall]:
    """The calls that send a message; a persistent notification if there is no other way."""
    text = without_templates(tell.message or usual)[:_LONGEST_MESSAGE]
    message = PersonalMessage(message_id="automation", title=_TITLE, text=text, authority=authority)
    found = [
        call
        for way in dict.fromkeys(tell.ways or ways or (NOTIFICATION,))
        for call in message_calls(way, message, home)
    ] or [*message_calls(NOTIFICATION, message, home)]
    for call in found:
        # Under one name, a second message would take the place of the first.
        data = {key: value for key, value in call.data.items() if key not in _NAMES}
        yield escape_call(replace(call, data=data))


_NAMES = frozenset({"data", "notification_id"})
