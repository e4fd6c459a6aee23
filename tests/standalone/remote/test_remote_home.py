"""A home over a wire: what it shows, what it does, and what it says when it is not let in."""

import asyncio
import logging
import ssl
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from home_agent.engine.errors import CallRefusedError, HistoryUnavailableError
from home_agent.engine.home import Change, LayoutChanged, ServiceCall, StateChanged
from home_agent.engine.home.routine import UNKNOWN
from home_agent.remote import (
    Access,
    NotReachableError,
    RemoteHome,
    TokenRefusedError,
    read_address,
)
from tests.standalone.remote.conftest import QUICK, access_to
from tests.standalone.remote.scripted_hass import START, TOKEN, ScriptedHass


async def eventually(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(10):
        while not so():  # noqa: ASYNC110 - anything may be waited for
            await asyncio.sleep(0.005)


async def test_the_layout(home: RemoteHome) -> None:
    """Names, rooms, devices and their parts, services and routines, as Home Assistant has them."""
    layout = home.snapshot().layout
    lamp = layout.entities["light.ceiling"]
    assert (lamp.name, lamp.names) == ("Ceiling lamp", ("Ceiling lamp", "big light"))
    assert layout.area_of(lamp) == layout.areas["kitchen"]
    assert layout.areas["kitchen"].aliases == ("galley",)
    assert layout.floors["ground"].level == 0
    # a part of a device is where the device is
    assert layout.entities["switch.socket"].area_id == "kitchen"
    assert layout.entities["sensor.outside"].name == "outside"
    assert layout.entities["sensor.outside"].device_class == "temperature"
    assert {entity_id for entity_id, entity in layout.entities.items() if not entity.exposed} == {
        "lock.door"
    }
    assert layout.services["light.turn_on"].fields[0].maximum == 100
    (unlock,) = layout.routines["script.leave"]
    assert (unlock.full_name, unlock.targets) == ("lock.unlock", ("lock.door",))
    assert str(home.snapshot().now.tzinfo) == "Europe/Berlin"
    assert (home.language, home.name) == ("de", "Villa")


async def test_without_an_administrators_token(hass: ScriptedHass) -> None:
    """What only an administrator may list is then told by the entities themselves."""
    hass.admin = False
    home = await RemoteHome(access_to(hass.port), timeouts=QUICK).open()
    entities = home.snapshot().layout.entities
    assert entities["light.ceiling"].exposed
    assert not entities["sensor.outside"].exposed
    assert home.snapshot().layout.routines["script.leave"] == (UNKNOWN,)
    await home.close()


async def test_states_are_followed(home: RemoteHome, hass: ScriptedHass) -> None:
    """Values and attributes that change, come and go; and a snapshot stays as it was."""
    before = home.snapshot()
    seen: list[Change] = []
    home.subscribe(seen.append)
    await hass.set("light.ceiling", "on", friendly_name="Ceiling lamp", brightness=7)
    await hass.set("light.ceiling", "on", brightness=9)
    await hass.set("light.new", "off", friendly_name="New lamp")
    await hass.remove("switch.socket")
    await eventually(lambda: "switch.socket" not in home.snapshot().states)
    state = home.snapshot().states["light.ceiling"]
    assert (state.value, dict(state.attributes)) == ("on", {"brightness": 9})
    assert state.changed == datetime.fromtimestamp(START + 1, UTC)
    assert state.updated == datetime.fromtimestamp(START + 2, UTC)
    assert before.states["light.ceiling"].value == "off"
    changes = [item for item in seen if isinstance(item, StateChanged)]
    assert [change.entity_id for change in changes] == [
        *("light.ceiling", "light.ceiling", "light.new", "switch.socket")
    ]
    await eventually(lambda: "light.new" in home.snapshot().layout.entities)
    assert "switch.socket" not in home.snapshot().layout.entities


async def test_a_new_name_is_known_at_once(home: RemoteHome, hass: ScriptedHass) -> None:
    await hass.set("light.ceiling", "off", friendly_name="Chandelier")
    await eventually(lambda: home.snapshot().layout.entities["light.ceiling"].name == "Chandelier")


async def test_a_changed_registry_is_a_new_layout(home: RemoteHome, hass: ScriptedHass) -> None:
    layout = home.snapshot().layout
    seen: list[Change] = []
    home.subscribe(seen.append)
    hass.areas[0]["name"] = "Cooking corner"
    await hass.fire("area_registry_updated")
    await eventually(lambda: home.snapshot().layout.areas["kitchen"].name == "Cooking corner")
    assert LayoutChanged() in seen
    # what changes nothing that we show leaves everything as it is
    layout = home.snapshot().layout
    await hass.fire("entity_registry_updated")
    await asyncio.sleep(0.1)
    assert home.snapshot().layout is layout


async def test_a_call_is_done_and_answered(home: RemoteHome, hass: ScriptedHass) -> None:
    call = ServiceCall(domain="light", service="turn_on", targets=("light.ceiling",))
    assert await home.call(call) == {}
    await eventually(lambda: home.snapshot().states["light.ceiling"].value == "on")
    listed = await home.call(ServiceCall(domain="todo", service="get_items"))
    assert listed == {"items": ["milk"]}
    first, second = hass.calls
    assert first["target"] == {"entity_id": ["light.ceiling"]}
    assert "return_response" not in first
    assert second["return_response"] is True


async def test_a_refusal_is_in_home_assistants_words(home: RemoteHome, hass: ScriptedHass) -> None:
    hass.refuse["light.turn_on"] = "The lamp is on fire"
    with pytest.raises(CallRefusedError, match="The lamp is on fire"):
        await home.call(ServiceCall(domain="light", service="turn_on"))


async def test_many_calls_get_their_own_answers(home: RemoteHome, hass: ScriptedHass) -> None:
    hass.refuse["light.turn_off"] = "no"
    asked = [
        home.call(ServiceCall(domain="light", service="turn_off" if number % 3 else "turn_on"))
        for number in range(30)
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [isinstance(answer, CallRefusedError) for answer in answers] == [
        bool(number % 3) for number in range(30)
    ]


async def test_a_wrong_token(hass: ScriptedHass, caplog: pytest.LogCaptureFixture) -> None:
    """Somebody is there and does not let us in: that is said, and the token is not."""
    caplog.set_level(logging.DEBUG)
    access = access_to(hass.port, "not-the-token")
    with pytest.raises(TokenRefusedError, match="does not accept the token") as told:
        await RemoteHome(access, timeouts=QUICK).open()
    # the server of this test logs what it reads, as we must not
    ours = [record.getMessage() for record in caplog.records if record.name != "websockets.server"]
    assert "not-the-token" not in f"{told.value} {access!r} {ours}"


async def test_nobody_there(hass: ScriptedHass) -> None:
    await hass.stop()
    with pytest.raises(NotReachableError, match="Nothing answers at http://127"):
        await RemoteHome(access_to(hass.port), timeouts=QUICK).open()


async def test_somebody_else_is_there() -> None:
    """A web server that is no Home Assistant."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(NotReachableError, match=r"not a Home Assistant .*404"):
        await RemoteHome(access_to(port), timeouts=QUICK).open()
    server.close()
    await server.wait_closed()


async def test_a_certificate_of_ones_own() -> None:
    """It is refused, with what to do about it, unless the person says that it is theirs."""
    security = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    security.load_cert_chain(Path(__file__).with_name("self_signed.pem"))
    async with ScriptedHass(security) as hass:
        address = read_address(f"https://127.0.0.1:{hass.port}")
        access = Access(address=address, token=TOKEN)
        with pytest.raises(NotReachableError, match=r"certificate of .* --insecure"):
            await RemoteHome(access, timeouts=QUICK).open()
        home = await RemoteHome(replace(access, verify=False), timeouts=QUICK).open()
        assert home.snapshot().states
        await home.close()
        with pytest.raises(NotReachableError, match="whether it is http or https"):
            await RemoteHome(access_to(hass.port), timeouts=QUICK).open()


async def test_https_where_there_is_none() -> None:
    """A web server without it answers in plain words, as Home Assistant's does."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = read_address(f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    with pytest.raises(NotReachableError, match="begins with http://"):
        await RemoteHome(Access(address=address, token=TOKEN), timeouts=QUICK).open()
    server.close()
    await server.wait_closed()


async def test_a_server_that_never_answers(hass: ScriptedHass) -> None:
    """Every command is limited in time."""
    hass.silent = {"get_services"}
    with pytest.raises(NotReachableError, match="did not answer get_services"):
        await RemoteHome(access_to(hass.port), timeouts=replace(QUICK, answered=0.1)).open()


async def test_history_and_statistics(home: RemoteHome, hass: ScriptedHass) -> None:
    """States as far back as they are kept, and the hours before."""
    end = datetime.fromtimestamp(START, UTC)
    start = end - timedelta(days=30)
    with pytest.raises(HistoryUnavailableError, match="does not record"):
        await home.history(("sensor.outside",), start, end)
    hass.history = {
        "sensor.outside": [
            {"s": "3", "lu": START - 7200, "lc": START - 7300},
            {"s": "3", "lu": START - 7100},
            {"s": "4", "lu": START - 60},
        ]
    }
    hour = {"mean": 2.5, "min": 1, "max": 4}
    hass.statistics = {
        "sensor.outside": [
            {"start": (START - 86400) * 1000, "end": (START - 82800) * 1000, **hour},
            {"start": (START - 3600) * 1000, "end": START * 1000, **hour},
        ]
    }
    told = await home.history(("sensor.outside", "light.ceiling"), start, end)
    assert [(item.value, item.lowest) for item in told["sensor.outside"]] == [
        ("2.5", 1),
        ("3", None),
        ("4", None),
    ]
    assert told["sensor.outside"][1].at == datetime.fromtimestamp(START - 7300, UTC)
    assert told["light.ceiling"] == ()
