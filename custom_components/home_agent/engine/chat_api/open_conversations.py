"""Finds the conversation that a caller's messages continue.

Callers send all messages anew each time, and the agent has to know what "it" was, and what it asked
last. So the words of a conversation, as they stood after our reply, lead back to it: for a while,
for the same key, and once. A yes thereby confirms only what this key was asked, in the very
conversation that it comes with; the agent lets it wait for a minute at most.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

from ..conversation.conversation import Exchange
from .chat_request import ChatMessage, ChatRequest

_LASTS = 1800.0
_MOST = 250
"""Fewer than the agent keeps, so that whatever is found here is found there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _KnownConversation:
    conversation_id: str
    since: float


class OpenConversations:
    """Recent conversations, by a digest of their words."""

    def __init__(self, *, clock: Callable[[], float] = monotonic) -> None:
        """Nothing was said yet."""
        self._clock = clock
        self._known: dict[str, _KnownConversation] = {}

    def take(self, request: ChatRequest, asker: str) -> str | None:
        """The conversation that a request continues; None if it is unknown.

        It is found once: whoever sends the same again begins anew.
        """
        before = request.messages[:-1]
        if not any(message.role == "assistant" for message in before):
            return None
        known = self._known.pop(_digest(before, request.user, asker), None)
        if known is None or self._clock() - known.since > _LASTS:
            return None
        return known.conversation_id

    def keep(self, request: ChatRequest, asker: str, reply: str, conversation_id: str) -> None:
        """Remember a conversation for the request after this reply."""
        said = (*request.messages, ChatMessage(role="assistant", text=reply))
        digest = _digest(said, request.user, asker)
        self._known.pop(digest, None)
        self._known[digest] = _KnownConversation(
            conversation_id=conversation_id, since=self._clock()
        )
        while len(self._known) > _MOST:
            del self._known[next(iter(self._known))]


def exchanges_in(messages: Iterable[ChatMessage]) -> tuple[Exchange, ...]:
    """The earlier exchanges as the caller reports them: data for a model, never a confirmation."""
    return tuple(_exchanges(messages))


def _exchanges(messages: Iterable[ChatMessage]) -> Iterator[Exchange]:
    heard = ""
    for message in messages:
        if message.role == "user":
            heard = f"{heard}\n{message.text}" if heard else message.text
        elif message.role == "assistant" and message.text:
            yield Exchange(heard=heard, said=message.text)
            heard = ""


def _digest(messages: Iterable[ChatMessage], user: str, asker: str) -> str:
    """Of all that was said, by whom and to whom.

    What programs add or change from time to time is left out: blanks, and what they tell a model
    besides.
    """
    found = hashlib.sha256()
    said = [(message.role, message.text) for message in messages if message.role in _SAYS]
    for part in (asker, user, *(text for pair in said for text in pair)):
        words = " ".join(part.split()).encode()
        found.update(len(words).to_bytes(8))
        found.update(words)
    return found.hexdigest()


_SAYS = frozenset({"user", "assistant"})
