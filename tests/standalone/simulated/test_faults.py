"""Devices that misbehave, and homes that are slow or closed."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest

from home_agent.engine.errors import CallRefusedError, InventoryError
from home_agent.engine.home import ServiceCall
from home_agent.simulated import SimulatedHome

from .conftest import House

LAMP = {"id": "light.a", "state": "off", "attributes": {"supported_color_modes": ["brightness"]}}
TURN_ON = ServiceCall(domain="light", service="turn_on", targets=("light.a",))


async def test_an_unavailable_device_takes_no_commands(house: Callable[..., House]) -> None:
    it = house({**LAMP, "behaviour": "unavailable"})
    assert it.value("light.a") == "unavailable"
    assert set(it.state("light.a").attributes) == {
        "friendly_name",
        "supported_color_modes",
        "supported_features",
    }
    await it.call("light.turn_on")
    assert not it.changes
    it.home.behave("light.a", None)
    assert it.value("light.a") == "off"
    await it.call("light.turn_on")
    it.home.behave("light.a", "unavailable")
    assert [change.after and change.after.value for change in it.changes] == [
        "off",
        "on",
        "unavailable",
    ]


async def test_a_state_of_unavailable_does_the_same(house: Callable[..., House]) -> None:
    it = house({"id": "sensor.a", "state": "unavailable"})
    assert not it.state("sensor.a").available


async def test_one_that_ignores_accepts_everything_and_does_nothing(
    house: Callable[..., House],
) -> None:
    it = house({**LAMP, "behaviour": "ignores"}, {"id": "light.b", "state": "off"})
    await it.call("light.turn_on")
    assert [change.entity_id for change in it.changes] == ["light.b"]
    with pytest.raises(CallRefusedError, match="extra keys"):
        await it.call("light.turn_on", "light.a", data={"x": 1})


async def test_a_late_one_acts_later_on_what_it_is_by_then(house: Callable[..., House]) -> None:
    it = house({**LAMP, "behaviour": {"late": 3}})
    await it.call("light.turn_on", data={"brightness": 10})
    await it.call("light.turn_on", data={"brightness_step": 5})
    it.clock.advance(2.9)
    assert it.value("light.a") == "off"
    it.clock.advance(0.1)
    assert (it.value("light.a"), it.attribute("light.a", "brightness")) == ("on", 15)
    assert it.state("light.a").changed == it.clock.now()


async def test_one_that_refuses_says_why(house: Callable[..., House]) -> None:
    it = house({**LAMP, "behaviour": {"refuses": "Bulb is too hot"}})
    with pytest.raises(CallRefusedError, match="Bulb is too hot"):
        await it.call("light.turn_on")
    assert not it.changes


def test_faults_of_something_that_is_not_there(house: Callable[..., House]) -> None:
    it = house(LAMP)
    with pytest.raises(InventoryError, match="there is no such entity"):
        it.home.behave("light.b", "ignores")
    with pytest.raises(InventoryError, match="behaviour must be"):
        it.home.behave("light.a", "sulks")


async def test_a_slow_home_takes_its_time_to_accept(house: Callable[..., House]) -> None:
    it = house(LAMP, delay=2)
    call = asyncio.ensure_future(it.home.call(TURN_ON))
    await asyncio.sleep(0)
    it.clock.advance(1.9)
    await asyncio.sleep(0)
    assert not call.done()
    it.clock.advance(0.1)
    await call
    assert it.value("light.a") == "on"


async def test_a_call_that_is_given_up_does_nothing(house: Callable[..., House]) -> None:
    it = house(LAMP, delay=2)
    call = asyncio.ensure_future(it.home.call(TURN_ON))
    await asyncio.sleep(0)
    call.cancel()
    it.clock.advance(5)
    with pytest.raises(asyncio.CancelledError):
        await call
    assert not it.changes


async def test_closing_stops_everything(house: Callable[..., House]) -> None:
    it = house(
        {**LAMP, "behaviour": {"late": 5}},
        {"id": "cover.a", "state": "closed", "behaviour": {"travel": 10}},
        {"id": "timer.a", "attributes": {"duration": 5}},
        {"id": "calendar.a", "events": [{"summary": "A", "in_days": 0, "at": "12:30"}]},
    )
    for service in ("light.turn_on", "cover.open_cover", "timer.start"):
        await it.call(service)
    seen = len(it.changes)
    it.home.close()
    it.clock.advance(10_000)
    assert len(it.changes) == seen
    with pytest.raises(CallRefusedError, match="The home is closed"):
        await it.call("light.turn_on")


async def test_whoever_waits_when_the_home_closes_is_refused(house: Callable[..., House]) -> None:
    it = house(LAMP, delay=2)
    call = asyncio.ensure_future(it.home.call(TURN_ON))
    await asyncio.sleep(0)
    it.home.close()
    with pytest.raises(CallRefusedError, match="The home is closed"):
        await call


async def test_on_the_machines_own_clock_things_happen_by_themselves() -> None:
    lamp = {**LAMP, "behaviour": {"late": 0.01}}
    home = SimulatedHome.from_inventory({"entities": [lamp]}, delay=0.01)
    changed = asyncio.Event()
    home.subscribe(lambda _change: changed.set())
    await home.call(TURN_ON)
    await asyncio.wait_for(changed.wait(), 5)
    assert home.snapshot().states["light.a"].value == "on"
    home.close()


def test_without_an_event_loop_the_home_catches_up_when_it_is_looked_at() -> None:
    event = {"summary": "A", "in_days": 0, "at": "00:00", "minutes": 1439}
    home = SimulatedHome.from_inventory(
        {"entities": [{"id": "calendar.a", "events": [event]}], "time_zone": "UTC"}
    )
    snapshot = home.snapshot()
    running = snapshot.now.replace(hour=0, minute=0) + timedelta(minutes=1439) > snapshot.now
    assert snapshot.states["calendar.a"].value == ("on" if running else "off")


@pytest.mark.parametrize("entity_id", ["switch.a", "light.a", "input_boolean.a", "cover.a"])
async def test_what_has_states_of_its_own_may_be_unavailable_too(
    house: Callable[..., House], entity_id: str
) -> None:
    it = house({"id": entity_id, "state": "unavailable"})
    assert it.value(entity_id) == "unavailable"
