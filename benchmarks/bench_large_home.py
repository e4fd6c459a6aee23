"""A house of ten thousand things: its index, its changes, its first sentence, and its memory.

Promised: an index within a second, kept as the house changes; sentences in at most twice the time
of a small house (8 ms for half of them, 30 for nearly all); the first one within 100 ms of the
start; and less than 150 MB.
"""

import asyncio
import inspect
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

from figures import milliseconds, percentiles
from houses import house, sentences

from home_agent.engine import Turn, build_agent
from home_agent.engine.home import Entity, Layout
from home_agent.engine.language import load_language
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand import Understander
from home_agent.engine.understand.grammar.vocabulary import gather_vocabulary
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.resolve.names import gather_names

SMALL, LARGE = 100, 10_000
ROUNDS = 5
FIRST = "turn on the lights in the kitchen"


def index(layout: Layout) -> None:
    """Gather the names, and gather them again after a change."""
    lexicon = load_lexicon("en")
    names, vocabulary = gather_names(layout, lexicon), gather_vocabulary(layout)

    def gather() -> None:
        gather_names(layout, lexicon)
        gather_vocabulary(layout)

    print(f"{'index':28}{milliseconds(gather):6.0f} ms")
    for what, entities in changes(layout.entities).items():
        changed = replace(layout, entities=entities)

        def renew(changed: Layout = changed) -> None:
            gather_names(changed, lexicon, names)
            gather_vocabulary(changed, vocabulary)

        print(f"{'  ' + what:28}{milliseconds(renew):6.1f} ms")


def changes(entities: Mapping[str, Entity]) -> dict[str, dict[str, Entity]]:
    """What may happen to one thing in a house."""
    entity = next(entity for entity in entities.values() if entity.exposed)
    renamed = replace(entity, name="Aladdin's lamp", names=("Aladdin's lamp",))
    added = replace(renamed, entity_id="light.new")
    return {
        "one renamed": {**entities, entity.entity_id: renamed},
        "one added": {**entities, added.entity_id: added},
        "one hidden": {**entities, entity.entity_id: replace(entity, exposed=False)},
        # as Home Assistant reports it: every thing is another object, and all but one are equal
        "one renamed, all reread": {
            **{entity_id: replace(entity) for entity_id, entity in entities.items()},
            entity.entity_id: renamed,
        },
    }


def spoken() -> None:
    """Sentences of every kind, in both houses by turns."""
    english = load_language("en")
    understander = {size: Understander() for size in (SMALL, LARGE)}
    homes = {size: house(size) for size in understander}
    taken: dict[tuple[str, int], list[float]] = defaultdict(list)
    for number in range(ROUNDS + 1):
        for size, home in homes.items():
            snapshot = home.snapshot()
            for kind, text in sentences(home):
                understand = understander[size].understand
                time = milliseconds(partial(understand, text, snapshot, english))
                if number:
                    taken[kind, size].append(time)
    kinds = dict.fromkeys(kind for kind, _ in taken)
    for size in homes:
        taken["all", size] = [seconds for kind in kinds for seconds in taken[kind, size]]
    for kind in (*kinds, "all"):
        shown = (f"{size}: {percentiles(taken[kind, size])}" for size in homes)
        print(f"{kind:28}{'   '.join(shown)}")
    for home in homes.values():
        home.close()


async def live(size: int, *, prepared: bool) -> None:
    """In a process of its own: say one sentence, then the others; print the time and the memory."""
    home = house(size)
    agent = build_agent(home, store=InMemoryStore())
    if prepared:
        await agent.prepare("en")
    reply = await agent.hear(Turn(text=FIRST, conversation_id="1"))
    for _, text in sentences(home) if prepared else ():
        await agent.hear(Turn(text=text, conversation_id="1"))
    print(f"{reply.latency_ms:.0f} {most_memory()}")
    home.close()


def most_memory() -> int:
    """The most that this process ever held, in kB."""
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def fresh(*arguments: str) -> list[int]:
    """The figures that a process of its own prints."""
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, *arguments], check=True, capture_output=True, text=True
    )
    return [int(figure) for figure in ran.stdout.split()]


def main() -> None:
    """Print the figures."""
    home = house(LARGE)
    layout = home.snapshot().layout
    home.close()
    print(f"{LARGE} entities, {len(layout.areas)} areas, {len(layout.floors)} floors")
    index(layout)
    spoken()
    for size, prepared in product((SMALL, LARGE), ("unprepared", "prepared")):
        latency, memory = fresh(__file__, str(size), prepared)
        print(f"{'first sentence':28}{latency:6} ms, {size} entities, {prepared}")
    empty = f"from pathlib import Path\n{inspect.getsource(most_memory)}\nprint(most_memory())"
    (bare,) = fresh("-c", empty)
    grown = (memory - bare) / 1024
    print(f"{'memory':28}{grown:6.0f} MB for the house, English, and all that was said")


if __name__ == "__main__":
    if arguments := sys.argv[1:]:
        asyncio.run(live(int(arguments[0]), prepared=arguments[1] == "prepared"))
    else:
        main()
