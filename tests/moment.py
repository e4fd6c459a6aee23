"""The moment at which simulated homes live in tests, whatever the machine's clock shows.

A home that a test gives no clock starts every test at this moment, and its time runs on. It is deep
in a night, when "today" and "tomorrow" are easily mixed up. To see a suite at another moment:
`HOME_AGENT_TEST_MOMENT=2027-03-28T02:30 .venv/bin/pytest tests/engine`.
"""

import os
import time
from collections.abc import Iterator
from datetime import datetime
from typing import override
from unittest.mock import patch

import pytest

from home_agent.simulated.clock import SystemClock, after

MOMENT = datetime.fromisoformat(os.environ.get("HOME_AGENT_TEST_MOMENT", "2026-11-18T02:30"))


class RunningClock(SystemClock):
    """Starts each test at the moment, and runs on."""

    started = time.monotonic()

    @override
    def now(self) -> datetime:
        """The moment in the home's time zone, and what has passed of the test."""
        start = MOMENT.replace(tzinfo=self._time_zone)
        return after(start, time.monotonic() - RunningClock.started)


@pytest.fixture(autouse=True, scope="session")
def homes_live_at_the_moment() -> Iterator[None]:
    """Give every home that has no clock one that does not look at the machine's."""
    with patch("home_agent.simulated.home.SystemClock", RunningClock):
        yield


@pytest.fixture(autouse=True)
def each_test_starts_at_the_moment() -> None:
    """However long the tests before it took."""
    RunningClock.started = time.monotonic()
