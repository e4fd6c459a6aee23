"""A model's hands in the small house: every tool, with the real gate behind them."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

import pytest

from home_agent.engine.act import (
    Audit,
    Gate,
    LoopClock,
    PlanExecutor,
    Scheduler,
    SchedulerContext,
    StepExecutor,
)
from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.authority import Authority, Origin
from home_agent.engine.events import Event, ignore
from home_agent.engine.home import Home
from home_agent.engine.llm.messages import ToolCall
from home_agent.engine.recent_events import RecentEvents
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.tools.settings import ORDER, ToolSettings
from home_agent.engine.tools.setup import build_default_tools
from home_agent.engine.tools.tool import ToolContext, ToolResult
from home_agent.engine.tools.tool_calls import CallHistory
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.simulated import SimulatedHome

EVERY_TOOL = ToolSettings(enabled=ORDER, result_characters=50_000)


@dataclass(kw_only=True)
class Hands:
    """What a model does, and what comes of it."""

    context: ToolContext
    box: Toolbox
    heard: list[str] = field(default_factory=list)
    """What a model would read, of everything so far."""

    numbers: Any = field(default_factory=count)

    async def use(self, name: str, /, **arguments: Any) -> ToolResult:
        """Use a tool, in a turn of its own."""
        call = ToolCall(id=str(next(self.numbers)), name=name, arguments=arguments)
        ((message, result),) = await self.box.use((call,), self.context, CallHistory())
        assert json.loads(message.content)["success"] is result.success
        self.heard.append(message.content)
        return result

    def of(self, **authority: Any) -> Hands:
        """The same hands, for somebody else."""
        changed = replace(self.context.authority, **authority)
        return replace(self, context=replace(self.context, authority=changed))

    async def error(self, name: str, /, **arguments: Any) -> str:
        """Use a tool, and tell what was wrong."""
        result = await self.use(name, **arguments)
        assert not result.success
        assert result.error
        return result.error


type MakeHands = Callable[..., Awaitable[Hands]]


@pytest.fixture
async def make_hands() -> AsyncIterator[MakeHands]:
    """Hands in any home, as careful as a test wants."""
    schedulers: list[Scheduler] = []

    async def make(
        home: Home,
        *,
        safety: Safety | None = None,
        events: list[Event] | None = None,
        ways: tuple[str, ...] = (),
    ) -> Hands:
        store = InMemoryStore(durable=True)
        gate, audit = Gate(safety), Audit(store)
        context = SchedulerContext(clock=LoopClock(), listener=ignore)
        scheduler = Scheduler(home, store, gate=gate, context=context)
        step_executor = StepExecutor(
            home,
            store=store,
            patience=0.3,
            gate=gate,
            audit=audit,
            cancel_jobs=lambda job_ids, _authority: scheduler.cancel(job_ids),
        )
        schedulers.append(scheduler)
        await scheduler.load()
        await scheduler.start(step_executor.carry_out)
        tool_context = ToolContext(
            home=home,
            carry_out=PlanExecutor(home, step_executor, scheduler).carry_out,
            authority=Authority(origin=Origin.MODEL, conversation_id="one"),
            listener=ignore if events is None else events.append,
        )
        recent_events = RecentEvents(home)
        audit.listen(recent_events.note_outcomes)
        recent_events.start()
        tools = build_default_tools(EVERY_TOOL, notify_targets=ways, recent_events=recent_events)
        return Hands(context=tool_context, box=Toolbox(tools, EVERY_TOOL))

    yield make
    for scheduler in schedulers:
        await scheduler.close()


@pytest.fixture
async def hands(house: SimulatedHome, make_hands: MakeHands) -> Hands:
    """Hands in the small house."""
    return await make_hands(house)
