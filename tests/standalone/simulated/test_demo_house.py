"""The house that comes with the program is worth talking to."""

from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.home import ServiceCall, Snapshot
from home_agent.simulated import ManualClock, SimulatedHome
from home_agent.simulated.domains import BEHAVIOURS

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def home(clock: ManualClock) -> SimulatedHome:
    return SimulatedHome.demo(clock=clock)


@pytest.fixture
def snapshot(home: SimulatedHome) -> Snapshot:
    return home.snapshot()


def test_its_size(snapshot: Snapshot) -> None:
    assert len(snapshot.layout.floors) == 2
    assert len(snapshot.layout.areas) == 8
    assert len(snapshot.states) >= 50


def test_it_has_something_of_every_kind(snapshot: Snapshot) -> None:
    present = {entity.domain for entity in snapshot.layout.entities.values()}
    assert present == {*BEHAVIOURS, "person"}
    classes = {entity.device_class for entity in snapshot.layout.entities.values()}
    assert classes >= {"temperature", "humidity", "door", "window", "motion", "battery", "garage"}


def test_only_the_reading_lamps_share_a_name(snapshot: Snapshot) -> None:
    layout = snapshot.layout
    names = Counter(name.lower() for entity in layout.entities.values() for name in entity.names)
    assert {name for name, count in names.items() if count > 1} == {"reading lamp"}
    rooms = [name.lower() for area in layout.areas.values() for name in (area.name, *area.aliases)]
    floors = [it.lower() for floor in layout.floors.values() for it in (floor.name, *floor.aliases)]
    assert not set(names) & {*rooms, *floors}
    assert len({*rooms, *floors}) == len(rooms) + len(floors)


def test_things_that_misbehave(snapshot: Snapshot) -> None:
    unavailable = [key for key, state in snapshot.states.items() if not state.available]
    hidden = [it.entity_id for it in snapshot.layout.entities.values() if not it.exposed]
    assert unavailable == ["light.desk_lamp"]
    assert hidden == ["switch.server_rack", "notify.anna_phone"]


async def call(home: SimulatedHome, service: str, target: str, **data: object) -> None:
    domain, _, name = service.partition(".")
    await home.call(ServiceCall(domain=domain, service=name, targets=(target,), data=data))


async def test_one_light_never_answers(home: SimulatedHome, clock: ManualClock) -> None:
    await call(home, "light.turn_on", "light.star_projector")
    clock.advance(3600)
    assert home.snapshot().states["light.star_projector"].value == "off"


async def test_the_garage_door_takes_seconds(home: SimulatedHome, clock: ManualClock) -> None:
    await call(home, "cover.open_cover", "cover.garage_door")
    assert home.snapshot().states["cover.garage_door"].value == "opening"
    clock.advance(10)
    assert home.snapshot().states["cover.garage_door"].value == "open"


async def test_the_alarm_arms_without_a_code_and_disarms_with_one(home: SimulatedHome) -> None:
    await call(home, "alarm_control_panel.alarm_arm_away", "alarm_control_panel.house")
    await call(home, "alarm_control_panel.alarm_disarm", "alarm_control_panel.house", code="1234")
    assert home.snapshot().states["alarm_control_panel.house"].value == "disarmed"


async def test_every_scene_script_and_automation_does_something(
    home: SimulatedHome, clock: ManualClock
) -> None:
    for service, target in (
        ("scene.turn_on", "scene.movie_night"),
        ("scene.turn_on", "scene.good_night"),
        ("script.turn_on", "script.leaving_the_house"),
        ("automation.trigger", "automation.presence_lights"),
    ):
        before = home.snapshot().states
        await call(home, service, target)
        clock.advance(20)
        after = home.snapshot().states
        changed = {key for key in after if after[key] is not before[key]}
        assert changed - {target}


def test_the_calendar_and_the_forecast_are_ahead(snapshot: Snapshot) -> None:
    event = snapshot.states["calendar.family"].attributes
    assert event["start_time"] > f"{snapshot.now:%Y-%m-%d %H:%M:%S}"
    assert snapshot.states["weather.home"].features == 3
    assert [snapshot.states[f"todo.{name}"].value for name in ("shopping", "chores")] == ["3", "3"]


def test_it_stands_where_the_machine_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert SimulatedHome.demo().snapshot().now.tzinfo == ZoneInfo("Asia/Tokyo")
