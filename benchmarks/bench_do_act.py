"""How often the agent does what is meant, where a sentence only looks as if nobody should act.

Each line says a sentence and what should be done: the name of a thing and what is asked of it. What
is done must be just that: the same service on the same thing with the same figure, and nothing
else. A sentence that leads to the right question ("Shall I turn off Chandelier?") is told apart.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Mapping

from bench_no_action import DATA, LIVING_ROOM, OTHERS, Said, say

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home import ServiceCall
from home_agent.engine.storage.store import InMemoryStore

SERVICES: Mapping[str, tuple[str, ...]] = {
    "turn on": ("turn_on",),
    "turn off": ("turn_off",),
    "open": ("open_cover", "open_valve", "turn_on"),
    "close": ("close_cover", "close_valve"),
    "lock": ("lock",),
    "unlock": ("unlock",),
    "start cleaning": ("start",),
    "activate": ("turn_on",),
}
"""What is asked in words, and the services that do it."""

FIGURES: Mapping[str, tuple[str, float]] = {
    "set to # degrees": ("temperature", 1),
    "set brightness to # %": ("brightness_pct", 1),
    "set volume to # %": ("volume_level", 0.01),
}
"""What is set to a figure, the key of the call that holds it, and in what unit."""

YES: Mapping[str, str] = {"en": "yes", "de": "ja", "nl": "ja", "it": "sì", "es": "sí", "fr": "oui"}


def is_right(call: ServiceCall, name: str, asked: str, said: Said) -> bool:
    """Whether a call is what somebody asked of the thing with this name."""
    entities = said.house().snapshot().layout.entities
    if [entities[target].name for target in call.targets] != [name]:
        return False
    figure = re.search(r"[\d.]+", asked)
    if figure is None:
        return call.service in SERVICES[asked] and not call.data
    key, unit = FIGURES[asked.replace(figure[0], "#")]
    wanted = float(figure[0]) * unit
    return key in call.data and abs(float(call.data[key]) - wanted) < unit / 100


def are_right(calls: tuple[ServiceCall, ...], wanted: str, said: Said) -> bool:
    """Whether some calls are all that was wanted, and nothing else."""
    parts = [part.partition(": ")[::2] for part in wanted.split("; ")]
    return len(calls) == len(parts) and all(
        any(is_right(call, name, asked, said) for call in calls) for name, asked in parts
    )


async def after_a_yes(said: Said) -> tuple[ServiceCall, ...]:
    """What is done when somebody says yes to what the sentence leads to."""
    home = said.house()
    agent = build_agent(
        home, store=InMemoryStore(), settings=Settings(patience=0.05, safety=NOTHING_ASKED)
    )
    for text in (said.text, YES[said.language]):
        turn = Turn(text=text, language=said.language, area_id=said.area_id, conversation_id="1")
        reply = await agent.hear(turn)
    home.close()
    return reply.calls


async def verdict(said: Said, wanted: str) -> str:
    """How a sentence ends: right, wrong, asked (and right after a yes), or nothing."""
    reply, _ = await say(said)
    if reply.calls:
        return "right" if are_right(reply.calls, wanted, said) else "wrong"
    if reply.expects_answer and are_right(await after_a_yes(said), wanted, said):
        return "asked"
    return "nothing"


async def main() -> None:
    """Print how many are done, asked first, done wrongly or left, by language."""
    total: Counter[str] = Counter()
    for language in ("en", *OTHERS):
        lines = (DATA / "do-act" / f"{language}.tsv").read_text("utf-8").splitlines()
        rooms = (None, LIVING_ROOM) if language in OTHERS else (None,)
        counts: Counter[str] = Counter()
        for line in filter(None, lines):
            text, wanted = line.split("\t")
            for room in rooms:
                found = await verdict(Said(text=text, language=language, area_id=room), wanted)
                counts[found] += 1
                if found in ("wrong", "nothing"):
                    print(f"  {found}: {text}  ({wanted})")
        total += counts
        print(f"{language}: {_figures(counts)}")
    print(f"all: {_figures(total)}")


def _figures(counts: Counter[str]) -> str:
    told = {"right": "done", "asked": "asked first", "wrong": "done wrongly", "nothing": "left"}
    shown = ", ".join(f"{counts[key]} {word}" for key, word in told.items())
    return f"{shown}, of {counts.total()} sentences"


if __name__ == "__main__":
    asyncio.run(main())
