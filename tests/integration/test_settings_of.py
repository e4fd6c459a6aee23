"""What a config entry comes down to for the engine."""

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.requirements import RequirementsNotFound
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.errors import SettingsError
from custom_components.home_agent.engine.settings import AnswerMode, Settings
from custom_components.home_agent.settings import DebugSettings, debug_of, settings_of

from .connections import agent_of, connection, kept

SERVER = {"provider": "openai", "base_url": "localhost:11434", "api_key": "sk-1", "model": "qwen3"}


def test_without_a_model() -> None:
    """Nobody is asked."""
    entry = agent_of(connection(options={"safety": {"pin": "0042"}}))
    settings = settings_of(entry, language="it")
    assert settings.llm == ()
    assert settings.language == "it"
    assert settings.safety.pin == "0042"
    assert debug_of(entry) == DebugSettings()


def test_models_in_their_order() -> None:
    """The first is reached as the data says and asked as the options say; others follow it."""
    options = {
        "llm": {"temperature": 0.2},
        "fallbacks": [{"kind": "google", "api_key": "g", "model": "gemini"}],
        "tier": "llm",
        "debug": {"streaming": False},
    }
    entry = agent_of(connection(SERVER, options))
    settings = settings_of(entry, language="en")
    first, second = settings.llm
    assert (first.base_url, first.api_key) == ("http://localhost:11434/v1", "sk-1")
    assert (first.model, first.temperature) == ("qwen3", 0.2)
    assert (second.kind, second.model) == ("google", "gemini")
    assert settings.tier is AnswerMode.LLM
    assert not debug_of(entry).streaming


def test_what_cannot_be_used_is_told() -> None:
    """In one line for each."""
    entry = agent_of(connection(SERVER, {"llm": {"top_p": 7}}))
    with pytest.raises(SettingsError, match="top_p"):
        settings_of(entry, language="en")


def test_recommended_settings() -> None:
    """What only tunes is kept and not applied; what protects a home or a person is."""
    options = {
        "llm": {"temperature": 0.2, "headers": {"X-Token": "t"}, "protocol": "inline"},
        "context": {"mode": "off"},
        "retries": {"attempts": 9},
        "safety": {"pin": "0042"},
        "budget": {"tokens_per_day": 5},
        "prompt": {"custom_additions": "The cat is called Rex."},
        "tools": {"enabled": ["ha_query"]},
        "tier": "fast",
    }
    entry = connection(SERVER, {"recommended": True, **options})
    settings = settings_of(agent_of(entry), language="en")
    (model,) = settings.llm
    assert (model.temperature, model.headers, model.protocol) == (0.7, {}, "inline")
    assert settings.context == replace(Settings().context, prompt=settings.context.prompt)
    assert settings.retries == Settings().retries
    assert (settings.safety.pin, settings.budget.tokens_per_day) == ("0042", 5)
    assert settings.context.prompt.custom_additions == "The cat is called Rex."
    assert (settings.tools.enabled, settings.tier) == (("ha_query",), AnswerMode.FAST)
    assert kept(entry) == {"recommended": True, **options}
    (tuned,) = settings_of(agent_of(connection(SERVER, options)), language="en").llm
    assert (tuned.temperature, tuned.headers) == (0.2, {"X-Token": "t"})


async def test_an_entry_of_the_first_version(house: HomeAssistant) -> None:
    """It goes on as it was: without a model, and as careful as before."""
    options: dict[str, Any] = {"safety": {"confirm": []}}
    entry = MockConfigEntry(domain=DOMAIN, data={}, options=options, version=1, minor_version=1)
    entry.add_to_hass(house)
    assert await house.config_entries.async_setup(entry.entry_id)
    assert entry.data == {"provider": "none"}
    assert kept(entry) == {"recommended": True, **options}
    assert (entry.version, entry.minor_version) == (2, 1)


async def test_an_entry_of_a_later_version(house: HomeAssistant) -> None:
    """It is left as it is, for whoever wrote it."""
    entry = MockConfigEntry(domain=DOMAIN, data={"soul": "yes"}, version=3)
    entry.add_to_hass(house)
    assert not await house.config_entries.async_setup(entry.entry_id)
    assert entry.state is ConfigEntryState.MIGRATION_ERROR
    assert entry.data == {"soul": "yes"}


async def test_packages_are_there_again_after_an_update(house: HomeAssistant) -> None:
    """A new version of Home Assistant comes without them; the agent does not wait for them."""
    data = {"provider": "google", "api_key": "k", "model": "gemini"}
    entry = connection(data)
    entry.add_to_hass(house)
    with patch(
        "custom_components.home_agent.model_check.async_process_requirements",
        side_effect=RequirementsNotFound(DOMAIN, ["google-genai"]),
    ) as process:
        assert await house.config_entries.async_setup(entry.entry_id)
        await house.async_block_till_done(wait_background_tasks=True)
    assert process.await_args is not None
    assert process.await_args.args[2] == ["google-genai>=1.59,<4"]
    assert entry.state is ConfigEntryState.LOADED
