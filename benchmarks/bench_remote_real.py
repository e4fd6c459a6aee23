"""A real Home Assistant at the other end of a wire that breaks, and what we then know of it.

Runs where Home Assistant is installed. It is killed a few times, too; each time costs it a while.
"""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home import Change, ServiceCall, StateChanged
from home_agent.remote import Access, Patience, RemoteHome, read_address
from scripts.real_hass import Client, RealHass
from tests.standalone.remote.faulty_proxy import FaultyProxy

FAULTS = 100
KILLS = frozenset({33, 66, 99})
ENTITIES = 10_000
EVENTS_A_SECOND = 500
"""About half of what Home Assistant takes over REST on a small machine: its queue is not ours."""
_QUICK = Patience(heartbeat=0.5, settled=0.1, first_retry=0.05, longest_retry=0.5, gap=0.2)
_LIGHTS = ("light.bed_light", "light.ceiling_lights", "light.kitchen_lights")


def _seen(home: RemoteHome) -> dict[str, Any]:
    return {
        one: (state.value, dict(state.attributes), round(state.changed.timestamp(), 3))
        for one, state in home.snapshot().states.items()
    }


async def _there(client: Client) -> dict[str, Any]:
    return {
        one["entity_id"]: (
            one["state"],
            one["attributes"],
            round(datetime.fromisoformat(one["last_changed"]).timestamp(), 3),
        )
        for one in await client.get("/api/states")
    }


async def _until(so: Callable[[], Awaitable[bool]]) -> float:
    started = time.perf_counter()
    async with asyncio.timeout(60):
        while not await so():  # noqa: ASYNC110 - anything may be waited for
            await asyncio.sleep(0.02)
    return time.perf_counter() - started


async def _break(kind: str, proxy: FaultyProxy, hass: RealHass, chance: random.Random) -> None:
    if kind == "cut":
        proxy.cut()
    elif kind == "frame":
        proxy.cut_after(chance.randrange(1, 60_000))
    elif kind == "freeze":
        proxy.freeze()
    elif kind == "slow":
        proxy.delay = 0.01
    else:
        await asyncio.to_thread(hass.restart, kill=True)


async def faults(hass: RealHass, client: Client) -> bool:
    """Break the wire again and again; say whether nothing was claimed wrongly."""
    chance = random.Random(7)
    took: list[float] = []
    refused = wrong = 0
    async with FaultyProxy(urlsplit(hass.address).port or 0) as proxy:
        address = read_address(f"http://127.0.0.1:{proxy.port}")
        home = await RemoteHome(Access(address=address, token=hass.token), patience=_QUICK).open()

        async def equal() -> bool:
            return home.link.up and _seen(home) == await _there(client)

        for number in range(FAULTS):
            light, service = chance.choice(_LIGHTS), chance.choice(("turn_on", "turn_off"))
            call = ServiceCall(domain="light", service=service, targets=(light,))
            calling = asyncio.create_task(home.call(call))
            kind = "kill" if number in KILLS else ("cut", "frame", "freeze", "slow")[number % 4]
            await asyncio.sleep(chance.random() / 100)
            await _break(kind, proxy, hass, chance)
            answers: list[object] = await asyncio.gather(calling, return_exceptions=True)
            if isinstance(answers[0], CallRefusedError):
                refused += 1
            elif kind != "kill":
                # What it accepted it has done; after a kill it forgets.
                wrong += await client.state(light) != service.removeprefix("turn_")
            other = chance.choice([one for one in _LIGHTS if one != light])
            await client.post("/api/services/light/toggle", {"entity_id": other})
            took.append(await _until(equal))
            proxy.delay = 0
        await home.close()
    print(f"{FAULTS} faults, {len(KILLS)} of them kills: known again after each,", end=" ")
    print(f"in {max(took):.2f} s at most")
    print(f"{FAULTS} calls in them: {refused} told as failed or unknown, {wrong} claimed wrongly")
    return not wrong


async def load(hass: RealHass, client: Client) -> bool:
    """Load a large home, then follow its events."""
    names = [f"sensor.bench_{number}" for number in range(ENTITIES)]
    await _set(client, names, "0")
    access = Access(address=read_address(hass.address), token=hass.token)
    started = time.perf_counter()
    home = await RemoteHome(access).open()
    took = time.perf_counter() - started
    late: list[float] = []

    def heard(change: Change) -> None:
        if isinstance(change, StateChanged) and change.after is not None:
            late.append(time.time() - change.after.updated.timestamp())

    home.subscribe(heard)
    started = time.perf_counter()
    await _set(client, names, "1", EVENTS_A_SECOND)
    rate = ENTITIES / (time.perf_counter() - started)
    await asyncio.sleep(1)
    known = sum(home.snapshot().states[name].value == "1" for name in names)
    await home.close()
    p99 = quantiles(late, n=100)[-1]
    print(f"{ENTITIES} entities loaded in {took:.2f} s")
    print(f"{rate:.0f} events a second: {known} of {ENTITIES} known,", end=" ")
    print(f"{p99 * 1e3:.1f} ms after they happened (p99)")
    return took < 3 and known == ENTITIES and p99 < 0.05  # noqa: PLR2004 - what we promise


async def _set(client: Client, names: list[str], value: str, rate: float = 1e9) -> None:
    limit = asyncio.Semaphore(20)
    started = time.perf_counter()

    async def one(name: str) -> None:
        async with limit:
            await client.post(f"/api/states/{name}", {"state": value})

    async with asyncio.TaskGroup() as group:
        for number, name in enumerate(names):
            await asyncio.sleep(max(0.0, number / rate - (time.perf_counter() - started)))
            group.create_task(one(name))


async def _main() -> int:
    with RealHass() as hass:
        async with hass.client() as client:
            kept = [await faults(hass, client), await load(hass, client)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(_main()))
