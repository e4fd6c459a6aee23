"""A wire that breaks: whatever was missed, in the end we know what the server knows."""

import asyncio
import random
from dataclasses import replace

import pytest

from home_agent.engine.errors import CallRefusedError
from home_agent.engine.home import ServiceCall
from home_agent.engine.home.protocol import HomeEvent
from home_agent.remote import ConnectionStatus, RemoteHome
from home_agent.remote.states import read_state
from tests.standalone.remote.conftest import QUICK, access_to
from tests.standalone.remote.faulty_proxy import FaultyProxy
from tests.standalone.remote.scripted_hass import ScriptedHass
from tests.standalone.remote.test_remote_home import eventually

TURN_ON = ServiceCall(domain="light", service="turn_on", targets=("light.ceiling",))


def equal(home: RemoteHome, hass: ScriptedHass) -> bool:
    """Whether what is known here is what is known there."""
    snapshot = home.snapshot()
    wanted = {state: read_state(told) for state, told in hass.states.items()}
    return (
        home.connection_status.up
        and dict(snapshot.states) == wanted
        and snapshot.layout.entities.keys() == wanted.keys()
    )


async def test_lost_and_back(home: RemoteHome, proxy: FaultyProxy, hass: ScriptedHass) -> None:
    """Whoever listens hears of it, and what happened meanwhile is known afterwards."""
    told: list[ConnectionStatus] = []
    home.watch_connection(told.append)
    proxy.cut()
    await eventually(lambda: bool(told))
    await hass.set("light.ceiling", "on")
    await hass.set("light.new", "off")
    await hass.remove("lock.door")
    await eventually(lambda: equal(home, hass))
    assert [line.up for line in told] == [False, True]
    assert "lost" in told[0].why


async def test_events_are_told_also_afterwards(
    home: RemoteHome, proxy: FaultyProxy, hass: ScriptedHass
) -> None:
    """Of the types that somebody listens for, until they do not."""
    heard: list[HomeEvent] = []
    stop = home.subscribe_events(frozenset({"zha_event"}), heard.append)
    told: list[ConnectionStatus] = []
    home.watch_connection(told.append)

    async def press() -> None:
        before = len(heard)
        for _ in range(200):
            await hass.fire("zha_event", command="on")
            await asyncio.sleep(0.01)
            if len(heard) > before:
                return

    await hass.fire("other_event")
    await press()
    assert {event.event_type for event in heard} == {"zha_event"}
    assert dict(heard[0].data) == {"command": "on"}
    proxy.cut()
    await eventually(lambda: [line.up for line in told] == [False, True])
    known = len(heard)
    await press()
    assert len(heard) > known
    stop()
    known = len(heard)
    await hass.fire("zha_event", command="on")
    await hass.set("light.ceiling", "on")
    await eventually(lambda: home.snapshot().states["light.ceiling"].value == "on")
    assert len(heard) == known


async def test_half_open(home: RemoteHome, proxy: FaultyProxy, hass: ScriptedHass) -> None:
    """A connection that stands but carries nothing is noticed by its missing heartbeat."""
    proxy.freeze()
    await hass.set("light.ceiling", "on")
    await eventually(lambda: equal(home, hass))
    assert proxy.connections == 2


async def test_home_assistant_restarts(home: RemoteHome, hass: ScriptedHass) -> None:
    """It is away for a while, and comes back with fewer and other things."""
    await hass.stop()
    await eventually(lambda: not home.connection_status.up)
    del hass.states["switch.socket"]
    await hass.set("light.ceiling", "unavailable")
    assert home.snapshot().states["light.ceiling"].value == "off"
    await hass.start()
    await eventually(lambda: equal(home, hass))
    await hass.set("switch.socket", "off", friendly_name="Late riser")
    await eventually(lambda: equal(home, hass))


async def test_a_call_in_a_gap_waits_for_its_end(
    home: RemoteHome, proxy: FaultyProxy, hass: ScriptedHass
) -> None:
    proxy.cut()
    await eventually(lambda: not home.connection_status.up)
    await home.call(TURN_ON)
    assert len(hass.calls) == 1


async def test_a_call_in_a_long_gap_fails(hass: ScriptedHass) -> None:
    """It says that nothing was done, and why."""
    timeouts = replace(QUICK, gap=0.05)
    home = await RemoteHome(access_to(hass.port), timeouts=timeouts).open()
    await hass.stop()
    await eventually(lambda: not home.connection_status.up)
    with pytest.raises(CallRefusedError, match="Nothing was done"):
        await home.call(TURN_ON)
    await home.close()


async def test_a_call_whose_answer_is_lost(
    home: RemoteHome, proxy: FaultyProxy, hass: ScriptedHass
) -> None:
    """Nobody knows whether it happened, and that is what is said."""
    hass.silent = {"call_service"}
    asking = asyncio.create_task(home.call(TURN_ON))
    await asyncio.sleep(0.05)
    proxy.cut()
    with pytest.raises(CallRefusedError, match="may or may not have happened"):
        await asking


async def test_a_slow_call_is_accepted(hass: ScriptedHass) -> None:
    """A home that says nothing for long has not refused; only the states tell the rest."""
    hass.silent = {"call_service"}
    home = await RemoteHome(access_to(hass.port), timeouts=replace(QUICK, accepted=0.05)).open()
    assert await home.call(TURN_ON) == {}
    await home.close()


async def test_a_token_taken_back(home: RemoteHome, proxy: FaultyProxy, hass: ScriptedHass) -> None:
    """Trying again and again would get us banned: we stop, and say what to do."""
    told: list[ConnectionStatus] = []
    home.watch_connection(told.append)
    hass.token = "another"
    proxy.cut()
    await eventually(lambda: home.connection_status.final)
    logins = hass.logins
    with pytest.raises(CallRefusedError, match="does not accept the token"):
        await home.call(TURN_ON)
    await asyncio.sleep(0.1)
    assert hass.logins == logins
    assert [line.final for line in told] == [False, True]


async def test_waits_grow_and_scatter(hass: ScriptedHass) -> None:
    """Between two tries we wait longer and longer, up to a limit, and never in step."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0.001)

    chances = iter([0.0, 1.0, 0.5])
    home = await RemoteHome(
        access_to(hass.port),
        timeouts=replace(QUICK, first_retry=1, longest_retry=5),
        sleep=sleep,
        random_share=lambda: next(chances, 1.0),
    ).open()
    await hass.stop()
    await eventually(lambda: len(waits) >= 5)
    assert waits[:5] == [0.5, 2.0, 3.0, 5.0, 5.0]
    await home.close()


async def test_a_message_that_cannot_be_read(
    home: RemoteHome, hass: ScriptedHass, proxy: FaultyProxy
) -> None:
    """Whoever cannot follow any more starts anew."""
    await hass.tell({"c": {"light.never_seen": {"+": {"s": "on"}}}})
    await eventually(lambda: proxy.connections == 2)
    await eventually(lambda: equal(home, hass))


async def test_a_registry_that_cannot_be_read(home: RemoteHome, hass: ScriptedHass) -> None:
    """The layout stays as it was, and the next change is another chance."""
    layout = home.snapshot().layout
    hass.areas.append({"broken": True})
    await hass.fire("area_registry_updated")
    await asyncio.sleep(0.1)
    assert home.snapshot().layout is layout
    hass.areas[-1] = {"area_id": "attic", "name": "Attic"}
    await hass.fire("area_registry_updated")
    await eventually(lambda: "attic" in home.snapshot().layout.areas)


@pytest.mark.parametrize("seed", range(4))
async def test_random_faults(
    home: RemoteHome, proxy: FaultyProxy, hass: ScriptedHass, seed: int
) -> None:
    """Cut in the middle of a frame, frozen, slow or restarted: equal after each."""
    chance = random.Random(seed)

    async def fault(kind: str) -> None:
        if kind == "cut":
            proxy.cut()
        elif kind == "frame":
            proxy.cut_after(chance.randrange(1, 6000))
        elif kind == "freeze":
            proxy.freeze()
        elif kind == "slow":
            proxy.delay = 0.005
        else:
            await hass.stop()
            await hass.start()

    for kind in chance.sample(["cut", "frame", "freeze", "slow", "restart"], 5):
        for number in range(10):
            if number == 5:
                await fault(kind)
            entity_id = f"light.lamp_{chance.randrange(4)}"
            if entity_id in hass.states and chance.random() < 0.2:
                await hass.remove(entity_id)
            else:
                await hass.set(entity_id, chance.choice(["on", "off"]), level=chance.random())
        await eventually(lambda: equal(home, hass))
        proxy.delay = 0.0
