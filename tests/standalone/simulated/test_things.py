"""Locks, alarms, players, robots, sirens and cameras."""

from collections.abc import Callable
from typing import Any

import pytest

from home_agent.engine.errors import CallRefusedError

from .conftest import House

Given = dict[str, Any]
CASES: list[tuple[Given, list[tuple[str, Given]], str, Given]] = [
    ({"id": "lock.a", "state": "locked"}, [("unlock", {})], "unlocked", {}),
    ({"id": "lock.a", "state": "unlocked"}, [("lock", {})], "locked", {}),
    ({"id": "lock.a", "attributes": {"supported_features": 1}}, [("open", {})], "open", {}),
    (
        {"id": "lock.a", "attributes": {"code_format": "^.{4}$"}},
        [("unlock", {"code": 1234})],
        "unlocked",
        {},
    ),
    ({"id": "lock.a", "attributes": {"is_locked": False}}, [], "unlocked", {}),
    ({"id": "lock.a", "state": "unknown"}, [], "unknown", {}),
    ({"id": "lock.a", "state": "unknown"}, [("lock", {})], "locked", {}),
    ({"id": "light.a", "state": "unknown"}, [], "unknown", {"color_mode": None}),
    ({"id": "light.a", "state": "unknown"}, [("turn_on", {})], "on", {}),
    ({"id": "input_boolean.a", "state": True}, [("toggle", {})], "off", {}),
    (
        {"id": "vacuum.a", "attributes": {"fan_speed_list": ["low", "max"]}},
        [("set_fan_speed", {"fan_speed": "max"})],
        "docked",
        {"fan_speed": "max"},
    ),
    (
        {"id": "vacuum.a", "attributes": {"area_mapping": {"hall": ["1"]}}},
        [("clean_area", {"cleaning_area_id": "hall"})],
        "cleaning",
        {},
    ),
    ({"id": "vacuum.a"}, [("clean_spot", {}), ("locate", {})], "cleaning", {}),
    ({"id": "vacuum.a", "state": "docked"}, [("return_to_base", {})], "docked", {}),
    ({"id": "lawn_mower.a"}, [("start_mowing", {})], "mowing", {}),
    ({"id": "lawn_mower.a"}, [("start_mowing", {}), ("pause", {})], "paused", {}),
    ({"id": "lawn_mower.a"}, [("start_mowing", {}), ("dock", {})], "docked", {}),
    ({"id": "camera.a"}, [("turn_on", {})], "streaming", {}),
    ({"id": "camera.a", "state": "streaming"}, [("turn_off", {})], "idle", {}),
    ({"id": "camera.a"}, [("enable_motion_detection", {})], "idle", {"motion_detection": True}),
    ({"id": "media_player.a", "state": "playing"}, [("media_pause", {})], "paused", {}),
    ({"id": "media_player.a", "state": "playing"}, [("media_play_pause", {})], "paused", {}),
    ({"id": "media_player.a", "state": "paused"}, [("media_play_pause", {})], "playing", {}),
    ({"id": "media_player.a", "state": "playing"}, [("media_stop", {})], "idle", {}),
    ({"id": "media_player.a", "state": "playing"}, [("toggle", {})], "off", {}),
    ({"id": "media_player.a", "state": "off"}, [("toggle", {})], "idle", {}),
    (
        {"id": "media_player.a"},
        [("volume_set", {"volume_level": "0.3"})],
        "idle",
        {"volume_level": 0.3},
    ),
    (
        {"id": "media_player.a"},
        [("shuffle_set", {"shuffle": True}), ("repeat_set", {"repeat": "one"})],
        "idle",
        {"shuffle": True, "repeat": "one"},
    ),
    (
        {"id": "media_player.a"},
        [("media_seek", {"seek_position": 30})],
        "idle",
        {"media_position": 30, "media_position_updated_at": "2026-03-02T11:00:00+00:00"},
    ),
    (
        {"id": "media_player.a"},
        [("play_media", {"media_content_type": "music", "media_content_id": "x"})],
        "playing",
        {"media_content_id": "x", "media_content_type": "music"},
    ),
    (
        {"id": "media_player.a"},
        [
            (
                "play_media",
                {
                    "media": {"media_content_type": "music", "media_content_id": "x"},
                    "enqueue": "play",
                },
            )
        ],
        "playing",
        {"media_content_id": "x"},
    ),
    (
        {"id": "media_player.a", "attributes": {"source_list": ["TV", "HDMI"]}},
        [("select_source", {"source": "HDMI"})],
        "idle",
        {"source": "HDMI"},
    ),
    (
        {"id": "media_player.a", "attributes": {"sound_mode_list": ["A"]}},
        [("select_sound_mode", {"sound_mode": "A"})],
        "idle",
        {"sound_mode": "A"},
    ),
    (
        {"id": "alarm_control_panel.a", "code": "1", "attributes": {"code_arm_required": False}},
        [("alarm_arm_night", {})],
        "armed_night",
        {"code_format": "number"},
    ),
    (
        {"id": "alarm_control_panel.a", "code": "x"},
        [("alarm_arm_home", {"code": "x"})],
        "armed_home",
        {"code_format": "text"},
    ),
    (
        {"id": "alarm_control_panel.a", "code": "1", "state": "triggered"},
        [("alarm_disarm", {"code": "1"})],
        "disarmed",
        {},
    ),
    (
        {"id": "alarm_control_panel.a"},
        [("alarm_arm_vacation", {})],
        "armed_vacation",
        {"code_format": None, "code_arm_required": False},
    ),
    (
        {"id": "alarm_control_panel.a"},
        [("alarm_arm_custom_bypass", {}), ("alarm_trigger", {})],
        "triggered",
        {},
    ),
]


@pytest.mark.parametrize(("given", "calls", "value", "shown"), CASES)
async def test_what_comes_of_calls(
    house: Callable[..., House],
    given: Given,
    calls: list[tuple[str, Given]],
    value: str,
    shown: Given,
) -> None:
    it = house(given)
    domain = given["id"].partition(".")[0]
    for service, data in calls:
        await it.call(f"{domain}.{service}", data=data)
    state = it.state(given["id"])
    assert state.value == value
    assert {name: state.attributes[name] for name in shown} == shown


async def test_codes_are_never_shown(house: Callable[..., House]) -> None:
    it = house({"id": "alarm_control_panel.a", "code": "4711"}, {"id": "lock.a", "code": "4712"})
    for state in it.home.snapshot().states.values():
        assert "471" not in str(state.attributes)
    with pytest.raises(CallRefusedError, match="Invalid lock code provided"):
        await it.call("lock.unlock", data={"code": "1"})
    await it.call("lock.unlock", data={"code": "4712"})
    assert it.value("lock.a") == "unlocked"


async def test_a_player_that_is_off_says_little(house: Callable[..., House]) -> None:
    it = house(
        {
            "id": "media_player.a",
            "state": "playing",
            "attributes": {"media_title": "Song", "source": "A", "source_list": ["A"]},
        }
    )
    assert it.attribute("media_player.a", "media_title") == "Song"
    await it.call("media_player.turn_off")
    shown = set(it.state("media_player.a").attributes)
    assert shown == {"friendly_name", "supported_features", "source_list"}


async def test_a_player_plays_what_it_finds(house: Callable[..., House]) -> None:
    it = house({"id": "media_player.a"})
    found = await it.call("media_player.search_media", data={"search_query": "Abba"})
    first = found["media_player.a"]["result"][0]
    wanted = {name: first[name] for name in ("media_content_type", "media_content_id")}
    await it.call("media_player.play_media", data=wanted)
    assert it.attribute("media_player.a", "media_content_id") == first["media_content_id"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"media_content_id": "x"}, r"required key not provided @ data\['media_content_type'\]"),
        ({"media": 3}, "expected dict"),
        ({"media": {}, "media_content_id": "x"}, "Play media cannot contain 'media' and"),
    ],
)
async def test_half_a_piece_of_media_is_refused(
    house: Callable[..., House], data: Given, message: str
) -> None:
    with pytest.raises(CallRefusedError, match=message):
        await house({"id": "media_player.a"}).call("media_player.play_media", data=data)


async def test_a_robot_takes_its_time_to_come_home(house: Callable[..., House]) -> None:
    it = house(
        {"id": "lawn_mower.a", "state": "mowing", "behaviour": {"travel": 30}},
        {"id": "vacuum.a", "state": "cleaning", "behaviour": {"travel": 20}},
    )
    await it.call("lawn_mower.dock")
    await it.call("vacuum.return_to_base")
    assert (it.value("lawn_mower.a"), it.value("vacuum.a")) == ("returning", "returning")
    it.clock.advance(20)
    assert (it.value("lawn_mower.a"), it.value("vacuum.a")) == ("returning", "docked")
    await it.call("lawn_mower.start_mowing")
    it.clock.advance(60)
    assert it.value("lawn_mower.a") == "mowing"


async def test_a_siren_falls_silent_by_itself(house: Callable[..., House]) -> None:
    it = house(
        {
            "id": "siren.a",
            "attributes": {
                "available_tones": {1: "fire", 2: "burglar"},
                "supported_features": ["TURN_ON", "TURN_OFF", "TONES", "DURATION", "VOLUME_SET"],
            },
        }
    )
    await it.call("siren.turn_on", data={"tone": "fire", "duration": 60, "volume_level": 0.5})
    it.clock.advance(59)
    assert it.value("siren.a") == "on"
    it.clock.advance(1)
    assert it.value("siren.a") == "off"
    await it.call("siren.turn_on", data={"tone": 2, "duration": 60})
    await it.call("siren.toggle")
    await it.call("siren.turn_on")
    it.clock.advance(1000)
    assert it.value("siren.a") == "on", "an old duration does not end a new alarm"
