"""A home to talk to that remembers."""

from collections.abc import Iterable
from dataclasses import replace

from home_agent.engine import Agent, Reply, Settings, Turn, build_agent
from home_agent.engine.authority import Origin
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.storage.store import InMemoryStore, Store
from home_agent.simulated import SimulatedHome
from home_agent.simulated.demo import demo_inventory


class Talk:
    """Conversations of several people with one agent."""

    def __init__(
        self,
        language: str = "en",
        *,
        house: str = "",
        store: Store | None = None,
        enabled: bool = True,
    ) -> None:
        """Begin in the demo house, which speaks the language, or one of its own."""
        self.home = SimulatedHome(demo_inventory(house or language))
        self.store = store or InMemoryStore(durable=True)
        settings = Settings(memory=MemorySettings(enabled=enabled))
        self.agent: Agent = build_agent(self.home, store=self.store, settings=settings)
        self._turn = Turn(text="", language=language, conversation_id="one", user_id="anna")

    async def say(
        self,
        text: str,
        who: str | None = "anna",
        *,
        origin: Origin = Origin.CHAT,
        conversation_id: str = "one",
    ) -> Reply:
        """The reply to what somebody says."""
        turn = replace(
            self._turn, text=text, user_id=who, origin=origin, conversation_id=conversation_id
        )
        return await self.agent.hear(turn)

    async def told(self, person: str | None = "anna") -> list[str]:
        """What is remembered for somebody."""
        return [memory.content for memory in await self.agent.memories.all_for(person)]


def called(reply: Reply) -> list[tuple[str, Iterable[str]]]:
    """What was asked of the home."""
    return [(call.full_name, call.targets) for call in reply.calls]
