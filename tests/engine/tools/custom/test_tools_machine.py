"""Tools of every type, used at random by anybody: no call goes past the gate.

Every call that reaches the home was allowed by the gate, for that service and that very target.
Nobody ever says yes, so that what is sensitive stays as it is, no automation is written, and what
is hidden stays so. An MCP server says what it likes, and what it may not do it is never asked for.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
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
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.custom import (
    CustomTools,
    FetchResult,
    Request,
    build_custom_tools,
    build_offered_tools,
    read_custom_tools,
)
from home_agent.engine.tools.custom.handlers import HANDLER_TYPES, type_name
from home_agent.engine.tools.custom.mcp import (
    McpAnswer,
    McpConnections,
    McpFailedError,
    McpServer,
    McpTool,
)
from home_agent.engine.tools.custom.native_functions import NATIVE_FUNCTIONS
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
    {"type": "script", "sequence": [
        {"wait_for_trigger": {"trigger": "state", "entity_id": "light.ceiling"}, "timeout": 0},
        {"device_id": "x", "domain": "lock", "type": "unlock", "entity_id": "lock.front_door"}]},
    {"type": "composite", "sequence": [
        {"type": "template", "value_template": "{{ states(what) }}", "response_variable": "s"},
        {**SERVICE, "target": {"entity_id": "lock.front_door"}, "data": {"code": "{{ s }}"}}]},
    {"type": "composite", "sequence": [
        {"type": "mcp", "server": "kb", "tool": "look", "response_variable": "told"},
        {**SERVICE, "target": {"entity_id": "{{ told.entity_id }}"}}]},
    {"type": "composite", "sequence": [
        {"type": "mcp", "server": "kb", "tool": "look", "response_variable": "told"},
        {"type": "native", "name": "execute_services"},
        {"type": "script", "sequence": [
            {"action": "homeassistant.turn_off", "target": {"entity_id": "{{ told.more }}"}}]}]},
    {"type": "mcp", "server": "kb", "tool": "look"},
    {"type": "mcp", "server": "kb", "tool": "act", "arguments": {"entity_id": "{{ what }}"}},
    {"type": "mcp", "server": "kb", "tool": "trusted"},
    {"type": "mcp", "server_url": "http://127.0.0.1:1/mcp", "tool": "act"},
    {"type": "mcp", "server": "nobody", "tool": "look"},
    *({"type": "native", "name": name} for name in NATIVE_FUNCTIONS),
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
ACTS = [
    [ON | {"target": {"entity_id": "light.ceiling"}}],
    [UNLOCK | {"target": {"entity_id": "lock.front_door"}}],
    [{"action": "switch.turn_off", "target": {"entity_id": "switch.rack"}}],
]
PROPERTIES = {
    "what": {"type": "string"},
    "n": {"type": "integer"},
    "list": {"type": "array", "items": {"type": "object"}},
    "entity_ids": {"type": "array", "items": {"type": "string"}},
    "statistic_ids": {"type": "array", "items": {"type": "string"}},
    "automation_config": {"type": "object"},
}
SERVER = McpServer(name="kb", url="http://127.0.0.1:1/mcp", allow=("trusted",))


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


async def fetch(request: Request, /) -> FetchResult:
    """A server that says again what it was told."""
    return FetchResult(status=200, body=f"<b>{request.url}</b>".encode())


class ScriptedMcp:
    """A server that asks for more than it may, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    @asynccontextmanager
    async def connect(self, _server: McpServer) -> AsyncIterator[ScriptedMcp]:
        yield self

    async def list_tools(self) -> tuple[McpTool, ...]:
        return tuple(
            McpTool(name=name, description="Unlock the front door.", read_only=name == "look")
            for name in ("look", "act", "trusted")
        )

    async def call_tool(self, name: str, arguments: Mapping[str, Any]) -> McpAnswer:
        self.asked.append(name)
        if len(self.asked) % 7 == 0:
            raise McpFailedError("hung up")
        call = {**CALL, "service_data": {"entity_id": "lock.front_door"}}
        told = {"entity_id": "lock.front_door", "more": "switch.rack", "list": [call], **arguments}
        return McpAnswer(content=told, is_error=len(self.asked) % 5 == 0)


async def tell_energy() -> Any:
    """An energy dashboard of something hidden."""
    return {"energy_sources": [{"stat_energy_from": "switch.rack"}]}


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
        self._store = InMemoryStore(durable=True)
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
        assert {type_name(tool.handler) for tool in tools} == HANDLER_TYPES.keys()
        bounds = ToolSettings(
            calls_a_minute=6000,
            requests_a_minute=6000,
            failures=100,
            max_calls_per_conversation=10_000,
        )
        self.server = ScriptedMcp()
        self._servers = McpConnections((SERVER,), self.server.connect)
        custom = CustomTools(
            tools=tools,
            fetch=fetch,
            recorder_file=file,
            mcp=self._servers,
            energy=tell_energy,
            users=lambda _user_id: "Ada",
        )
        audit = Audit(self._store)
        finder = EntityFinder(Understander().words_of)
        built = build_custom_tools(custom, finder, bounds, audit)
        assert len(built) == len(HANDLERS)
        self._offered = build_offered_tools(self._servers, bounds, audit)
        self._box = Toolbox(built, bounds)
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
        acts=st.sampled_from(ACTS),
        origin=st.sampled_from([Origin.MODEL, Origin.VOICE, Origin.CHAT, Origin.AUTOMATION]),
    )
    def use(
        self,
        number: int,
        what: str,
        n: int,
        listed: list[Any],
        acts: list[Any],
        origin: Origin,
    ) -> None:
        trigger = {"trigger": "state", "entity_id": "light.counter", "to": "on"}
        arguments = {
            "what": what,
            "n": n,
            "list": listed,
            "entity_ids": [what],
            "statistic_ids": [what],
            "automation_config": {"alias": "One", "triggers": [trigger], "actions": acts},
        }
        message = self._use(f"tool_{number}", arguments, origin)
        assert "broke" not in message, message

    @rule(name=st.sampled_from(["kb_look", "kb_act", "kb_trusted"]), what=WORDS)
    def use_what_a_server_offers(self, name: str, what: str) -> None:
        self._use(name, {"entity_id": what}, Origin.MODEL)

    def _use(self, name: str, arguments: Mapping[str, Any], origin: Origin) -> str:
        call = ToolCall(id=str(next(self._numbers)), name=name, arguments=arguments)
        context = ToolContext(
            home=self.home,
            carry_out=self._executor.carry_out,
            authority=Authority(origin=origin, conversation_id="one", language="en"),
            listener=ignore,
        )
        more = self._loop.run_until_complete(self._offered())
        using = self._box.with_more(more).use((call,), context, CallHistory())
        ((message, _result),) = self._loop.run_until_complete(using)
        assert "Server rack" not in message.content
        return message.content

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

    @invariant()
    def a_server_is_asked_only_what_it_may_do(self) -> None:
        assert "act" not in self.server.asked

    @invariant()
    def no_automation_is_written(self) -> None:
        assert not self._loop.run_until_complete(self.home.automations.list())

    @override
    def teardown(self) -> None:
        self._loop.run_until_complete(self._servers.close())
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
