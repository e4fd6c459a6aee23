"""A large home of a real Home Assistant over a wire: how long it takes to load, and its events.

Two thousand things a second happen in it for a minute. How late each is known is the time from when
Home Assistant set the state until our listeners hear of it, on the clock of this one machine. A
process that reads the same frames and does nothing with them runs beside it: what it is late, the
machine and Home Assistant are.
"""

import asyncio
import gc
import json
import os
import sys
import time
from array import array
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from home_agent.engine.home import Change, State, StateChanged
from home_agent.remote import Access, RemoteHome, read_address
from scripts.real_hass import Client, RealHass

HERE = Path(__file__).parent
THINGS = 10_000
EVENTS_A_SECOND = 2_000
SECONDS = int(os.environ.get("BENCH_SECONDS", "60"))
LOADED_WITHIN = 3.0
KNOWN_WITHIN = 0.05
MAY_GROW = 10 * 2**20
"""Lists of free memory settle; what leaks with every event would be more."""
_KIND = "sensor.bench_"
_CONFIGURATION = """\
http:
  server_host: 127.0.0.1
  server_port: {port}
bench_events:
"""


class Heard:
    """How late we heard of what happened."""

    def __init__(self) -> None:
        """Have the room for all of it, so that the record takes no further memory."""
        self._late = array("d", bytes(8 * EVENTS_A_SECOND * SECONDS))
        self._count = 0

    def __call__(self, change: Change) -> None:
        """Note a change."""
        match change:
            case StateChanged(entity_id=name, after=State(updated=updated)) if name.startswith(
                _KIND
            ):
                self._late[self._count] = time.time() - updated.timestamp()
                self._count += 1

    @property
    def late(self) -> Sequence[float]:
        """In seconds."""
        return self._late[: self._count]


async def _bare_reader(hass: RealHass) -> Process:
    """The peer, ready."""
    reader = await asyncio.create_subprocess_exec(
        *(sys.executable, HERE / "bare_reader.py", hass.address),
        stdin=PIPE,
        stdout=PIPE,
        env=os.environ | {"BENCH_TOKEN": hass.token},
        limit=2**26,
    )
    assert reader.stdout is not None
    await reader.stdout.readline()
    return reader


async def _run(hass: RealHass, client: Client) -> bool:
    await client.post("/api/services/bench_events/furnish", {"things": THINGS})
    access = Access(address=read_address(hass.address), token=hass.token)
    started = time.perf_counter()
    home = await RemoteHome(access).open()
    loaded = time.perf_counter() - started
    print(f"{len(home.snapshot().states)} entities loaded in {loaded:.2f} s")
    heard = Heard()
    home.subscribe(heard)
    reader = await _bare_reader(hass)
    gc.collect()
    memory, busy, started = _memory(), time.process_time(), time.perf_counter()
    wanted = {"things": THINGS, "rate": EVENTS_A_SECOND, "seconds": SECONDS}
    await client.post("/api/services/bench_events/change", wanted)
    total = EVENTS_A_SECOND * SECONDS
    while len(heard.late) < total and time.perf_counter() - started < 2 * SECONDS:
        # Somebody looks now and then, which costs the next event a copy of all states.
        home.snapshot()
        await asyncio.sleep(0.2)
    took = time.perf_counter() - started
    busy = (time.process_time() - busy) / took
    gc.collect()
    grown = _memory() - memory
    out, _ = await reader.communicate()
    pause = float(await client.state("sensor.longest_pause"))
    states = home.snapshot().states
    await home.close()
    bare = json.loads(out)
    last = {f"{_KIND}{number % THINGS}": str(number + 1) for number in range(total - THINGS, total)}
    known = sum(states[entity_id].value == value for entity_id, value in last.items())
    print(f"{len(heard.late)} events, {len(heard.late) / took:.0f} a second for {SECONDS} s")
    print(f"  known after    {_figures(heard.late)}; {busy:.0%} of a processor")
    print(f"  a bare reader  {_figures(bare)}")
    print(f"  Home Assistant stood still for {pause * 1e3:.0f} ms at most, to collect garbage")
    print(
        f"  {known} of {len(last)} last values known; memory {memory / 2**20:.0f} MiB before,",
        end=" ",
    )
    print(f"{(memory + grown) / 2**20:.0f} MiB after")
    if _percentile(bare, 99) >= KNOWN_WITHIN:
        print("  This machine is too busy to tell: a bare reader is late as well. Try again later.")
    return (
        loaded < LOADED_WITHIN
        and known == len(last)
        and len(heard.late) == total
        and _percentile(heard.late, 99) < KNOWN_WITHIN
        and grown < MAY_GROW
    )


def _figures(late: Sequence[float]) -> str:
    p50, p99, most = (_percentile(late, share) * 1e3 for share in (50, 99, 100))
    return f"p50 {p50:.1f} ms   p99 {p99:.1f} ms   max {most:.1f} ms"


def _percentile(late: Sequence[float], percent: int) -> float:
    ordered = sorted(late)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def _memory() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096


async def _main() -> int:
    components = (HERE / "bench_events",)
    with RealHass(configuration=_CONFIGURATION, components=components) as hass:
        async with hass.client() as client:
            return 0 if await _run(hass, client) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(_main()))
