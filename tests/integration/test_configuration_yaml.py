"""What stands under `home_agent:` in configuration.yaml."""

from typing import Any

import pytest
from homeassistant.core import HomeAssistant
from homeassistant.helpers import issue_registry as ir
from homeassistant.setup import async_setup_component

from custom_components.home_agent.const import DOMAIN

WEATHER = {
    "name": "check_weather",
    "description": "Get the weather forecast for a location.",
    "parameters": {"type": "object", "properties": {"location": {"type": "string"}}},
    "handler": {
        "type": "rest",
        "url": "https://api.weather.example/v1/forecast",
        "headers": {"Authorization": "Bearer {{ weather_api_key }}"},
    },
}
TRIGGER = {
    "name": "trigger_automation",
    "description": "Trigger an automation.",
    "handler": {
        "type": "service",
        "service": "automation.trigger",
        "data": {"entity_id": "{{ automation_id }}"},
    },
}


async def set_up(hass: HomeAssistant, section: Any) -> bool:
    """Start with this section."""
    assert await async_setup_component(hass, "homeassistant", {})
    return await async_setup_component(hass, DOMAIN, {DOMAIN: section})


@pytest.mark.parametrize("section", [None, {}, {"custom_tools": []}])
async def test_nothing_in_it(hass: HomeAssistant, section: Any) -> None:
    """That is fine."""
    assert await set_up(hass, section)
    assert not ir.async_get(hass).issues


async def test_tools_that_cannot_be_used_yet(hass: HomeAssistant) -> None:
    """The person is told which, in a repair; everything else works."""
    assert await set_up(hass, {"custom_tools": [WEATHER, TRIGGER]})
    issue = ir.async_get(hass).async_get_issue(DOMAIN, "custom_tools")
    assert issue is not None
    assert issue.translation_placeholders == {"names": "check_weather, trigger_automation"}
    assert hass.services.has_service(DOMAIN, "process")


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ({"custom_tolls": []}, "custom_tolls"),
        ({"custom_tools": [{**WEATHER, "name": "check weather"}]}, "check_weather"),
        ({"custom_tools": [{**WEATHER, "handler": {"type": "shell"}}]}, "one of rest, service"),
        ({"custom_tools": [{**WEATHER, "handler": "curl"}]}, "one of rest, service"),
        ({"custom_tools": [{**WEATHER, "handler": {"type": "rest"}}]}, "url"),
        ({"custom_tools": [{"name": "nothing"}]}, "description"),
        ({"custom_tools": [WEATHER, WEATHER]}, "several tools named check_weather"),
    ],
)
async def test_what_is_wrong_is_told(
    hass: HomeAssistant, caplog: pytest.LogCaptureFixture, section: Any, told: str
) -> None:
    """In the words of Home Assistant's own check of the configuration, and at the line."""
    assert not await set_up(hass, section)
    assert "Invalid config for 'home_agent'" in caplog.text
    assert told in caplog.text
