"""A house with an agent in it, by a clock that tests move."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from home_agent.engine import Agent, Reply, Turn
from home_agent.engine.events import Announcement, Event
from home_agent.engine.home import Home
from home_agent.simulated import ManualClock

_ROUNDS = 50
# Less than the grace: a clock that jumps further has slept through it.
_STEP = 240


@dataclass(slots=True, kw_only=True)
class LivedIn:
    """What is said to the agent, and what it says unasked."""

    home: Home
    clock: ManualClock
    events: list[Event] = field(default_factory=list)
    agent: Agent | None = None

    @property
    def told(self) -> list[str]:
        """What the agent has said unasked."""
        return [event.text for event in self.events if isinstance(event, Announcement)]

    async def move_in(self, agent: Agent) -> None:
        """Put a new agent into the house, as a restart does."""
        self.agent = agent
        agent.listen(self.events.append)
        await agent.start()
        await self.settle()

    async def stop(self) -> None:
        """Send the agent away; the house stays."""
        if self.agent is not None:
            await self.agent.close()
            self.agent = None

    async def say(self, text: str, **turn: Any) -> Reply:
        """Say something to the agent."""
        assert self.agent is not None
        reply = await self.agent.hear(Turn(text=text, **({"conversation_id": "1"} | turn)))
        await self.settle()
        return reply

    async def after(self, seconds: float) -> list[str]:
        """What the agent says while some time passes, a few minutes at a time."""
        said = len(self.told)
        while seconds > 0:
            self.clock.advance(min(seconds, _STEP))
            seconds -= _STEP
            await self.settle()
        return self.told[said:]

    async def settle(self) -> None:
        """Let everything happen that is to happen now."""
        before = -1
        while before != len(self.events):
            before = len(self.events)
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)

    def state(self, entity_id: str) -> str:
        """How something is now."""
        return self.home.snapshot().states[entity_id].value
