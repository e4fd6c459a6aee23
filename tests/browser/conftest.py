"""The same Home Assistant as in the other tests with a real one, and a browser."""

import shutil
from pathlib import Path

import pytest

from tests.end_to_end.conftest import client, hass_process

__all__ = ["client", "hass_process"]

PAGE = Path(__file__).parent / "page"
NAMES = ("chromium", "chromium-browser", "google-chrome")


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
