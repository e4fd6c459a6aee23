"""A model's own plans: sequences, what comes again, and things by where they are."""

from datetime import time
from typing import Any

import pytest

from home_agent.engine.home import ServiceCall
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.plan import LaterStep
from home_agent.engine.tools.settings import ORDER, ToolSettings
from home_agent.engine.tools.setup import build_default_tools
from home_agent.engine.tools.tool_calls import CallHistory
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.engine.triggers import RecurringTrigger, SunTrigger

from .conftest import Hands


def planned(result: Any) -> LaterStep:
    """The step of a plan that a tool made."""
    (executed,) = result.executed
    (step,) = executed.plan.steps
    assert isinstance(step, LaterStep)
    return step


RECURRING: list[tuple[dict[str, Any], object]] = [
    ({"at": "07:00", "every": "day"}, RecurringTrigger(at=time(7))),
    (
        {"at": "7:05", "days": ["mon", "Friday"]},
        RecurringTrigger(at=time(7, 5), days=frozenset({0, 4})),
    ),
    ({"at": "07:00", "days": "weekend"}, RecurringTrigger(at=time(7), days=frozenset({5, 6}))),
    ({"every": "30 min"}, RecurringTrigger(seconds=1800)),
    ({"at": "07:00", "every": "tuesday"}, RecurringTrigger(at=time(7), days=frozenset({1}))),
    ({"sun": "sunset"}, SunTrigger(event="sunset")),
    (
        {"sun": "sunrise", "offset": "-20 min", "every": "day"},
        RecurringTrigger(at=SunTrigger(event="sunrise", offset=-1200)),
    ),
]


@pytest.mark.parametrize(("when", "trigger"), RECURRING)
async def test_what_comes_again_is_scheduled(
    hands: Hands, when: dict[str, Any], trigger: object
) -> None:
    result = await hands.use("schedule", action="turn_on", entity_id="light.ceiling", **when)
    assert planned(result).begin == trigger


async def test_a_message_is_told_then(hands: Hands) -> None:
    both = await hands.use(
        "schedule", action="turn_on", entity_id="light.ceiling", at="07:00", message="Get up"
    )
    assert planned(both).notice is not None
    only = planned(await hands.use("schedule", action="remind", at="07:00", message="Get up"))
    assert only.steps == ()
    assert only.notice is not None
    assert only.notice.message == "Get up"


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"every": "30 min", "at": "07:00"}, "can only be day"),
        ({"days": ["someday"], "at": "07:00"}, "is no day"),
        ({"days": ["mon"]}, "Say at what time"),
        ({"sun": "noon"}, "sunrise or sunset"),
        ({"offset": "5 min", "at": "07:00"}, "goes with sun"),
        ({"every": "never"}, "is no length of time"),
        ({"every": "0 s"}, "more than nothing"),
        ({"every": "day", "at": "25:00"}, "is no time of day"),
    ],
)
async def test_what_is_no_time_is_told(hands: Hands, wrong: dict[str, Any], error: str) -> None:
    asked = {"action": "turn_on", "entity_id": "light.ceiling", **wrong}
    assert error in await hands.error("schedule", **asked)


@pytest.mark.parametrize(
    ("target", "switched"),
    [
        ({"area_id": "kitchen"}, {"light.ceiling", "light.counter"}),
        ({"area_id": ["kitchen"], "entity_id": "light.bedroom_reading"},
         {"light.ceiling", "light.counter", "light.bedroom_reading"}),
        ({"area_id": "Kitchen"}, {"light.ceiling", "light.counter"}),
        ({"entity_id": ["light.counter"]}, {"light.counter"}),
    ],
)  # fmt: skip
async def test_things_are_named_by_where_they_are(
    hands: Hands, target: dict[str, Any], switched: set[str]
) -> None:
    result = await hands.use("ha_control", action="turn_on", target=target)
    assert {item["entity_id"] for item in result.result} == switched


async def test_a_floor_is_all_of_its_rooms(hands: Hands) -> None:
    result = await hands.use("ha_control", action="turn_off", target={"floor_id": "upstairs"})
    ids = {item["entity_id"] for item in result.result}
    assert {"light.bedroom_reading", "light.office_reading"} <= ids
    assert all(entity_id.startswith("light.") for entity_id in ids)


@pytest.mark.parametrize(
    ("target", "error"),
    [
        ({"area_id": "attic"}, "there is no area_id 'attic'"),
        ({"label_id": "x"}, "there is no label_id"),
        ({"room": "kitchen"}, "takes area_id"),
        ({}, "say what to control"),
    ],
)
async def test_places_that_are_not_there(hands: Hands, target: dict[str, Any], error: str) -> None:
    assert error in await hands.error("ha_control", action="turn_on", target=target)


async def test_a_sequence_looks_before_it_acts(hands: Hands) -> None:
    steps = [
        {"action": "turn_on", "entity_id": "light.ceiling"},
        {"wait": "0 s"},
        {"action": "turn_on", "entity_id": "light.counter",
         "if": {"entity": "light.ceiling", "state": "on"}},
        {"action": "turn_on", "entity_id": "light.bedroom_reading",
         "if": {"entity": "light.ceiling", "state": "off"}},
    ]  # fmt: skip
    result = await hands.use("run_sequence", steps=steps)
    assert result.success, result.error
    states = hands.context.home.snapshot().states
    on = {id_ for id_ in ("light.counter", "light.bedroom_reading") if states[id_].value == "on"}
    assert on == {"light.counter"}


async def test_a_sequence_stops_where_something_goes_wrong(hands: Hands) -> None:
    steps = [
        {"action": "turn_on", "entity_id": "light.workbench"},
        {"action": "turn_on", "entity_id": "light.ceiling"},
    ]
    result = await hands.use("run_sequence", steps=steps)
    assert not result.success
    states = hands.context.home.snapshot().states
    assert states["light.ceiling"].value == "off"
    await hands.use("run_sequence", steps=steps, keep_going=True)
    assert hands.context.home.snapshot().states["light.ceiling"].value == "on"


async def test_an_answer_is_used_by_a_later_step(hands: Hands) -> None:
    """It is only looked up: whatever it says stays words."""
    shopping = "todo.shopping_list"
    await hands.use(
        "ha_control", action="add_item", entity_id=shopping, parameters={"item": "{{ 7 * 7 }}"}
    )
    steps = [
        {"action": "todo.get_items", "entity_id": shopping, "answer": "list"},
        {
            "action": "add_item",
            "entity_id": shopping,
            "parameters": {"item": f"again: ${{list/{shopping}/0/summary}}"},
        },
    ]
    items = await hands.context.home.call(_items(shopping))
    first = items[shopping]["items"][0]["summary"]
    result = await hands.use("run_sequence", steps=steps)
    assert result.success, result.error
    items = await hands.context.home.call(_items(shopping))
    assert f"again: {first}" in [item["summary"] for item in items[shopping]["items"]]


def _items(entity_id: str) -> ServiceCall:
    return ServiceCall(domain="todo", service="get_items", targets=(entity_id,))


@pytest.mark.parametrize(
    ("steps", "error"),
    [
        ([], "from one to 20"),
        ([{"wait": "1 h"}], "Use schedule"),
        ([{"wait": "1 s", "action": "turn_on"}], "stands alone"),
        ([{"action": "turn_on", "entity_id": "light.ceiling", "loop": 3}], "loop is not known"),
        ([{"entity_id": "light.ceiling"}], "must have an action"),
        ([{"action": "turn_on", "entity_id": "light.nowhere"}], "There is no"),
        ([{"action": "turn_on", "entity_id": "light.ceiling",
           "parameters": {"effect": "${before/x}"}}], "no step before has the answer"),
        ([{"action": "turn_on", "entity_id": "light.ceiling", "answer": "A b"}], "must be a name"),
        ([{"action": "turn_on", "entity_id": "light.ceiling", "if": {"state": "on"}}], "entity"),
    ],
)  # fmt: skip
async def test_what_is_no_sequence_is_told(
    hands: Hands, steps: list[dict[str, Any]], error: str
) -> None:
    assert error in await hands.error("run_sequence", steps=steps)


async def test_what_is_sensitive_in_a_sequence_waits_with_all_of_it(hands: Hands) -> None:
    steps = [
        {"action": "turn_on", "entity_id": "light.ceiling"},
        {"action": "unlock", "entity_id": "lock.front_door"},
    ]
    result = await hands.use("run_sequence", steps=steps)
    assert not result.success
    assert "asked to confirm" in str(result.error)
    states = hands.context.home.snapshot().states
    assert states["light.ceiling"].value == "off", "nothing before the yes"


async def test_a_conversation_has_so_many_calls(hands: Hands) -> None:
    settings = ToolSettings(enabled=ORDER, max_calls_per_conversation=3)
    box = Toolbox(build_default_tools(settings), settings)
    mine = hands.of(conversation_id="one")
    results = []
    for number in range(5):
        call = ToolCall(id=str(number), name="get_time", arguments={})
        # Tools of others do not begin the count anew.
        more = box.with_more(())
        ((_message, result),) = await more.use((call,), mine.context, CallHistory())
        results.append(result.success)
    assert results == [True, True, True, False, False]
    other = hands.of(conversation_id="two")
    call = ToolCall(id="9", name="get_time", arguments={})
    ((_message, result),) = await box.use((call,), other.context, CallHistory())
    assert result.success, "another conversation has its own"
