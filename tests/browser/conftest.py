"""A real Home Assistant, as in the other tests with one, and a browser."""

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest
import pytest_socket

from scripts.real_hass import DEMO, RECORDING, RealHass
from tests.end_to_end.conftest import client

__all__ = ["client"]

PAGE = Path(__file__).parent / "page"
NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def hass_process() -> Generator[RealHass]:
    """One for each module: agents that one adds are in nobody else's way."""
    pytest_socket.enable_socket()
    with RealHass(configuration=DEMO + RECORDING) as hass:
        yield hass


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the machine has one."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.exit(
            "There is no Chromium on this machine to test with. Install one (on Debian: apt install"
            f" chromium), so that {', '.join(NAMES[:-1])} or {NAMES[-1]} is found.",
            returncode=1,
        )
    return found


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the page to a run without Home Assistant's plugin, whose fixtures take a loop."""
    is_apart = collection_path == PAGE and config.pluginmanager.hasplugin("homeassistant")
    return True if is_apart else None
