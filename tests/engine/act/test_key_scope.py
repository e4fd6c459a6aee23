"""A key of a program: it takes rights away, whatever is asked and however late it is done."""

import json
from typing import Any

import pytest

from home_agent.engine import Origin, Settings, Turn, build_agent
from home_agent.engine.act.gate import Gate
from home_agent.engine.act.gate.key_scope import exceeds_looking
from home_agent.engine.act.schedule.documents import as_document, from_document
from home_agent.engine.authority import AccessKey, Authority
from home_agent.engine.events import ignore
from home_agent.engine.home import ServiceCall, Snapshot
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.outcome import Reason
from home_agent.engine.plan import Plan, TimerStep, UndoStep, Wording
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Reply, Verdict
from home_agent.simulated import SimulatedHome

HOUSE: dict[str, Any] = {
    "areas": [{"name": "Kitchen", "aliases": ["cook's corner"]}, {"name": "Study"}],
    "entities": [
        {"name": "Worktop lamp", "id": "light.worktop", "area": "Kitchen"},
        {"name": "Desk lamp", "id": "light.desk", "area": "Study"},
        {"name": "Porch lamp", "id": "light.porch"},
        {"name": "Cooking lights", "id": "light.group", "area": "Kitchen",
         "attributes": {"entity_id": ["light.worktop"]}},
        {"name": "Wide lights", "id": "light.wide", "area": "Kitchen",
         "attributes": {"entity_id": ["light.worktop", "light.desk"]}},
        {"name": "Cook", "id": "script.cook", "area": "Kitchen",
         "sequence": [{"action": "light.turn_on", "target": {"entity_id": "light.worktop"}}]},
        {"name": "Work", "id": "script.work", "area": "Kitchen",
         "sequence": [{"action": "light.turn_on", "target": {"entity_id": "light.desk"}}]},
        {"name": "Groceries", "id": "todo.groceries", "state": "0"},
    ],
}  # fmt: skip
WORDING = Wording(intent="", response="done")
KITCHEN = AccessKey(name="tablet", areas=("Kitchen",))
LOOKING = AccessKey(name="dashboard", read_only=True)


@pytest.fixture
def house() -> Any:
    home = SimulatedHome.from_inventory(HOUSE)
    yield home
    home.close()


@pytest.fixture
def home(house: SimulatedHome) -> Snapshot:
    return house.snapshot()


def refused(home: Snapshot, key: AccessKey, service: str, target: str) -> Reason | None:
    domain, _, name = service.partition(".")
    call = ServiceCall(domain=domain, service=name, targets=(target,))
    return Gate().judge(call, target, Authority(origin=Origin.API, key=key), home).refused


@pytest.mark.parametrize("area", ["Kitchen", "kitchen", "Cook's Corner"])
def test_a_key_is_for_its_areas(home: Snapshot, area: str) -> None:
    """By id, name or alias, as people write it."""
    key = AccessKey(name="tablet", areas=(area,))
    assert refused(home, key, "light.turn_on", "light.worktop") is None
    assert refused(home, key, "light.turn_on", "light.desk") is Reason.NOT_ALLOWED


def test_what_is_in_no_area_is_in_none_of_the_key(home: Snapshot) -> None:
    assert refused(home, KITCHEN, "light.turn_on", "light.porch") is Reason.NOT_ALLOWED


def test_no_group_or_script_leads_out(home: Snapshot) -> None:
    """Those that stay within may be used."""
    assert refused(home, KITCHEN, "light.turn_on", "light.group") is None
    assert refused(home, KITCHEN, "light.turn_on", "light.wide") is Reason.NOT_ALLOWED
    assert refused(home, KITCHEN, "script.turn_on", "script.cook") is None
    assert refused(home, KITCHEN, "script.turn_on", "script.work") is Reason.NOT_ALLOWED


def test_who_may_only_look_changes_nothing(home: Snapshot) -> None:
    assert refused(home, LOOKING, "light.turn_on", "light.worktop") is Reason.NOT_ALLOWED
    assert refused(home, LOOKING, "todo.add_item", "todo.groceries") is Reason.NOT_ALLOWED
    assert refused(home, LOOKING, "todo.get_items", "todo.groceries") is None


async def say(house: SimulatedHome, key: AccessKey, *sentences: str) -> list[Reply]:
    agent = build_agent(house, store=InMemoryStore(), settings=Settings(patience=0.2))
    await agent.start()
    turns = (
        Turn(text=text, conversation_id="one", origin=Origin.API, key=key) for text in sentences
    )
    replies = [await agent.hear(turn) for turn in turns]
    await agent.close()
    return replies


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the desk lamp",
        "turn on the desk lamp in ten minutes",
        "turn on the desk lamp for an hour",
        "set a timer for five minutes",
        "put milk on the groceries list",
        "undo that",
    ],
)
async def test_a_sentence_by_a_key_that_may_only_look(house: SimulatedHome, sentence: str) -> None:
    [reply] = await say(house, LOOKING, sentence)
    assert reply.verdict is not Verdict.OK
    assert "None" not in reply.text
    assert reply.calls == ()
    assert house.snapshot().states["light.desk"].value == "off"


async def test_it_may_ask(house: SimulatedHome) -> None:
    lamp, timers, plans = await say(
        house, LOOKING, "is the desk lamp on?", "how long is left on my timer?", "what is planned?"
    )
    assert lamp.verdict is Verdict.OK
    assert "not allowed" not in f"{timers.text} {plans.text}".lower()


async def test_nothing_is_planned_or_taken_back_for_it(house: SimulatedHome) -> None:
    """Whoever made the plan."""
    agent = build_agent(house, store=InMemoryStore())
    await agent.start()
    plan = Plan(steps=(TimerStep(action="start", seconds=60, wording=WORDING), UndoStep()))
    executor = agent.api._plan_executor
    authority = Authority(origin=Origin.MCP, key=LOOKING)
    ended = await executor.carry_out(plan, authority, ignore)
    assert [outcome.reason for outcomes in ended for outcome in outcomes] == [
        Reason.READ_ONLY,
        Reason.READ_ONLY,
    ]
    assert agent.api.planned() == ()
    await agent.close()


async def test_what_is_planned_by_a_key_is_held_to_it_later() -> None:
    """The key is kept with it, as it was."""
    authority = Authority(origin=Origin.API, key=KITCHEN, conversation_id="one")
    kept = from_document(json.loads(json.dumps(as_document(authority))))
    assert kept == authority
    assert kept.to_keep().through(Origin.SCHEDULE).key == KITCHEN


async def test_rules_may_be_about_programs(house: SimulatedHome) -> None:
    """All of them, by the way that they come."""
    settings = Settings.from_mapping(
        {"safety": {"rules": [{"deny": ["domain:light"], "origins": ["api"]}]}}
    )
    agent = build_agent(house, store=InMemoryStore(), settings=settings)
    turn = Turn(text="turn on the desk lamp", conversation_id="one", origin=Origin.API)
    assert (await agent.hear(turn)).verdict is Verdict.REFUSED
    chat = Turn(text="turn on the desk lamp", conversation_id="two")
    assert (await agent.hear(chat)).verdict is Verdict.OK
    await agent.close()


async def test_a_model_sends_nothing_out_for_who_may_only_look(house: SimulatedHome) -> None:
    """Tools that reach beyond the home know no read-only."""
    settings = Settings.from_mapping(
        {"external_llm": {"model": "big", "base_url": "http://127.0.0.1:9/v1"}}
    )
    agent = build_agent(house, store=InMemoryStore(), settings=settings)
    call = ToolCall(id="1", name="query_external_llm", arguments={"prompt": "hello"})
    authority = Authority(origin=Origin.API, key=LOOKING)
    result = await agent.api.use_tool(call, authority)
    assert result.error == "Not done: whoever asks may only look at this home."
    await agent.close()


def test_a_step_that_nobody_thought_about_is_more_than_a_look() -> None:
    """Whatever is new counts as a change until somebody has decided otherwise."""
    step: Any = object()
    assert exceeds_looking(step, Authority(origin=Origin.API, key=LOOKING))
    assert not exceeds_looking(step, Authority(origin=Origin.API, key=KITCHEN))
