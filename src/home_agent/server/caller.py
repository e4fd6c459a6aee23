"""Who asks: the key that a request came with, and what is done on whose behalf by it."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from home_agent.engine.authority import AccessKey, Authority, Origin
from home_agent.engine.turn import Turn

KEYLESS = AccessKey(name="no-key")
"""Whoever comes without a key, where that is allowed: their actions have a name, too."""

_STATE = "home_agent.caller"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A program that was let in."""

    key: AccessKey = KEYLESS
    user_id: str | None = None
    origin: Origin = Origin.API
    is_admin: bool = False
    """Whether it is the owner, who came from this terminal."""

    tokens_a_day: int = 0
    """How many tokens of models it may use in a day; 0: as many as it wants."""

    def turn(self, text: str, *, conversation_id: str, language: str) -> Turn:
        """A sentence that it passes on."""
        return Turn(
            text=text,
            language=language,
            conversation_id=conversation_id,
            origin=self.origin,
            user_id=self.user_id,
            is_admin=self.is_admin,
            key=self.key,
        )

    def authority(self, origin: Origin, *, conversation_id: str, language: str) -> Authority:
        """For what it asks without a sentence, such as a tool of MCP."""
        return Authority(
            origin=origin,
            user_id=self.user_id,
            key=self.key,
            conversation_id=conversation_id,
            language=language,
        )


def bearer_token(headers: Mapping[str, str]) -> str:
    """The key that a request comes with; empty if there is none."""
    kind, _, presented = headers.get("authorization", "").partition(" ")
    return presented.strip() if kind.casefold() == "bearer" else ""


def remember_caller(scope: MutableMapping[str, Any], caller: Caller) -> None:
    """Have everybody after the check of keys know who asks."""
    scope[_STATE] = caller


def caller_of(scope: MutableMapping[str, Any]) -> Caller:
    """Who asks, as the check of keys found. Raises `KeyError` where there was none."""
    caller = scope[_STATE]
    assert isinstance(caller, Caller)
    return caller
