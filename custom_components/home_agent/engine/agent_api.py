"""What can be had of the agent without a sentence: its tools, and what it keeps for later."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .act import PlanExecutor, Scheduler
from .active_requests import ActiveRequests
from .authority import Authority
from .confirmation import Confirmations, PendingConfirmation, find_pending
from .context.providers import ContextProviders
from .errors import LanguageError
from .events import EventListener, ignore
from .home import Home
from .home.protocol import StoredAutomation
from .jobs import Job, Timer
from .language import load_language, match_language
from .llm.budget import Spending
from .llm.circuit_breaker import Health
from .llm.errors import AllFailedError
from .llm.messages import ToolCall, ToolSpec, UserMessage
from .outcome import Status
from .plan import Plan, UndoStep
from .speak import ConfirmationMode, Report, planned_in_words, report
from .speak.confirmations import ask_first
from .timed_cache import CacheFigures
from .tools.tool import (
    ServerTools,
    Tool,
    ToolContext,
    ToolEffect,
    ToolResult,
    build_error,
    no_more_tools,
)
from .turn import Turn

if TYPE_CHECKING:
    from .act.automations import Automations
    from .consult import Consultant
    from .tools.toolbox import Toolbox

_ENGLISH = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolTrial:
    """What came of a tool that a person tried."""

    result: ToolResult
    question: str = ""
    """What the person is asked before the rest is done."""

    by_pin: bool = False
    """Whether the answer is the PIN."""


class AgentApi:
    """For programs: automations, other agents, sensors. What acts passes the gate as ever."""

    def __init__(  # noqa: PLR0913 - all that it is given
        self,
        home: Home,
        plan_executor: PlanExecutor,
        scheduler: Scheduler,
        *,
        automations: Callable[[], Automations],
        toolbox: Callable[[], Toolbox],
        consultant: Consultant | None,
        context_providers: ContextProviders,
        confirmations: Confirmations,
        active_requests: ActiveRequests,
        tool_results: CacheFigures | None = None,
        offered_tools: ServerTools = no_more_tools,
    ) -> None:
        """Run api in this home; without a consultant there is no model."""
        self._home = home
        self._plan_executor = plan_executor
        self._scheduler = scheduler
        self._automations = automations
        self._toolbox = toolbox
        self._consultant = consultant
        self._context_providers = context_providers
        self._confirmations = confirmations
        self._active_requests = active_requests
        self._tool_results = tool_results or CacheFigures()
        self._offered_tools = offered_tools

    @property
    def home(self) -> Home:
        """The home as far as there is any of it for this agent (`settings.visible`)."""
        return self._home

    @property
    def has_model(self) -> bool:
        """Whether there is a model to ask."""
        return self._consultant is not None

    def caches(self) -> Mapping[str, CacheFigures]:
        """How often what was found out before was used again, by what it is."""
        asked = {} if self._consultant is None else self._consultant.caches
        return {**asked, "tool_results": self._tool_results}

    async def reload_context(self) -> None:
        """Index anew what models are shown: entities, memories and documents."""
        await self._context_providers.reload()

    def tools(self) -> tuple[ToolSpec, ...]:
        """What `use_tool` can use."""
        return self._toolbox().specs()

    async def offered_tools(self, patience: float | None = None) -> tuple[Tool, ...]:
        """What MCP servers offer besides; one that does not answer has none.

        `use_tool` takes them as `more`. Where somebody waits, none is waited for longer than
        `patience`, in seconds.
        """
        return await self._offered_tools(patience)

    def effect_of(self, name: str) -> ToolEffect:
        """What using one of these tools can do to the world."""
        return self._toolbox().effect_of(name)

    async def use_tool(
        self,
        call: ToolCall,
        authority: Authority,
        listener: EventListener = ignore,
        *,
        attended: bool = False,
        more: tuple[Tool, ...] = (),
    ) -> ToolResult:
        """Use a tool, one of ours or of these, as a model would; what goes wrong is in the result.

        With `attended`, what takes a yes waits for `carry_out_confirmed`; else it is refused.
        """
        executor = self._plan_executor
        context = ToolContext(
            home=self._home,
            carry_out=executor.carry_out if attended else executor.carry_out_unattended,
            authority=authority,
            listener=listener,
        )
        with self._active_requests.admit(authority.asker) as has_room:
            if not has_room:
                return build_error(
                    "Too much is asked at once. Nothing was done. Try again in a moment."
                )
            from .tools.tool_calls import CallHistory  # noqa: PLC0415 - with the tools, when first needed

            toolbox = self._toolbox().with_more(more)
            ((_message, result),) = await toolbox.use((call,), context, CallHistory())
        return result

    async def try_tool(
        self, call: ToolCall, turn: Turn, listener: EventListener = ignore
    ) -> ToolTrial:
        """Use a tool for a person who looks on.

        What takes a yes or the PIN waits for it in the conversation of the turn.
        """
        self._confirmations.forget(turn.conversation_key)
        result = await self.use_tool(call, turn.authority, listener, attended=True)
        by_pin = self._confirmations.by_pin
        found = await self.find_question(result, turn.language, by_pin=by_pin)
        if found is None:
            return ToolTrial(result=result)
        question, pending = found
        self._confirmations.keep(turn.conversation_key, pending)
        return ToolTrial(result=result, question=question, by_pin=by_pin)

    async def find_question(
        self, result: ToolResult, language: str, *, by_pin: bool = False
    ) -> tuple[str, PendingConfirmation] | None:
        """What a person must be asked about a tool that was used attended; `None` if nothing."""
        found = [
            pending
            for executed in result.executed
            if (pending := find_pending(executed.plan, executed.outcomes)) is not None
        ]
        if not found:
            return None
        whole = PendingConfirmation(
            plan=Plan(steps=tuple(step for pending in found for step in pending.plan.steps)),
            agreed=tuple(agreed for pending in found for agreed in pending.agreed),
        )
        awaiting = [
            outcome
            for executed in result.executed
            for outcomes in executed.outcomes
            for outcome in outcomes
            if outcome.status is Status.AWAITING
        ]
        spoken = await asyncio.to_thread(load_language, match_language(language))
        mode = ConfirmationMode.FOR_PIN if by_pin else ConfirmationMode.FOR_YES
        return ask_first(awaiting, self._home.snapshot().layout, spoken, mode), whole

    async def carry_out_confirmed(
        self, pending: PendingConfirmation, authority: Authority, listener: EventListener = ignore
    ) -> Report:
        """Do what a person has said yes to, and tell what came of it."""
        agreed = replace(authority, agreed=pending.agreed)
        with self._active_requests.track():
            ended = await self._plan_executor.carry_out_unattended(pending.plan, agreed, listener)
        language = await asyncio.to_thread(load_language, match_language(authority.language))
        return report(pending.plan, ended, self._home.snapshot().layout, language)

    async def undo(
        self,
        authority: Authority,
        count: int = 1,
        listener: EventListener = ignore,
        *,
        only_here: bool = False,
    ) -> Report:
        """Take back what was last done for whoever asks, and tell what came of it.

        With `only_here`, what was done in the conversation of the authority, and nothing else.
        """
        plan = Plan(steps=(UndoStep(count=count, only_here=only_here),))
        with self._active_requests.track():
            ended = await self._plan_executor.carry_out_unattended(plan, authority, listener)
        language = await asyncio.to_thread(load_language, match_language(authority.language))
        return report(plan, ended, self._home.snapshot().layout, language)

    def planned(self) -> tuple[Job | Timer, ...]:
        """What is to come, whoever planned it, in no order: for counting, not for showing."""
        return self._scheduler.planned

    def planned_by(self, authority: Authority) -> tuple[Job | Timer, ...]:
        """What is to come of what somebody may see: their own and the household's."""
        return self._scheduler.planned_by(authority)

    def paused_by(self, authority: Authority) -> tuple[Job, ...]:
        """What is paused of what somebody may see."""
        return self._scheduler.paused_by(authority)

    async def in_words(self, planned: Iterable[Job | Timer], language: str) -> dict[str, str]:
        """What each of these does and when, by its id, for whoever looks at the home now.

        In English, where we do not know the language.
        """
        try:
            code = match_language(language)
        except LanguageError:
            code = _ENGLISH
        spoken = await asyncio.to_thread(load_language, code)
        home = self._home.snapshot()
        return {
            item.timer_id if isinstance(item, Timer) else item.job_id: planned_in_words(
                item, home.now, home.layout, spoken
            )
            for item in planned
        }

    async def call_off(self, planned_id: str, authority: Authority) -> Job | Timer | None:
        """Call off one of those; `None` if this person has no such.

        Raises `InSettingsError` for what only the settings can end, and `StoreError`.
        """
        return await self._scheduler.cancel_planned(planned_id, authority)

    async def automations(self) -> tuple[StoredAutomation, ...]:
        """Those of the home itself that we wrote. Raises `AutomationsUnavailableError`."""
        return await self._automations().listed()

    async def generate(
        self,
        task: UserMessage,
        schema: Mapping[str, Any] | None = None,
        *,
        authority: Authority,
        listener: EventListener = ignore,
    ) -> Any:  # noqa: ANN401 - as the schema says
        """What a model makes of a task: a text, or data that fit. Raises `ModelError`."""
        if self._consultant is None:
            raise AllFailedError("No model is set. Set one in the options of the agent.")
        with self._active_requests.track():
            return await self._consultant.generate(task, schema, authority, listener)

    async def spent_today(self) -> Spending:
        """What was used of the models today."""
        return Spending() if self._consultant is None else await self._consultant.spent_today()

    def health(self) -> tuple[Health, ...]:
        """How each model is, in the order in which they are asked."""
        return () if self._consultant is None else self._consultant.health()
