"""What a config entry comes down to for the engine."""

from typing import Any
from unittest.mock import patch

import pytest
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.requirements import RequirementsNotFound
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.errors import SettingsError
from custom_components.home_agent.engine.settings import Choice
from custom_components.home_agent.settings import Debug, debug_of, settings_of

SERVER = {"provider": "openai", "base_url": "localhost:11434", "api_key": "sk-1", "model": "qwen3"}


def test_without_a_model() -> None:
    """An entry of the first version, and one that says so, ask nobody."""
    for data in ({}, {"provider": "none"}):
        entry = MockConfigEntry(domain=DOMAIN, data=data, options={"safety": {"pin": "0042"}})
        settings = settings_of(entry, language="it")
        assert settings.llm == ()
        assert settings.language == "it"
        assert settings.safety.pin == "0042"
        assert debug_of(entry) == Debug()


def test_models_in_their_order() -> None:
    """The first is reached as the data says and asked as the options say; others follow it."""
    options = {
        "llm": {"temperature": 0.2},
        "fallbacks": [{"kind": "google", "api_key": "g", "model": "gemini"}],
        "tier": "llm",
        "debug": {"streaming": False},
    }
    entry = MockConfigEntry(domain=DOMAIN, data=SERVER, options=options)
    settings = settings_of(entry, language="en")
    first, second = settings.llm
    assert (first.base_url, first.api_key) == ("http://localhost:11434/v1", "sk-1")
    assert (first.model, first.temperature) == ("qwen3", 0.2)
    assert (second.kind, second.model) == ("google", "gemini")
    assert settings.tier is Choice.LLM
    assert not debug_of(entry).streaming


def test_what_cannot_be_used_is_told() -> None:
    """In one line for each."""
    entry = MockConfigEntry(domain=DOMAIN, data=SERVER, options={"llm": {"top_p": 7}})
    with pytest.raises(SettingsError, match="top_p"):
        settings_of(entry, language="en")


async def test_an_entry_of_the_first_version(house: HomeAssistant) -> None:
    """It goes on as it was: without a model, and as careful as before."""
    options: dict[str, Any] = {"safety": {"confirm": []}}
    entry = MockConfigEntry(domain=DOMAIN, data={}, options=options, version=1, minor_version=1)
    entry.add_to_hass(house)
    assert await house.config_entries.async_setup(entry.entry_id)
    assert entry.data == {"provider": "none"}
    assert entry.options == options
    assert (entry.version, entry.minor_version) == (1, 2)


async def test_an_entry_of_a_later_version(house: HomeAssistant) -> None:
    """It is left as it is, for whoever wrote it."""
    entry = MockConfigEntry(domain=DOMAIN, data={"soul": "yes"}, version=2)
    entry.add_to_hass(house)
    assert not await house.config_entries.async_setup(entry.entry_id)
    assert entry.state is ConfigEntryState.MIGRATION_ERROR
    assert entry.data == {"soul": "yes"}


async def test_packages_are_there_again_after_an_update(house: HomeAssistant) -> None:
    """A new version of Home Assistant comes without them; the agent does not wait for them."""
    data = {"provider": "google", "api_key": "k", "model": "gemini"}
    entry = MockConfigEntry(domain=DOMAIN, data=data, version=1, minor_version=2)
    entry.add_to_hass(house)
    with patch(
        "custom_components.home_agent.packages.async_process_requirements",
        side_effect=RequirementsNotFound(DOMAIN, ["google-genai"]),
    ) as process:
        assert await house.config_entries.async_setup(entry.entry_id)
        await house.async_block_till_done(wait_background_tasks=True)
    assert process.await_args is not None
    assert process.await_args.args[2] == ["google-genai>=1.59,<4"]
    assert entry.state is ConfigEntryState.LOADED
