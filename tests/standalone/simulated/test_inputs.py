"""Numbers, choices, texts, dates and buttons."""

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import House

Given = dict[str, Any]


def options(domain: str, state: str | None = "b") -> Given:
    return {"id": f"{domain}.a", "state": state, "attributes": {"options": ["a", "b", "c"]}}


DATE = {"id": "input_datetime.a", "attributes": {"has_date": True}}
TIME = {"id": "input_datetime.a", "state": "06:45:00", "attributes": {"has_time": True}}
BOTH = {
    "id": "input_datetime.a",
    "state": "2026-01-02 03:04:05",
    "attributes": {"has_date": True, "has_time": True},
}
CASES: list[tuple[Given, list[tuple[str, Given]], str]] = [
    ({"id": "number.a", "state": 7}, [], "7"),
    ({"id": "number.a", "state": 700}, [], "100"),
    ({"id": "number.a"}, [("set_value", {"value": "12"})], "12.0"),
    ({"id": "input_number.a", "attributes": {"min": 5, "max": 10}}, [], "5.0"),
    ({"id": "input_number.a", "attributes": {"initial": 9}}, [("increment", {})], "10.0"),
    (
        {"id": "input_number.a", "attributes": {"step": 30, "initial": 90}},
        [("increment", {})],
        "100.0",
    ),
    (
        {"id": "input_number.a", "attributes": {"step": 30, "initial": 9}},
        [("decrement", {})],
        "0.0",
    ),
    (options("select"), [("select_option", {"option": "c"})], "c"),
    (options("select"), [("select_next", {})], "c"),
    (options("select"), [("select_next", {}), ("select_next", {})], "a"),
    (options("select"), [("select_next", {"cycle": False})] * 3, "c"),
    (options("select"), [("select_previous", {})] * 2, "c"),
    (options("select"), [("select_previous", {"cycle": False})] * 2, "a"),
    (options("select"), [("select_first", {})], "a"),
    (options("select"), [("select_last", {})], "c"),
    (options("select", "x"), [], "unknown"),
    (options("select", None), [("select_next", {})], "a"),
    (options("select", None), [("select_previous", {})], "c"),
    (options("input_select", None), [], "a"),
    (options("input_select"), [("set_options", {"options": ["x", "b"]})], "b"),
    (options("input_select"), [("set_options", {"options": ["x", "y"]})], "x"),
    ({"id": "input_text.a", "state": "old"}, [("set_value", {"value": "new"})], "new"),
    (
        {"id": "input_text.a", "state": "old", "attributes": {"max": 4}},
        [("set_value", {"value": "newer"})],
        "old",
    ),
    (
        {"id": "input_text.a", "state": "old", "attributes": {"min": 2}},
        [("set_value", {"value": "n"})],
        "old",
    ),
    (
        {"id": "input_text.a", "state": "old", "attributes": {"pattern": "[a-z]*"}},
        [("set_value", {"value": "N"})],
        "old",
    ),
    (DATE, [], "2026-03-02"),
    (DATE, [("set_datetime", {"date": "2026-12-24"})], "2026-12-24"),
    (DATE, [("set_datetime", {"datetime": "2026-12-24 18:00"})], "2026-12-24"),
    (TIME, [], "06:45:00"),
    (TIME, [("set_datetime", {"time": "07:30"})], "07:30:00"),
    (TIME, [("set_datetime", {"timestamp": 0})], "01:00:00"),
    (BOTH, [("set_datetime", {"date": "2026-05-06"})], "2026-05-06 03:04:05"),
    (BOTH, [("set_datetime", {"time": "00:00"})], "2026-01-02 00:00:00"),
    (BOTH, [("set_datetime", {"datetime": "2027-01-01 10:00:00"})], "2027-01-01 10:00:00"),
    ({"id": "button.a"}, [], "unknown"),
    ({"id": "button.a"}, [("press", {})], "2026-03-02T11:00:00+00:00"),
    ({"id": "input_button.a"}, [("press", {})], "2026-03-02T11:00:00+00:00"),
]


@pytest.mark.parametrize(("given", "calls", "value"), CASES)
async def test_what_comes_of_calls(
    house: Callable[..., House], given: Given, calls: list[tuple[str, Given]], value: str
) -> None:
    it = house(given)
    domain = given["id"].partition(".")[0]
    for service, data in calls:
        await it.call(f"{domain}.{service}", data=data)
    assert it.value(given["id"]) == value


def test_what_a_date_and_time_shows(house: Callable[..., House]) -> None:
    shown = house(BOTH).state("input_datetime.a").attributes
    assert (shown["year"], shown["hour"], shown["second"]) == (2026, 3, 5)
    assert shown["timestamp"] == 1767319445
    assert house(TIME).attribute("input_datetime.a", "timestamp") == 6 * 3600 + 45 * 60


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "must contain at least one of date, time, datetime, timestamp"),
        ({"date": "2026-01-01", "timestamp": 3}, "Cannot use together: date, timestamp"),
        ({"date": "soon"}, "Could not parse date"),
        ({"time": "soon"}, "Invalid time specified: soon"),
        ({"datetime": "soon"}, "Invalid datetime specified: soon"),
        ({"timestamp": 1e18}, "timestamp"),
    ],
)
async def test_dates_that_make_no_sense(
    house: Callable[..., House], data: Given, message: str
) -> None:
    with pytest.raises(Exception, match=message):
        await house(BOTH).call("input_datetime.set_datetime", data=data)


async def test_a_set_of_no_options_is_refused(house: Callable[..., House]) -> None:
    it = house(options("input_select"))
    for wrong, message in (([], "at least 1"), (["a", "a"], "Duplicated options")):
        with pytest.raises(Exception, match=message):
            await it.call("input_select.set_options", data={"options": wrong})
