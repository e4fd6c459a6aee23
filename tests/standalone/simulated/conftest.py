"""Small simulated homes, with a clock that tests move by hand."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine.home import Change, ServiceCall, State, StateChanged
from home_agent.simulated import ManualClock, SimulatedHome

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=ZoneInfo("Europe/Berlin"))


class House:
    """A simulated home that is easy to ask and to look at."""

    def __init__(self, entities: list[dict[str, Any]], delay: float = 0.0, **more: Any) -> None:
        self.clock = ManualClock(NOON)
        content = {"entities": entities, **more}
        self.home = SimulatedHome.from_inventory(content, clock=self.clock, delay=delay)
        self.changes: list[StateChanged] = []
        self.home.subscribe(self._hear)

    def _hear(self, change: Change) -> None:
        if isinstance(change, StateChanged):
            self.changes.append(change)

    async def call(
        self, service: str, *targets: str, data: Mapping[str, Any] | None = None
    ) -> Mapping[str, Any]:
        """Ask for something; without targets, ask everyone of the domain."""
        domain, _, name = service.partition(".")
        states = self.home.snapshot().states
        everyone = tuple(it for it in states if it.startswith(f"{domain}."))
        return await self.home.call(
            ServiceCall(domain=domain, service=name, targets=targets or everyone, data=data or {})
        )

    def state(self, entity_id: str) -> State:
        return self.home.snapshot().states[entity_id]

    def value(self, entity_id: str) -> str:
        return self.state(entity_id).value

    def attribute(self, entity_id: str, name: str) -> Any:
        return self.state(entity_id).attributes.get(name)


@pytest.fixture
def house() -> Callable[..., House]:
    """Build a house of one or more entities, given as they are in an inventory."""

    def build(*entities: dict[str, Any], **more: Any) -> House:
        return House(list(entities), **more)

    return build
