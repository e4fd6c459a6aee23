"""What of a home there is for the agent: before a sentence, a prompt, a tool and the gate."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.visibility import Visibility, VisibleHome, show_home
from home_agent.engine.agent import Agent
from home_agent.engine.authority import Authority
from home_agent.engine.errors import SettingsError
from home_agent.engine.home import Area, Device, Entity, Layout
from home_agent.engine.home.model import Label
from home_agent.engine.home.protocol import HomeWithAutomations
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Verdict
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer


def shown(visibility: Visibility) -> set[str]:
    """What is exposed of the house."""
    home = SimulatedHome.from_inventory(HOUSE)
    entities = show_home(home, visibility).snapshot().layout.entities.values()
    home.close()
    return {entity.entity_id for entity in entities if entity.exposed}


ALL = shown(Visibility())
KITCHEN = {"light.ceiling", "light.counter"}


def read(**values: Any) -> Visibility:
    return Visibility.from_mapping(values)


@pytest.mark.parametrize(
    ("values", "left_out"),
    [
        ({"exclude_entities": ["light.ceiling"]}, {"light.ceiling"}),
        ({"exclude_entities": [" LIGHT.C* "]}, KITCHEN),
        ({"exclude_domains": ["light"]}, {id_ for id_ in ALL if id_.startswith("light.")}),
        ({"include_domains": ["light"]}, {id_ for id_ in ALL if not id_.startswith("light.")}),
        ({"exclude_areas": ["Nowhere"]}, set()),
        ({"include_areas": ["Nowhere"]}, ALL),
        ({"include_labels": ["nobody's"]}, ALL),
        ({"exclude_labels": ["nobody's"]}, set()),
    ],
)
def test_each_list_leaves_something_out(values: dict[str, Any], left_out: set[str]) -> None:
    assert ALL - shown(read(**values)) == left_out


def test_rooms_by_name() -> None:
    assert shown(read(include_areas=["kitchen"])) >= KITCHEN
    assert KITCHEN.isdisjoint(shown(read(exclude_areas=["Kitchen"])))


def test_what_is_hidden_stays_hidden() -> None:
    assert "switch.rack" not in shown(read(include_domains=["switch", "light"]))


def test_the_layout_stays_the_same_until_the_home_changes() -> None:
    home = SimulatedHome.from_inventory(HOUSE)
    visible = VisibleHome(home, read(exclude_domains=["light"]))
    assert visible.snapshot().layout is visible.snapshot().layout
    assert show_home(home, Visibility()) is home
    home.close()


async def test_what_else_a_home_can_do_is_there() -> None:
    """Automations are written as before; what they may touch is judged by what is visible."""
    home = SimulatedHome.from_inventory(HOUSE)
    visible = VisibleHome(home, read(exclude_domains=["light"]))
    assert isinstance(visible, HomeWithAutomations)
    assert visible.automations is home.automations
    home.close()


@pytest.mark.parametrize(
    "values", [{"include_domain": []}, {"exclude_areas": "Kitchen"}, {"exclude_labels": [3]}]
)
def test_mistakes_are_told(values: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        Visibility.from_mapping(values)
    with pytest.raises(SettingsError, match="visible"):
        Settings.from_mapping({"visible": values})


@pytest.fixture
async def make_agent(
    server: ScriptedServer,
) -> AsyncIterator[Callable[..., tuple[Agent, SimulatedHome]]]:
    made: list[tuple[Agent, SimulatedHome]] = []

    def make(**values: Any) -> tuple[Agent, SimulatedHome]:
        home = SimulatedHome.from_inventory(HOUSE)
        model = ModelSettings(base_url=server.url, model="m")
        settings = Settings(visible=read(**values), llm=(model,), patience=0.2)
        made.append((build_agent(home, store=InMemoryStore(durable=True), settings=settings), home))
        return made[-1]

    yield make
    for agent, home in made:
        await agent.close()
        home.close()


@pytest.fixture
def server() -> Any:
    with ScriptedServer() as server:
        yield server


async def test_no_sentence_no_prompt_and_no_tool_reaches_it(
    make_agent: Callable[..., tuple[Agent, SimulatedHome]], server: ScriptedServer
) -> None:
    agent, home = make_agent(exclude_entities=["light.ceiling"])
    server.otherwise(lambda _request: _nothing())
    turn = Turn(text="turn on the ceiling light", language="en", conversation_id="c")
    reply = await agent.hear(turn)
    assert reply.verdict is not Verdict.OK
    server.call_tool("ha_control", {"action": "turn_on", "entity_id": "light.ceiling"})
    await agent.hear(Turn(text="make it cosy somewhere", language="en", conversation_id="c"))
    told = "".join(str(request.json["messages"][0]) for request in server.requests)
    assert "light.counter" in told
    assert "light.ceiling" not in told
    call = ToolCall(id="1", name="ha_query", arguments={"entity_id": "light.ceiling"}, raw="{}")
    looked = await agent.api.use_tool(call, Authority())
    assert "'on'" not in str(looked.result)
    assert home.snapshot().states["light.ceiling"].value == "off"
    # What shells show of it, on a page or to MCP clients, is this one.
    assert not agent.api.home.snapshot().layout.entities["light.ceiling"].exposed


def _nothing() -> Says:
    return Says(text="I do not know that one.")


def test_labels_of_a_device_and_a_room_hold_for_what_is_in_them() -> None:
    layout = Layout(
        areas={"office": Area(area_id="office", name="Office", labels=frozenset({"work"}))},
        devices={"d": Device(device_id="d", name="D", labels=frozenset({"private"}))},
        labels={"private": Label(label_id="private", name="Private things")},
    )
    lamp = Entity(entity_id="light.a", name="A", area_id="office", device_id="d")
    assert not read(exclude_labels=["private things"]).shows(lamp, layout)
    assert not read(exclude_labels=["WORK"]).shows(lamp, layout)
    assert read(include_labels=["private"], include_areas=["office"]).shows(lamp, layout)
    assert not read(include_labels=["guests"]).shows(lamp, layout)
