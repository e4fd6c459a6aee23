"""What the page gives away, and what it lets be called what."""

from typing import Any

import pytest

from home_agent.engine import Agent, Settings, Turn, build_agent
from home_agent.engine.act.gate.visibility import Visibility
from home_agent.engine.chat_api.api_error import ApiError
from home_agent.engine.page.overview import ShellFacts
from home_agent.engine.page.page import Page
from home_agent.engine.page.requests import PageRequest
from home_agent.engine.page.viewer import Viewer
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

OWNER = Viewer(name="owner", user_id="owner", is_admin=True)
ANNA = Viewer(name="anna", user_id="anna")
GUEST = Viewer(name="guest", user_id="guest")
SAID = "make an automation: when the back door opens turn on the hall light"


class _House:
    """The demo home, with what one agent after the other keeps."""

    def __init__(self) -> None:
        self.home, self.store = SimulatedHome.demo(), InMemoryStore()

    def agent(self, visible: Visibility | None = None) -> Agent:
        settings = Settings(patience=0.05, visible=visible or Visibility())
        return build_agent(self.home, store=self.store, settings=settings)

    def page(self, agent: Agent) -> Page:
        facts = ShellFacts(home_name="Home", version="1")
        return Page(agent, agent.api.home, self.store, facts=lambda: facts)

    async def automate(self) -> None:
        agent = self.agent()
        for text in (SAID, "yes"):
            turn = Turn(
                text=text, language="en", conversation_id="a", user_id="anna", is_admin=True
            )
            reply = await agent.hear(turn)
        assert "is made" in reply.text
        await agent.close()

    async def said(self, viewer: Viewer, visible: Visibility | None = None) -> str:
        request = PageRequest(method="GET", path="planned")
        told: Any = await self.page(self.agent(visible)).handle(request, viewer)
        (planned,) = told["planned"]
        return str(planned["said"])

    async def teach(self, name: str, entity_id: str) -> None:
        body = {"name": name, "entity_id": entity_id}
        request = PageRequest(method="POST", path="names", body=body)
        await self.page(self.agent()).handle(request, OWNER)


@pytest.fixture
def house() -> _House:
    """The house."""
    return _House()


async def test_a_sentence_is_shown_to_who_said_it_and_the_owner(house: _House) -> None:
    await house.automate()
    assert await house.said(OWNER) == SAID
    assert await house.said(ANNA) == SAID
    assert await house.said(GUEST) == ""


@pytest.mark.parametrize("viewer", [OWNER, ANNA, GUEST])
async def test_a_sentence_names_nothing_that_is_hidden_now(viewer: Viewer, house: _House) -> None:
    await house.automate()
    hidden = Visibility(exclude_entities=("binary_sensor.back_door",))
    assert "back door" not in (await house.said(viewer, hidden)).casefold()


TAKEN = [
    ("Kitchen", "switch.car_charger"),
    ("kitchen!", "lock.front_door"),
    ("the kitchen", "lock.front_door"),
    ("Upstairs", "lock.front_door"),
    ("Upper Floor", "light.mood"),
    ("Bed-room", "lock.front_door"),
    ("Mirror  light", "lock.front_door"),
    ("mirrorlight", "lock.front_door"),
]


@pytest.mark.parametrize(("name", "entity_id"), TAKEN)
async def test_nothing_is_taught_the_name_of_something_else(
    name: str, entity_id: str, house: _House
) -> None:
    with pytest.raises(ApiError):
        await house.teach(name, entity_id)


async def test_a_name_of_its_own_is_taught(house: _House) -> None:
    await house.teach("Bertha", "light.mood")
    await house.teach("Kitchen Bertha", "switch.coffee_machine")
