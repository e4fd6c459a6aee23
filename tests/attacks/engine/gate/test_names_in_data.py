"""Names in the data of a call that are written as a home reads them, and not as an id looks."""

from typing import Any

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Reason, Status

from .conftest import MakeWarded
from .test_data import DENIED_PLAYER, HIDDEN_PLAYER, PLAYER

RUNNER = {
    "id": "script.runner",
    "name": "Runner",
    "sequence": [{"action": "light.turn_on", "target": {"entity_id": "{{ lamp }}"}}],
}

HIDDEN_LAMP: tuple[dict[str, Any], ...] = (
    {"lamp": "light.hall, light.nursery"},
    {"lamp": "light.hall,LIGHT.Nursery"},
    {"lamp": "['light.nursery']"},
    {"lamp": "{{ 'light.nursery' }}"},
    {"name": "light.nursery"},
    {"item": "light.nursery"},
    {"text": "light.nursery"},
    {"value": ["light.nursery"]},
    {"option": {"message": "light.nursery"}},
    {"lamp": "light.nursery\n"},
)


@pytest.mark.parametrize("told", HIDDEN_LAMP)
@pytest.mark.parametrize("service", ["script.turn_on", "script.runner"])
async def test_a_script_is_told_of_no_hidden_lamp(
    service: str, told: dict[str, Any], make_warded: MakeWarded
) -> None:
    house = make_warded(RUNNER)
    data = {"variables": told} if service == "script.turn_on" else told
    [outcome] = await house.ask(service, "script.runner", data=data, origin=Origin.MODEL)
    assert outcome.status is Status.REFUSED
    assert house.sent == []


ELSEWHERE = (
    "media_player.hall, media_player.nursery",
    "media_player.hall,media_player.secret",
    ["media_player.hall", "media_player.nursery,media_player.hall"],
    "all",
    " ALL ",
    ["all"],
    "{{ 'media_player.nursery' }}",
)


@pytest.mark.parametrize("named", ELSEWHERE)
@pytest.mark.parametrize("origin", [Origin.CHAT, Origin.MODEL, Origin.API])
async def test_a_voice_speaks_on_no_hidden_or_denied_player(
    named: object, origin: Origin, make_warded: MakeWarded
) -> None:
    """`tts.speak` takes several in one text, and "all"."""
    voice = {"id": "tts.voice", "name": "Voice"}
    players = (PLAYER, HIDDEN_PLAYER, DENIED_PLAYER)
    house = make_warded(*players, voice, deny=["media_player.nursery"])
    call = house.call("tts.speak", "tts.voice", media_player_entity_id=named, message="boo")
    decision = house.gate.judge(call, "tts.voice", house.authority(origin), house.home.snapshot())
    assert decision.refused in (Reason.NOT_ALLOWED, Reason.NOT_EXPOSED)


@pytest.mark.parametrize(
    "address",
    [
        "media-source://camera/camera.nursery",
        "media-source://camera/CAMERA.Nursery",
        "/api/camera_proxy_stream/camera.nursery?token=x",
    ],
)
async def test_no_screen_shows_a_hidden_camera(address: str, make_warded: MakeWarded) -> None:
    camera = {"id": "camera.nursery", "name": "Nursery camera", "exposed": False}
    house = make_warded(PLAYER, camera)
    data = {"media_content_id": address, "media_content_type": "video"}
    [outcome] = await house.ask("media_player.play_media", "media_player.hall", data=data)
    assert outcome.status is Status.REFUSED
    assert house.sent == []


@pytest.mark.parametrize("address", ["light.mp3", "https://radio.example/lock.aac", "scene.one"])
async def test_a_song_is_no_entity(address: str, make_warded: MakeWarded) -> None:
    house = make_warded(PLAYER)
    data = {"media_content_id": address, "media_content_type": "music"}
    [outcome] = await house.ask("media_player.play_media", "media_player.hall", data=data)
    assert outcome.reason not in (Reason.GONE, Reason.NOT_EXPOSED, Reason.NOT_ALLOWED)


async def test_a_script_may_look_at_a_lock(make_warded: MakeWarded) -> None:
    """What its author reads in a template is not asked for."""
    bright = "{{ 10 if is_state('lock.vault', 'locked') else 90 }}"
    sequence = [{"action": "light.turn_on", "target": {"entity_id": "light.hall"},
                 "data": {"brightness_pct": bright}}]  # fmt: skip
    house = make_warded({"id": "script.dim", "name": "Dim", "sequence": sequence})
    call = house.call("script.turn_on", "script.dim")
    decision = house.gate.judge(
        call, "script.dim", house.authority(Origin.CHAT), house.home.snapshot()
    )
    assert decision.allowed
