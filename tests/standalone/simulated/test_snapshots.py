"""Looking at a home while it changes."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

from home_agent.engine.home import Change, Home, ServiceCall, Snapshot, State, StateChanged
from home_agent.simulated import SimulatedHome

from .conftest import NOON, House


def switches(count: int) -> list[dict[str, Any]]:
    return [{"id": f"switch.s{number}", "state": "off"} for number in range(count)]


def toggle(*targets: str) -> ServiceCall:
    return ServiceCall(domain="switch", service="toggle", targets=targets)


def plain(states: Mapping[str, State]) -> dict[str, tuple[str, dict[str, Any]]]:
    return {key: (it.value, deepcopy(dict(it.attributes))) for key, it in states.items()}


async def test_a_snapshot_does_not_change(house: Callable[..., House]) -> None:
    it = house(
        *switches(3),
        {"id": "light.a", "state": "on", "attributes": {"rgb_color": [1, 2, 3], "brightness": 9}},
        {"id": "input_select.a", "attributes": {"options": ["a", "b"]}},
    )
    snapshot = it.home.snapshot()
    before, now = plain(snapshot.states), snapshot.now
    colour, options = [9, 9, 9], ["x", "y"]
    await it.home.call(toggle("switch.s1"))
    await it.call("light.turn_on", data={"rgb_color": colour})
    await it.call("input_select.set_options", data={"options": options})
    it.clock.advance(60)
    assert plain(snapshot.states) == before
    assert snapshot.now == now
    later = it.home.snapshot()
    after = plain(later.states)
    colour.append(1)
    options.append("z")
    assert plain(later.states) == after, "the home does not share data with its callers"


async def test_a_snapshot_taken_in_the_middle_of_a_change_sees_it_whole(
    house: Callable[..., House],
) -> None:
    it = house(*switches(3))
    seen: list[dict[str, str]] = []

    def look(_change: Change) -> None:
        seen.append({key: state.value for key, state in it.home.snapshot().states.items()})

    it.home.subscribe(look)
    await it.home.call(toggle("switch.s0", "switch.s2"))
    assert [list(values.values()) for values in seen] == [["on", "off", "off"], ["on", "off", "on"]]


class UnattendedClock:
    """A clock that goes on without ever calling back, as the machine's does without a loop."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> datetime:
        return self.time

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Callable[[], None]:
        return lambda: None


async def test_who_looks_while_listening_does_not_disturb_the_order() -> None:
    clock = UnattendedClock()
    timer = {"id": "timer.a", "state": "active", "attributes": {"duration": 5}}
    home = SimulatedHome.from_inventory({"entities": [*switches(1), timer]}, clock=clock)
    heard: list[Change] = []
    looked: list[Snapshot] = []
    home.subscribe(lambda _change: setattr(clock, "time", clock.time + timedelta(seconds=9)))
    home.subscribe(lambda _change: looked.append(home.snapshot()))
    home.subscribe(heard.append)
    await home.call(toggle("switch.s0"))
    home.snapshot()
    names = [change.entity_id for change in heard if isinstance(change, StateChanged)]
    assert names == ["switch.s0", "timer.a"]


async def test_ten_thousand_entities_are_not_copied_for_every_event() -> None:
    home = SimulatedHome.from_inventory({"entities": switches(10_000)})
    first = home.snapshot()
    copies: set[int] = set()
    keep: list[object] = [first.states]

    def count(_change: Change) -> None:
        copies.add(id(home._live._states))
        keep.append(home._live._states)

    home.subscribe(count)
    for number in range(500):
        await home.call(toggle(f"switch.s{number}"))
    assert len(copies) == 1, "one copy between two looks, however many events"
    second = home.snapshot()
    for number in range(500):
        await home.call(toggle(f"switch.s{number}"))
    assert len(copies) == 2
    assert first.states["switch.s0"].value == "off"
    assert second.states["switch.s0"].value == "on"
    untouched = "switch.s9999"
    assert home.snapshot().states[untouched] is first.states[untouched]
    assert home.snapshot().layout is first.layout


async def test_listeners_hear_until_they_are_told_not_to(house: Callable[..., House]) -> None:
    it = house(*switches(1))
    heard: list[Change] = []
    unsubscribe = it.home.subscribe(heard.append)
    await it.home.call(toggle("switch.s0"))
    unsubscribe()
    await it.home.call(toggle("switch.s0"))
    assert len(heard) == 1
    (change,) = heard
    assert isinstance(change, StateChanged)
    assert change.before is not None
    assert change.after is not None
    assert (change.before.value, change.after.value) == ("off", "on")


async def test_what_stays_the_same_is_no_change(house: Callable[..., House]) -> None:
    it = house(*switches(1))
    await it.call("switch.turn_off")
    assert not it.changes
    it.clock.advance(10)
    await it.call("switch.turn_on")
    state = it.state("switch.s0")
    assert state.changed == state.updated == it.clock.now()


async def test_changed_is_of_the_state_and_updated_of_anything(
    house: Callable[..., House],
) -> None:
    it = house({"id": "light.a", "state": "on", "attributes": {"brightness": 9}})
    start = it.clock.now()
    it.clock.advance(10)
    await it.call("light.turn_on", data={"brightness": 90})
    state = it.state("light.a")
    assert (state.changed, state.updated) == (start, it.clock.now())


def test_it_is_a_home(house: Callable[..., House]) -> None:
    home: Home = house().home
    assert home.snapshot().states == {}
