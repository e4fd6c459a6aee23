"""What is remembered of what happens, and what is not: cheaply, and within bounds."""

import random
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.home import RecordedState, State, StateChanged
from home_agent.engine.outcome import Outcome, Status
from home_agent.engine.recent_events import RecentEvents, events_in
from home_agent.engine.recent_events.figures import FigureTracker
from home_agent.engine.recent_events.kinds import Kind
from home_agent.simulated import ManualClock, SimulatedHome

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
INVENTORY: dict[str, Any] = {
    "entities": [
        {"name": "Lamp", "id": "light.lamp", "state": "off"},
        {"name": "Door", "id": "lock.door", "state": "locked"},
        {"name": "Hidden", "id": "lock.hidden", "state": "locked", "exposed": False},
        {
            "name": "Freezer",
            "id": "sensor.freezer",
            "state": "-18",
            "attributes": {"unit_of_measurement": "°C"},
        },
    ]
}


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def lately(clock: ManualClock) -> RecentEvents:
    lately = RecentEvents(SimulatedHome.from_inventory(INVENTORY, clock=clock))
    lately.start()
    return lately


def _changed(entity_id: str, before: str, after: str, seconds: float = 0) -> StateChanged:
    at = NOON + timedelta(seconds=seconds)
    unit = {"unit_of_measurement": "°C"} if entity_id.startswith("sensor.") else {}
    states = [
        State(value=item, attributes=unit, changed=at, updated=at) for item in (before, after)
    ]
    return StateChanged(entity_id=entity_id, before=states[0], after=states[1])


def _remembered(lately: RecentEvents) -> list[tuple[str, str, str]]:
    return [(outcome.entity_id, outcome.before, outcome.after) for outcome in lately.after(NOON)]


def test_changes_are_remembered(lately: RecentEvents) -> None:
    lately.hear(_changed("light.lamp", "off", "on", 2))
    lately.hear(_changed("lock.door", "locked", "unlocked", 1))
    assert _remembered(lately) == [
        ("lock.door", "locked", "unlocked"),
        ("light.lamp", "off", "on"),
    ]


@pytest.mark.parametrize(
    "change",
    [
        _changed("light.lamp", "on", "on"),
        _changed("light.lamp", "unknown", "on"),
        _changed("light.lamp", "on", "unknown"),
        _changed("lock.hidden", "locked", "unlocked"),
        _changed("lock.nowhere", "locked", "unlocked"),
        StateChanged(entity_id="light.lamp", before=None, after=None),
    ],
)
def test_what_tells_nothing_is_not(change: StateChanged, lately: RecentEvents) -> None:
    lately.hear(change)
    assert _remembered(lately) == []


def test_only_what_happened_since_then_is_told(lately: RecentEvents) -> None:
    lately.hear(_changed("light.lamp", "off", "on", 10))
    assert [*lately.after(NOON + timedelta(seconds=11))] == []
    assert len([*lately.after(NOON + timedelta(seconds=10))]) == 1


def test_no_lamp_crowds_out_a_lock(lately: RecentEvents) -> None:
    """Memory is bounded, and tells since when it is whole."""
    lately.hear(_changed("lock.door", "locked", "unlocked"))
    assert lately.since == NOON
    for second in range(1, 1001):
        lately.hear(_changed("light.lamp", "off", "on", second))
    remembered = _remembered(lately)
    assert len(remembered) == 301
    assert remembered[0] == ("lock.door", "locked", "unlocked")
    assert lately.since == NOON + timedelta(seconds=701)


def test_nobody_looked_before_the_start(clock: ManualClock) -> None:
    assert RecentEvents(SimulatedHome.from_inventory(INVENTORY, clock=clock)).since is None


def test_it_hears_of_the_home_until_it_is_closed(clock: ManualClock) -> None:
    home = SimulatedHome.from_inventory(INVENTORY, clock=clock)
    lately = RecentEvents(home)
    lately.start()
    home.apply("light.lamp", state="on")
    lately.close()
    home.apply("light.lamp", state="off")
    assert _remembered(lately) == [("light.lamp", "off", "on")]
    home.close()


def test_what_is_shown_or_hidden_later_counts(clock: ManualClock) -> None:
    """What a thing is, is looked up anew when the home is rearranged."""
    home = SimulatedHome.from_inventory(INVENTORY, clock=clock)
    lately = RecentEvents(home)
    lately.start()
    home.apply("light.lamp", state="on")
    home.apply("light.lamp", attributes={"friendly_name": "Other"})
    home.apply("light.lamp", state="off")
    assert len(_remembered(lately)) == 2
    home.close()


def test_what_we_did_is_marked(lately: RecentEvents) -> None:
    change = _changed("light.lamp", "off", "on", 1)
    lately.hear(change)
    lately.hear(_changed("light.lamp", "on", "off", 2))
    lately.note_outcomes([Outcome(status=Status.DONE, entity_id="light.lamp", after=change.after)])
    lately.note_outcomes([Outcome(status=Status.REFUSED, entity_id="lock.door")])
    assert [item.ours for item in lately.after(NOON)] == [True, False]


def _moves(*values: float) -> list[tuple[float, float]]:
    """From where to where a figure is said to have moved."""
    figure = FigureTracker()
    moved = ((figure.move(before, after), after) for before, after in pairwise(values))
    return [(stood, after) for stood, after in moved if stood is not None]


@pytest.mark.parametrize(
    "values",
    [
        (-18, -18.1, -18, -18.2, -18.1, -18),
        (45, 46, 45, 44, 46, 47, 45, 44),
        (1013, 1014, 1013, 1015, 1014),
        (0.2, 0.4, 0.1, 0.3, 0.2),
        (230.1, 231.4, 229.8, 230.6, 232.0, 229.5),
        (3, 4, 3, 2, 3, 4),
    ],
)
def test_jitter_is_no_move(values: tuple[float, ...]) -> None:
    assert _moves(*values) == []


@pytest.mark.parametrize("seed", range(20))
def test_jitter_is_no_move_however_long_it_goes_on(seed: int) -> None:
    """Of two thousand readings around a value none may look like a move."""
    dice = random.Random(seed)
    values = [dice.gauss(21, 0.5) for _ in range(2000)]
    assert _moves(*values) == []


@pytest.mark.parametrize(
    ("values", "moves"),
    [
        ((-18, -10), [(-18, -10)]),
        ((-18, -18.1, -18, -18.1, -10), [(-18, -10)]),
        ((3, 2000), [(3, 2000)]),
        ((3, 4, 3, 2, 3, 2000, 2010, 1995, 3), [(3, 2000), (2000, 3)]),
        ((0, 25), [(0, 25)]),
    ],
)
def test_a_leap_is_a_move(values: tuple[float, ...], moves: list[tuple[float, float]]) -> None:
    assert _moves(*values) == moves


def test_a_slow_rise_is_a_move_in_the_end() -> None:
    values = [18 + number / 10 for number in range(60)]
    moves = _moves(*values)
    assert moves
    assert moves[0][0] == 18
    assert len(moves) < 10


def test_a_figure_is_remembered_where_it_moved(lately: RecentEvents) -> None:
    lately.hear(_changed("sensor.freezer", "-18", "-18.1", 1))
    lately.hear(_changed("sensor.freezer", "-18.1", "-18", 2))
    lately.hear(_changed("sensor.freezer", "-18", "-10", 3))
    lately.hear(_changed("sensor.freezer", "-10", "unavailable", 4))
    assert _remembered(lately) == [
        ("sensor.freezer", "-18", "-10"),
        ("sensor.freezer", "-10", "unavailable"),
    ]


def test_what_a_home_has_recorded() -> None:
    def recorded(*values: str) -> tuple[RecordedState, ...]:
        return tuple(
            RecordedState(at=NOON + timedelta(minutes=number), value=value)
            for number, value in enumerate(values)
        )

    history = {
        "lock.door": recorded("locked", "locked", "unlocked", "unknown", "locked"),
        "sensor.freezer": recorded("-18", "-18.1", "-18", "-10"),
        "sensor.battery": recorded("30", "25", "19", "18"),
        "light.lamp": (),
    }
    kinds = {
        "lock.door": Kind.ENTRY,
        "sensor.freezer": Kind.FIGURE,
        "sensor.battery": Kind.BATTERY,
        "light.lamp": Kind.SWITCHED,
    }
    found = [(event.entity_id, event.before, event.after) for event in events_in(history, kinds)]
    assert found == [
        ("lock.door", "locked", "unlocked"),
        ("sensor.freezer", "-18", "-10"),
        ("sensor.battery", "25", "19"),
    ]
