"""How often the agent acts when nobody should: sentences that command nothing, or nothing here.

English is spoken in the built-in house; every other language in the house of its held-out set,
both from nowhere and from the living room, where more could be meant. Acted upon is what changes a
state. The sentences in `no-action-fresh` are counted by themselves, and more strictly: nothing may
be planned for later either, nor asked for that is so already. (The older sets are from a time when
we could not wait, and have commands for later among them.)
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.events import Event, EventListener, PlanMade, ignore
from home_agent.engine.plan import QueryStep, ReadStep, RefusalStep, ReplyStep, Step
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

DATA = Path(__file__).parent / "data"
OTHERS = ("de", "nl", "it", "es", "fr")
LIVING_ROOM = "living"
ONLY_TOLD = (QueryStep, ReadStep, RefusalStep, ReplyStep)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A sentence in one language, from a room or from nowhere."""

    text: str
    language: str
    area_id: str | None = None

    def house(self) -> SimulatedHome:
        """A house where nothing has happened yet."""
        if self.language == "en":
            return SimulatedHome.demo()
        return SimulatedHome.from_file(
            DATA / f"held-out-{self.language}" / "home" / "_fixtures.yaml"
        )


async def say(said: Said, listener: EventListener = ignore) -> tuple[Reply, int]:
    """Say it; the reply, and how many states changed."""
    home = said.house()
    before = dict(home.snapshot().states)
    agent = build_agent(
        home, store=InMemoryStore(), settings=Settings(patience=0.05, safety=NOTHING_ASKED)
    )
    turn = Turn(text=said.text, language=said.language, area_id=said.area_id, conversation_id="1")
    reply = await agent.hear(turn, listener)
    after = home.snapshot().states
    home.close()
    return reply, sum(before[entity_id] != after[entity_id] for entity_id in before)


def sentences(language: str, *, fresh: bool) -> list[Said]:
    """What there is to say in a language: what fresh hands wrote last, or all that was before."""
    others = {DATA / f"no-action-{name}.txt" for name in OTHERS}
    own = {DATA / f"no-action-{language}.txt"}
    files = sorted(own if language in OTHERS else {*DATA.glob("no-action*.txt")} - others)
    if fresh:
        files = [DATA / "no-action-fresh" / f"{language}.txt"]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    rooms = (None, LIVING_ROOM) if language in OTHERS else (None,)
    return [
        Said(text=line, language=language, area_id=room)
        for line in lines
        if line.strip() and not line.startswith("#")
        for room in rooms
    ]


@dataclass(slots=True)
class Count:
    """What came of some sentences."""

    said: int = 0
    acted: int = 0

    def told(self, name: str) -> str:
        """In a line."""
        share = 100 * self.acted / self.said
        return f"{name}: acted upon {self.acted} of {self.said} sentences ({share:.2f} %)"


async def count(said: list[Said], *, strictly: bool) -> Count:
    """Say them all; print every one that was acted upon."""
    counted = Count(said=len(said))
    for sentence in said:
        steps: list[Step] = []

        def note(event: Event, steps: list[Step] = steps) -> None:
            if isinstance(event, PlanMade):
                steps.extend(step for step in event.plan.steps if not isinstance(step, ONLY_TOLD))

        reply, changed = await say(sentence, note)
        acted = bool(changed or (strictly and steps))
        counted.acted += acted
        if acted:
            print(f"  {sentence.text}  ({reply.text})")
            for call in reply.calls:
                print(f"      {call.full_name} {', '.join(call.targets)} {dict(call.data) or ''}")
    return counted


async def main() -> None:
    """Print the share by language, and every sentence that was acted upon."""
    for language in ("en", *OTHERS):
        before = await count(sentences(language, fresh=False), strictly=False)
        fresh = await count(sentences(language, fresh=True), strictly=True)
        print(before.told(language))
        print(fresh.told(f"{language}, written last"))


if __name__ == "__main__":
    asyncio.run(main())
