"""What can be had of the agent without a sentence: its tools, and what it keeps for later."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .act import PlanExecutor, Scheduler
from .active_requests import ActiveRequests
from .authority import Authority
from .confirmation import PendingConfirmation, find_pending
from .context.providers import ContextProviders
from .errors import LanguageError
from .events import EventListener, ignore
from .home import Home
from .home.protocol import KeptAutomation
from .jobs import Job, Timer
from .language import load_language, match_language
from .llm.budget import Spent
from .llm.circuit_breaker import Health
from .llm.errors import AllFailedError
from .llm.messages import ToolCall, ToolSpec, UserMessage
from .outcome import Status
from .plan import AutomationStep, Plan, UndoStep
from .speak import Report, planned_in_words, report
from .speak.confirmations import ask_first
from .tools.tool import ToolContext, ToolResult, Touches, failed

if TYPE_CHECKING:
    from .act.automations import Automations
    from .consult import Consultant
    from .tools.toolbox import Toolbox

_ENGLISH = "en"


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
        active_requests: ActiveRequests,
    ) -> None:
        """Run api in this home; without a consultant there is no model."""
        self._home = home
        self._plan_executor = plan_executor
        self._scheduler = scheduler
        self._automations = automations
        self._toolbox = toolbox
        self._consultant = consultant
        self._context_providers = context_providers
        self._active_requests = active_requests

    @property
    def has_model(self) -> bool:
        """Whether there is a model to ask."""
        return self._consultant is not None

    async def reload_context(self) -> None:
        """Index anew what models are shown: entities, memories and documents."""
        await self._context_providers.reload()

    def tools(self) -> tuple[ToolSpec, ...]:
        """What `use_tool` can use."""
        return self._toolbox().specs()

    def touches(self, name: str) -> Touches:
        """What using one of these tools can do to the world."""
        return self._toolbox().touches(name)

    async def use_tool(
        self,
        call: ToolCall,
        authority: Authority,
        listener: EventListener = ignore,
        *,
        attended: bool = False,
    ) -> ToolResult:
        """Use a tool as a model would; whatever goes wrong is a result with an error.

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
                return failed("Too much is asked at once. Nothing was done. Try again in a moment.")
            from .tools.tool_calls import CallHistory  # noqa: PLC0415 - with the tools, when first needed

            ((_message, result),) = await self._toolbox().use((call,), context, CallHistory())
        return result

    async def find_question(
        self, result: ToolResult, language: str
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
        return ask_first(awaiting, self._home.snapshot().layout, spoken), whole

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

    async def automations(self) -> tuple[KeptAutomation, ...]:
        """Those of the home itself that we wrote. Raises `AutomationsUnavailableError`."""
        return await self._automations().listed()

    async def manage_automation(
        self, step: AutomationStep, authority: Authority, listener: EventListener = ignore
    ) -> tuple[Report, PendingConfirmation | None]:
        """Make, change, switch or remove one; what takes a yes waits for `carry_out_confirmed`."""
        plan = Plan(steps=(step,))
        with self._active_requests.track():
            ended = await self._plan_executor.carry_out(plan, authority, listener)
        language = await asyncio.to_thread(load_language, match_language(authority.language))
        told = report(plan, ended, self._home.snapshot().layout, language)
        return told, find_pending(plan, ended)

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

    async def spent_today(self) -> Spent:
        """What was used of the models today."""
        return Spent() if self._consultant is None else await self._consultant.spent_today()

    def health(self) -> tuple[Health, ...]:
        """How each model is, in the order in which they are asked."""
        return () if self._consultant is None else self._consultant.health()
