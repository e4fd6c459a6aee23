"""What a sentence means in the built-in house."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.home import Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.plan import Plan
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

WEDNESDAY = datetime(2026, 3, 4, 14, 20, tzinfo=ZoneInfo("Europe/Rome"))

type Hear = Callable[..., Understanding]
type Planned = Callable[..., Plan]


@pytest.fixture(scope="session")
def demo() -> Snapshot:
    """The built-in house on a Wednesday afternoon."""
    snapshot = SimulatedHome.demo().snapshot()
    return Snapshot(layout=snapshot.layout, states=snapshot.states, now=WEDNESDAY)


@pytest.fixture(scope="session")
def hear(demo: Snapshot) -> Hear:
    """Understand a sentence, perhaps in a room or in another home."""
    understander = Understander()

    def understanding(
        text: str, room: str | None = None, home: Snapshot | dict[str, Any] | None = None
    ) -> Understanding:
        if isinstance(home, dict):
            home = SimulatedHome.from_inventory(home).snapshot()
        return understander.understand(text, home or demo, load_language("en"), area_id=room)

    return understanding


@pytest.fixture(scope="session")
def planned(hear: Hear) -> Planned:
    """The plan for a sentence, which must have one."""

    def plan(text: str, room: str | None = None, home: Any = None) -> Plan:
        understanding = hear(text, room, home)
        assert isinstance(understanding, Understood), understanding
        return understanding.plan

    return plan
