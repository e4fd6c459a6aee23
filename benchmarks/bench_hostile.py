"""Sentences that somebody says who wants us stuck: what they cost, and what a home notices of them.

First the growth: openings of every list of every lexicon, said again and again, in sentences of n,
2n, 4n and 8n words. Then a crowd: two hundred long ones at once, of one user, in a real Home
Assistant, whose own API is asked meanwhile and right after. Runs where Home Assistant is installed.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from asyncio.subprocess import PIPE
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import batched
from pathlib import Path
from typing import Any, Self

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander
from home_agent.engine.understand.effort import MOST_LOOKS, Effort, count_looks
from home_agent.simulated import SimulatedHome
from scripts.real_hass import AGENT, Client, RealHass
from tests.attacks.engine.standing.openings import LEXICONS, phrases_by_list, repeated

LENGTHS = (8, 16, 32, 64)
_FEW = 2_000
"""Looks: what takes less is not worth to be compared."""

SENTENCES = 200
PROMISED = 0.05
"""Seconds for nineteen of twenty requests to Home Assistant's own API, meanwhile and after."""

HONEST = "is the bed light on?"
_A_WHILE, _LONG = 3.0, 10.0
WORST = "water boiler " * 16
"""What takes most of what a sentence may take."""

TOO_MANY = "Too much is being asked of me at once."
TOO_LONG = "That was too long for me."

# Those of the issue, each as long as is still read closely, just longer, and far too long.
CROWD = (
    "tell me when " * 10,
    "if " * 32,
    "tell me when " + " or ".join("abcdefghijklmn") + " opens",
    "turn off everything " + "except the lamp " * 9,
    WORST,
    "turn on the bed light, no, the ceiling lights, " * 4,
    "tell me when the " + " or the ".join("abcdefghijklmnopqrstuvwxyz" * 2) + " opens",
    "is the lamp on and " * 39,
    "tell me when " * 200,
    "if " * 3_000,
)


def openings(code: str) -> Iterator[tuple[str, ...]]:
    """Every list alone by one phrase, and the first phrases of lists with each other."""
    lists = phrases_by_list(code)
    firsts = [phrases[0] for phrases in lists.values()]
    yield from batched(firsts, 4, strict=False)
    for name, phrases in lists.items():
        if name.partition(".")[0] in ("conditions", "watching", "conversation", "asking"):
            yield from ((phrase,) for phrase in (phrases[0], phrases[-1]))


def growth() -> None:
    """Print what sentences take by their length, and the worst growth of any."""
    home = SimulatedHome.demo()
    snapshot, understander = home.snapshot(), Understander()
    for code in LEXICONS:
        language = load_language(code)
        understander.understand("?", snapshot, language)
        taken: dict[int, list[tuple[float, int]]] = defaultdict(list)
        worst = (0.0, "")
        for phrases in openings(code):
            looks = []
            for length in LENGTHS:
                effort, started = Effort(), time.thread_time()
                with count_looks(effort):
                    understander.understand(repeated(phrases, length), snapshot, language)
                taken[length].append((time.thread_time() - started, effort.spent))
                looks.append(max(effort.spent, _FEW))
            # Eight times the words may take eight times the work: sixty-four times is growth.
            worst = max(worst, (max(looks) / looks[0], " / ".join(phrases)))
        told = (
            f"{length} words {1e3 * statistics.median(seconds for seconds, _ in sentences):.0f} ms"
            f" (at most {1e3 * max(sentences)[0]:.0f} ms,"
            f" {max(looks for _, looks in sentences)} looks)"
            for length, sentences in taken.items()
        )
        print(f"{code}: {len(taken[LENGTHS[0]])} openings; {', '.join(told)}")
        print(f"    worst growth: 8 times the words, {worst[0]:.1f} times the work: {worst[1]!r}")
    home.close()
    print(
        f"no sentence takes more than {MOST_LOOKS} looks, apart from those at the things there are"
    )


class Asking:
    """Asks Home Assistant's own API again and again, from a process that does nothing else."""

    def __init__(self, hass: RealHass) -> None:
        """Ask this one."""
        self._arguments = (__file__, "--ask", hass.address, hass.token)

    async def __aenter__(self) -> Self:
        """Begin."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, *self._arguments, stdin=PIPE, stdout=PIPE
        )
        assert self._process.stdout is not None
        await self._process.stdout.readline()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Make sure that it ends."""
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def took(self) -> list[float]:
        """End, and tell how many seconds each request took."""
        told, _ = await self._process.communicate(b"\n")
        return [float(seconds) for seconds in json.loads(told)]


async def ask(address: str, token: str) -> None:
    """What that process does, until somebody says something to it."""
    taken: list[float] = []
    ending = asyncio.create_task(asyncio.to_thread(sys.stdin.readline))
    async with Client(address, token) as client:
        await client.get("/api/")
        print("asking", flush=True)
        while not ending.done():
            started = time.perf_counter()
            await client.get("/api/")
            taken.append(time.perf_counter() - started)
            await asyncio.sleep(0.01)
    print(json.dumps(taken))


def shown(name: str, taken: list[float]) -> float:
    """Print the middle, the slow end and the slowest; return the slow end."""
    p95 = statistics.quantiles(taken, n=20)[-1]
    middle, slowest = statistics.median(taken), max(taken)
    print(f"  /api/ {name:12} p50 {middle * 1e3:5.1f}  p95 {p95 * 1e3:5.1f}", end="  ")
    print(f"max {slowest * 1e3:5.1f} ms  ({len(taken)} requests)")
    return p95


def kind(result: dict[str, Any]) -> str:
    """What became of a sentence."""
    said: str = result["response"]["speech"]["plain"]["speech"]
    if said.startswith(TOO_MANY):
        return "refused for number"
    return "refused for length" if said.startswith(TOO_LONG) else "answered"


async def crowd() -> bool:
    """Say two hundred at once, and see what others notice."""
    message = {"type": "conversation/process", "agent_id": AGENT}
    crowded = [{**message, "text": CROWD[number % len(CROWD)]} for number in range(SENTENCES)]
    with RealHass() as hass:
        async with hass.client() as client:
            await client.add_agent()
            await client.say(HONEST)
            async with Asking(hass) as asking:
                await asyncio.sleep(_A_WHILE)
                shown("before", await asking.took())
            async with Asking(hass) as asking:
                started = time.perf_counter()
                results = await client.at_once(*crowded)
                took = time.perf_counter() - started
                meanwhile = shown("meanwhile", await asking.took())
            async with Asking(hass) as asking:
                ends = time.perf_counter() + _LONG
                while time.perf_counter() < ends:
                    await client.at_once(*({**message, "text": WORST} for _ in range(SENTENCES)))
                lasting = shown(f"for {_LONG:.0f} s", await asking.took())
            async with Asking(hass) as asking:
                honest = time.perf_counter()
                await client.say(HONEST)
                honest = time.perf_counter() - honest
                await asyncio.sleep(_A_WHILE)
                after = shown("right after", await asking.took())
    ended = Counter(map(kind, results))
    print(f"  {SENTENCES} at once of one user took {took:.1f} s:", end=" ")
    print(", ".join(f"{count} {name}" for name, count in ended.most_common()))
    print(f"  an honest sentence right after took {honest * 1e3:.0f} ms")
    return max(meanwhile, lasting, after) < PROMISED


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("growth", "crowd"), help="half of it")
    parser.add_argument("--ask", nargs=2, help=argparse.SUPPRESS)
    given, _others = parser.parse_known_args()
    if given.ask:
        asyncio.run(ask(*given.ask))
        return 0
    if given.only != "crowd":
        growth()
    if given.only == "growth":
        return 0
    print(f"two hundred hostile sentences at once, promised: p95 under {PROMISED * 1e3:.0f} ms")
    return 0 if asyncio.run(crowd()) else 1


if __name__ == "__main__":
    sys.exit(_main())
