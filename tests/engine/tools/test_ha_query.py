"""A model looks at the home: as it is, and as it was."""

from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.simulated import SimulatedHome
from home_agent.simulated.clock import ManualClock

from .conftest import Hands, MakeHands

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)

METERS: dict[str, Any] = {
    "time_zone": "UTC",
    "areas": [{"name": "Cellar", "id": "cellar"}],
    "entities": [
        {"name": "Cellar temperature", "id": "sensor.temperature", "area": "cellar", "state": "10",
         "attributes": {"unit_of_measurement": "°C", "state_class": "measurement"}},
        {"name": "Energy", "id": "sensor.energy", "state": "100",
         "attributes": {"unit_of_measurement": "kWh", "state_class": "total_increasing"}},
        {"name": "Power", "id": "sensor.power", "state": "1000",
         "attributes": {"unit_of_measurement": "W", "state_class": "measurement"}},
        {"name": "Pump", "id": "switch.pump", "state": "off"},
        {"name": "Camera", "id": "camera.yard", "state": "idle",
         "attributes": {"access_token": "s3cret", "entity_picture": "/api?token=s3cret"}},
        {"name": "Wifi", "id": "input_text.wifi", "state": "hunter2",
         "attributes": {"mode": "password"}},
    ],
}  # fmt: skip


@pytest.fixture
def clock() -> ManualClock:
    """Noon, until it is moved."""
    return ManualClock(NOON)


@pytest.fixture
async def cellar(clock: ManualClock, make_hands: MakeHands) -> Hands:
    """Hands in a home with meters."""
    return await make_hands(SimulatedHome.from_inventory(METERS, clock=clock))


def home_of(hands: Hands) -> SimulatedHome:
    """The home that the hands are in."""
    assert isinstance(hands.context.home, SimulatedHome)
    return hands.context.home


async def test_one_thing_is_told_with_all_that_it_says(hands: Hands) -> None:
    """Name, room, state and attributes; not what only programs read."""
    result = await hands.use("ha_query", entity_id="climate.thermostat")
    [told] = result.result["entities"]
    assert (told["name"], told["area"], told["state"]) == ("Thermostat", "Living Room", "heat")
    assert told["attributes"]["current_temperature"] == 19.5
    assert "supported_features" not in told["attributes"]


async def test_many_are_told_in_short(hands: Hands) -> None:
    """Only what was asked for."""
    result = await hands.use("ha_query", entity_id="light.*")
    assert result.result["entities"][0] == {
        "entity_id": "light.ceiling",
        "name": "Ceiling light",
        "area": "Kitchen",
        "state": "off",
    }
    asked = await hands.use("ha_query", entity_id="light.*", attributes=["color_mode"])
    assert all([*entity["attributes"]] == ["color_mode"] for entity in asked.result["entities"])


@pytest.mark.parametrize(
    ("on", "ids"),
    [
        ("Office temperature", ["sensor.office_temperature"]),
        ("Reading lamp", ["light.bedroom_reading", "light.office_reading"]),
        (["light.ceiling", "Plug"], ["light.ceiling", "switch.plug"]),
        ("garage", ["cover.garage_door", "light.workbench"]),
    ],
)
async def test_things_are_found_by_name_and_room(
    on: str | list[str], ids: list[str], hands: Hands
) -> None:
    """To look at all that may be meant does no harm."""
    result = await hands.use("ha_query", entity_id=on)
    assert [entity["entity_id"] for entity in result.result["entities"]] == ids


async def test_what_is_on_a_list_is_told_too(hands: Hands) -> None:
    """A state only counts it."""
    result = await hands.use("ha_query", entity_id="Shopping list")
    assert result.result["entities"][0]["open_items"] == [{"text": "Bread"}]


async def test_calendars_and_forecasts_are_read(make_hands: MakeHands) -> None:
    """Of the demo house: what comes in the next days."""
    home = SimulatedHome.demo()
    hands = await make_hands(home)
    calendars = [
        entity_id
        for entity_id in home.snapshot().layout.entities
        if entity_id.startswith("calendar.")
    ]
    result = await hands.use("ha_query", entity_id=calendars[0])
    assert all("text" in day for day in result.result["entities"][0]["next_7_days"])
    result = await hands.use("ha_query", entity_id="weather.*")
    assert "temperature" in result.result["entities"][0]["forecast"][0]
    home.close()


async def test_what_is_not_there_is_told_beside_what_is(hands: Hands) -> None:
    """And alone, it is an error."""
    result = await hands.use("ha_query", entity_id="light.ceiling, light.moon")
    assert len(result.result["entities"]) == 1
    assert "There is no 'light.moon'" in result.result["not_found"][0]
    assert "There is no 'light.moon'" in await hands.error("ha_query", entity_id="light.moon")


async def test_secrets_are_not_told(cellar: Hands) -> None:
    """Neither what is in a password, nor the keys to a picture."""
    for arguments in (
        {"entity_id": "*"},
        {"entity_id": "camera.yard"},
        {"entity_id": "camera.yard", "attributes": ["access_token", "entity_picture"]},
        {"entity_id": "input_text.wifi"},
        {"entity_id": "input_text.wifi", "history": {"duration": "1h"}},
    ):
        await cellar.use("ha_query", **arguments)
    await cellar.use("list_ha_services")
    await cellar.use("get_home_assistant_entity_state", entity_id="camera.yard")
    assert "hunter2" not in "".join(cellar.heard)
    assert "s3cret" not in "".join(cellar.heard)


@pytest.mark.parametrize(
    ("entity_id", "aggregate", "value", "unit"),
    [
        # 10° for an hour, 20° for half of one, 40° for the other half
        ("sensor.temperature", "avg", 20.0, "°C"),
        ("sensor.temperature", "min", 10.0, "°C"),
        ("sensor.temperature", "max", 40.0, "°C"),
        ("sensor.temperature", "count", 2, "changes"),
        # 100, 103, then begun anew at 2
        ("sensor.energy", "sum", 5.0, "kWh"),
        # a kilowatt for an hour, and half of one for another
        ("sensor.power", "sum", 1500.0, "Wh"),
        # on for half an hour
        ("switch.pump", "sum", 0.5, "hours on"),
        ("switch.pump", "count", 2, "changes"),
    ],
)
async def test_one_figure_for_a_time(
    entity_id: str, aggregate: str, value: float, unit: str, cellar: Hands, clock: ManualClock
) -> None:
    """Averages by how long each value lasted; sums of what can be summed."""
    home = home_of(cellar)
    clock.advance(3600)
    for one, state in (
        ("sensor.temperature", "20"),
        ("sensor.energy", "103"),
        ("sensor.power", "500"),
        ("switch.pump", "on"),
    ):
        home.apply(one, state=state)
    clock.advance(1800)
    for one, state in (
        ("sensor.temperature", "40"),
        ("sensor.energy", "2"),
        ("switch.pump", "off"),
    ):
        home.apply(one, state=state)
    clock.advance(1800)
    history = {"duration": "2h", "aggregate": aggregate}
    result = await cellar.use("ha_query", entity_id=entity_id, history=history)
    [told] = result.result["entities"]
    assert (told[aggregate], told["unit"]) == (value, unit)
    assert result.result["from"] == "2026-03-10T12:00+00:00"


async def test_without_an_aggregate_every_change_is_told(cellar: Hands, clock: ManualClock) -> None:
    """With when it was; of many, the latest."""
    clock.advance(60)
    home_of(cellar).apply("switch.pump", state="on")
    clock.advance(60)
    history = {"duration": "1h"}
    result = await cellar.use("ha_query", entity_id="switch.pump", history=history)
    assert result.result["entities"][0]["changes"] == [
        ["2026-03-10T12:00:00+00:00", "off"],
        ["2026-03-10T12:01:00+00:00", "on"],
    ]
    for number in range(200):
        clock.advance(10)
        home_of(cellar).apply("sensor.temperature", state=str(number))
    result = await cellar.use("ha_query", entity_id="sensor.temperature", history=history)
    [told] = result.result["entities"]
    assert told["changes"][-1][1] == "199"
    assert told["left_out"] == "141 earlier changes"


@pytest.mark.parametrize(
    ("entity_id", "history", "error"),
    [
        ("switch.pump", {"duration": "1h", "aggregate": "avg"}, "It has no figures."),
        ("sensor.temperature", {"duration": "1h", "aggregate": "sum"}, "It is no meter"),
        ("sensor.temperature", {"duration": "soon"}, "'soon' is no time range"),
        ("sensor.temperature", {"duration": "2 months"}, "'2 months' is no time range"),
        ("sensor.temperature", {"duration": "900d"}, "at most 366d"),
        ("sensor.temperature", {"aggregate": "avg"}, "history: duration is missing."),
        ("sensor.temperature", {"duration": "1h", "aggregate": "median"}, "expected one of avg"),
    ],
)
async def test_what_has_no_figure_says_why(
    entity_id: str, history: dict[str, Any], error: str, cellar: Hands
) -> None:
    """And what would do."""
    result = await cellar.use("ha_query", entity_id=entity_id, history=history)
    assert error in (result.error or str(result.result))
