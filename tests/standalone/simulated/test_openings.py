"""Covers and valves: positions, tilt and travel."""

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import House


def cover(**attributes: Any) -> dict[str, Any]:
    return {"id": "cover.a", "state": "closed", "attributes": attributes}


SLOW = {**cover(current_position=0, device_class="garage"), "behaviour": {"travel": 10}}


async def test_open_close_and_stop_without_travel(house: Callable[..., House]) -> None:
    it = house(cover())
    await it.call("cover.open_cover")
    assert (it.value("cover.a"), it.attribute("cover.a", "is_closed")) == ("open", False)
    await it.call("cover.set_cover_position", data={"position": 0})
    assert (it.value("cover.a"), it.attribute("cover.a", "is_closed")) == ("closed", True)
    await it.call("cover.stop_cover")
    assert it.value("cover.a") == "closed"


async def test_tilt(house: Callable[..., House]) -> None:
    it = house(cover(current_tilt_position=20))
    for service, data, tilt in (
        ("open_cover_tilt", {}, 100),
        ("close_cover_tilt", {}, 0),
        ("toggle_cover_tilt", {}, 100),
        ("toggle_cover_tilt", {}, 0),
        ("set_cover_tilt_position", {"tilt_position": 40}, 40),
        ("stop_cover_tilt", {}, 40),
    ):
        await it.call(f"cover.{service}", data=data)
        assert it.attribute("cover.a", "current_tilt_position") == tilt
    assert it.value("cover.a") == "closed", "tilting does not move it"


async def test_a_slow_cover_travels(house: Callable[..., House]) -> None:
    it = house(SLOW)
    await it.call("cover.open_cover")
    assert (it.value("cover.a"), it.attribute("cover.a", "current_position")) == ("opening", 0)
    it.clock.advance(3)
    assert (it.value("cover.a"), it.attribute("cover.a", "current_position")) == ("opening", 30)
    it.clock.advance(7)
    assert (it.value("cover.a"), it.attribute("cover.a", "current_position")) == ("open", 100)
    positions = [
        change.after.attributes["current_position"] for change in it.changes if change.after
    ]
    assert positions == sorted(positions)
    seen = len(it.changes)
    it.clock.advance(100)
    assert len(it.changes) == seen


async def test_it_turns_round_or_stops_where_it_is(house: Callable[..., House]) -> None:
    it = house(SLOW)
    await it.call("cover.open_cover")
    it.clock.advance(4.5)
    await it.call("cover.close_cover")
    assert (it.value("cover.a"), it.attribute("cover.a", "current_position")) == ("closing", 45)
    it.clock.advance(2.5)
    await it.call("cover.stop_cover")
    assert (it.value("cover.a"), it.attribute("cover.a", "current_position")) == ("open", 20)
    it.clock.advance(60)
    assert it.attribute("cover.a", "current_position") == 20


async def test_toggle_stops_and_then_goes_the_other_way(house: Callable[..., House]) -> None:
    it = house(SLOW)
    await it.call("cover.toggle")
    assert it.value("cover.a") == "opening"
    it.clock.advance(5)
    await it.call("cover.toggle")
    assert it.value("cover.a") == "open"
    await it.call("cover.toggle")
    assert it.value("cover.a") == "closing"
    it.clock.advance(2)
    await it.call("cover.toggle")
    await it.call("cover.toggle")
    assert it.value("cover.a") == "opening"


@pytest.mark.parametrize("seconds", [0.3, 7, 100, 4000])
async def test_any_travel_time_gets_there(house: Callable[..., House], seconds: float) -> None:
    it = house({**cover(current_position=0), "behaviour": {"travel": seconds}})
    await it.call("cover.set_cover_position", data={"position": 33})
    it.clock.advance(seconds / 3 + 1)
    assert (it.value("cover.a"), it.attribute("cover.a", "current_position")) == ("open", 33)


async def test_speed_is_checked_where_there_are_speeds(house: Callable[..., House]) -> None:
    it = house(cover(supported_speeds=["slow", "fast"]))
    await it.call("cover.open_cover", data={"speed": "slow"})
    assert it.value("cover.a") == "open"
    with pytest.raises(Exception, match=r"Speed x is not valid\. Valid speeds are: slow, fast\."):
        await it.call("cover.close_cover", data={"speed": "x"})


async def test_valves_with_and_without_a_position(house: Callable[..., House]) -> None:
    it = house(
        {"id": "valve.fine", "state": "closed", "attributes": {"current_position": 0}},
        {"id": "valve.plain", "state": "closed"},
    )
    await it.call("valve.toggle")
    assert [it.value(f"valve.{name}") for name in ("fine", "plain")] == ["open", "open"]
    assert it.attribute("valve.fine", "current_position") == 100
    assert "current_position" not in it.state("valve.plain").attributes
    await it.call("valve.set_valve_position", "valve.fine", data={"position": 40})
    assert it.attribute("valve.fine", "current_position") == 40
    await it.call("valve.close_valve")
    assert it.attribute("valve.plain", "is_closed") is True
