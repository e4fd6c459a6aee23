"""How often the agent acts when nobody should: sentences that command nothing, or nothing here.

English is spoken in the built-in house; every other language in the house of its held-out set,
both from nowhere and from the living room, where more could be meant.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from home_agent.engine import Agent, Reply, Settings, Turn
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.store import MemoryStore

DATA = Path(__file__).parent / "data"
OTHERS = ("de", "nl", "it", "es", "fr")
LIVING_ROOM = "living"


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


async def say(said: Said) -> tuple[Reply, int]:
    """Say it; the reply, and how many states changed."""
    home = said.house()
    before = dict(home.snapshot().states)
    agent = Agent(home, store=MemoryStore(), settings=Settings(patience=0.05, safety=NOTHING_ASKED))
    turn = Turn(text=said.text, language=said.language, area_id=said.area_id, conversation_id="1")
    reply = await agent.hear(turn)
    after = home.snapshot().states
    home.close()
    return reply, sum(before[entity_id] != after[entity_id] for entity_id in before)


def sentences(language: str) -> list[Said]:
    """What there is to say in a language."""
    others = {DATA / f"no-action-{one}.txt" for one in OTHERS}
    own = {DATA / f"no-action-{language}.txt"}
    files = sorted(own if language in OTHERS else {*DATA.glob("no-action*.txt")} - others)
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    rooms = (None, LIVING_ROOM) if language in OTHERS else (None,)
    return [
        Said(text=line, language=language, area_id=room)
        for line in lines
        if line.strip() and not line.startswith("#")
        for room in rooms
    ]


async def main() -> None:
    """Print the share by language, and every sentence that was acted upon."""
    for language in ("en", *OTHERS):
        said = sentences(language)
        acted = [(one, *await say(one)) for one in said]
        acted = [(one, reply, changed) for one, reply, changed in acted if changed]
        share = 100 * len(acted) / len(said)
        print(f"{language}: acted upon {len(acted)} of {len(said)} sentences ({share:.2f} %)")
        for one, reply, _ in acted:
            print(f"  {one.text}")
            for call in reply.calls:
                print(f"      {call.full_name} {', '.join(call.targets)} {dict(call.data) or ''}")


if __name__ == "__main__":
    asyncio.run(main())
