"""A garage and a lock are opened by figures, kinds and spellings that look like something else."""

from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Origin
from home_agent.simulated import SimulatedHome
from tests.engine.tools.conftest import MakeHands

from .conftest import HOUSE

SHOWN = [{**one, "exposed": True} for one in HOUSE["entities"]]
FIGURES: tuple[Any, ...] = (100, "1e2", "{{ 100 }}")
SERVICES = (
    *("open_cover", "set_cover_position", "toggle", "open_cover_tilt", "set_cover_tilt_position"),
    *("toggle_cover_tilt", "turn_on", "turn_off", "stop_cover", "close_cover"),
    *("homeassistant.toggle", "cover.toggle", "Cover.Open_Cover", "OPEN_COVER", " open_cover "),
    *("homeassistant.turn_on", "homeassistant.update_entity", "lock.open"),
    *("lock.unlock", "lock.lock", "switch.turn_on", "valve.open_valve", "group.set"),
    *("input_boolean.toggle", "scene.apply", "light.turn_on"),
)  # fmt: skip
TARGETS = ("cover.garage", "lock.vault", "cover.*")


@pytest.mark.parametrize("origin", [Origin.MODEL, Origin.API])
@pytest.mark.parametrize("service", SERVICES)
async def test_nothing_opens_without_a_yes(
    service: str, origin: Origin, make_hands: MakeHands
) -> None:
    home = SimulatedHome.from_inventory({**HOUSE, "entities": SHOWN})
    safety = Safety(calls_a_minute=100_000)
    hands = (await make_hands(home, safety=safety)).of(origin=origin)
    for target in TARGETS:
        for figure in FIGURES:
            data = {"position": figure}
            asked = {"action": service, "entity_id": target, "parameters": data}
            await hands.use("ha_control", **asked)
            domain, _, name = service.rpartition(".")
            await hands.use(
                "call_home_assistant_service",
                domain=domain or "cover",
                service=name,
                entity_id=target,
                service_data={"position": figure},
            )
        states = home.snapshot().states
        assert states["cover.garage"].value == "closed", target
        assert states["cover.garage"].attributes.get("current_position", 0) == 0, target
        assert states["lock.vault"].value == "locked", target
    home.close()
