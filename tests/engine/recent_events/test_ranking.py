"""What of all that happened is told, in which order and how: pure."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.home import Entity, Layout, Snapshot, State
from home_agent.engine.recent_events.kinds import Category
from home_agent.engine.recent_events.ranking import rank_events
from home_agent.engine.recent_events.recent_events import RecentEvent
from home_agent.engine.recent_events.summary import EventSummary

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
THINGS: dict[str, tuple[str | None, dict[str, Any]]] = {
    "binary_sensor.smoke": ("smoke", {}),
    "binary_sensor.leak": ("moisture", {}),
    "binary_sensor.door": ("door", {}),
    "binary_sensor.window": ("window", {}),
    "binary_sensor.motion": ("motion", {}),
    "binary_sensor.washer": ("running", {}),
    "binary_sensor.router": ("connectivity", {}),
    "binary_sensor.battery": ("battery", {}),
    "binary_sensor.plain": (None, {}),
    "binary_sensor.cold": ("cold", {}),
    "alarm_control_panel.house": (None, {}),
    "lock.door": (None, {}),
    "cover.garage": ("garage", {}),
    "cover.blind": ("blind", {}),
    "person.anna": (None, {}),
    "event.bell": ("doorbell", {}),
    "vacuum.robby": (None, {}),
    "sensor.washer": (None, {}),
    "sensor.battery": ("battery", {"unit_of_measurement": "%"}),
    "sensor.freezer": ("temperature", {"unit_of_measurement": "°C"}),
    "sensor.meter": ("energy", {"unit_of_measurement": "kWh", "state_class": "total_increasing"}),
    "light.hall": (None, {}),
    "media_player.radio": (None, {}),
    "input_text.secret": (None, {"mode": "password"}),
    "binary_sensor.hidden": ("smoke", {}),
}
HIDDEN = "binary_sensor.hidden"
STATES = ("on", "off", "open", "closed", "unavailable", "docked", "home", "7", "80", "triggered")


def _home() -> Snapshot:
    entities = {
        entity_id: Entity(
            entity_id=entity_id,
            name=entity_id,
            device_class=device_class,
            exposed=entity_id != HIDDEN,
        )
        for entity_id, (device_class, _more) in THINGS.items()
    }
    states = {
        entity_id: State(value="off", attributes=more, changed=NOON, updated=NOON)
        for entity_id, (_class, more) in THINGS.items()
    }
    return Snapshot(layout=Layout(entities=entities), states=states, now=NOON)


def _course(entity_id: str, *values: str, at: datetime = NOON, **more: Any) -> list[RecentEvent]:
    """What a thing was, one after the other, a minute apart; the last at this time."""
    steps = [*pairwise(values)]
    return [
        RecentEvent(
            at=at - timedelta(minutes=len(steps) - 1 - number),
            entity_id=entity_id,
            before=before,
            after=after,
            **more,
        )
        for number, (before, after) in enumerate(steps)
    ]


NIGHT = NOON.replace(hour=3)
FOLDED: list[tuple[list[RecentEvent], tuple[Category, tuple[str, ...], int] | None]] = [
    (_course("binary_sensor.smoke", "off", "on"), (Category.SAFETY, ("off", "on"), 1)),
    (_course("binary_sensor.leak", "on", "off"), (Category.SAFETY, ("on", "off"), 1)),
    (
        _course("binary_sensor.smoke", "off", "on", "off", "on", "off"),
        (Category.SAFETY, ("off", "on", "off"), 2),
    ),
    (
        _course("alarm_control_panel.house", "armed_away", "pending", "triggered"),
        (Category.SAFETY, ("armed_away", "triggered"), 1),
    ),
    (
        _course("alarm_control_panel.house", "disarmed", "arming", "armed_away"),
        (Category.ENTRY, ("disarmed", "armed_away"), 1),
    ),
    (
        _course("binary_sensor.door", "off", "on", "off", "on", "off", "on"),
        (Category.ENTRY, ("off", "on"), 3),
    ),
    (
        _course("cover.garage", "closed", "opening", "open", "closing", "closed"),
        (Category.ENTRY, ("closed", "open", "closed"), 1),
    ),
    (
        _course("lock.door", "locked", "unlocking", "unlocked"),
        (Category.ENTRY, ("locked", "unlocked"), 1),
    ),
    (_course("lock.door", "locked", "jammed"), (Category.SAFETY, ("locked", "jammed"), 1)),
    (_course("person.anna", "not_home", "home"), (Category.PEOPLE, ("not_home", "home"), 1)),
    (_course("event.bell", "t1", "t2", "t3"), (Category.PEOPLE, ("rang",), 2)),
    (
        _course("binary_sensor.motion", "off", "on", "off", at=NIGHT),
        (Category.AT_NIGHT, ("off", "on", "off"), 1),
    ),
    (
        _course("binary_sensor.motion", "off", "on", "off", "on"),
        (Category.MOVEMENT, ("off", "on"), 2),
    ),
    (_course("binary_sensor.motion", "on", "off"), None),
    (_course("binary_sensor.washer", "on", "off"), (Category.FINISHED, ("on", "off"), 1)),
    (
        _course("sensor.washer", "idle", "washing", "spinning", "finished"),
        (Category.FINISHED, ("idle", "finished"), 1),
    ),
    (_course("sensor.washer", "idle", "washing"), (Category.CHANGE, ("idle", "washing"), 1)),
    (
        _course("vacuum.robby", "docked", "cleaning", "returning", "docked"),
        (Category.FINISHED, ("docked", "cleaning", "docked"), 1),
    ),
    (_course("vacuum.robby", "cleaning", "error"), (Category.TROUBLE, ("cleaning", "error"), 1)),
    (_course("light.hall", "on", "unavailable"), (Category.TROUBLE, ("on", "unavailable"), 1)),
    (
        _course("binary_sensor.door", "off", "unavailable", "off"),
        (Category.BACK, ("unavailable", "off"), 1),
    ),
    (
        _course("binary_sensor.door", "off", "unavailable", "on"),
        (Category.ENTRY, ("off", "on"), 1),
    ),
    (_course("binary_sensor.router", "on", "off"), (Category.TROUBLE, ("on", "off"), 1)),
    (_course("binary_sensor.router", "off", "on"), (Category.BACK, ("off", "on"), 1)),
    (_course("binary_sensor.battery", "off", "on"), (Category.BATTERY, ("off", "on"), 1)),
    (_course("binary_sensor.battery", "on", "off"), None),
    (_course("sensor.battery", "21", "19"), (Category.BATTERY, ("21", "19"), 1)),
    (_course("sensor.battery", "19", "100"), None),
    (_course("light.hall", "off", "on", "off"), (Category.CHANGE, ("off", "on", "off"), 2)),
    (_course("binary_sensor.plain", "off", "on"), (Category.CHANGE, ("off", "on"), 1)),
    (_course("cover.blind", "closed", "open"), (Category.CHANGE, ("closed", "open"), 1)),
    (
        _course("media_player.radio", "idle", "buffering", "playing"),
        (Category.CHANGE, ("idle", "playing"), 1),
    ),
    (_course("sensor.freezer", "-18", "-10"), (Category.FIGURE, ("-18", "-10"), 1)),
    (
        _course("sensor.freezer", "-18", "-5", "-17"),
        (Category.FIGURE, ("-18", "-5", "-17"), 1),
    ),
    (
        _course("sensor.freezer", "-18", "unavailable", "-18.1"),
        (Category.BACK, ("unavailable", "-18.1"), 1),
    ),
    (_course("sensor.meter", "1", "2"), None),
    (_course("input_text.secret", "a", "b"), None),
    (_course("light.gone", "off", "on"), None),
    (_course(HIDDEN, "off", "on"), None),
]


@pytest.mark.parametrize(("happenings", "expected"), FOLDED)
def test_what_happened_to_one_thing(
    happenings: list[RecentEvent], expected: tuple[Category, tuple[str, ...], int] | None
) -> None:
    told = rank_events(happenings, _home())
    found = [(item.category, item.values, item.times) for item in told]
    assert found == ([] if expected is None else [expected])


def test_what_presses_comes_first() -> None:
    """And of what matters alike, what is new; and what we did ourselves comes after."""
    early = NOON - timedelta(minutes=30)
    happenings = [
        *_course("sensor.freezer", "-18", "-10"),
        *_course("light.hall", "off", "on", ours=True),
        *_course("media_player.radio", "off", "playing", at=early),
        *_course("binary_sensor.window", "off", "on", at=early),
        *_course("binary_sensor.door", "off", "on"),
        *_course("person.anna", "home", "not_home", at=early),
        *_course("binary_sensor.smoke", "off", "on", at=early),
        *_course("vacuum.robby", "cleaning", "docked"),
        *_course("sensor.battery", "25", "15"),
        *_course("cover.blind", "open", "unavailable"),
    ]
    assert _ids(rank_events(happenings, _home())) == [
        "binary_sensor.smoke",
        "binary_sensor.door",
        "binary_sensor.window",
        "person.anna",
        "vacuum.robby",
        "cover.blind",
        "sensor.battery",
        "media_player.radio",
        "light.hall",
        "sensor.freezer",
    ]


def _ids(told: Iterable[EventSummary]) -> list[str]:
    return [outcome.entity_id for outcome in told]


def test_what_comes_of_what_we_began_is_ours() -> None:
    opened = _course("cover.garage", "closed", "opening", "open")
    began = [
        RecentEvent(
            at=opened[0].at, entity_id="cover.garage", before="closed", after="opening", ours=True
        )
    ]
    (told,) = rank_events([*began, opened[1]], _home())
    assert told.ours
    (told,) = rank_events(opened, _home())
    assert not told.ours


def test_what_somebody_else_did_besides_is_not_ours() -> None:
    ours, theirs = _course("light.hall", "off", "on", "off")
    (told,) = rank_events(
        [
            RecentEvent(at=ours.at, entity_id="light.hall", before="off", after="on", ours=True),
            theirs,
        ],
        _home(),
    )
    assert not told.ours


def test_many_that_are_lost_at_once_are_one() -> None:
    lost = ["light.hall", "cover.blind", "person.anna", "lock.door", "sensor.freezer"]
    happenings = [item for each in lost for item in _course(each, "on", "unavailable")]
    (told,) = rank_events(happenings, _home())
    assert (told.category, told.others) == (Category.TROUBLE, 4)
    apart = _course("lock.door", "on", "unavailable", at=NOON - timedelta(minutes=9))
    assert len(rank_events([*happenings[:3], *apart], _home())) == 4


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.builds(
            lambda entity_id, minutes, before, after, ours: RecentEvent(
                at=NOON - timedelta(minutes=minutes),
                entity_id=entity_id,
                before=before,
                after=after,
                ours=ours,
            ),
            st.sampled_from([*THINGS, "light.gone"]),
            st.integers(0, 600),
            st.sampled_from(STATES),
            st.sampled_from(STATES),
            st.booleans(),
        ),
        max_size=60,
    ),
    st.randoms(use_true_random=False),
)
def test_whatever_happens(happenings: list[RecentEvent], random: Any) -> None:
    """Each thing once, nothing hidden, in the same order however it comes in, the worst first."""
    told = rank_events(happenings, _home())
    ids = _ids(told)
    assert len({*ids}) == len(ids)
    assert HIDDEN not in ids
    assert "light.gone" not in ids
    assert [item.category for item in told] == sorted(item.category for item in told)
    # Of what happens at the same moment only its own order tells which came first.
    moments = [(happening.entity_id, happening.at) for happening in happenings]
    if len({*moments}) == len(moments):
        random.shuffle(happenings)
        assert rank_events(happenings, _home()) == told
