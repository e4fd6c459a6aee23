"""What asking a model costs: prompt tokens, what of them is read from the cache, and our own time.

Needs the environment of `make test-model`: a real llama.cpp with a small model, on this machine.
`make bench` runs it there.
"""

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from houses import house
from listening_post import listening_post

from home_agent.engine import Agent, Settings, Turn, build_agent
from home_agent.engine.context.settings import ContextMode
from home_agent.engine.events import ContextGiven, Event, ModelAnswered, ReplyDelta
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.memory.memory import MemoryDraft
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.settings import AnswerMode
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from scripts.real_model import NAME, real_model

ENTITIES = 500
TURNS = 10
GREETINGS = 9
SENTENCES = (
    "what do you think of my home?",
    "tell me a joke about lamps",
    "and one about heating",
    "what should I cook tonight?",
    "why is the sky blue?",
    "give me an idea for the weekend",
    "how do I get a stain out of a carpet?",
    "what is a good book for winter?",
    "tell me something about cats",
    "thank you, and what else?",
)


REMEMBERED = (
    "Our cat is called Minka",
    "My daughter Anna is allergic to nuts",
    "Grandma Ilse visits every Saturday",
    "The spare skis are in the cellar",
)
ABOUT_MEMORIES = (
    "tell me a joke about the cat Minka",
    "what shall I cook for Anna, who is allergic to nuts?",
    "give me an idea for the weekend with grandma Ilse",
    "write a line about the spare skis that I own",
    "some illumination for reading would please me",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One turn with the model."""

    prompt: int
    cached: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Some turns, and how many of them told the model something that is remembered."""

    turns: tuple[Asked, ...]
    with_memories: int

    @property
    def share(self) -> float:
        """How much of the prompts was cached from the second on, in percent."""
        later = self.turns[1:]
        return 100 * sum(turn.cached for turn in later) / sum(turn.prompt for turn in later)

    @property
    def least(self) -> float:
        """How much of one prompt was cached at least, from the second on, in percent."""
        return min(100 * turn.cached / turn.prompt for turn in self.turns[1:])


def main() -> None:
    """Measure, and print."""
    with real_model() as url:
        asyncio.run(_measure(url))


async def _measure(url: str) -> None:
    model = ModelSettings(
        base_url=url,
        model=NAME,
        temperature=0,
        max_tokens=20,
        first_token_timeout=600,
        total_timeout=1200,
    )
    settings = Settings(llm=(model,), tier=AnswerMode.LLM)
    plain = await _conversation(settings, SENTENCES)
    turns = plain.turns
    print(f"home of {ENTITIES} entities: {turns[0].prompt} prompt tokens")
    print(f"  promised: under 2500; the longest of {TURNS} turns: {max(t.prompt for t in turns)}")
    print(f"read from the prefix cache from turn 2 on: {plain.share:.1f} %")
    print(f"  promised: at least 90 %; the least in one turn: {plain.least:.1f} %")
    context = replace(settings.context, mode=ContextMode.VECTOR_DB)
    remembering = replace(settings, memory=MemorySettings(enabled=True), context=context)
    with_memory = await _conversation(remembering, ABOUT_MEMORIES * 2)
    print(f"the same with memory and vectors on: {with_memory.share:.1f} %")
    print(
        f"  promised: at least 90 %; the least in one turn: {with_memory.least:.1f} %;"
        f" {with_memory.with_memories} of {TURNS} turns with memories"
    )
    ours, servers = await _first_delta(model)
    print(f"first delta: server {servers:.1f} ms, ours {ours:.1f} ms, over {ours - servers:.1f} ms")
    print("  promised: under 15 ms over")


async def _conversation(settings: Settings, sentences: Sequence[str]) -> Conversation:
    """Ten turns, with lights going on and off in between, each answered by the model."""
    # A tenth of such a house is hidden.
    home = house(ENTITIES * 10 // 9)
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)
    asked: list[Asked] = []
    told = 0

    def note(event: Event) -> None:
        nonlocal told
        if isinstance(event, ModelAnswered):
            asked.append(Asked(prompt=event.usage.prompt, cached=event.usage.cached))
        if isinstance(event, ContextGiven):
            told += bool(event.memory_ids)

    lights = [entity for entity in home.snapshot().layout.entities if entity.startswith("light.")]
    try:
        for content in REMEMBERED if settings.memory.enabled else ():
            await agent.memories.add(MemoryDraft(content=content))
        for number, sentence in enumerate(sentences[:TURNS]):
            for light in lights[number::TURNS]:
                home.apply(light, state="on" if number % 2 else "off")
            before = len(asked)
            await agent.hear(Turn(text=sentence, conversation_id="talk"), note)
            # Where the model is asked again within a turn, nearly all is cached: count the first.
            del asked[before + 1 :]
    finally:
        await agent.close()
        home.close()
    return Conversation(turns=tuple(asked), with_memories=told)


async def _first_delta(model: ModelSettings) -> tuple[float, float]:
    """How long until the first word: from a sentence to its reply, and what the server took."""
    home = SimulatedHome.from_inventory({"entities": [{"name": "Lamp", "id": "light.lamp"}]})
    ours: list[float] = []
    async with listening_post(model.base_url) as post:
        quick = replace(model, base_url=post.url, max_tokens=8)
        settings = Settings(llm=(quick,), tier=AnswerMode.LLM)
        agent = build_agent(home, store=InMemoryStore(), settings=settings)
        try:
            for number in range(GREETINGS):
                ours.append(await _first_word(agent, number))
                # Where the model was asked twice in a turn, the first counts.
                del post.asked[number + 1 :], post.answered[number + 1 :]
        finally:
            await agent.close()
            home.close()
        # The first time packages are loaded, and the prompt is read.
        return median(ours[1:]), median(post.waits[1:])


async def _first_word(agent: Agent, number: int) -> float:
    first: list[float] = []

    def note(event: Event) -> None:
        if isinstance(event, ReplyDelta) and not first:
            first.append(perf_counter())

    started = perf_counter()
    await agent.hear(Turn(text="why is the sky blue?", conversation_id=f"first {number}"), note)
    return (first[0] - started) * 1000


if __name__ == "__main__":
    main()
