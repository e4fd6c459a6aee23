"""The engine's documents, in Home Assistant's storage folder."""

import asyncio
from typing import Any

import pytest
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError

from custom_components.home_agent.engine.errors import StoreError
from custom_components.home_agent.store import HassStore


async def test_what_was_put_is_there_after_a_crash(
    hass: HomeAssistant, hass_storage: dict[str, Any]
) -> None:
    """When `put` returns, the file has it: nothing waits for an orderly end."""
    store = HassStore(hass, "one")
    await store.async_load()
    assert await store.get("lamp") is None

    await asyncio.gather(*(store.put(f"lamp/{number}", {"on": True}) for number in range(9)))
    await store.delete("lamp/0")
    await store.delete("never there")

    kept = hass_storage["home_agent.one"]["data"].keys() - {"writes"}
    assert kept == {f"lamp/{n}" for n in range(1, 9)}
    again = HassStore(hass, "one")
    await again.async_load()
    assert await again.get("lamp/1") == {"on": True}
    assert await again.get("lamp/0") is None


async def test_two_agents_keep_apart(hass: HomeAssistant, hass_storage: dict[str, Any]) -> None:
    """Each entry has its own file, and removing one leaves the other."""
    first, second = HassStore(hass, "one"), HassStore(hass, "two")
    await first.put("who", {"name": "one"})
    await second.put("who", {"name": "two"})
    assert await first.get("who") == {"name": "one"}

    await first.async_remove()

    assert "home_agent.one" not in hass_storage
    assert hass_storage["home_agent.two"]["data"]["who"] == {"name": "two"}


async def test_what_a_newer_version_wrote(
    hass: HomeAssistant, hass_storage: dict[str, Any]
) -> None:
    """What Home Assistant cannot read is the engine's `StoreError`, with the cause kept."""
    hass_storage["home_agent.one"] = {"version": 99, "key": "home_agent.one", "data": {}}
    with pytest.raises(StoreError, match="99") as caught:
        await HassStore(hass, "one").async_load()
    assert isinstance(caught.value.__cause__, HomeAssistantError)
