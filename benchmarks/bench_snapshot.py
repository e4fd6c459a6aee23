"""What looking at a home costs while its events stream in."""

from datetime import UTC, datetime
from time import perf_counter

from home_agent.engine.home import LiveHome, State

ENTITIES = 10_000
EVENTS = 100_000


def main() -> None:
    """Print the figures."""
    now = datetime.now(UTC)
    states = [State(value=str(number), changed=now, updated=now) for number in range(2)]
    home = LiveHome()
    for number in range(ENTITIES):
        home.replace_state(f"sensor.n{number}", states[0])

    started = perf_counter()
    for number in range(EVENTS):
        home.replace_state(f"sensor.n{number % ENTITIES}", states[number % 2])
    alone = (perf_counter() - started) / EVENTS

    started = perf_counter()
    for _ in range(EVENTS):
        home.snapshot_at(now)
    looking = (perf_counter() - started) / EVENTS

    started = perf_counter()
    for number in range(1000):
        home.snapshot_at(now)
        home.replace_state(f"sensor.n{number}", states[number % 2])
    after_look = (perf_counter() - started) / 1000

    print(f"{ENTITIES} entities")
    print(f"a snapshot                  {looking * 1e6:8.2f} µs")
    print(f"an event                    {alone * 1e6:8.2f} µs")
    print(f"the first event after one   {after_look * 1e6:8.2f} µs")


if __name__ == "__main__":
    main()
