"""What an owner says that things are tells what words mean, and lowers no guard.

The attacker asks for lamps and curtains, and means the gate that somebody has put among them.
"""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.act.gate.treat_as import TreatAs
from home_agent.engine.act.gate.visibility import Visibility
from home_agent.engine.errors import SettingsError
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

HOUSE: dict[str, Any] = {
    "language": "en",
    "areas": [{"name": "Yard", "id": "yard"}],
    "entities": [
        {"name": "Yard lamp", "id": "light.yard", "area": "yard", "state": "off"},
        {"name": "Gate opener", "id": "switch.gate", "area": "yard", "state": "off"},
        {"name": "Garage door", "id": "cover.garage", "area": "yard", "state": "closed",
         "attributes": {"device_class": "garage"}},
        {"name": "Pump", "id": "switch.pump", "area": "yard", "state": "off"},
        {"name": "Back door", "id": "lock.back", "area": "yard", "state": "locked"},
    ],
}  # fmt: skip
GUARDED = {"switch.gate": "off", "cover.garage": "closed", "lock.back": "locked"}
TREATED = {"switch.gate": "light", "cover.garage": "curtain", "switch.pump": "light"}


class House:
    """A house in which things are what their owner says."""

    def __init__(self, **settings: Any) -> None:
        self.home = SimulatedHome.from_inventory(HOUSE)
        treat_as = TreatAs.from_mapping(settings.pop("treat_as", TREATED))
        chosen = Settings(treat_as=treat_as, **settings)
        self.agent = build_agent(self.home, store=InMemoryStore(), settings=chosen)

    async def say(self, text: str, user_id: str = "eve") -> Reply:
        """Say something."""
        turn = Turn(text=text, conversation_id="1", language="en", user_id=user_id)
        return await self.agent.hear(turn)

    def states(self, *ids: str) -> dict[str, str]:
        """How things are."""
        states = self.home.snapshot().states
        return {id_: states[id_].value for id_ in ids}

    async def close(self) -> None:
        """Leave."""
        await self.agent.close()
        self.home.close()


type MakeHouse = Callable[..., House]


@pytest.fixture
async def make_house() -> AsyncIterator[MakeHouse]:
    houses: list[House] = []

    def make(**settings: Any) -> House:
        houses.append(House(**settings))
        return houses[-1]

    yield make
    for house in houses:
        await house.close()


@pytest.mark.parametrize(
    "said",
    [
        "turn on all the lights",
        "turn on the lights in the yard",
        "turn on the gate opener",
        "open the curtains",
        "open the curtains in the yard",
        "toggle the lights in the yard",
        "turn on everything in the yard",
    ],
)
async def test_what_opens_is_asked_about_whatever_it_is_called(
    said: str, make_house: MakeHouse
) -> None:
    house = make_house()
    await house.say(said)
    assert house.states(*GUARDED) == GUARDED


@pytest.mark.parametrize("denied", ["switch.gate", "domain:switch", "area:Yard"])
async def test_what_is_denied_stays_denied(denied: str, make_house: MakeHouse) -> None:
    house = make_house(safety=Safety.from_mapping({"deny": [denied]}))
    await house.say("turn on all the lights")
    await house.say("yes")
    assert house.states("switch.gate") == {"switch.gate": "off"}


async def test_what_is_hidden_stays_hidden(make_house: MakeHouse) -> None:
    """Said to be a lamp, and left out of what is visible as the switch that it is."""
    house = make_house(visible=Visibility.from_mapping({"exclude_domains": ["switch"]}))
    reply = await house.say("turn on all the lights")
    assert set(house.states("switch.gate", "switch.pump").values()) == {"off"}
    assert "Pump" not in reply.text
    assert "Pump" not in (await house.say("which lights are off?")).text


@pytest.mark.parametrize(
    "entity_id",
    ["lock.back", "alarm_control_panel.a", "valve.a", "script.a", "siren.a", "*", "*.a"],
)
def test_nothing_that_guards_can_be_said_to_be_something_else(entity_id: str) -> None:
    with pytest.raises(SettingsError, match="must be an entity id"):
        TreatAs.from_mapping({entity_id: "light"})
