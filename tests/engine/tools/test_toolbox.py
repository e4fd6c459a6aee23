"""Tools are used as a model asks, but checked, bounded, and never twice for nothing."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from home_agent.engine.authority import Authority, Origin
from home_agent.engine.errors import OperatorError
from home_agent.engine.events import Event, ToolFinished, ToolStarted
from home_agent.engine.home import Snapshot
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.outcome import Outcome
from home_agent.engine.plan import Plan
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.tools.tool import ToolContext, ToolEffect, ToolResult
from home_agent.engine.tools.tool_calls import CallHistory
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.simulated import SimulatedHome

type Work = Callable[[Mapping[str, Any]], Awaitable[ToolResult]]

SCHEMA = {
    "type": "object",
    "properties": {
        "entity_id": {"type": "string"},
        "level": {"type": "integer"},
        "mode": {"type": "string", "enum": ["eco", "boost"]},
        "data": {"type": "object"},
    },
    "required": ["entity_id"],
}


async def _fine(arguments: Mapping[str, Any]) -> ToolResult:
    return ToolResult(success=True, result=dict(arguments))


@dataclass(kw_only=True)
class Small:
    """A tool that does what the test wants, and notes how often."""

    name: str = "small"
    description: str = "For tests."
    parameters: Mapping[str, Any] = field(default_factory=lambda: SCHEMA)
    effect: ToolEffect = ToolEffect.HOME
    work: Work = _fine
    runs: list[Mapping[str, Any]] = field(default_factory=list)

    def target_ids(self, arguments: Mapping[str, Any], _home: Snapshot) -> frozenset[str] | None:
        """What it is told."""
        told = arguments["entity_id"]
        return None if told == "?" else frozenset((told,))

    async def run(self, arguments: Mapping[str, Any], _context: ToolContext) -> ToolResult:
        """Do it."""
        self.runs.append(arguments)
        return await self.work(arguments)


@pytest.fixture
def events() -> list[Event]:
    """What was told of."""
    return []


@pytest.fixture
def context(house: SimulatedHome, events: list[Event]) -> ToolContext:
    """A home that these tools do not touch."""

    async def carry_out(plan: Plan, *_: object) -> tuple[tuple[Outcome, ...], ...]:
        return tuple(() for _step in plan.steps)

    return ToolContext(
        home=house,
        carry_out=carry_out,
        authority=Authority(origin=Origin.MODEL),
        listener=events.append,
    )


def call(name: str = "small", id_: str = "1", /, **arguments: Any) -> ToolCall:
    """A call as a model makes it."""
    return ToolCall(id=id_, name=name, arguments=arguments, raw=json.dumps(arguments))


async def errors_of(box: Toolbox, context: ToolContext, *calls: ToolCall) -> list[str | None]:
    """What is wrong with each call."""
    return [result.error for _message, result in await box.use(calls, context, CallHistory())]


async def test_a_result_goes_back_as_json_by_the_call_s_own_id_and_name(
    context: ToolContext,
) -> None:
    """A server that renamed a tool gets its own name back."""
    box = Toolbox((Small(),))
    asked = call("functions.small", "abc", entity_id="light.x")
    ((message, result),) = await box.use((asked,), context, CallHistory())
    assert result.success
    assert (message.call_id, message.name) == ("abc", "functions.small")
    assert json.loads(message.content) == {
        "success": True,
        "result": {"entity_id": "light.x"},
        "error": None,
    }


@pytest.mark.parametrize(
    "name",
    ["small", "functions.small", "default_api:small", "small:0", "mcp__home__small", "SMALL"],
)
async def test_a_tool_is_known_by_what_servers_make_of_its_name(
    name: str, context: ToolContext
) -> None:
    """As long as its own name is in there as a whole."""
    assert await errors_of(Toolbox((Small(),)), context, call(name, entity_id="a")) == [None]


async def test_an_unknown_tool_is_told_which_there_are(context: ToolContext) -> None:
    """So that the model can take one of them."""
    box = Toolbox((Small(), Small(name="other")))
    assert await errors_of(box, context, call("smaller", entity_id="a")) == [
        "There is no tool 'smaller'. The tools are: small, other."
    ]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({}, "arguments: entity_id is missing."),
        ({"entity_id": 3}, "entity_id: expected string, got 3."),
        ({"entity_id": "a", "level": "high"}, 'level: expected integer, got "high".'),
        ({"entity_id": "a", "mode": "off"}, 'mode: expected one of eco, boost, got "off".'),
        ({"entity_id": "a", "data": "x"}, 'data: expected object, got "x".'),
    ],
)
async def test_bad_arguments_come_back_with_what_was_expected(
    arguments: dict[str, Any], error: str, context: ToolContext
) -> None:
    """Where it is wrong, what was given, and what would be right; nothing is run."""
    tool = Small()
    (told,) = await errors_of(Toolbox((tool,)), context, call(**arguments))
    assert told is not None
    assert told.startswith(error)
    assert "entity_id (string), level (optional, integer)" in told
    assert not tool.runs


async def test_arguments_that_are_no_json_come_back_too(context: ToolContext) -> None:
    """Small models write half an object."""
    broken = ToolCall(id="1", name="small", arguments=None, raw='{"entity_id": ')
    (told,) = await errors_of(Toolbox((Small(),)), context, broken)
    assert told is not None
    assert told.startswith(
        "The arguments are no JSON object. Expected a JSON object with entity_id"
    )


async def test_what_is_only_written_wrong_is_read(context: ToolContext) -> None:
    """A nothing for what may be left out, a number or a table as text."""
    tool = Small()
    asked = call(entity_id="a", level="5", mode=None, data='{"b": 1}')
    assert await errors_of(Toolbox((tool,)), context, asked) == [None]
    assert tool.runs == [{"entity_id": "a", "level": 5, "data": {"b": 1}}]
    several = call(entity_id=["a", "b"], others=["c", "d"])
    assert await errors_of(Toolbox((tool,)), context, several) == [None]
    assert tool.runs[-1] == {"entity_id": "a, b", "others": ["c", "d"]}


async def test_independent_calls_run_together_and_others_in_order(context: ToolContext) -> None:
    """What concerns the same thing waits for what was asked before."""
    order: list[str] = []
    gate = asyncio.Event()

    async def work(arguments: Mapping[str, Any]) -> ToolResult:
        order.append(f"begin {arguments['entity_id']} {arguments.get('level', 0)}")
        if arguments["entity_id"] == "a" and not gate.is_set():
            await gate.wait()
        gate.set()
        order.append(f"end {arguments['entity_id']} {arguments.get('level', 0)}")
        return ToolResult(success=True)

    calls = (call(entity_id="a"), call(entity_id="b"), call(entity_id="a", level=1))
    await Toolbox((Small(work=work),)).use(calls, context, CallHistory())
    assert order == ["begin a 0", "begin b 0", "end b 0", "end a 0", "begin a 1", "end a 1"]


async def test_what_cannot_be_told_apart_keeps_its_order(context: ToolContext) -> None:
    """A scene may touch anything."""
    order: list[str] = []

    async def work(arguments: Mapping[str, Any]) -> ToolResult:
        order.append(f"begin {arguments['entity_id']}")
        await asyncio.sleep(0)
        order.append("end")
        return ToolResult(success=True)

    calls = (call(entity_id="?"), call(entity_id="b"))
    await Toolbox((Small(work=work),)).use(calls, context, CallHistory())
    assert order == ["begin ?", "end", "begin b", "end"]


async def test_a_tool_that_takes_too_long_is_stopped(context: ToolContext) -> None:
    """And it is not claimed that nothing came of it."""

    async def work(_arguments: Mapping[str, Any]) -> ToolResult:
        await asyncio.Event().wait()
        raise AssertionError

    settings = ToolSettings(timeout_seconds=0.01)
    (told,) = await errors_of(Toolbox((Small(work=work),), settings), context, call(entity_id="a"))
    assert told is not None
    assert told.startswith("small did not end within 0.01 seconds and was stopped.")
    assert "may still happen" in told


async def test_a_tool_that_breaks_is_an_error_and_a_log_line(
    context: ToolContext, caplog: pytest.LogCaptureFixture
) -> None:
    """The model never sees a traceback, nor what the exception says."""

    async def work(_arguments: Mapping[str, Any]) -> ToolResult:
        raise RuntimeError("the key is 1234")

    (told,) = await errors_of(Toolbox((Small(work=work),)), context, call(entity_id="a"))
    assert told == "small broke. It is not known what came of it. Do not try again."
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


async def test_what_we_can_explain_is_explained(context: ToolContext) -> None:
    """Our own errors say what happened and what to do."""

    async def work(_arguments: Mapping[str, Any]) -> ToolResult:
        raise OperatorError("There is no recorder. Add it.")

    told = await errors_of(Toolbox((Small(work=work),)), context, call(entity_id="a"))
    assert told == ["small: There is no recorder. Add it."]


async def test_a_cancellation_goes_through(context: ToolContext) -> None:
    """Whoever hangs up stops everything."""
    begun = asyncio.Event()

    async def work(_arguments: Mapping[str, Any]) -> ToolResult:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    box = Toolbox((Small(work=work),))
    task = asyncio.create_task(box.use((call(entity_id="a"),), context, CallHistory()))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_action_is_not_repeated_in_a_turn(context: ToolContext) -> None:
    """Neither in one response, nor in the next; the earlier result comes back with a note."""
    tool = Small()
    box = Toolbox((tool,))
    calls = (call(entity_id="a", level=1), call("functions.small", "2", level=1, entity_id="a"))
    ended = await box.use(calls, context, CallHistory())
    again = await box.use(calls[:1], context, CallHistory().after(calls, ended))
    assert len(tool.runs) == 1
    for _message, result in (ended[1], *again):
        assert result.success
        assert "was not made again" in str(result.result)


async def test_looking_again_is_cut_off_until_something_was_done(context: ToolContext) -> None:
    """After an action things may be different."""
    look, act = Small(name="look", effect=ToolEffect.NOTHING), Small()
    box = Toolbox((look, act))
    looks, acts = call("look", entity_id="a"), call(entity_id="a")
    await box.use((looks, looks, acts, looks), context, CallHistory())
    assert len(look.runs) == 2


async def test_no_more_calls_than_a_turn_may_have(context: ToolContext) -> None:
    """Those before count, whatever came of them."""
    tool = Small()
    box = Toolbox((tool,), ToolSettings(max_calls_per_turn=3))
    first = (call(entity_id="a"), call("nothing", entity_id="b"))
    used = CallHistory().after(first, await box.use(first, context, CallHistory()))
    ended = await box.use((call(entity_id="c"), call(entity_id="d")), context, used)
    assert [result.success for _message, result in ended] == [True, False]
    assert "a turn may have 3 tool calls" in str(ended[1][1].error)
    assert len(tool.runs) == 2


async def test_results_are_cut_to_fit(context: ToolContext) -> None:
    """And stay JSON."""

    async def work(_arguments: Mapping[str, Any]) -> ToolResult:
        return ToolResult(success=True, result=[{"name": f"Lamp {n}"} for n in range(1000)])

    box = Toolbox((Small(work=work),), ToolSettings(result_characters=500))
    ((message, _result),) = await box.use((call(entity_id="a"),), context, CallHistory())
    assert len(message.content) < 600
    assert "more" in json.loads(message.content)["result"][-1]["left_out"]


async def test_whoever_watches_is_told_without_secrets(
    context: ToolContext, events: list[Event]
) -> None:
    """Started and finished, with how long it took."""
    box = Toolbox((Small(),))
    await box.use((call(entity_id="a", data={"code": "1234"}),), context, CallHistory())
    started, finished = events
    assert isinstance(started, ToolStarted)
    assert isinstance(finished, ToolFinished)
    assert started.arguments == finished.arguments == {"entity_id": "a", "data": {"code": "•••"}}
    assert finished.success
    assert finished.duration_ms >= 0


async def test_specs_are_the_same_each_time() -> None:
    """The prefix of a prompt rests on it."""
    box = Toolbox((Small(name="b"), Small(name="a")))
    assert [spec.name for spec in box.specs()] == ["b", "a"]
    assert box.specs() == box.specs()
