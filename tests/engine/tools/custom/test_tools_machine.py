"""Tools of every type, used at random by anybody: no call goes past the gate.

Every call that reaches the home was allowed by the gate, for that service and that very target.
Nobody ever says yes, so that what is sensitive stays as it is; and what is hidden stays so.
"""

import asyncio
import sqlite3
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, override

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from home_agent.engine.act import Audit, Gate, StepExecutor
from home_agent.engine.act.gate import Decision
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.events import ignore
from home_agent.engine.home import ServiceCall, Snapshot
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.outcome import Reason
from home_agent.engine.storage.store import MemoryStore
from home_agent.engine.tools.custom import (
    CustomTools,
    Fetched,
    Request,
    build_custom_tools,
    read_custom_tools,
)
from home_agent.engine.tools.custom.handlers import HANDLER_TYPES, type_name
from home_agent.engine.tools.entity_finder import EntityFinder
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.tools.tool import ToolContext
from home_agent.engine.tools.tool_calls import CallHistory
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome

from ...conftest import HOUSE

ON = {"action": "light.turn_on", "target": {"entity_id": "{{ what }}"}}
UNLOCK = {"action": "lock.unlock", "target": {"entity_id": "{{ what }}"}}
SERVICE = {"type": "service", "service": "lock.unlock", "target": {"entity_id": "{{ what }}"}}
HANDLERS: list[dict[str, Any]] = [
    SERVICE,
    {"type": "service", "service": "homeassistant.turn_off", "data": {"entity_id": "{{ what }}"}},
    {"type": "service", "service": "light.turn_on", "target": {"area_id": "{{ what }}"}},
    {"type": "service", "service": "notify.phone", "data": {"message": "{{ what }}"}},
    {"type": "service", "service": "homeassistant.restart"},
    {"type": "script", "sequence": [ON, UNLOCK]},
    {"type": "script", "sequence": [{"if": "{{ n > 1 }}", "then": [ON], "else": [UNLOCK]}]},
    {"type": "script", "sequence": [{"repeat": {"count": "{{ n }}", "sequence": [ON]}}]},
    {"type": "script", "sequence": [
        {"variables": {"x": "{{ ['lock.front_door', what] | random }}"}},
        {"action": "homeassistant.toggle", "target": {"entity_id": "{{ x }}"}}]},
    {"type": "script", "sequence": [
        {"action": "todo.get_items", "target": {"entity_id": "todo.shopping_list"},
         "response_variable": "found"},
        {"action": "lock.unlock",
         "target": {"entity_id": "{{ 'lock.front_door' if found else what }}"}}]},
    {"type": "script", "sequence": [
        {"repeat": {"for_each": ["{{ what }}", "switch.rack"], "sequence": [
            {"action": "homeassistant.turn_off", "target": {"entity_id": "{{ repeat.item }}"}}]}}]},
    {"type": "composite", "sequence": [
        {"type": "template", "value_template": "{{ states(what) }}", "response_variable": "s"},
        {**SERVICE, "target": {"entity_id": "lock.front_door"}, "data": {"code": "{{ s }}"}}]},
    {"type": "native", "name": "execute_services"},
    {"type": "native", "name": "get_history"},
    {"type": "template", "value_template": "{{ states(what) }} {{ expand(what) | list }}"},
    {"type": "rest", "url": "http://127.0.0.1:1/{{ what }}"},
    {"type": "rest", "url": "http://127.0.0.1:1/", "method": "POST", "body": {"a": "{{ what }}"}},
    {"type": "scrape", "resource": "http://127.0.0.1:1/",
     "sensor": [{"name": "it", "select": "b"}]},
    {"type": "sqlite", "query": "SELECT '{{ what }}' AS x, state FROM states"},
]  # fmt: skip
CALL = {"domain": "lock", "service": "unlock"}
LISTED = [
    [{**CALL, "service_data": {"entity_id": "lock.front_door"}}],
    [{**CALL, "service_data": {"entity_id": "all"}}],
    [{"domain": "switch", "service": "turn_off", "service_data": {"entity_id": "switch.rack"}}],
    [{"domain": "script", "service": "turn_on", "service_data": {"target": {"area_id": "x"}}}],
]
WORDS = st.sampled_from(
    [
        *("lock.front_door", "switch.rack", "light.ceiling", "light.counter", "cover.garage_door"),
        *("all", "light.*", "*", "kitchen", "Front door", "LOCK.FRONT_DOOR", "scene.good_night"),
        *("lock.front_door, light.ceiling", "{{ states('switch.rack') }}", "' OR 1=1 --", ""),
        *("../../etc/passwd", "\r\nX-Key: 1", "http://other.example/", "lock . front_door"),
    ]
)
PROPERTIES = {
    "what": {"type": "string"},
    "n": {"type": "integer"},
    "list": {"type": "array", "items": {"type": "object"}},
    "entity_ids": {"type": "array", "items": {"type": "string"}},
}


class NotedGate(Gate):
    """A gate that remembers what it let through."""

    def __init__(self, safety: Safety) -> None:
        super().__init__(safety)
        self.allowed: set[tuple[str, str]] = set()

    @override
    def judge(
        self, call: ServiceCall, entity_id: str, authority: Authority, home: Snapshot
    ) -> Decision:
        decision = super().judge(call, entity_id, authority, home)
        if decision.allowed:
            self.allowed.add((call.full_name, entity_id))
        return decision

    @override
    def judge_untargeted(
        self, call: ServiceCall, authority: Authority, home: Snapshot
    ) -> Reason | None:
        reason = super().judge_untargeted(call, authority, home)
        if reason is None:
            self.allowed.add((call.full_name, ""))
        return reason


class NotedHome(SimulatedHome):
    """A home that remembers what it was asked."""

    @override
    async def call(self, call: ServiceCall) -> Mapping[str, Any]:
        self.__dict__.setdefault("asked", []).append(call)
        return await super().call(call)


async def fetch(request: Request, /) -> Fetched:
    """A server that says again what it was told."""
    return Fetched(status=200, body=f"<b>{request.url}</b>".encode())


class ToolsMachine(RuleBasedStateMachine):
    """Uses tools at random."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        file = Path(self._folder.name) / "recorder.db"
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE states (state TEXT)")
        connection.close()
        self._loop = asyncio.new_event_loop()
        self._numbers = count()
        self.home = self._loop.run_until_complete(self._open())
        self.gate = NotedGate(Safety(services=frozenset({"notify.phone"})))
        self._store = MemoryStore(durable=True)
        declared = [
            {
                "name": f"tool_{number}",
                "description": "One.",
                "parameters": {"type": "object", "properties": PROPERTIES},
                "handler": handler,
            }
            for number, handler in enumerate(HANDLERS)
        ]
        tools = read_custom_tools(declared)
        assert {type_name(tool.handler) for tool in tools} >= HANDLER_TYPES.keys() - {"mcp"}
        bounds = ToolSettings(calls_a_minute=6000, requests_a_minute=6000, failures=100)
        custom = CustomTools(tools=tools, fetch=fetch, recorder_file=file)
        audit = Audit(self._store)
        finder = EntityFinder(Understander().words_of)
        self._box = Toolbox(build_custom_tools(custom, finder, bounds, audit), bounds)
        self._executor = StepExecutor(
            self.home, store=self._store, patience=0.02, gate=self.gate, audit=audit
        )

    async def _open(self) -> NotedHome:
        return NotedHome.from_inventory(HOUSE)

    @rule(
        number=st.integers(0, len(HANDLERS) - 1),
        what=WORDS,
        n=st.integers(0, 3),
        listed=st.sampled_from(LISTED),
        origin=st.sampled_from([Origin.MODEL, Origin.VOICE, Origin.CHAT, Origin.AUTOMATION]),
    )
    def use(self, number: int, what: str, n: int, listed: list[Any], origin: Origin) -> None:
        arguments = {"what": what, "n": n, "list": listed, "entity_ids": [what]}
        call = ToolCall(id=str(next(self._numbers)), name=f"tool_{number}", arguments=arguments)
        context = ToolContext(
            home=self.home,
            carry_out=self._executor.carry_out,
            authority=Authority(origin=origin, conversation_id="one", language="en"),
            listener=ignore,
        )
        using = self._box.use((call,), context, CallHistory())
        ((message, _result),) = self._loop.run_until_complete(using)
        assert "Server rack" not in message.content
        assert "broke" not in message.content, message.content

    @invariant()
    def no_call_goes_past_the_gate(self) -> None:
        for call in self.home.__dict__.get("asked", ()):
            for target in call.targets or ("",):
                assert (call.full_name, target) in self.gate.allowed, call

    @invariant()
    def nothing_is_touched_that_may_not_be(self) -> None:
        states = self.home.snapshot().states
        assert states["lock.front_door"].value == "locked"
        assert states["cover.garage_door"].value == "closed"
        assert states["switch.rack"].value == "on"

    @override
    def teardown(self) -> None:
        self.home.close()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()
        self._folder.cleanup()


ToolsMachine.TestCase.settings = settings(
    max_examples=15,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
test_tools_machine = ToolsMachine.TestCase
