"""The same Home Assistant as in the other tests with a real one, and a browser."""

import shutil

import pytest

from tests.end_to_end.conftest import client, hass_process

__all__ = ["client", "hass_process"]

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
