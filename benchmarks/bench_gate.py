"""What acting costs: the gate on each call, and a reply that waits to see the lamp come on."""

import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from figures import middle_and_slow_end
from houses import house

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate import Gate
from home_agent.engine.act.gate.safety import Rule, Safety
from home_agent.engine.act.gate.selector import read_selector
from home_agent.engine.act.validation import find_objection
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.home import Entity, ServiceCall
from home_agent.engine.storage.store import InMemoryStore, SqliteStore, Store
from home_agent.simulated import SimulatedHome

SIZES = (100, 10_000)
ROUNDS = 5000
MOST_GATE = 0.5
SCRIPTS = 50
MOST_ROUTINE = 5.0
LAMP, ANSWERS_AFTER = "light.lamp", 0.05
TURNS = 40
MOST_REPLY = 80.0

# A family with rules of its own: the gate looks at all of them.
CAREFUL = Safety(
    mark=(read_selector("label:valuable"), read_selector("area:workshop")),
    trust=(read_selector("entity:lock.shed"),),
    rules=(
        Rule(deny=(read_selector("domain:alarm_control_panel"),), origins=frozenset({Origin.MCP})),
        Rule(deny=(read_selector("area:nursery"),), users=frozenset({"guest"})),
    ),
)


def gate(size: int) -> tuple[float, float]:
    """How long judging and checking one call takes, in milliseconds: the middle, the slow end."""
    home = house(size).snapshot()
    calls = [
        ServiceCall(domain=entity.domain, service=service, targets=(entity.entity_id,))
        for entity in home.layout.entities.values()
        for service in ("turn_on", "toggle", "unlock", "open_cover")
        if f"{entity.domain}.{service}" in home.layout.services
    ]
    warden = Gate(CAREFUL)
    authority = Authority(origin=Origin.MODEL, user_id="anna", conversation_id="one")
    taken = []
    for number in range(ROUNDS):
        call = calls[number % len(calls)]
        started = perf_counter()
        warden.judge(call, call.targets[0], authority, home)
        find_objection(call, call.targets[0], home)
        warden.held_back(authority)
        taken.append((perf_counter() - started) * 1000)
    return middle_and_slow_end(taken)


def routines(size: int) -> tuple[float, float]:
    """The same for scripts of twenty calls: on lamps, rooms, other scripts and a door."""
    home = house(size).snapshot()
    layout = home.layout
    lamps = [entity for entity in layout.entities if entity.startswith("light.")]
    areas = [*layout.areas]
    scripts: dict[str, tuple[ServiceCall, ...]] = {}
    for number in range(SCRIPTS):
        named = [(lamps[(number * 20 + at) % len(lamps)],) for at in range(17)]
        calls = [
            ServiceCall(domain="light", service="turn_on", targets=targets) for targets in named
        ]
        room = {"area_id": (areas[number % len(areas)],)}
        calls += [
            ServiceCall(domain="homeassistant", service="turn_off", data=room),
            ServiceCall(domain="script", service=f"s{(number + 1) % SCRIPTS}"),
            ServiceCall(domain="lock", service="lock", targets=("lock.n0",)),
        ]
        # Every tenth script begins a chain anew, so that none leads through all of them.
        scripts[f"script.s{number}"] = tuple(calls if number % 10 else calls[:-2])
    entities = {script: Entity(entity_id=script, name=script) for script in scripts}
    layout = replace(layout, entities={**layout.entities, **entities}, routines=scripts)
    home = replace(home, layout=layout)
    warden = Gate(CAREFUL)
    authority = Authority(user_id="anna", conversation_id="one")
    taken = []
    for number in range(ROUNDS // 5):
        script = f"script.s{number % SCRIPTS}"
        call = ServiceCall(domain="script", service="turn_on", targets=(script,))
        started = perf_counter()
        warden.judge(call, script, authority, home)
        taken.append((perf_counter() - started) * 1000)
    return middle_and_slow_end(taken)


async def replies(store: Store) -> tuple[float, float]:
    """From the sentence to the reply, for a lamp that answers late, in milliseconds."""
    lamp = {
        "name": "Lamp",
        "id": LAMP,
        "state": "off",
        "behaviour": {"late": ANSWERS_AFTER},
        "attributes": {"supported_color_modes": ["onoff"], "color_mode": "onoff"},
    }
    home = SimulatedHome.from_inventory({"entities": [lamp]})
    agent = build_agent(home, store=store, settings=Settings(safety=Safety(calls_a_minute=1000)))
    await agent.prepare("en")
    taken = []
    for number in range(TURNS + 2):
        text = f"turn {'off' if number % 2 else 'on'} the lamp"
        started = perf_counter()
        reply = await agent.hear(Turn(text=text, conversation_id="bench"))
        if number > 1:
            taken.append((perf_counter() - started) * 1000)
        if not reply.calls:
            raise RuntimeError(reply.text)
    home.close()
    return middle_and_slow_end(taken)


def verdict(figure: float, most: float) -> str:
    """Whether it is as promised."""
    return f"{'ok' if figure < most else 'TOO SLOW'} (promised: under {most:g} ms)"


def main() -> None:
    """Print the figures."""
    for size in SIZES:
        p50, p95 = gate(size)
        print(
            f"gate and checks, {size:6} entities   p50 {p50:.4f} ms   p95 {p95:.4f} ms   ", end=""
        )
        print(verdict(p95, MOST_GATE))
    for size in SIZES:
        p50, p95 = routines(size)
        print(f"gate, scripts, {size:8} entities   p50 {p50:.4f} ms   p95 {p95:.4f} ms   ", end="")
        print(verdict(p95, MOST_ROUTINE))
    with tempfile.TemporaryDirectory() as folder:
        stores: dict[str, Store] = {
            "kept in memory": InMemoryStore(),
            "kept on disk": SqliteStore(Path(folder) / "home-agent.db"),
        }
        for name, store in stores.items():
            p50, p95 = asyncio.run(replies(store))
            print(f"seen after {ANSWERS_AFTER * 1000:.0f} ms, {name:14}    ", end="")
            print(f"p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   {verdict(p50, MOST_REPLY)}")


if __name__ == "__main__":
    main()
