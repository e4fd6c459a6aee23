"""Devices that a system message lists."""

import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.prompt_home import DeviceTable, RequestMessage, read_devices
from tests.engine.prompt_home.caller import DEVICES


def read(text: str, role: str = "system") -> DeviceTable | None:
    return read_devices([RequestMessage(role=role, text=text)])


def ids(table: DeviceTable | None) -> list[str]:
    assert table is not None
    return [device.entity_id for device in table.devices]


def test_all_of_a_row_is_read() -> None:
    table = read(DEVICES)
    assert table is not None
    assert table.skipped == 0
    light = table.devices[0]
    assert (light.entity_id, light.name, light.state) == (
        "light.living_room",
        "Living Room Light",
        "on",
    )
    assert light.aliases == ("main light", "lamp")
    assert len(table.devices) == 6


@pytest.mark.parametrize(
    "text",
    [
        "Available Devices:\nentity_id,name,state,aliases\nlight.a,A,on,\nlight.b,B,off,b\n\nBye.",
        "available devices:\n\n```\nentity_id,name,state\nlight.a,A,on\n\nlight.b,B,off\n```",
        "## Available Devices:\r\n~~~csv\r\nentity_id,name,state\r\nlight.a,A,on\r\nlight.b,B,off",
        "Available Devices:\nlight.a,A,on,\nlight.b,B,off,",
        'Available Devices:\nstate,entity_id,name\non,light.a,"A, or\nso"\noff,light.b,B\n',
    ],
)
def test_with_and_without_fence_and_header(text: str) -> None:
    assert ids(read(text)) == ["light.a", "light.b"]


def test_further_columns_are_used() -> None:
    table = read(
        "Available Devices:\n"
        "entity_id,name,state,aliases,area,device_class,supported_features,unit,brightness\n"
        "sensor.out,Outside,7.5,,Garden,temperature,,°C,\n"
        'light.desk,"Desk, left",on,,Office,,44,,128\n'
    )
    assert table is not None
    outside, desk = table.devices
    assert outside.areas == ("Garden",)
    assert outside.attributes == {"device_class": "temperature", "unit_of_measurement": "°C"}
    assert desk.name == "Desk, left"
    assert desk.attributes == {"supported_features": 44, "brightness": 128}


def test_bad_rows_are_skipped_counted_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        table = read(
            "Available Devices:\nentity_id,name,state,aliases\n"
            "Light.Upper,Upper,on,\n"
            "no id at all,x,on,\n"
            "light.comma,Lamp, the tall one,on,\n"
            'light.quote,"never ends,on,\n'
            "light.good,Good,on,\n"
            "light.good,Twice,off,\n"
            "light.short\n"
            "light.last,Last,off,\n"
        )
    assert ids(table) == ["light.good", "light.last"]
    assert table is not None
    assert table.skipped == 6
    assert "2 were read and 6 skipped" in caplog.text
    assert "Upper" not in caplog.text


@pytest.mark.parametrize("role", ["user", "assistant", "tool"])
def test_only_the_prompt_tells_of_devices(role: str) -> None:
    """Nobody brings a device into a home by talking of it."""
    assert read(DEVICES, role) is None


def test_the_last_list_counts_and_may_be_empty() -> None:
    """A home without devices is still the caller's: ours is not touched instead."""
    empty = RequestMessage(
        role="developer", text="Available Devices:\n```csv\nentity_id,name,state\n```"
    )
    table = read_devices([RequestMessage(role="system", text=DEVICES), empty])
    assert table is not None
    assert table.devices == ()


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet='lightab._,"\n`: 1[', max_size=300))
def test_nothing_breaks_the_reader(text: str) -> None:
    table = read(f"Available Devices:\n{text}")
    assert table is not None
    assert len(set(ids(table))) == len(table.devices)


def test_many_open_quotes_take_no_time() -> None:
    """Work grows with the rows, not with their square: this ends."""
    rows = 'light.a,"A,on,\n' + "x,x,x\n" * 20_000
    table = read(f"Available Devices:\nentity_id,name,state,aliases\n{rows}")
    assert table is not None
    assert table.skipped == 20_001
