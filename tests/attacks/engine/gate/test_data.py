"""Where the data of a call may lead: elsewhere, or to a door that opens when it says it closes."""

from typing import Any

import pytest

from home_agent.engine.authority import Origin
from home_agent.engine.outcome import Reason, Status

from .conftest import MakeWarded, Warded

GARAGE: dict[str, Any] = {
    "id": "cover.big",
    "name": "Big garage",
    "state": "open",
    "attributes": {
        "device_class": "garage",
        "current_position": 40,
        "current_tilt_position": 40,
        "supported_features": [
            *("OPEN", "CLOSE", "SET_POSITION", "STOP"),
            *("OPEN_TILT", "CLOSE_TILT", "SET_TILT_POSITION", "STOP_TILT"),
        ],
    },
}
NAN, ENDLESS = float("nan"), float("inf")

OPENS: list[tuple[str, dict[str, Any]]] = [
    ("cover.open_cover", {"position": 0}),
    ("cover.open_cover", {"position": 40}),
    ("cover.open_cover", {"tilt_position": 0}),
    ("cover.open_cover", {"position": 0, "tilt_position": 0}),
    ("cover.toggle", {"position": 0}),
    ("cover.open_cover_tilt", {"position": 0}),
    ("cover.open_cover_tilt", {"tilt_position": 0}),
    ("cover.toggle_cover_tilt", {"tilt_position": 0}),
    ("cover.set_cover_position", {"position": 41}),
    ("cover.set_cover_position", {"position": "100"}),
    ("cover.set_cover_position", {"position": "0"}),
    ("cover.set_cover_position", {"position": [0]}),
    ("cover.set_cover_position", {"position": NAN}),
    ("cover.set_cover_position", {"position": ENDLESS}),
    ("cover.set_cover_position", {"tilt_position": 0}),
    ("cover.set_cover_position", {"tilt_position": 0, "position": 100}),
    ("cover.set_cover_tilt_position", {"position": 0, "tilt_position": 100}),
    ("cover.set_cover_tilt_position", {"position": 0}),
    ("cover.unheard_of", {"position": 0}),
    ("homeassistant.toggle", {"position": 0}),
    ("homeassistant.turn_on", {"position": 0}),
    ("Cover.Open_Cover", {"position": 0}),
]


async def is_asked(house: Warded, service: str, target: str, data: dict[str, Any]) -> bool:
    [outcome] = await house.ask(service, target, data=data)
    return outcome.status is Status.AWAITING


@pytest.mark.parametrize(("service", "data"), OPENS)
async def test_no_data_makes_opening_look_like_closing(
    service: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    """It is asked about, or it cannot be done at all; it is never simply done."""
    house = make_warded(GARAGE)
    [outcome] = await house.ask(service, "cover.big", data=data)
    assert outcome.status in (Status.AWAITING, Status.REFUSED)
    assert house.sent == []


@pytest.mark.parametrize(("service", "data"), OPENS)
async def test_nor_does_a_group_that_is_half_open(
    service: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    """Half way for the two of them may be further for one."""
    members = {"entity_id": ["cover.big", "cover.garage"], "current_position": 80}
    attributes = {**GARAGE["attributes"], **members, "device_class": "shade"}
    group = {**GARAGE, "id": "cover.both", "attributes": attributes}
    house = make_warded(GARAGE, group)
    [outcome] = await house.ask(service, "cover.both", data=data)
    assert outcome.status in (Status.AWAITING, Status.REFUSED)
    assert house.sent == []


@pytest.mark.parametrize(
    ("service", "data"),
    [
        ("cover.close_cover", {}),
        ("cover.stop_cover", {}),
        ("cover.set_cover_position", {"position": 0}),
        ("cover.set_cover_position", {"position": 39}),
        ("cover.set_cover_tilt_position", {"tilt_position": 0}),
    ],
)
async def test_closing_further_is_not_asked_about(
    service: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    assert not await is_asked(make_warded(GARAGE), service, "cover.big", data)


PLAYER = {"id": "media_player.hall", "name": "Hall", "state": "playing"}
HIDDEN_PLAYER = {"id": "media_player.secret", "name": "S", "exposed": False}
DENIED_PLAYER = {"id": "media_player.nursery", "name": "Nursery player", "state": "playing"}


@pytest.mark.parametrize(
    "data",
    [
        {"group_members": ["media_player.secret"]},
        {"group_members": "media_player.secret"},
        {"group_members": ["media_player.hall", "Media_Player.SECRET"]},
        {"announce": {"on": ["media_player.secret"]}},
        {"extra": {"media_player.secret": "on"}},
        {"group_members": ["media_player.of_tomorrow"]},
        {"entity_id": "media_player.secret"},
        {"area_id": "cellar"},
        {"device_id": "strongbox"},
        {"floor_id": "below"},
        {"label_id": "treasure"},
        {"target": {"entity_id": "lock.vault"}},
    ],
)
@pytest.mark.parametrize("origin", Origin)
async def test_data_leads_to_nothing_hidden(
    data: dict[str, Any], origin: Origin, make_warded: MakeWarded
) -> None:
    house = make_warded(PLAYER, HIDDEN_PLAYER)
    [outcome] = await house.ask(
        "media_player.join", "media_player.hall", data=data, origin=origin, confirmed=True
    )
    assert outcome.status is Status.REFUSED
    assert house.sent == []


@pytest.mark.parametrize(
    ("service", "target", "data"),
    [
        ("media_player.join", "media_player.hall", {"group_members": ["media_player.nursery"]}),
        ("media_player.join", "media_player.hall", {"group_members": "MEDIA_PLAYER.nursery"}),
        ("media_player.media_pause", "media_player.joined", {}),
        ("media_player.play_media", "media_player.joined", {"media_content_id": "x"}),
        ("tts.speak", "media_player.hall", {"media_player_entity_id": "media_player.nursery"}),
    ],
)
async def test_data_leads_to_nothing_denied(
    service: str, target: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    """Nor do players that play together."""
    both = ["media_player.joined", "media_player.nursery"]
    joined = {"id": "media_player.joined", "name": "J", "attributes": {"group_members": both}}
    house = make_warded(PLAYER, DENIED_PLAYER, joined, deny=["media_player.nursery"])
    [outcome] = await house.ask(service, target, data=data, confirmed=True)
    assert outcome.reason is Reason.NOT_ALLOWED
    assert outcome.because == "media_player.nursery"
    assert house.sent == []


@pytest.mark.parametrize(
    "data",
    [
        {"entities": {"lock.vault": "unlocked"}},
        {"entities": {"LOCK.Vault": {"state": "unlocked"}}},
        {"scene_id": "x", "snapshot_entities": ["lock.vault"]},
    ],
)
@pytest.mark.parametrize("service", ["scene.apply", "scene.create", "scene.turn_on"])
async def test_a_scene_in_the_data_opens_nothing(
    service: str, data: dict[str, Any], make_warded: MakeWarded
) -> None:
    lamps = {"id": "scene.lamps", "name": "Lamps", "entities": {"light.hall": "on"}}
    house = make_warded(lamps)
    [outcome] = await house.ask(service, "scene.lamps", data=data)
    assert outcome.status in (Status.AWAITING, Status.REFUSED)
    assert house.states()["lock.vault"] == "locked"
