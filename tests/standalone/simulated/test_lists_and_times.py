"""To-do lists, timers, calendars and forecasts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from home_agent.engine.errors import CallRefusedError

from .conftest import House

LIST = {
    "id": "todo.a",
    "items": [
        "Milk",
        {"summary": "Eggs", "status": "completed"},
        {"summary": "Bins", "due_in_days": 1},
    ],
}


async def items(it: House, **data: Any) -> list[tuple[str, str]]:
    response = await it.call("todo.get_items", data=data)
    return [(item["summary"], item["status"]) for item in response["todo.a"]["items"]]


async def test_items_of_a_list(house: Callable[..., House]) -> None:
    it = house(LIST)
    assert it.value("todo.a") == "2"
    await it.call("todo.add_item", data={"item": " Bread ", "due_date": "2026-12-24"})
    await it.call("todo.update_item", data={"item": "Milk", "status": "completed"})
    await it.call("todo.update_item", data={"item": "Eggs", "rename": "Many eggs"})
    await it.call("todo.remove_item", data={"item": ["Bins"]})
    assert await items(it) == [
        ("Milk", "completed"),
        ("Many eggs", "completed"),
        ("Bread", "needs_action"),
    ]
    assert await items(it, status="needs_action") == [("Bread", "needs_action")]
    assert it.value("todo.a") == "1"
    await it.call("todo.remove_completed_items")
    assert await items(it) == [("Bread", "needs_action")]
    response = await it.call("todo.get_items")
    (bread,) = response["todo.a"]["items"]
    assert bread["due"] == "2026-12-24"
    await it.call("todo.update_item", data={"item": bread["uid"], "due_date": None})
    response = await it.call("todo.get_items")
    assert "due" not in response["todo.a"]["items"][0]


async def test_items_have_ids_of_their_own(house: Callable[..., House]) -> None:
    it = house({"id": "todo.a"})
    for _ in range(3):
        await it.call("todo.add_item", data={"item": "Milk"})
    response = await it.call("todo.get_items")
    ids = [item["uid"] for item in response["todo.a"]["items"]]
    assert len(set(ids)) == 3
    await it.call("todo.remove_item", data={"item": ids[1]})
    assert it.value("todo.a") == "2"


async def test_a_list_answers_with_a_copy(house: Callable[..., House]) -> None:
    it = house(LIST)
    response = await it.call("todo.get_items")
    response["todo.a"]["items"][0]["summary"] = "Gold"
    assert ("Milk", "needs_action") in await items(it)


async def test_a_timer_runs_out(house: Callable[..., House]) -> None:
    it = house({"id": "timer.a", "attributes": {"duration": "0:05:00"}})
    await it.call("timer.start")
    state = it.state("timer.a")
    assert (state.value, state.attributes["remaining"]) == ("active", "0:05:00")
    assert state.attributes["finishes_at"] == "2026-03-02T11:05:00+00:00"
    it.clock.advance(299)
    assert it.value("timer.a") == "active"
    it.clock.advance(1)
    state = it.state("timer.a")
    assert (state.value, state.attributes["last_transition"]) == ("idle", "finished")
    assert "remaining" not in state.attributes
    assert state.changed == state.updated == it.clock.now()


async def test_a_timer_pauses_and_goes_on(house: Callable[..., House]) -> None:
    it = house({"id": "timer.a", "attributes": {"duration": 60}})
    await it.call("timer.start", data={"duration": {"minutes": 2}})
    it.clock.advance(30)
    await it.call("timer.pause")
    assert (it.value("timer.a"), it.attribute("timer.a", "remaining")) == ("paused", "0:01:30")
    it.clock.advance(3600)
    assert it.value("timer.a") == "paused"
    await it.call("timer.start")
    it.clock.advance(89)
    assert it.value("timer.a") == "active"
    it.clock.advance(1)
    assert it.value("timer.a") == "idle"
    assert it.attribute("timer.a", "duration") == "0:01:00"


async def test_a_timer_is_changed_cancelled_and_finished(house: Callable[..., House]) -> None:
    it = house({"id": "timer.a", "attributes": {"duration": "00:10"}})
    await it.call("timer.start")
    it.clock.advance(60)
    await it.call("timer.change", data={"duration": "-0:05:00"})
    assert it.attribute("timer.a", "remaining") == "0:04:00"
    with pytest.raises(CallRefusedError, match="beyond duration"):
        await it.call("timer.change", data={"duration": "0:09:00"})
    with pytest.raises(CallRefusedError, match="negative time remaining"):
        await it.call("timer.change", data={"duration": "-0:09:00"})
    await it.call("timer.cancel")
    assert it.attribute("timer.a", "last_transition") == "cancelled"
    await it.call("timer.start")
    await it.call("timer.finish")
    assert it.attribute("timer.a", "last_transition") == "finished"
    it.clock.advance(3600)
    assert it.value("timer.a") == "idle"
    with pytest.raises(CallRefusedError, match="value should be positive"):
        await it.call("timer.start", data={"duration": -5})


async def test_a_timer_may_be_running_from_the_start(house: Callable[..., House]) -> None:
    it = house(
        {"id": "timer.a", "state": "active", "attributes": {"duration": 60, "remaining": 20}}
    )
    it.clock.advance(20)
    assert it.value("timer.a") == "idle"


CALENDAR = {
    "id": "calendar.a",
    "events": [
        {"summary": "Dentist", "in_days": 0, "at": "14:00", "minutes": 30, "location": "Town"},
        {"summary": "Birthday", "in_days": 1, "all_day": True},
        {"summary": "Long ago", "start": "2020-01-01", "end": "2020-01-02"},
        {"summary": "Flight", "start": "2026-03-05T08:00:00+00:00", "end": "2026-03-05 12:00:00"},
    ],
}


async def test_a_calendar_is_on_while_something_is_going_on(house: Callable[..., House]) -> None:
    it = house(CALENDAR)
    state = it.state("calendar.a")
    assert (state.value, state.attributes["message"]) == ("off", "Dentist")
    assert state.attributes["start_time"] == "2026-03-02 14:00:00"
    assert state.attributes["location"] == "Town"
    it.clock.advance(2 * 3600)
    assert it.value("calendar.a") == "on"
    it.clock.advance(30 * 60)
    state = it.state("calendar.a")
    assert (state.value, state.attributes["message"]) == ("off", "Birthday")
    assert state.attributes["all_day"] is True
    it.clock.advance(24 * 3600)
    assert it.value("calendar.a") == "on"
    it.clock.advance(14 * 24 * 3600)
    assert it.value("calendar.a") == "off"
    assert "message" not in it.state("calendar.a").attributes


async def events(it: House, **data: Any) -> list[str]:
    response = await it.call("calendar.get_events", data=data)
    return [event["summary"] for event in response["calendar.a"]["events"]]


async def test_events_of_a_calendar(house: Callable[..., House]) -> None:
    it = house(CALENDAR)
    assert await events(it, duration={"hours": 12}) == ["Dentist"]
    assert await events(it, end_date_time="2026-03-04 00:00:00") == ["Dentist", "Birthday"]
    long_ago = {"start_date_time": "2019-12-31 00:00:00", "end_date_time": "2020-01-05 00:00:00"}
    assert await events(it, **long_ago) == ["Long ago"]
    for data in (
        {"summary": "Party", "in": {"days": 2}},
        {"summary": "Trip", "start_date": "2026-03-06", "end_date": "2026-03-08"},
        {
            "summary": "Call",
            "start_date_time": "2026-03-02 12:30",
            "end_date_time": "2026-03-02 12:45",
        },
    ):
        await it.call("calendar.create_event", data=data)
    assert await events(it, duration=timedelta(days=7)) == [
        "Call",
        "Dentist",
        "Birthday",
        "Party",
        "Flight",
        "Trip",
    ]
    assert it.attribute("calendar.a", "message") == "Call"
    it.clock.advance(30 * 60)
    assert it.value("calendar.a") == "on"


@pytest.mark.parametrize(
    ("service", "data", "message"),
    [
        ("create_event", {"summary": "A"}, "must contain at least one of start_date"),
        (
            "create_event",
            {"summary": "A", "start_date": "2026-01-01", "in": {"days": 1}},
            "must contain at most one of start_date",
        ),
        ("create_event", {"summary": "A", "start_date": "2026-01-01"}, "must both be specified"),
        (
            "create_event",
            {"summary": "A", "start_date": "2026-01-02", "end_date": "2026-01-01"},
            "Expected end after start",
        ),
        ("create_event", {"summary": "A", "in": {"years": 1}}, "expected days or weeks"),
        ("get_events", {}, "must contain at least one of end_date_time, duration"),
        ("get_events", {"duration": -5}, "value should be positive"),
    ],
)
async def test_events_that_make_no_sense(
    house: Callable[..., House], service: str, data: dict[str, Any], message: str
) -> None:
    with pytest.raises(CallRefusedError, match=message):
        await house(CALENDAR).call(f"calendar.{service}", data=data)


async def test_forecasts_stay_ahead_of_now(house: Callable[..., House]) -> None:
    it = house(
        {
            "id": "weather.a",
            "state": "sunny",
            "attributes": {"native_temperature": 20},
            "forecast": {
                "daily": [{"in_days": 1, "condition": "rainy", "temperature": 9}],
                "hourly": [{"in_hours": 1, "condition": "cloudy"}, {"datetime": "x"}],
            },
        }
    )
    assert it.attribute("weather.a", "temperature") == 20
    assert it.state("weather.a").features == 3
    daily = await it.call("weather.get_forecasts", data={"type": "daily"})
    assert daily["weather.a"]["forecast"] == [
        {"condition": "rainy", "temperature": 9, "datetime": "2026-03-02T23:00:00+00:00"}
    ]
    it.clock.advance(24 * 3600)
    hourly = await it.call("weather.get_forecasts", data={"type": "hourly"})
    assert [entry["datetime"] for entry in hourly["weather.a"]["forecast"]] == [
        "2026-03-03T12:00:00+00:00",
        "x",
    ]


def test_the_sun_rises_and_sets(house: Callable[..., House]) -> None:
    """Every day at the same time, as nobody knows where the house stands."""
    it = house({"id": "sun.sun"})
    assert it.value("sun.sun") == "above_horizon"
    setting = it.attribute("sun.sun", "next_setting")
    it.clock.advance(9 * 3600)
    assert it.value("sun.sun") == "below_horizon"
    assert it.attribute("sun.sun", "next_setting") > setting
    it.clock.advance(12 * 3600)
    assert it.value("sun.sun") == "above_horizon"


def test_a_sun_that_is_given_stands_still(house: Callable[..., House]) -> None:
    """An inventory knows better."""
    given = {"next_rising": "2020-01-01T06:00:00+00:00"}
    it = house({"id": "sun.sun", "state": "above_horizon", "attributes": given})
    it.clock.advance(2 * 86400)
    assert it.value("sun.sun") == "above_horizon"
    assert it.attribute("sun.sun", "next_rising") == given["next_rising"]
