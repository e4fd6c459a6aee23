"""Questions about what a model wants to do, kept in memory for a minute.

The fast tier finds its own questions again in the messages. What a model wanted stands nowhere in
them, so the agent that asked is held until the answer comes. It is written down nowhere, and found
only by whoever has the whole conversation and the same key.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from ..agent import Agent
from ..turn import Turn
from .home import PromptHome
from .messages import RequestMessage

_SECONDS = 60.0
_MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingQuestion:
    """An agent that waits for an answer, in the home that it asked about."""

    agent: Agent
    home: PromptHome
    question: str
    since: float = 0.0


class PendingQuestions:
    """All agents that wait for an answer."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Hold nothing yet."""
        self._clock = clock
        self._held: dict[str, PendingQuestion] = {}

    async def keep(self, key: str, held: PendingQuestion) -> None:
        """Keep an agent; it is closed when it is too old, or when there are too many."""
        await self._drop_old(_MOST - 1)
        if (earlier := self._held.pop(key, None)) is not None:
            await earlier.agent.close()
        self._held[key] = replace(held, since=held.since or self._clock())

    async def take(self, key: str) -> PendingQuestion | None:
        """Take the agent that waits in a conversation; the caller closes it."""
        await self._drop_old(_MOST)
        return self._held.pop(key, None)

    async def close(self) -> None:
        """Close all agents."""
        await self._drop_old(0)

    async def _drop_old(self, most: int) -> None:
        now = self._clock()
        for key, held in tuple(self._held.items()):
            if now - held.since >= _SECONDS or len(self._held) > most:
                del self._held[key]
                await held.agent.close()


def conversation_digest(messages: Sequence[RequestMessage], turn: Turn) -> str:
    """A digest that identifies a conversation of somebody."""
    digest = hashlib.sha256(repr(turn.authority.asker).encode())
    for message in messages:
        if message.role in ("user", "assistant"):
            said = (message.role, " ".join(message.text.split()))
            digest.update(repr(said).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()
