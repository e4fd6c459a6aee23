"""Tools of one's own: how long a thousand declarations take to load, and what a call costs."""

import asyncio
from statistics import median
from time import perf_counter, process_time
from typing import Any

from home_agent.engine.authority import Authority, Origin
from home_agent.engine.events import ignore
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.outcome import PlanOutcomes
from home_agent.engine.tools.custom import CustomTools, build_custom_tools, split_custom_tools
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.tool import ToolContext
from home_agent.engine.tools.tool_calls import CallHistory
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome

DECLARATIONS = 1000
CALLS = 300

_LAMP = {"service": "light.turn_on", "target": {"entity_id": "{{ what }}"}}
_HANDLERS: tuple[dict[str, Any], ...] = (
    {"type": "template", "value_template": "{{ states(what) }} number {n}"},
    {"type": "service", **_LAMP, "data": {"brightness_pct": "{{ level + {n} }}"}},
    {
        "type": "rest",
        "url": "https://a{n}.example/{{ what }}",
        "query_params": {"q": "{{ level }}"},
    },
    {"type": "sqlite", "query": "SELECT {n} FROM states WHERE entity_id = '{{ what }}'"},
    {
        "type": "script",
        "sequence": [_LAMP, {"delay": 1}, {"if": "{{ level > {n} }}", "then": _LAMP}],
    },
    {
        "type": "scrape",
        "resource": "https://b{n}.example/{{ what }}",
        "sensor": [{"name": "title", "select": "h1", "value_template": "{{ value | upper }}"}],
    },
    {"type": "native", "name": "get_history"},
    {"type": "mcp", "server": "library", "tool": "find", "arguments": {"q": "{{ what }} {n}"}},
    {
        "type": "composite",
        "sequence": [
            {
                "type": "rest",
                "url": "https://c{n}.example/{{ what }}",
                "response_variable": "found",
            },
            {"type": "template", "value_template": "{{ found }} of {{ states(what) }}"},
        ],
    },
)


def declarations() -> list[dict[str, Any]]:
    """So many of all types, no two alike, so that no template is read once for all."""
    return [
        {
            "name": f"tool_{number}",
            "description": "One of many.",
            "parameters": {
                "type": "object",
                "properties": {"what": {"type": "string"}, "level": {"type": "integer"}},
                "required": ["what"],
            },
            "handler": _numbered(_HANDLERS[number % len(_HANDLERS)], number),
        }
        for number in range(DECLARATIONS)
    ]


def _numbered(written: Any, number: int) -> Any:  # noqa: ANN401 - any JSON
    match written:
        case str():
            return written.replace("{n}", str(number))
        case dict():
            return {key: _numbered(value, number) for key, value in written.items()}
        case list():
            return [_numbered(value, number) for value in written]
    return written


async def _nothing(*_plan: object) -> PlanOutcomes:
    return ()


async def call_milliseconds() -> tuple[float, float]:
    """What a template tool takes through the toolbox, and rendering alone."""
    home = SimulatedHome.demo()
    handler = {"type": "template", "value_template": "{{ states(what) }}"}
    declared, _wrong = split_custom_tools(
        [
            {
                "name": "look",
                "description": "Look.",
                "parameters": {"type": "object", "properties": {"what": {"type": "string"}}},
                "handler": handler,
            }
        ]
    )
    from home_agent.engine.tools.settings import ToolSettings  # noqa: PLC0415 - with the rest

    settings = ToolSettings(calls_a_minute=6000)
    finder = EntityFinder(Understander().words_of)
    tools = build_custom_tools(CustomTools(tools=declared), finder, settings)
    box = Toolbox(tools, settings)
    context = ToolContext(
        home=home,
        carry_out=_nothing,
        authority=Authority(origin=Origin.MODEL, conversation_id="bench", language="en"),
        listener=ignore,
    )
    whole, alone = [], []
    for number in range(CALLS):
        call = ToolCall(id=str(number), name="look", arguments={"what": "light.mood"})
        started = perf_counter()
        await box.use((call,), context, CallHistory())
        whole.append(perf_counter() - started)
        started = perf_counter()
        await tools[0].run({"what": "light.mood"}, context)
        alone.append(perf_counter() - started)
    home.close()
    return median(whole) * 1000, median(alone) * 1000


def main() -> None:
    """Print the figures."""
    listed = declarations()
    split_custom_tools(listed[: len(_HANDLERS)])
    started, busy = perf_counter(), process_time()
    tools, wrong = split_custom_tools(listed)
    taken, busy = perf_counter() - started, process_time() - busy
    print(
        f"declarations loaded: {len(tools)} of {len(_HANDLERS)} types, wrong: {len(wrong)},"
        f" in {taken:.2f} s (under 1 s), {busy:.2f} s of the processor's"
    )
    whole, alone = asyncio.run(call_milliseconds())
    print(f"a call of a tool: {whole:.2f} ms, of which the tool itself takes {alone:.2f} ms")


if __name__ == "__main__":
    main()
