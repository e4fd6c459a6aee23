"""A house for small models."""

from types import MappingProxyType

import pytest

from home_agent.engine.llm.inline.offer import Offer, build_offer
from home_agent.simulated import SimulatedHome


@pytest.fixture
def offer(house: SimulatedHome) -> Offer:
    """What the small house offers, and one more tool."""
    found = build_offer(house.snapshot())
    tools = MappingProxyType({"get_time": ("zone",), "schedule": ("what", "when", "data")})
    return Offer(
        services=found.services,
        devices=found.devices,
        definitions=found.definitions,
        tools=tools,
    )
