"""What sensors, diagnostics and the system information show."""

import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from freezegun.api import FrozenDateTimeFactory
from homeassistant.components.conversation import ConversationResult
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er
from homeassistant.setup import async_setup_component
from homeassistant.util import dt as dt_util
from pytest_homeassistant_custom_component.common import (
    MockConfigEntry,
    async_fire_time_changed,
    get_system_health_info,
)

from custom_components.home_agent import diagnostics
from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.diagnostics import async_get_config_entry_diagnostics
from tests.engine.llm.scripted_answers import Used
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import scripted_model
from .connections import running

FOLDER = Path(diagnostics.__file__).parent

type Say = Callable[..., Awaitable[ConversationResult]]


def _shown(hass: HomeAssistant) -> dict[str, str]:
    prefix = "sensor.home_agent_"
    return {
        item.entity_id.removeprefix(prefix): item.state
        for item in hass.states.async_all("sensor")
        if item.entity_id.startswith(prefix)
    }


@pytest.mark.usefixtures("agent")
async def test_without_a_model(house: HomeAssistant, say: Say) -> None:
    """Only what there is something to tell of."""
    assert _shown(house) == {
        "median_response_time": "unknown",
        "next_scheduled_action": "unknown",
    }
    await say("turn on the bed light")
    await house.async_block_till_done(wait_background_tasks=True)
    assert float(_shown(house)["median_response_time"]) > 0


async def test_what_comes_next(
    house: HomeAssistant, say: Say, freezer: FrozenDateTimeFactory
) -> None:
    """The first of what is planned: a timer, an action, or a watch that waits for its time."""
    now = dt_util.utcnow().replace(microsecond=0)
    freezer.move_to(now)
    await say("tell me when the bed light is on")
    await house.async_block_till_done(wait_background_tasks=True)
    assert _shown(house)["next_scheduled_action"] == "unknown"
    sooner = {
        "turn off the bed light in two hours": timedelta(hours=2),
        "set a timer for one hour": timedelta(hours=1),
        "tell me when the ceiling lights have been on for ten minutes": timedelta(minutes=10),
    }
    for sentence, after in sooner.items():
        await say(sentence)
        await house.async_block_till_done(wait_background_tasks=True)
        shown = dt_util.parse_datetime(_shown(house)["next_scheduled_action"])
        assert shown is not None
        assert abs(shown - now - after) < timedelta(seconds=5), sentence


async def test_counting_goes_on_after_a_restart(
    house: HomeAssistant, agent: MockConfigEntry, say: Say
) -> None:
    """What was counted is kept; what cannot be read of it is passed over."""
    await say("turn on the bed light")
    await house.async_block_till_done(wait_background_tasks=True)
    before = _shown(house)["median_response_time"]
    assert await house.config_entries.async_reload(agent.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)
    assert _shown(house)["median_response_time"] == before
    coordinator = running(agent).coordinator
    await coordinator._store.put("figures", {"replies": [["fast", 7], ["psychic", 1], ["fast"], 3]})
    assert await house.config_entries.async_reload(agent.entry_id)
    await house.async_block_till_done(wait_background_tasks=True)
    assert _shown(house)["median_response_time"] == "7.0"


class TestWithAModel:
    """What a model takes, and how it is."""

    @pytest.fixture
    def agent_data(self, server: ScriptedServer) -> dict[str, Any]:
        """An agent with a model."""
        return scripted_model(server)

    @pytest.fixture
    def agent_options(self) -> dict[str, Any]:
        """Secrets everywhere."""
        return {
            "retries": {"attempts": 1},
            "safety": {"pin": "4711"},
            "llm": {"headers": {"X-Key": "hidden-header"}},
            "prompt": {"custom_additions": "Our dog is called Rex."},
            "fallbacks": [{"base_url": "http://127.0.0.1:9/sk-path", "api_key": "sk-other"}],
        }

    async def test_figures_follow_what_happens(
        self,
        house: HomeAssistant,
        say: Say,
        server: ScriptedServer,
        freezer: FrozenDateTimeFactory,
    ) -> None:
        """Each turn is counted at once, and a new day begins with nothing."""
        assert _shown(house)["tokens_today"] == "0"
        assert _shown(house)["model_state"] == "ok"
        server.say("No.", used=Used(prompt=90, completion=10))
        await say("tell me a joke")
        await say("turn on the bed light")
        await house.async_block_till_done(wait_background_tasks=True)
        shown = _shown(house)
        assert shown["tokens_today"] == "100"
        assert shown["answered_without_a_model"] == "50.0"

        server.fail(500)
        await say("tell me a joke")
        await house.async_block_till_done(wait_background_tasks=True)
        assert _shown(house)["model_state"] == "down"

        tomorrow = dt_util.start_of_local_day() + timedelta(days=1, seconds=1)
        freezer.move_to(tomorrow)
        async_fire_time_changed(house, tomorrow)
        await house.async_block_till_done(wait_background_tasks=True)
        assert _shown(house)["tokens_today"] == "0"

    async def test_the_day_is_that_of_the_home(
        self,
        house: HomeAssistant,
        say: Say,
        server: ScriptedServer,
        freezer: FrozenDateTimeFactory,
    ) -> None:
        """Moved to where it is tomorrow already, it has used nothing today; moved back, it has."""
        await house.config.async_set_time_zone("America/New_York")
        freezer.move_to("2026-11-16T02:00:00+00:00")
        server.say("No.", used=Used(prompt=90, completion=10))
        await say("tell me a joke")
        for zone, tokens in (("Europe/Rome", "0"), ("America/New_York", "100")):
            await house.config.async_update(time_zone=zone)
            await house.async_block_till_done(wait_background_tasks=True)
            assert _shown(house)["tokens_today"] == tokens

    async def test_sensors_belong_to_the_agent(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        """One device has them all, and each has an ID that stays."""
        entries = er.async_entries_for_config_entry(er.async_get(house), agent.entry_id)
        ours = [entry for entry in entries if entry.config_subentry_id == agent.entry_id]
        assert len({our_state.device_id for our_state in ours}) == 1
        assert {our_state.unique_id.removeprefix(agent.entry_id) for our_state in ours} == {
            "",
            "_planned",
            "_tokens_today",
            "_provider",
            "_without_model",
            "_median_latency",
            "_next_scheduled",
        }
        task = [entry for entry in entries if entry.config_subentry_id == f"{agent.entry_id}_task"]
        assert len({entity.device_id for entity in task}) == 1
        assert {entity.unique_id.removeprefix(f"{agent.entry_id}_task") for entity in task} == {
            "",
            "_tokens_today",
            "_provider",
        }

    async def test_the_device_tells_the_model_and_the_version(
        self, house: HomeAssistant, agent: MockConfigEntry
    ) -> None:
        """So that people see which model they talk to, and what runs."""
        devices = dr.async_entries_for_config_entry(dr.async_get(house), agent.entry_id)
        told = {device.name: (device.model, device.manufacturer) for device in devices}
        assert told == {
            "Home Agent": ("scripted", "Home Agent"),
            "Home Agent AI Task": ("scripted", "Home Agent"),
        }
        version = json.loads((FOLDER / "manifest.json").read_text("utf-8"))["version"]
        assert {device.sw_version for device in devices} == {version}

    async def test_diagnostics_hold_no_secret(
        self, house: HomeAssistant, agent: MockConfigEntry, say: Say, server: ScriptedServer
    ) -> None:
        """Enough to find a fault, and nothing that is nobody's business."""
        server.say("A secret answer.")
        await say("tell me a joke about Rex")
        told = await async_get_config_entry_diagnostics(house, agent)
        text = str(told)
        secrets = ["sk-secret", "sk-other", "sk-path", "4711", "hidden-header", "Rex"]
        for secret in (*secrets, "secret answer"):
            assert secret not in text
        assert told["data"]["provider"] == "openai"
        assert told["data"]["base_url"] == server.url.removesuffix("/v1")
        ours, _task = told["agents"]
        assert (ours["title"], ours["type"]) == ("Home Agent", "conversation")
        assert ours["models"][0]["failures"] == 0
        assert ours["usage_today"]["responses"] == 1
        assert ours["home"]["exposed"] > 0

    @pytest.mark.usefixtures("agent")
    async def test_system_information(self, house: HomeAssistant) -> None:
        """Home Assistant's page of system information has a line about us."""
        assert await async_setup_component(house, "system_health", {})
        await house.async_block_till_done()
        assert await get_system_health_info(house, DOMAIN) == {
            "agents": 1,
            "models": "Home Agent: ok",
            "tokens_today": 0,
        }
