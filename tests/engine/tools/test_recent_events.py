"""`check_for_recent_ha_events`: what happened lately, as a model is told of it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, override
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.errors import HistoryUnavailableError
from home_agent.engine.home import RecordedState
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.tools.conftest import Hands, MakeHands

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))
TOOL = "check_for_recent_ha_events"
INVENTORY: dict[str, Any] = {
    "areas": [{"name": "Hall", "id": "hall"}, {"name": "Cellar", "id": "cellar"}],
    "entities": [
        {
            "name": "Front door",
            "id": "binary_sensor.door",
            "area": "hall",
            "state": "off",
            "attributes": {"device_class": "door"},
        },
        {"name": "Hall light", "id": "light.hall", "area": "hall", "state": "off"},
        {
            "name": "Freezer",
            "id": "sensor.freezer",
            "area": "cellar",
            "state": "-18",
            "attributes": {"device_class": "temperature", "unit_of_measurement": "°C"},
        },
        {
            "name": "Leak",
            "id": "binary_sensor.leak",
            "area": "cellar",
            "state": "off",
            "attributes": {"device_class": "moisture"},
        },
        {
            "name": "Safe",
            "id": "binary_sensor.safe",
            "state": "off",
            "exposed": False,
            "attributes": {"device_class": "door"},
        },
    ],
}


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def home(clock: ManualClock) -> SimulatedHome:
    return SimulatedHome.from_inventory(INVENTORY, clock=clock)


@pytest.fixture
async def hands(home: SimulatedHome, make_hands: MakeHands) -> Hands:
    return await make_hands(home)


async def _events(hands: Hands, **arguments: Any) -> list[dict[str, Any]]:
    result = await hands.use(TOOL, **arguments)
    assert result.success, result.error
    events: list[dict[str, Any]] = result.result["events"]
    return events


async def test_nothing_happened(hands: Hands) -> None:
    result = await hands.use(TOOL)
    assert result.result == {"since": "2026-03-04T11:00+01:00", "events": []}


async def test_what_happened_is_told_in_words_and_by_weight(
    hands: Hands, home: SimulatedHome, clock: ManualClock
) -> None:
    for state in ("on", "off", "on"):
        clock.advance(60)
        home.apply("binary_sensor.door", state=state)
    home.apply("sensor.freezer", state="-10")
    home.apply("binary_sensor.leak", state="on")
    home.apply("binary_sensor.safe", state="on")
    await hands.use("ha_control", action="turn_on", entity_id="light.hall")
    assert await _events(hands) == [
        {
            "time": "12:03",
            "entity_id": "binary_sensor.leak",
            "name": "Leak",
            "area": "Cellar",
            "what": "dry → wet",
            "why": "safety",
        },
        {
            "time": "12:03",
            "entity_id": "binary_sensor.door",
            "name": "Front door",
            "area": "Hall",
            "what": "closed → open",
            "why": "doors and locks",
            "times": 2,
        },
        {
            "time": "12:03",
            "entity_id": "light.hall",
            "name": "Hall light",
            "area": "Hall",
            "what": "off → on",
            "why": "changed",
            "by_you": True,
        },
        {
            "time": "12:03",
            "entity_id": "sensor.freezer",
            "name": "Freezer",
            "area": "Cellar",
            "what": "-18 °C → -10 °C",
            "why": "moved notably",
        },
    ]


async def test_how_far_back(hands: Hands, home: SimulatedHome, clock: ManualClock) -> None:
    home.apply("binary_sensor.door", state="on")
    clock.advance(1800)
    home.apply("light.hall", state="on")
    clock.advance(60)

    async def ids(**arguments: Any) -> list[str]:
        return [event["entity_id"] for event in await _events(hands, **arguments)]

    assert await ids() == ["binary_sensor.door", "light.hall"]
    assert await ids(minutes=10) == ["light.hall"]
    assert await ids(minutes="10") == ["light.hall"]
    assert await ids(since="12:10") == ["light.hall"]
    assert await ids(since="2026-03-04T12:10") == ["light.hall"]
    assert await ids(since="2026-03-04T12:10:00+01:00") == ["light.hall"]
    # A time of day that is still to come was yesterday.
    assert await ids(since="12:45") == ["binary_sensor.door", "light.hall"]


async def test_where_and_how_many(hands: Hands, home: SimulatedHome) -> None:
    home.apply("binary_sensor.door", state="on")
    home.apply("light.hall", state="on")
    home.apply("binary_sensor.leak", state="on")

    async def ids(**arguments: Any) -> list[str]:
        return [event["entity_id"] for event in await _events(hands, **arguments)]

    assert await ids(entity_id="Hall") == ["binary_sensor.door", "light.hall"]
    assert await ids(entity_id="light.*") == ["light.hall"]
    assert await ids(limit=1) == ["binary_sensor.leak"]
    result = await hands.use(TOOL, limit=1)
    assert result.result["less_important"] == 2


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"entity_id": "binary_sensor.safe"}, "There is no 'binary_sensor.safe' in this home"),
        ({"since": "lately"}, "since: 'lately' is no time"),
        ({"since": "2026-03-05T12:00"}, "since: that is still to come"),
        ({"limit": "few"}, "limit: must be a whole number"),
        ({"minutes": "few"}, "minutes: expected integer"),
    ],
)
async def test_what_is_wrong_is_told(arguments: dict[str, Any], error: str, hands: Hands) -> None:
    assert error in await hands.error(TOOL, **arguments)


async def test_what_was_before_anyone_looked_is_in_the_history(
    home: SimulatedHome, clock: ManualClock, make_hands: MakeHands
) -> None:
    """A model that asks for yesterday is told of it, with the day."""
    home.apply("binary_sensor.door", state="on")
    home.apply("binary_sensor.safe", state="on")
    clock.advance(86_400)
    hands = await make_hands(home)
    assert await _events(hands, minutes=60) == []
    (event,) = await _events(hands, minutes=2000)
    assert event["time"] == "2026-03-04 12:00"
    assert event["what"] == "closed → open"


class Forgetful(SimulatedHome):
    """A home that keeps no history."""

    @override
    async def history(
        self, entity_ids: tuple[str, ...], start: datetime, end: datetime
    ) -> Mapping[str, tuple[RecordedState, ...]]:
        """Say so."""
        raise HistoryUnavailableError("There is no recorder.")


async def test_a_home_without_a_past(clock: ManualClock, make_hands: MakeHands) -> None:
    home = Forgetful.from_inventory(INVENTORY, clock=clock)
    hands = await make_hands(home)
    clock.advance(60)
    home.apply("binary_sensor.door", state="on")
    result = await hands.use(TOOL)
    assert [event["entity_id"] for event in result.result["events"]] == ["binary_sensor.door"]
    assert result.result["note"] == "Nothing is known of before 12:00."
    clock.advance(timedelta(minutes=50).total_seconds())
    assert "note" not in (await hands.use(TOOL, minutes=5)).result
