"""A name brings a link, a picture or markup into what Home Assistant shows."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from homeassistant.components.conversation import ConversationResult
from homeassistant.components.persistent_notification import _async_get_or_create_notifications
from homeassistant.core import HomeAssistant
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers import issue_registry as ir
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_mock_service

from custom_components.home_agent.engine.events import ModelFailed
from custom_components.home_agent.repair_issues import async_model_failed
from tests.integration.connections import agent_of

type Say = Callable[..., Awaitable[ConversationResult]]

NAMES = (
    "Bed [light](https://evil.example)",
    "Bed ![light](https://evil.example/x.png)",
    "Bed light <img src=x>",
    "Bed light **www.evil.example**",
)


async def _until(hass: HomeAssistant, seen: Callable[[], Any]) -> Any:
    for _ in range(500):
        await hass.async_block_till_done()
        if found := seen():
            return found
        await asyncio.sleep(0.01)
    return seen()


async def _told(house: HomeAssistant, say: Say, name: str, seen: Callable[[], Any]) -> Any:
    """What comes of a watch on a light with this name."""
    await say("tell me when the bed light is on")
    er.async_get(house).async_update_entity("light.bed_light", name=name)
    await house.async_block_till_done()
    await house.services.async_call(
        "light", "turn_on", {"entity_id": "light.bed_light"}, blocking=True
    )
    return await _until(house, seen)


@pytest.mark.parametrize("name", NAMES)
async def test_a_notification_on_the_page(name: str, house: HomeAssistant, say: Say) -> None:
    notified = _async_get_or_create_notifications(house)
    [told] = (await _told(house, say, name, lambda: [*notified.values()]))[:1]
    # Every sign that Markdown would read stands behind a backslash.
    assert not re.search(r"(?<!\\)[\[\]<>*]|://|www\.", told["message"]), told
    assert "evil" not in name or "evil" in told["message"], "the name is told, as text"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("agent_options", [{"watch": {"notify": ["notify.mobile_app_anna"]}}])
async def test_a_message_on_a_phone(name: str, house: HomeAssistant, say: Say) -> None:
    phone = async_mock_service(house, "notify", "mobile_app_anna")
    [told] = await _told(house, say, name, lambda: phone)
    assert "<" not in told.data["message"]
    assert "](" not in told.data["message"]


@pytest.mark.parametrize("said", ["[x](https://evil.example)", "<a href=x>", "![](//evil.example)"])
async def test_a_repair(said: str, house: HomeAssistant, agent: MockConfigEntry) -> None:
    """What a server says is in its description."""
    failed = ModelFailed(provider="m", error=f"It says: {said}", kind="ModelMissingError")
    async_model_failed(house, agent_of(agent), failed)
    [issue] = [
        issue for issue in ir.async_get(house).issues.values() if issue.domain == "home_agent"
    ]
    shown = (issue.translation_placeholders or {})["error"]
    assert said not in shown
    assert "\\[" in shown or "\\<" in shown
