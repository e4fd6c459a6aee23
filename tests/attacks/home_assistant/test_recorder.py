"""A PIN that is given through an action, looked for in the recorder's database."""

import pytest
from homeassistant.components.recorder.core import Recorder
from homeassistant.components.recorder.db_schema import EventData
from homeassistant.core import HomeAssistant
from homeassistant.helpers.recorder import get_instance
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.components.recorder.common import (
    async_wait_recording_done,
)

from custom_components.home_agent.const import DOMAIN

PIN = "739157"


@pytest.fixture(autouse=True)
def _enable_our_integration(recorder_mock: Recorder, enable_custom_integrations: None) -> None:
    """Let it be loaded, but not before the recorder is there."""


async def test_what_the_recorder_keeps(hass: HomeAssistant, agent_entry: MockConfigEntry) -> None:
    """The call, with the sentence and without the PIN."""
    assert await async_setup_component(hass, "homeassistant", {})
    assert await hass.config_entries.async_setup(agent_entry.entry_id)
    await hass.async_block_till_done(wait_background_tasks=True)
    for said in ("hello there", f"hello {PIN}"):
        await hass.services.async_call(DOMAIN, "process", {"text": said, "pin": PIN}, blocking=True)
    await async_wait_recording_done(hass)

    def rows() -> list[str]:
        with get_instance(hass).get_session() as session:
            return [str(item.shared_data) for item in session.query(EventData).all()]

    kept = await get_instance(hass).async_add_executor_job(rows)
    assert any("hello there" in item for item in kept), "it was recorded"
    assert not [item for item in kept if PIN in item]
