"""A watch that somebody wrote as a table, and what is wrong with one."""

from datetime import time
from typing import Any

import pytest

from home_agent.engine import Settings
from home_agent.engine.conditions import (
    AllOf,
    AnyOf,
    Changes,
    Condition,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.errors import SettingsError
from home_agent.engine.home import ServiceCall
from home_agent.engine.watch.reading import read_watch

FREEZER = "sensor.freezer"
DOORS = ("cover.garage", "binary_sensor.gate")


def _is(*states: str, of: tuple[str, ...] = (FREEZER,), **more: Any) -> StateIs:
    return StateIs(entity_ids=of, states=frozenset(states), **more)


CONDITIONS: list[tuple[dict[str, Any], Condition]] = [
    ({"entity": FREEZER, "above": -15}, Measures(entity_id=FREEZER, above=-15, margin=0.3)),
    ({"entity": FREEZER, "above": 0}, Measures(entity_id=FREEZER, above=0)),
    ({"entity": FREEZER, "above": 5, "margin": 0}, Measures(entity_id=FREEZER, above=5)),
    (
        {"entity": "Sensor.Freezer ", "above": -15, "below": 5.5, "margin": 2},
        Measures(entity_id=FREEZER, above=-15, below=5.5, margin=2),
    ),
    (
        {"entity": ["sensor.a", "sensor.b"], "below": 1, "attribute": "battery"},
        AnyOf(
            conditions=(
                Measures(entity_id="sensor.a", below=1, attribute="battery", margin=0.02),
                Measures(entity_id="sensor.b", below=1, attribute="battery", margin=0.02),
            )
        ),
    ),
    ({"entity": FREEZER, "state": "open"}, _is("open")),
    ({"entity": [*DOORS], "state": ["open", "opening"]}, _is("open", "opening", of=DOORS)),
    ({"entity": FREEZER, "state": True}, _is("on")),
    ({"entity": FREEZER, "state": 3}, _is("3")),
    ({"entity": FREEZER, "state": True, "attribute": "muted"}, _is("true", attribute="muted")),
    ({"entity": FREEZER, "not_state": "closed"}, _is("closed", negated=True)),
    (
        {"entity": [*DOORS], "not_state": "closed"},
        AnyOf(conditions=tuple(_is("closed", of=(door,), negated=True) for door in DOORS)),
    ),
    (
        {"entity": FREEZER, "changes": True, "attribute": "source"},
        Changes(entity_ids=(FREEZER,), attribute="source"),
    ),
    ({"after": "23:00", "before": "6:30"}, TimeIs(after=time(23), before=time(6, 30))),
    ({"after": time(23)}, TimeIs(after=time(23))),
    ({"days": ["mon", "Sunday"]}, TimeIs(days=frozenset({0, 6}))),
    (
        {"entity": FREEZER, "state": "open", "after": "23:00"},
        AllOf(conditions=(_is("open"), TimeIs(after=time(23)))),
    ),
    (
        {"any": [{"entity": FREEZER, "above": 1}, {"all": [{"after": "23:00"}]}]},
        AnyOf(
            conditions=(
                Measures(entity_id=FREEZER, above=1, margin=0.02),
                AllOf(conditions=(TimeIs(after=time(23)),)),
            )
        ),
    ),
]


@pytest.mark.parametrize(("table", "condition"), CONDITIONS)
def test_what_is_to_become_so(table: dict[str, Any], condition: Condition) -> None:
    assert read_watch(table, again=True).condition == condition


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        (600, 600),
        (0.5, 0.5),
        ("600", 600),
        ("10 min", 600),
        ("10min", 600),
        ("10 m", 600),
        ("1 h", 3600),
        ("1 hour and 30 minutes", 5400),
        ("1.5h", 5400),
        ("90 seconds", 90),
        ("2 days", 172_800),
    ],
)
def test_how_long_and_how_often(written: object, seconds: float) -> None:
    watch = read_watch({"after": "23:00", "for": written, "pause": written}, again=False)
    assert (watch.lasting, watch.pause) == (seconds, seconds)


def test_all_that_a_watch_may_say() -> None:
    table = {
        "name": "Freezer",
        "entity": FREEZER,
        "above": -15,
        "for": "10 min",
        "again": False,
        "pause": "30 min",
        "message": "The freezer is getting warm",
        "notify": ["notify.mobile_app_anna", "speak"],
        "action": {"service": "switch.turn_on", "entity": "switch.compressor", "data": {"a": 1}},
    }
    watch = read_watch(table, again=True)
    assert watch.when.condition == Measures(entity_id=FREEZER, above=-15, margin=0.3)
    assert (watch.when.lasting, watch.when.again, watch.when.pause) == (600, False, 1800)
    assert watch.notice.name == "Freezer"
    assert watch.notice.message == "The freezer is getting warm"
    assert watch.notice.ways == ("notify.mobile_app_anna", "speak")
    assert watch.calls == (
        ServiceCall(
            domain="switch", service="turn_on", targets=("switch.compressor",), data={"a": 1}
        ),
    )


@pytest.mark.parametrize("again", [True, False])
def test_who_writes_it_decides_whether_it_is_for_every_time(again: bool) -> None:
    assert read_watch({"after": "23:00"}, again=again).again is again


_WHAT = "must say what to watch for"
WRONG: list[tuple[dict[str, Any], list[str]]] = [
    ({}, [_WHAT]),
    ({"entity": FREEZER}, ["entity: says nothing without above, below"]),
    ({"above": 3}, ["above: says nothing without entity"]),
    ({"after": "23:00", "margin": 1}, ["margin: says nothing without"]),
    ({"entity": FREEZER, "state": "on", "margin": 1}, ["margin: says nothing without above"]),
    ({"entity": "the freezer", "above": 3}, ["entity: must be an entity id"]),
    ({"entity": [], "above": 3}, ["entity: must be an entity id"]),
    ({"entity": FREEZER, "above": "warm"}, ["above: must be a number"]),
    ({"entity": FREEZER, "above": True}, ["above: must be a number"]),
    ({"entity": FREEZER, "state": []}, ["state: must be a state"]),
    ({"entity": FREEZER, "state": {"a": 1}}, ["state: must be a state"]),
    ({"entity": FREEZER, "changes": "yes"}, ["changes: must be true or false"]),
    ({"entity": FREEZER, "changes": True, "for": 10}, ["for: cannot go with changes"]),
    ({"after": "late"}, ["after: must be a time of day"]),
    ({"after": 1380}, ["after: must be a time of day"]),
    ({"days": ["someday"]}, ["days: must be a list of some of mon, tue"]),
    ({"days": 3}, ["days: must be a list of some of mon, tue"]),
    ({"all": []}, ["all: must be a list of conditions"]),
    ({"any": [{}]}, [f"any 1: {_WHAT}"]),
    ({"any": ["open"]}, ["any 1: must be a table"]),
    ({"any": [{"name": "x", "after": "1:00"}]}, ["any 1, name: there is no such setting"]),
    (
        {"all": [{"after": "1:00"}, {"entity": FREEZER, "above": "x"}]},
        ["all 2, above: must be a number"],
    ),
    (
        {"all": [{"all": [{"all": [{"all": [{"all": [{"after": "1:00"}]}]}]}]}]},
        ["all 1, all 1, all 1, all 1, all: has too many"],
    ),
    ({"after": "1:00", "for": "a while"}, ["for: must be a number of seconds, or a length"]),
    ({"after": "1:00", "pause": -1}, ["pause: must be a number of seconds, or a length"]),
    ({"after": "1:00", "for": "10 min or so"}, ["for: must be a number of seconds"]),
    ({"after": "1:00", "notify": "mail"}, ["notify: must be persistent_notification"]),
    ({"after": "1:00", "notify": ["speak", 3]}, ["notify: must be persistent_notification"]),
    ({"after": "1:00", "again": "often"}, ["again: must be true or false"]),
    ({"after": "1:00", "message": 3}, ["message: must be a text"]),
    ({"after": "1:00", "action": "turn_on"}, ["action: must be a table with service"]),
    ({"after": "1:00", "action": {}}, ["service: must be a service", "entity: must be an entity"]),
    (
        {
            "after": "1:00",
            "action": {"service": "a.b", "entity": "a.b", "data": {"code": 1, "area_id": "x"}},
        },
        ["action, data: must not hold area_id", "action, data: must not hold code"],
    ),
    (
        {"after": "1:00", "action": [{"service": "a.b", "entity": "a.b"}, {"service": "x"}]},
        ["action 2, service: must be", "action 2, entity: must be"],
    ),
    ({"after": "1:00", "colour": "red"}, ["colour: there is no such setting"]),
    ({"entity": "x", "above": "y", "for": "z"}, ["entity: ", "above: ", "for: "]),
]


@pytest.mark.parametrize(("table", "problems"), WRONG)
def test_each_wrong_field_has_its_line(table: dict[str, Any], problems: list[str]) -> None:
    with pytest.raises(SettingsError) as raised:
        read_watch(table, again=True)
    told = raised.value.problems
    assert len(told) == len(problems)
    for expected in problems:
        assert any(expected in item for item in told), told


def test_the_settings() -> None:
    settings = Settings.from_mapping(
        {
            "watch": {"notify": "persistent_notification"},
            "watches": [{"name": "Night", "after": "23:00"}],
        }
    )
    assert settings.watch.notify == ("persistent_notification",)
    (watch,) = settings.watches
    assert (watch.name, watch.again) == ("Night", True)


def test_what_is_wrong_in_the_settings_is_told_with_its_place() -> None:
    with pytest.raises(SettingsError) as raised:
        Settings.from_mapping(
            {
                "watch": {"notify": 3, "tell": 1},
                "watches": [
                    {"name": "Night", "after": "23:00"},
                    {"name": "night", "after": "late"},
                    {"name": "NIGHT", "after": "22:00"},
                    {"after": "22:00"},
                    3,
                ],
            }
        )
    assert [problem.partition(":")[0] for problem in raised.value.problems] == [
        "watch, tell",
        "watch, notify",
        "watches 2, after",
        "watches 3, name",
        "watches 4, name",
        "watches 5",
    ]
