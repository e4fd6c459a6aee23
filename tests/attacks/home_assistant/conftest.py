"""The house of the integration's tests, with somebody in it who means no good."""

from pathlib import Path

import pytest

from tests.integration.conftest import (
    _enable_our_integration,
    agent,
    agent_data,
    agent_entry,
    agent_options,
    house,
    patience,
    say,
    server,
)

__all__ = [
    "_enable_our_integration",
    "agent",
    "agent_data",
    "agent_entry",
    "agent_options",
    "house",
    "patience",
    "say",
    "server",
]

_HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Treat only our own warnings as errors; Home Assistant's libraries have old habits."""
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.filterwarnings("ignore", "error:::custom_components"))
