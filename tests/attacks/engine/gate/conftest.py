"""A house with a vault in its cellar, and whatever routines an attacker has written into it."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.act import Gate, StepExecutor
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.events import CallSent, Event
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Outcome
from home_agent.engine.plan import CallStep, Plan, Wording
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.attacks.routines import Way
from tests.engine.tools.conftest import make_hands

__all__ = ["make_hands"]

# In the cellar, so that whoever names that room, its floor, the box or its label means all of them.
_TREASURE = {"area": "cellar", "device": "strongbox", "labels": ["treasure"], "exposed": False}

HOUSE: dict[str, Any] = {
    "floors": [{"name": "Below", "id": "below"}],
    "areas": [{"name": "Cellar", "id": "cellar", "floor": "below"}, {"name": "Hall", "id": "hall"}],
    "labels": ["treasure"],
    "devices": [{"name": "Strongbox", "id": "strongbox", "area": "cellar"}],
    "entities": [
        {"name": "Hall lamp", "id": "light.hall", "area": "hall", "state": "off"},
        {"name": "Cellar lamp", "id": "light.cellar", "area": "cellar", "state": "off"},
        {"name": "Night light", "id": "light.nursery", "state": "off", **_TREASURE},
        {"name": "Vault", "id": "lock.vault", "state": "locked", **_TREASURE},
        {"name": "Garage", "id": "cover.garage", "state": "closed", **_TREASURE,
         "attributes": {"device_class": "garage"}},
        {"name": "Blind", "id": "cover.blind", "state": "closed",
         "attributes": {"device_class": "blind"}},
    ],
}  # fmt: skip


def things(way: Way, kind: str) -> list[dict[str, Any]]:
    """The entities of a way; only what is run may be seen."""
    found: list[dict[str, Any]] = []
    for name, script in way.scripts.items():
        found.append({"id": f"script.{name}", "sequence": _steps(script["sequence"])})
    for name, scene in way.scenes.items():
        found.append({"id": f"scene.{name}", "entities": scene})
    for name, automation in way.automations.items():
        actions = automation.get("actions", automation.get("action"))
        found.append({"id": f"automation.{name}", "state": "on", "sequence": _steps(actions)})
    for name, members in way.groups.items():
        found.append({"id": f"group.{name}", "attributes": {"entity_id": members}})
    for name, members in way.kind_groups.items():
        found.append({"id": f"{kind}.{name}", "attributes": {"entity_id": members}})
    return [
        {"name": entity["id"], "exposed": entity["id"] == way.run, **entity} for entity in found
    ]


def _steps(sequence: Any) -> list[Any]:
    return sequence if isinstance(sequence, list) else [sequence]


class Warded:
    """A house that somebody asks for things, and all that they get."""

    def __init__(self, home: SimulatedHome, safety: Safety) -> None:
        self.home = home
        self.events: list[Event] = []
        self._step_executor = StepExecutor(
            home, store=InMemoryStore(), patience=0.2, gate=Gate(safety)
        )
        self.gate = self._step_executor.gate

    def call(self, service: str, *targets: str, **data: Any) -> ServiceCall:
        """A call of some service."""
        domain, _, name = service.partition(".")
        return ServiceCall(domain=domain, service=name, targets=targets, data=data)

    def authority(self, origin: Origin) -> Authority:
        """That of somebody who asks in some way."""
        return Authority(origin=origin, user_id="eve")

    async def ask(self, service: str, *targets: str, **details: Any) -> list[Outcome]:
        """Have a service called, on the authority of a person unless it is told otherwise."""
        call = self.call(service, *targets, **details.pop("data", {}))
        authority = replace(self.authority(Origin.CHAT), **details)
        plan = Plan(steps=(CallStep(call=call, wording=Wording(intent="")),))
        ((*outcomes,),) = await self.carry_out(plan, authority)
        return outcomes

    async def carry_out(
        self, plan: Plan, authority: Authority | None = None
    ) -> tuple[tuple[Outcome, ...], ...]:
        """Have a plan carried out."""
        on = authority or self.authority(Origin.CHAT)
        return await self._step_executor.carry_out(plan, on, self.events.append)

    def states(self) -> dict[str, str]:
        """How everything is."""
        return {entity_id: state.value for entity_id, state in self.home.snapshot().states.items()}

    @property
    def sent(self) -> list[ServiceCall]:
        """What went out to the home."""
        return [event.call for event in self.events if isinstance(event, CallSent)]


type MakeWarded = Callable[..., Warded]


@pytest.fixture
async def make_warded() -> AsyncIterator[MakeWarded]:
    """Houses with some entities more, and some safety."""
    homes: list[SimulatedHome] = []

    def make(*more: dict[str, Any], **safety: Any) -> Warded:
        entities = [*HOUSE["entities"], *more]
        home = SimulatedHome.from_inventory({**HOUSE, "entities": entities})
        homes.append(home)
        return Warded(home, Safety.from_mapping(safety))

    yield make
    for home in homes:
        home.close()
