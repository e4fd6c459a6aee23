"""A small Home Assistant, and settings to be written."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.standalone.remote.scripted_hass import ScriptedHass


@pytest.fixture
async def hass() -> AsyncIterator[ScriptedHass]:
    async with ScriptedHass() as server:
        yield server


@pytest.fixture
def file(environment: dict[str, str]) -> Path:
    """Where the settings are going to be."""
    return Path(environment["HOME"]) / ".config/home-agent/settings.toml"
