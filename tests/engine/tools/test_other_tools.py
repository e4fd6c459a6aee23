"""The other tools: later, back again, the time, services by name, and another model."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import pytest

from home_agent.engine.events import Event, ToolFinished, ToolStarted
from home_agent.engine.language import load_language
from home_agent.engine.llm.errors import UnreachableError
from home_agent.engine.llm.messages import (
    Delta,
    Finished,
    ReasoningDelta,
    Request,
    TextDelta,
    ToolCall,
    Usage,
    UserMessage,
)
from home_agent.engine.speak import report
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.tools.setup import build_default_tools
from home_agent.engine.tools.tool_calls import CallHistory
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.simulated import SimulatedHome
from home_agent.simulated.clock import ManualClock
from tests.engine.conftest import HOUSE

from .conftest import Hands, MakeHands
from .test_ha_control import MORE, ended

EVENING = datetime(2026, 3, 10, 20, 30, tzinfo=UTC)


async def test_something_later_is_kept_told_and_called_off(hands: Hands) -> None:
    """With the words that the person would hear."""
    asked = {"action": "turn_on", "entity_id": "light.ceiling", "delay": {"minutes": 10}}
    result = await hands.use("schedule", **asked)
    assert result.success, result.error
    [told] = result.result
    assert told["status"] == "scheduled"
    assert told["jobs"][0]["does"] == ["light.turn_on"]
    assert told["jobs"][0]["entity_id"] == ["light.ceiling"]
    [acted] = result.executed
    layout = hands.context.home.snapshot().layout
    said = report(acted.plan, acted.outcomes, layout, load_language("en")).text
    assert said.startswith("I will turn on Ceiling light in 10 minutes")
    listed = await hands.use("schedule", action="list")
    assert listed.result[0]["jobs"] == told["jobs"]
    assert not listed.executed
    cancelled = await hands.use("schedule", action="cancel", entity_id="light.ceiling")
    assert cancelled.success
    assert "Nothing that fits is scheduled." in await hands.error("schedule", action="cancel")
    assert hands.context.home.snapshot().states["light.ceiling"].value == "off"


@pytest.mark.parametrize(
    ("at", "due"),
    [
        ("21:00", "2026-03-10T21:00:00+00:00"),
        ("7:30", "2026-03-11T07:30:00+00:00"),
        ("2026-03-12T06:00", "2026-03-12T06:00:00+00:00"),
        ("2026-03-12T08:00+02:00", "2026-03-12T06:00:00+00:00"),
    ],
)
async def test_a_time_is_read_as_the_home_s_own(at: str, due: str, make_hands: MakeHands) -> None:
    """The next time it is that late, or the moment that is named."""
    inventory = {**HOUSE, "time_zone": "UTC"}
    hands = await make_hands(SimulatedHome.from_inventory(inventory, clock=ManualClock(EVENING)))
    result = await hands.use("schedule", action="turn_on", entity_id="light.ceiling", at=at)
    assert result.success, result.error
    assert result.result[0]["jobs"][0]["at"] == due


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"action": "turn_on", "entity_id": "light.ceiling"}, "Say when, with delay or at."),
        (
            {"action": "turn_on", "entity_id": "light.ceiling", "at": "noonish"},
            "'noonish' is no time.",
        ),
        (
            {"action": "turn_on", "entity_id": "light.ceiling", "at": "2020-01-01T00:00"},
            "That time is over.",
        ),
        ({"action": "turn_on", "at": "10:00"}, "say what to control"),
        (
            {"action": "unlock", "entity_id": "lock.front_door", "delay": {"hours": 1}},
            "the person is being asked",
        ),
    ],
)
async def test_what_cannot_be_planned_is_told(
    arguments: dict[str, Any], error: str, hands: Hands
) -> None:
    """While somebody listens."""
    assert error in await hands.error("schedule", **arguments)


async def test_undo_puts_back_what_was_done(hands: Hands) -> None:
    """Through the gate, and only what there is to undo."""
    await hands.use("ha_control", action="turn_on", entity_id="light.ceiling")
    result = await hands.use("undo")
    assert ended(result) == {"light.ceiling": "done"}
    assert hands.context.home.snapshot().states["light.ceiling"].value == "off"
    assert "There is nothing to undo." in await hands.error("undo", count=3)


async def test_the_time_is_the_home_s(make_hands: MakeHands) -> None:
    """With its weekday, for models that cannot count."""
    inventory = {**HOUSE, "time_zone": "UTC"}
    hands = await make_hands(SimulatedHome.from_inventory(inventory, clock=ManualClock(EVENING)))
    assert (await hands.use("get_time")).result == {
        "time": "20:30",
        "date": "2026-03-10",
        "weekday": "Tuesday",
        "iso": "2026-03-10T20:30:00+00:00",
    }


async def test_services_are_executed_in_their_order(hands: Hands) -> None:
    """As seed 002 has it; what concerns one thing ends as asked for last."""
    services = [
        {"domain": "light", "service": "turn_on", "service_data": {"entity_id": "light.ceiling"}},
        {
            "domain": "light",
            "service": "light.turn_on",
            "service_data": {"entity_id": ["light.counter"], "brightness_pct": None},
        },
        {"domain": "light", "service": "turn_off", "service_data": {"entity_id": "light.ceiling"}},
    ]
    result = await hands.use("execute_services", list=services)
    assert result.success, result.error
    states = hands.context.home.snapshot().states
    assert (states["light.ceiling"].value, states["light.counter"].value) == ("off", "on")
    later = await hands.use("execute_services", list=services[:1], delay={"seconds": 90})
    assert later.result[0]["status"] == "scheduled"


async def test_where_one_service_is_not_clear_none_is_executed(hands: Hands) -> None:
    """The model hears which, and can send them all again."""
    services = [
        {"domain": "light", "service": "turn_on", "service_data": {"entity_id": "light.ceiling"}},
        {"domain": "light", "service": "turn_on", "service_data": {"entity_id": "light.moon"}},
    ]
    assert "light.moon" in await hands.error("execute_services", list=services)
    assert hands.context.home.snapshot().states["light.ceiling"].value == "off"


@pytest.mark.parametrize(
    ("arguments", "statuses"),
    [
        (
            {"domain": "light", "service": "turn_on", "entity_id": "light.ceiling",
             "service_data": {"brightness_pct": 50}},
            {"light.ceiling": "done"},
        ),
        (
            {"domain": "light", "service": "turn_on",
             "service_data": {"entity_id": "light.counter"}},
            {"light.counter": "done"},
        ),
        (
            {"domain": "light", "service": "turn_on", "service_data": {"area_id": "kitchen"}},
            {"light.ceiling": "done", "light.counter": "done"},
        ),
        (
            {"domain": "scene", "service": "turn_on", "entity_id": "scene.good_night"},
            {"scene.good_night": "done"},
        ),
        (
            {"domain": "lock", "service": "unlock", "entity_id": "lock.front_door"},
            {"lock.front_door": "awaiting_confirmation"},
        ),
    ],
)  # fmt: skip
async def test_a_service_is_called_as_seed_000_has_it(
    arguments: dict[str, Any], statuses: dict[str, str], hands: Hands
) -> None:
    """By the same gate."""
    assert ended(await hands.use("call_home_assistant_service", **arguments)) == statuses


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"domain": "light", "service": "turn_on"}, "light.turn_on: entity_id is missing."),
        (
            {"domain": "light", "service": "turn_on", "service_data": {"device_id": "abc"}},
            "entity_id is missing",
        ),
        (
            {"domain": "light", "service": "turn_on", "entity_id": "light.ceiling",
             "service_data": {"area_id": "garage"}},
            "leave area_id out",
        ),
        (
            {"domain": "shell_command", "service": "rm", "entity_id": "light.ceiling"},
            "Not done.",
        ),
    ],
)  # fmt: skip
async def test_no_service_reaches_what_is_not_named(
    arguments: dict[str, Any], error: str, hands: Hands
) -> None:
    """Whatever has no entity that can be judged is not done."""
    assert error in await hands.error("call_home_assistant_service", **arguments)


async def test_one_entity_is_told_as_seed_000_has_it(hands: Hands) -> None:
    """With when it last changed."""
    asked = {"entity_id": "sensor.office_temperature"}
    result = await hands.use("get_home_assistant_entity_state", **asked)
    assert (result.result["state"], result.result["unit"]) == ("21.5", "°C")
    assert "last_changed" in result.result


async def test_everything_is_listed_as_seed_001_has_it(hands: Hands) -> None:
    """Entities with states and aliases, and what each kind can do."""
    result = await hands.use("list_ha_services")
    assert "light.ceiling 'Ceiling light' = off; also: big light" in result.result["entities"]
    assert "turn_on" in result.result["services"]["light"]
    lights = await hands.use("list_ha_services", domain="light")
    assert [*lights.result["services"]] == ["light"]
    assert all(entity_id.startswith("light.") for entity_id in lights.result["entities"])


class Oracle:
    """A model far away."""

    name = "oracle"

    def __init__(self, *says: str, trouble: Exception | None = None) -> None:
        self.asked: list[Request] = []
        self._says = says
        self._trouble = trouble

    async def stream(self, request: Request) -> AsyncGenerator[Delta]:
        """Say it piece by piece."""
        self.asked.append(request)
        if self._trouble:
            raise self._trouble
        yield ReasoningDelta(text="hmm")
        for say in self._says:
            yield TextDelta(text=say)
        yield Finished(usage=Usage(prompt=30, completion=12))

    async def prepare(self) -> None:
        """Nothing to load."""

    async def close(self) -> None:
        """Nothing to close."""


async def ask_oracle(oracle: Oracle, hands: Hands, **arguments: Any) -> Any:
    """Have the other model asked."""
    box = Toolbox(build_default_tools(ToolSettings(), oracle))
    call = ToolCall(id="1", name="query_external_llm", arguments=arguments)
    ((_message, result),) = await box.use((call,), hands.context, CallHistory())
    return result


async def test_another_model_gets_only_what_it_is_given(hands: Hands) -> None:
    """Prompt and context, and nothing of the home or the conversation."""
    oracle = Oracle("Close ", "the window.")
    context = {"temperature": 12}
    result = await ask_oracle(oracle, hands, prompt="Is that cold?", context=context)
    assert (result.success, result.result, result.tokens) == (True, "Close the window.", 42)
    [request] = oracle.asked
    [message] = request.messages
    assert isinstance(message, UserMessage)
    assert message.text == 'Is that cold?\n\nContext:\n{\n "temperature": 12\n}'
    assert not request.tools


@pytest.mark.parametrize(
    ("oracle", "error"),
    [
        (
            Oracle(trouble=UnreachableError("Nobody answers at the address.")),
            "Failed to query external LLM: Nobody answers at the address.",
        ),
        (Oracle("  "), "Failed to query external LLM: it had nothing to say."),
    ],
)
async def test_its_trouble_comes_back_as_a_result(oracle: Oracle, error: str, hands: Hands) -> None:
    """For the first model to tell the person."""
    result = await ask_oracle(oracle, hands, prompt="?")
    assert (result.success, result.result, result.error) == (False, None, error)


def test_the_tools_that_are_on_come_in_one_order() -> None:
    """The same bytes, whatever the order in which they were chosen."""
    names = [tool.name for tool in build_default_tools(ToolSettings(), Oracle())]
    usual = [
        *("ha_control", "ha_query", "schedule", "undo", "get_time", "watch"),
        "create_automation",
    ]
    assert names == [*usual, "query_external_llm"]
    mixed = ToolSettings.from_mapping({"enabled": ["undo", "ha_control"]})
    assert [tool.name for tool in build_default_tools(mixed)] == ["ha_control", "undo"]


async def test_what_goes_into_a_password_is_told_to_nobody(make_hands: MakeHands) -> None:
    """Neither the code of an alarm, however the model names the thing."""
    events: list[Event] = []
    hands = await make_hands(SimulatedHome.from_inventory(MORE), events=events)
    for on in ("input_text.wifi", "Wifi"):
        data = {"value": "opensesame"}
        await hands.use("ha_control", action="set_value", entity_id=on, parameters=data)
    await hands.use(
        "call_home_assistant_service",
        domain="alarm_control_panel",
        service="alarm_disarm",
        entity_id="alarm_control_panel.home",
        service_data={"code": "73519264"},
    )
    told = [event for event in events if isinstance(event, ToolStarted | ToolFinished)]
    assert len(told) == 6
    assert "opensesame" not in f"{told}{hands.heard}"
    assert "73519264" not in f"{told}{hands.heard}"
