"""Time: the machine's, and the one that tests move."""

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from home_agent.simulated import ManualClock, SystemClock, zone
from home_agent.simulated.clock import after, seconds_between
from home_agent.simulated.timetable import Timetable

START = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_manual_clock_calls_back_in_order_and_at_the_right_time() -> None:
    clock = ManualClock(START)
    heard: list[tuple[str, datetime]] = []

    def hear(name: str) -> None:
        heard.append((name, clock.now()))

    for name, seconds in (("second", 2), ("first", 1), ("also second", 2), ("never", 9)):
        clock.call_later(seconds, partial(hear, name))
    clock.advance(5)
    assert [name for name, _ in heard] == ["first", "second", "also second"]
    assert [when - START for _, when in heard] == [timedelta(seconds=s) for s in (1, 2, 2)]
    assert clock.now() == START + timedelta(seconds=5)


def test_what_is_cancelled_is_not_called() -> None:
    clock = ManualClock(START)
    heard: list[str] = []
    cancel = clock.call_later(1, lambda: heard.append("cancelled"))
    clock.call_later(1, lambda: heard.append("kept"))
    cancel()
    clock.advance(1)
    assert heard == ["kept"]


def test_what_a_callback_schedules_is_called_in_the_same_move() -> None:
    clock = ManualClock(START)
    heard: list[datetime] = []

    def again() -> None:
        heard.append(clock.now())
        if len(heard) < 3:
            clock.call_later(1, again)

    clock.call_later(1, again)
    clock.advance(10)
    assert [when - START for when in heard] == [timedelta(seconds=s) for s in (1, 2, 3)]


def test_a_manual_clock_needs_a_zone_and_does_not_go_back() -> None:
    with pytest.raises(ValueError, match="time zone"):
        ManualClock(datetime(2026, 1, 1))  # noqa: DTZ001 - that is the point
    with pytest.raises(ValueError, match="does not go back"):
        ManualClock(START).move_to(START - timedelta(seconds=1))


def test_seconds_are_true_seconds_when_summer_time_begins() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    before = datetime(2026, 3, 29, 1, 59, tzinfo=berlin)
    later = after(before, 120)
    assert (later.hour, later.minute) == (3, 1)
    assert seconds_between(before, later) == 120
    clock = ManualClock(before)
    heard: list[datetime] = []
    clock.call_later(120, lambda: heard.append(clock.now()))
    clock.advance(119)
    assert not heard
    clock.advance(1)
    assert heard == [later]


async def test_the_system_clock_calls_back_through_the_loop() -> None:
    clock = SystemClock(UTC)
    called = asyncio.Event()
    clock.call_later(0, called.set)
    clock.call_later(0, pytest.fail)()
    await asyncio.wait_for(called.wait(), 5)
    assert clock.now().tzinfo is UTC


def test_without_a_loop_the_system_clock_never_calls_back() -> None:
    SystemClock(UTC).call_later(0, pytest.fail)()


def test_an_agenda_does_the_earliest_first_and_each_key_once() -> None:
    clock = ManualClock(START)
    timetable = Timetable(clock)
    done: list[str] = []
    timetable.put("a", START + timedelta(seconds=3), lambda: done.append("a, too late"))
    timetable.put("b", START + timedelta(seconds=2), lambda: done.append("b"))
    timetable.put("a", START + timedelta(seconds=1), lambda: done.append("a"))
    timetable.put("c", START + timedelta(seconds=1), lambda: done.append("c"))
    timetable.drop("c")
    clock.advance(5)
    assert done == ["a", "b"]
    timetable.put("d", START, lambda: done.append("d"))
    timetable.catch_up()
    assert done == ["a", "b", "d"]
    timetable.put("e", START + timedelta(seconds=9), lambda: done.append("e"))
    timetable.clear()
    clock.advance(20)
    assert "e" not in done


def test_the_zone_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(zone, "_LOCAL_TIME", tmp_path / "localtime")
    monkeypatch.setattr(zone, "_ZONE_NAME", tmp_path / "timezone")
    monkeypatch.delenv("TZ", raising=False)
    assert zone.local_zone() is UTC
    (tmp_path / "timezone").write_text("Europe/Rome\n")
    assert zone.local_zone() == ZoneInfo("Europe/Rome")
    (tmp_path / "localtime").symlink_to("/usr/share/zoneinfo/Europe/Berlin")
    assert zone.local_zone() == ZoneInfo("Europe/Berlin")
    monkeypatch.setenv("TZ", ":America/New_York")
    assert zone.local_zone() == ZoneInfo("America/New_York")
    monkeypatch.setenv("TZ", "nonsense")
    assert zone.local_zone() == ZoneInfo("Europe/Berlin")
