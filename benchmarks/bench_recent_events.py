"""What remembering what happened lately costs, with every event of a large home."""

import random
import tracemalloc
from dataclasses import replace
from datetime import datetime, timedelta
from time import perf_counter

from houses import house

from home_agent.engine.home import Snapshot, State, StateChanged
from home_agent.engine.recent_events import RecentEvents
from home_agent.engine.recent_events.figures import read_figure
from home_agent.engine.recent_events.ranking import rank_events

ENTITIES = 10_000
EVENTS = 100_000
A_SECOND = 2_000
"""How many events a home may report in a second, as we promise."""

DICE = random.Random(0)


def _other(value: str) -> str:
    """What a thing may become: a figure jitters, and anything else goes to and fro."""
    number = read_figure(value)
    if number is not None:
        return f"{number + DICE.uniform(-0.2, 0.2):.2f}"
    return "off" if value == "on" else "on"


def _at(state: State, value: str, moment: datetime) -> State:
    return replace(state, value=value, changed=moment, updated=moment)


def _events(home: Snapshot) -> list[StateChanged]:
    ids = [*home.states]
    found = []
    for number in range(EVENTS):
        entity_id = DICE.choice(ids)
        state, moment = home.states[entity_id], home.now + timedelta(seconds=number / A_SECOND)
        before, after = DICE.sample((state.value, _other(state.value)), 2)
        found.append(
            StateChanged(
                entity_id=entity_id,
                before=_at(state, before, moment),
                after=_at(state, after, moment),
            )
        )
    return found


def main() -> None:
    """Print the figures."""
    home = house(ENTITIES)
    lately = RecentEvents(home)
    lately.start()
    events = _events(home.snapshot())
    for change in events:
        lately.hear(change)
    tracemalloc.start()
    before, _most = tracemalloc.get_traced_memory()
    for change in events:
        lately.hear(change)
    after, _most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    started = perf_counter()
    for change in events:
        lately.hear(change)
    each = (perf_counter() - started) / EVENTS
    snapshot = home.snapshot()
    started = perf_counter()
    told = rank_events(lately.after(snapshot.now), snapshot)
    ranking = perf_counter() - started
    home.close()
    print(f"{ENTITIES} entities, {EVENTS} events")
    print(f"an event                   {each * 1e6:8.2f} µs")
    print(f"  of one core, at {A_SECOND} events a second: {100 * each * A_SECOND:.2f} %")
    print(f"memory, {EVENTS} events later {(after - before) / 1024:+8.0f} KiB")
    print(f"ranking what is remembered {ranking * 1e3:8.2f} ms, {len(told)} things")


if __name__ == "__main__":
    main()
