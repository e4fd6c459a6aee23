"""What people ask to be told, in Home Assistant: how it is told, listed, called off and set."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.persistent_notification import _async_get_or_create_notifications
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant, ServiceCall
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers import area_registry as ar
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_mock_service

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.act.schedule import wakeup

from .connections import connection

type Say = Callable[..., Awaitable[ConversationResult]]

ASKED = "tell me when the bed light is on"


def _notified(hass: HomeAssistant) -> dict[str, str]:
    found = _async_get_or_create_notifications(hass)
    return {key: match["message"] for key, match in found.items()}


async def _until(hass: HomeAssistant, seen: Callable[[], Any]) -> Any:
    """What is seen, as soon as there is something."""
    for _ in range(500):
        await hass.async_block_till_done()
        if found := seen():
            return found
        await asyncio.sleep(0.01)
    return seen()


async def _switch_on(hass: HomeAssistant) -> None:
    await hass.services.async_call(
        "light", "turn_on", {"entity_id": "light.bed_light"}, blocking=True
    )


async def _scheduled(hass: HomeAssistant) -> list[dict[str, Any]]:
    told: Any = await hass.services.async_call(
        DOMAIN, "list_scheduled", {}, blocking=True, return_response=True
    )
    return list(told["scheduled"])


async def test_a_watch_is_listed_and_tells(house: HomeAssistant, say: Say) -> None:
    """As a notification that is the watch's own, so that it is shown once."""
    await say(ASKED)
    [watch] = await _scheduled(house)
    assert watch["kind"] == "watch"
    assert watch["entity_ids"] == ["light.bed_light"]
    assert watch["due"] is None
    await _switch_on(house)
    told = await _until(house, lambda: _notified(house))
    assert told.keys() == {f"home_agent_{watch['id']}"}
    assert "Bed Light" in told[f"home_agent_{watch['id']}"]
    assert await _scheduled(house) == []


async def test_a_watch_is_called_off(house: HomeAssistant, say: Say) -> None:
    """By an automation as much as by a sentence."""
    await say(ASKED)
    [watch] = await _scheduled(house)
    cancelled: Any = await house.services.async_call(
        DOMAIN, "cancel_scheduled", {"id": watch["id"]}, blocking=True, return_response=True
    )
    assert cancelled["cancelled"]["kind"] == "watch"
    await _switch_on(house)
    await house.async_block_till_done()
    assert _notified(house) == {}


@pytest.mark.parametrize(
    "agent_options", [{"watch": {"notify": ["notify.mobile_app_anna", "notify.nobody"]}}]
)
async def test_the_ways_that_are_set(house: HomeAssistant, say: Say) -> None:
    """Somebody's phone, and nothing else; what there is not is passed over."""
    phone = async_mock_service(house, "notify", "mobile_app_anna")
    await say(ASKED)
    await _switch_on(house)
    [told] = await _until(house, lambda: phone)
    assert "Bed Light" in told.data["message"]
    assert told.data["data"]["tag"].startswith("home_agent_")
    assert _notified(house) == {}


@pytest.fixture
def satellite(house: HomeAssistant, agent: MockConfigEntry) -> dr.DeviceEntry:
    """A voice satellite in the kitchen, which nobody has exposed."""
    device = dr.async_get(house).async_get_or_create(
        config_entry_id=agent.entry_id, identifiers={("satellite", "kitchen")}
    )
    area = ar.async_get(house).async_get_area_by_name("Kitchen")
    assert area is not None
    dr.async_get(house).async_update_device(device.id, area_id=area.id)
    er.async_get(house).async_get_or_create(
        "assist_satellite",
        "test",
        "kitchen",
        suggested_object_id="kitchen",
        device_id=device.id,
    )
    house.states.async_set("assist_satellite.kitchen", "idle")
    return device


async def test_told_where_it_was_asked(
    house: HomeAssistant, say: Say, satellite: dr.DeviceEntry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By voice in that room: the satellite says it, of a watch as of a timer."""
    monkeypatch.setattr(wakeup, "_LONGEST_SLEEP", 0.01)
    spoken: list[ServiceCall] = async_mock_service(house, "assist_satellite", "announce")
    await say(ASKED, device_id=satellite.id)
    await _switch_on(house)
    [told] = await _until(house, lambda: spoken)
    assert told.data["entity_id"] == ["assist_satellite.kitchen"]
    assert "Bed Light" in told.data["message"]
    await say("set a pizza timer for five minutes", device_id=satellite.id)
    now = dt_util.now
    monkeypatch.setattr(dt_util, "now", lambda: now() + timedelta(minutes=5, seconds=1))
    await _until(house, lambda: len(spoken) == 2)
    assert spoken[-1].data["message"] == "The pizza timer is up!"
    assert "The pizza timer is up!" in _notified(house).values()


async def test_asked_elsewhere(house: HomeAssistant, say: Say, satellite: dr.DeviceEntry) -> None:
    """In a chat there is no room to speak in."""
    assert satellite.id
    spoken: list[ServiceCall] = async_mock_service(house, "assist_satellite", "announce")
    await say(ASKED)
    await _switch_on(house)
    assert await _until(house, lambda: _notified(house))
    assert spoken == []


WATCHES = [
    {"name": "Bedroom", "entity": "light.bed_light", "state": "on", "message": "Go to sleep."}
]


async def test_watches_in_yaml(house: HomeAssistant, agent_entry: MockConfigEntry) -> None:
    """The first agent sees to them, and a second does not do so, too."""
    second = connection(title="Jeeves")
    second.add_to_hass(house)
    assert await async_setup_component(house, DOMAIN, {DOMAIN: {"watches": WATCHES}})
    await house.async_block_till_done()
    assert agent_entry.state is second.state is ConfigEntryState.LOADED
    for entry, names in ((agent_entry, ["Bedroom"]), (second, [])):
        planned: Any = await house.services.async_call(
            DOMAIN,
            "list_scheduled",
            {"config_entry_id": entry.entry_id},
            blocking=True,
            return_response=True,
        )
        assert [job["name"] for job in planned["scheduled"]] == names
    await _switch_on(house)
    told = await _until(house, lambda: _notified(house))
    assert [*told.values()] == ["Go to sleep."]


@pytest.mark.usefixtures("agent_entry")
async def test_an_event_of_the_bus(house: HomeAssistant) -> None:
    """One's own, or of a button that is no entity."""
    watch = {"name": "Bell", "event": "zha_event", "event_data": {"command": "on"}}
    assert await async_setup_component(house, DOMAIN, {DOMAIN: {"watches": [watch]}})
    await house.async_block_till_done()
    house.bus.async_fire("zha_event", {"command": "off"})
    house.bus.async_fire("zha_event", {"command": "on", "device": "x"})
    told = await _until(house, lambda: _notified(house))
    assert [*told.values()] == ["Bell"]


ASKABLE = {
    "watch": {"events": ["my_event"]},
    "tools": {"enabled": ["check_for_recent_ha_events"]},
}


@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize("agent_options", [ASKABLE])
async def test_events_that_can_be_asked_about(house: HomeAssistant) -> None:
    house.bus.async_fire("my_event", {"what": "post", "code": "4711"})
    await house.async_block_till_done()
    told: Any = await house.services.async_call(
        DOMAIN,
        "execute_tool",
        {"tool_name": "check_for_recent_ha_events"},
        blocking=True,
        return_response=True,
    )
    (event,) = told["result"]["home_events"]
    assert (event["event"], event["data"]) == ("my_event", "what: post")


@pytest.mark.parametrize(
    ("watches", "problem"),
    [
        (
            [{"entity": "light.bed_light", "state": "on"}],
            "watches 1 is left out: name: must be a name",
        ),
        (
            [WATCHES[0], {"name": "x", "entity": "light.x"}],
            "watches 2 x is left out: entity: says nothing",
        ),
        ("often", "watches 1 is left out: must be a table"),
    ],
)
async def test_wrong_watches_in_yaml(
    hass: HomeAssistant, watches: Any, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What is wrong is told at set-up, with which of them it is; the others are kept."""
    assert await async_setup_component(hass, "homeassistant", {})
    assert await async_setup_component(hass, DOMAIN, {DOMAIN: {"watches": watches}})
    assert problem in caplog.text


async def test_a_watch_that_sees_nothing_is_a_repair(
    house: HomeAssistant, agent_entry: MockConfigEntry
) -> None:
    """For as long as what it is about is not there."""
    attic = {"name": "Attic!", "entity": "light.attic", "state": "on"}
    assert await async_setup_component(house, DOMAIN, {DOMAIN: {"watches": [attic]}})
    await house.async_block_till_done(wait_background_tasks=True)
    issues = ir.async_get(house).issues
    key = (DOMAIN, f"watch_blind_attic_{agent_entry.entry_id}")
    assert issues.keys() == {key}
    told = issues[key].translation_placeholders
    agent = {"agent": "Home Agent", "agent_plain": "Home Agent"}
    assert told == {**agent, "watch": "Attic!", "entities": "light.attic"}
    house.states.async_set("light.attic", "off")
    await house.async_block_till_done()
    assert not issues
    house.states.async_remove("light.attic")
    await house.async_block_till_done()
    assert issues.keys() == {key}
    assert await house.config_entries.async_unload(agent_entry.entry_id)
    assert not issues


async def test_what_yaml_says_is_ended_there(
    house: HomeAssistant, agent_entry: MockConfigEntry
) -> None:
    """It would be back after the next start, and whoever tries is told so."""
    assert await async_setup_component(house, DOMAIN, {DOMAIN: {"watches": WATCHES}})
    await house.async_block_till_done()
    assert agent_entry.state is ConfigEntryState.LOADED
    [watch] = await _scheduled(house)
    with pytest.raises(HomeAssistantError, match="“Bedroom” is in the settings"):
        await house.services.async_call(
            DOMAIN, "cancel_scheduled", {"id": watch["id"]}, blocking=True, return_response=True
        )
    assert await _scheduled(house) == [watch]
