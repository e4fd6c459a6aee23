"""A real Home Assistant under which everything breaks: the wire, in every way, and itself.

A call is on its way whenever something breaks. What was done, Home Assistant writes to a file that
survives its death, so that every answer of ours can be held against it: what we said was done must
be there, what we said was not done must not, and nothing may be there twice.
"""

import argparse
import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home import ServiceCall
from home_agent.remote import Access, RemoteHome, Timeouts, read_address
from scripts.real_hass import Client, RealHass
from tests.standalone.remote.faulty_proxy import FaultyProxy

HERE = Path(__file__).parent
_OF_WIRE = ("cut", "cut frame", "half-open", "slow")
_OF_PROCESS = ("kill", "restart")
_QUICK = Timeouts(heartbeat=0.5, settled=0.1, first_retry=0.05, longest_retry=0.5, gap=0.2)
_LONGEST = 60
_MOMENT = 0.1
"""So long may the call wait, the fault, and what is called: each may come first."""
_CONFIGURATION = """\
http:
  server_host: 127.0.0.1
  server_port: {port}
bench_events:
input_boolean:
  one:
  two:
  three:
"""
_SWITCHES = ("input_boolean.one", "input_boolean.two", "input_boolean.three")


class Trial:
    """A home over a wire that breaks, and what came of all that was asked of it."""

    def __init__(self, hass: RealHass, client: Client, proxy: FaultyProxy) -> None:
        self._hass = hass
        self._client = client
        self._proxy = proxy
        self._chance = random.Random(7)
        address = read_address(f"http://127.0.0.1:{proxy.port}")
        self.home = RemoteHome(Access(address=address, token=hass.token), timeouts=_QUICK)
        self.said: dict[str, str] = {}
        self.known_after: list[float] = []
        self.down_for: list[float] = []

    async def fault(self, what: str, kind: str) -> None:
        """Ask for something, break something meanwhile, and wait until all is known again."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._ask(what))
            both.create_task(self._break(kind))
        switch = {"entity_id": self._chance.choice(_SWITCHES)}
        await self._client.post("/api/services/input_boolean/toggle", switch)
        started = time.perf_counter()
        async with asyncio.timeout(_LONGEST):
            while not await self._same():  # noqa: ASYNC110 - it is elsewhere
                await asyncio.sleep(0.02)
        self.known_after.append(time.perf_counter() - started)
        self._proxy.delay = 0

    def wrong(self, done: Counter[str]) -> Iterator[str]:
        """What was said and is not true."""
        for what, said in self.said.items():
            if said == "done" and not done[what]:
                yield f"{what}: said to be done, and was not"
            if said == "not done" and done[what]:
                yield f"{what}: said not to be done, and was"
            if done[what] > 1:
                yield f"{what}: done {done[what]} times"

    async def _ask(self, what: str) -> None:
        takes = self._chance.random() * _MOMENT
        data = {"what": what, "takes": takes}
        call = ServiceCall(domain="bench_events", service="do", data=data)
        await asyncio.sleep(self._chance.random() * _MOMENT)
        try:
            await self.home.call(call)
        except CallRefusedError as error:
            unknown = "may or may not" in str(error)
            self.said[what] = "unknown" if unknown else "not done"
        else:
            self.said[what] = "done"

    async def _break(self, kind: str) -> None:
        await asyncio.sleep(self._chance.random() * _MOMENT)
        if kind == "cut":
            self._proxy.cut()
        elif kind == "cut frame":
            self._proxy.cut_after(self._chance.randrange(1, 60_000))
        elif kind == "half-open":
            self._proxy.freeze()
        elif kind == "slow":
            self._proxy.delay = 0.01
        else:
            started = time.perf_counter()
            await asyncio.to_thread(self._hass.restart, kill=kind == "kill")
            self.down_for.append(time.perf_counter() - started)

    async def _same(self) -> bool:
        """Whether what we know is what Home Assistant knows."""
        if not self.home.connection_status.up:
            return False
        seen = {
            entity_id: (state.value, dict(state.attributes), round(state.changed.timestamp(), 3))
            for entity_id, state in self.home.snapshot().states.items()
        }
        return seen == await self._there()

    async def _there(self) -> dict[str, Any]:
        return {
            state["entity_id"]: (
                state["state"],
                state["attributes"],
                round(datetime.fromisoformat(state["last_changed"]).timestamp(), 3),
            )
            for state in await self._client.get("/api/states")
        }


async def _run(faults: int, restarts: int) -> bool:
    kinds = [_OF_PROCESS[number % 2] for number in range(restarts)]
    kinds += [_OF_WIRE[number % 4] for number in range(faults - restarts)]
    random.Random(7).shuffle(kinds)
    components = (HERE / "bench_events",)
    with RealHass(configuration=_CONFIGURATION, components=components) as hass:
        port = urlsplit(hass.address).port or 0
        async with hass.client() as client, FaultyProxy(port) as proxy:
            trial = Trial(hass, client, proxy)
            await trial.home.open()
            for number, kind in enumerate(kinds, 1):
                await trial.fault(f"{number}-{kind}", kind)
            await trial.home.close()
        done = Counter(hass.file("done.txt").splitlines())
    print(f"{faults} faults: {_counted(kinds)}")
    print(f"  what we know is what there is after each: {_figures(trial.known_after)}")
    if trial.down_for:
        print(f"  away when it was killed or restarted: {_figures(trial.down_for)}")
    print(f"  {faults} calls in them, told as: {_counted(trial.said.values())}")
    happened = sum(bool(done[what]) for what, said in trial.said.items() if said == "unknown")
    print(f"  of the unknown, {happened} were done in the end")
    wrong = list(trial.wrong(done))
    print(f"  {len(wrong)} wrong", *wrong, sep="\n    ")
    return not wrong and len(trial.said) == faults


def _counted(things: Iterable[str]) -> str:
    return ", ".join(f"{count} {thing}" for thing, count in Counter(things).most_common())


def _figures(took: list[float]) -> str:
    return f"{median(took):.2f} s (p50) to {max(took):.2f} s (max)"


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--restarts", type=int, default=24, help="how many of them end the process")
    given = parser.parse_args()
    return 0 if asyncio.run(_run(given.faults, given.restarts)) else 1


if __name__ == "__main__":
    sys.exit(_main())
