"""The page in a real Chromium: until its first view is there, and whether a large house stutters.

The server is in this process, and the browser shares the machine with it. Frames are counted by
the browser itself while the house changes under it.
"""

import asyncio
import os
import random
import sys
import tempfile
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from home_agent.configuration import Configuration
from home_agent.configuration.serve import ServeSettings
from home_agent.engine.settings import Settings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.options import Options
from home_agent.server.http_server import serving
from home_agent.server.page.links import LinkFolder
from home_agent.session import Session, open_session
from home_agent.simulated.home import SimulatedHome
from home_agent.storage.local import writable_folder
from scripts.chromium import Tab, find_chromium, open_tab

ENTITIES, ROOMS, CHANGES_A_SECOND = 2000, 40, 100
_VIEWS, _SECONDS = 5, 6
_MEASURE_FRAMES = """
new Promise((resolve) => {
  const gaps = []; let last = performance.now(); const ends = last + %d;
  const frame = (now) => { gaps.push(now - last); last = now;
    if (now < ends) requestAnimationFrame(frame);
    else { gaps.sort((a, b) => a - b); resolve({ frames: gaps.length, slowest: gaps.at(-1), p99: gaps[Math.floor(gaps.length * .99)] }); } };
  requestAnimationFrame(frame);
})"""  # noqa: E501 - a program
_FIRST_VIEW = """
new Promise((resolve) => {
  const look = () => document.querySelector('home-talk .composer') ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})"""  # noqa: E501 - a program
_SIZE = (
    "performance.getEntriesByType('resource').reduce((sum, one) => sum + one.decodedBodySize, 0)"
)
_LAYOUT_SHIFT = """
new Promise((resolve) => { let sum = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 300); })"""  # noqa: E501 - a program

_COUNT_CHANGES = """
globalThis.seen = 0; document.querySelector('home-agent-app').api.addEventListener('states',
  ({ detail }) => { seen += Object.keys(detail.states).length; });"""
_SCROLL = """
(() => { const view = document.querySelector('home-house'); let at = 0;
  const go = () => { view.scrollTop = (at += 30) % view.scrollHeight; requestAnimationFrame(go); };
  go(); })()"""


def inventory(folder: Path) -> Path:
    """A large house: lamps, sensors and blinds in many rooms."""
    kinds: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("light", "off", {"supported_color_modes": ["brightness"]}),
        ("switch", "off", {}),
    )
    readings = {"device_class": "temperature", "unit_of_measurement": "°C"}
    entities = []
    for at in range(ENTITIES):
        domain, state, attributes = (*kinds, ("sensor", "20.5", readings))[at % 3]
        room = f"Room {at % ROOMS + 1}"
        entities.append(
            {
                "id": f"{domain}.thing_{at}",
                "name": f"Thing {at}",
                "area": room,
                "state": state,
                "attributes": attributes,
            }
        )
    path = folder / "house.yaml"
    areas = [{"name": f"Room {at + 1}"} for at in range(ROOMS)]
    path.write_text(yaml.safe_dump({"areas": areas, "entities": entities}))
    return path


async def change(session: Session) -> None:
    """Have things change, as many as are promised."""
    home = session.home_view._home  # noqa: SLF001 - what a home tells by itself
    assert isinstance(home, SimulatedHome)
    drawn, loop = random.Random(1), asyncio.get_running_loop()
    began = loop.time()
    for at in count():
        thing = drawn.randrange(ENTITIES)
        entity_id = f"{('light', 'switch', 'sensor')[thing % 3]}.thing_{thing}"
        was = home.snapshot().states[entity_id].value
        other = {"on": "off", "off": "on"}.get(was) or f"{20 + at % 50 / 10:.1f}"
        home.apply(entity_id, state=other)
        # By the clock, so that a busy machine is told of no fewer.
        await asyncio.sleep(max(began + (at + 1) / CHANGES_A_SECOND - loop.time(), 0))


def first_views(tab: Tab, address: str) -> list[float]:
    """How many milliseconds it takes from nothing to the first view, each time anew."""
    times = []
    for _ in range(_VIEWS):
        tab.send("Network.clearBrowserCache")
        tab.open(address)
        tab.wait_for("document.readyState === 'complete' && location.protocol === 'http:'")
        times.append(float(tab.evaluate(_FIRST_VIEW)))
    return times


def look(chromium: str, address: str, link: str) -> None:
    """Measure in a browser, and print it."""
    with open_tab(chromium) as tab:
        tab.send("Network.enable")
        tab.open(f"{address}/#link={link}")
        tab.wait_for("document.querySelector('home-talk .composer') !== null")
        times = first_views(tab, address)
        shift = float(tab.evaluate(_LAYOUT_SHIFT))
        print(
            f"first view            {median(times):6.0f} ms (slowest {max(times):.0f}; goal 1000)"
        )
        print(
            f"loaded for it         {tab.evaluate(_SIZE) / 1000:6.0f} kB, layout shift {shift:.3f}"
        )
        tab.evaluate("location.hash = 'house'")
        tab.wait_for(f"document.querySelectorAll('.tile').length === {ENTITIES}")
        tab.evaluate(_COUNT_CHANGES)
        frames = tab.evaluate(_MEASURE_FRAMES % (_SECONDS * 1000))
        seen = float(tab.evaluate("seen")) / _SECONDS
        told = f"slowest {frames['slowest']:.0f} ms, p99 {frames['p99']:.0f} ms"
        print(
            f"frames, {ENTITIES} things, {seen:.0f} changes a second shown:"
            f" {frames['frames'] / _SECONDS:.1f} a second ({told}; goal 50)"
        )
        tab.evaluate(_SCROLL)
        scrolled = tab.evaluate(_MEASURE_FRAMES % (_SECONDS * 1000))
        print(f"  while it is scrolled: {scrolled['frames'] / _SECONDS:.1f} a second")


async def main() -> None:
    """Serve a large house, and look at it."""
    chromium = find_chromium()
    if chromium is None:
        print("There is no Chromium on this machine (on Debian: apt install chromium).")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ |= {"XDG_DATA_HOME": name, "XDG_CONFIG_HOME": name, "HOME": name}
        store, settings = InMemoryStore(), ServeSettings(port=0, requests_a_minute=100_000)
        found: asyncio.Queue[str] = asyncio.Queue()
        options, configuration = Options(home=inventory(folder)), Configuration(settings=Settings())
        async with open_session(options, store, configuration=configuration) as session:
            session.prepare()
            async with serving(session, settings, store, ready=found.put_nowait):
                changing = asyncio.create_task(change(session))
                link = LinkFolder(writable_folder()).make()
                await asyncio.to_thread(look, chromium, await found.get(), link)
                # What went wrong there would make the figures mean something else.
                assert not changing.done()
                changing.cancel()


if __name__ == "__main__":
    asyncio.run(main())
