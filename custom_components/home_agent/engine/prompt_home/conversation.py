"""A conversation that the caller keeps, rebuilt from its messages with every request.

The fast tier reads again what was said before, so that "it", "the other one" and "yes" mean what
they meant. A yes counts only where the last thing that was answered is the very question that we
would have asked. What a model answered is shown to a model as it was answered.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..agent import Agent
from ..agent_builder import build_agent
from ..context.settings import ContextSettings
from ..conversation.conversation import Exchange as HeardExchange
from ..conversation.conversations import recall, remember
from ..events import Event, EventListener, PlanMade
from ..home import Layout
from ..language import Language
from ..memory.settings import MemorySettings
from ..outcome import Outcome, Status
from ..plan import (
    MemoryStep,
    Plan,
    QueryStep,
    ScheduleStep,
    Step,
    TimerStep,
    UndoStep,
)
from ..plan_contents import entities_in
from ..reading_threads import LentThreads, ReadingThreads
from ..settings import AnswerMode, Settings
from ..speak import phrase
from ..speak.call_words import names_of
from ..speak.confirmations import ask_first
from ..storage.store import Store
from ..tools.settings import ToolSettings
from ..tools.tool import Tool
from ..turn import Reply, Tier, Turn, Verdict
from ..watch import WatchSettings
from .assist_timers import find_timer_call
from .caller_tools import CallerToolCall, CallTranslator
from .device_table import DeviceTable
from .home import PromptHome
from .messages import Exchange
from .taking_back import plan_back

_MOST_REPEATED = 6
"""So many of the last sentences are read again: further back nobody refers to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestContext:
    """What one request is answered with."""

    table: DeviceTable
    layout: Layout
    home: PromptHome
    calls: CallTranslator
    turn: Turn
    language: Language
    settings: Settings
    store: Store
    threads: ReadingThreads
    listener: EventListener

    @property
    def has_model(self) -> bool:
        """Whether a model may be asked."""
        is_set = bool(self.settings.llm) and self.settings.tier is not AnswerMode.FAST
        return is_set and self.turn.asks_models

    def open_agent(self) -> Agent:
        """Open an agent in this home; the caller closes it."""
        # Whoever asks no model need not load what asking one takes.
        settings = self.settings if self.has_model else replace(self.settings, tier=AnswerMode.FAST)
        threads = LentThreads(self.threads)
        return build_agent(self.home, store=self.store, settings=settings, threads=threads)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptAnswer:
    """A reply with the tool calls for the caller."""

    reply: Reply
    calls: tuple[CallerToolCall, ...] = ()

    @property
    def waits_for_model(self) -> bool:
        """Whether it asks about something that a model wants, which no message contains."""
        return self.reply.tier is Tier.LLM and any(map(_is_awaiting, self.reply.outcomes))


class PromptConversation:
    """A conversation whose earlier messages are replayed."""

    def __init__(self, surroundings: RequestContext, agent: Agent) -> None:
        """Go on with this agent."""
        self._surroundings = surroundings
        self._agent = agent

    async def repeat(self, exchanges: Sequence[Exchange]) -> None:
        """Replay earlier messages, without calling anything again."""
        turn, recent = self._surroundings.turn, exchanges[-_MOST_REPEATED:]
        is_waiting = False
        for at, exchange in enumerate(recent):
            reply = await self._hear(exchange.said, recent[:at], asks_models=False)
            is_waiting = reply.expects_answer
            if is_waiting and not _ends_with(exchange.answered, self.find_question(reply)):
                # Something else was answered then, and the next yes is to that.
                await self._agent.forget(turn.conversation_id, turn.authority)
                is_waiting = False
        self._surroundings.calls.take()
        if recent and self._surroundings.has_model:
            await self._keep_as_said(recent, model_asked=not is_waiting)

    async def _keep_as_said(self, exchanges: Sequence[Exchange], *, model_asked: bool) -> None:
        """Store the answers as the messages have them."""
        store, key = self._surroundings.store, self._surroundings.turn.conversation_key
        heard = tuple(
            HeardExchange(heard=exchange.said, said=exchange.answered) for exchange in exchanges
        )
        asked = model_asked and heard[-1].said.endswith("?")
        kept = replace(
            await recall(store, key), exchanges=heard, count=len(heard), model_asked=asked
        )
        await remember(store, key, kept)

    async def ask_again(self, said: str, before: Sequence[Exchange]) -> str:
        """The question that is open besides the calls; empty if there is none."""
        reply = await self._hear(said, before, asks_models=False)
        self._surroundings.calls.take()
        return self.find_question(reply) if reply.expects_answer else ""

    async def answer(self, said: str, before: Sequence[Exchange]) -> PromptAnswer:
        """Answer the last message; return the reply and the calls."""
        reply = await self._hear(said, before, asks_models=self._surroundings.has_model)
        return PromptAnswer(reply=reply, calls=self._surroundings.calls.take())

    async def _hear(self, said: str, before: Sequence[Exchange], *, asks_models: bool) -> Reply:
        context = self._surroundings
        plans: list[Plan] = []

        def listen(event: Event) -> None:
            if isinstance(event, PlanMade):
                plans.append(event.plan)
            context.listener(event)

        async def tools() -> tuple[Tool, ...]:
            from .strict_tools import build_strict_tools  # noqa: PLC0415 - only where a model is asked

            return build_strict_tools(context.home.snapshot())

        turn = replace(context.turn, text=said, asks_models=asks_models)
        reply = await self._agent.hear(turn, listen, tools)
        if passed_on := await self._pass_on(plans, before, turn):
            return passed_on
        if elsewhere := _elsewhere(plans):
            return replace(reply, text=phrase(context.language, elsewhere), outcomes=())
        asked = () if context.home.tells_times else _asked_since(plans)
        if not asked and not reply.text.strip():
            asked = tuple(outcome.entity_id for outcome in reply.outcomes if outcome.entity_id)
        if not asked:
            return reply
        # The table tells how things are, and neither since when nor all that they may be asked.
        names = names_of(asked, context.layout, context.language)
        return replace(reply, text=phrase(context.language, "not_told", name=names), outcomes=())

    async def _pass_on(
        self, plans: Sequence[Plan], before: Sequence[Exchange], turn: Turn
    ) -> Reply | None:
        """What the caller can do of what is not ours: its timers, and taking back its calls."""
        context = self._surroundings
        steps = [step for plan in plans for step in plan.steps]
        if steps and all(isinstance(step, UndoStep) for step in steps):
            back = plan_back(before, context.layout)
            if back is None:
                return None
            return await self._agent.act(back, replace(turn, text=""), context.listener)
        timers = [step for step in steps if isinstance(step, TimerStep)]
        if not timers or len(timers) != len(steps):
            return None
        calls = [find_timer_call(step, context.calls.tools, context.layout) for step in timers]
        if None in calls:
            return None
        for call in filter(None, calls):
            context.calls.keep(call)
        return Reply(
            text=phrase(context.language, "timer_passed_on"),
            tier=Tier.FAST,
            language=context.language.code,
            verdict=Verdict.OK,
        )

    def find_question(self, reply: Reply) -> str:
        """The question in a reply, without the rest of it."""
        awaiting = [*filter(_is_awaiting, reply.outcomes)]
        if not awaiting:
            return reply.text
        context = self._surroundings
        return ask_first(awaiting, context.layout, context.language)


def for_prompt_home(settings: Settings) -> Settings:
    """Our settings, reduced to what applies to the home of somebody else."""
    return replace(
        settings,
        # The PIN is for our own doors, and would stand in the messages ever after. How often
        # somebody may ask is counted where all their requests come in.
        safety=replace(settings.safety, pin=None, turns_a_minute=0),
        context=_without_own_prompt(settings.context),
        tools=replace(ToolSettings(), enabled=()),
        external_llm=None,
        memory=MemorySettings(),
        watch=WatchSettings(),
        watches=(),
    )


def _without_own_prompt(context: ContextSettings) -> ContextSettings:
    """The prompt settings, without what the owner wrote about our own home."""
    history = replace(context.history, persist=True, summary=False)
    return replace(ContextSettings(), history=history, max_tokens=context.max_tokens)


def _asked_since(plans: Sequence[Plan]) -> tuple[str, ...]:
    """The entities that somebody asks about since when they are so."""
    return tuple(
        entity_id
        for plan in plans
        for step in plan.steps
        if isinstance(step, QueryStep) and step.wording.response == "since"
        for entity_id in entities_in(step)
    )


def _elsewhere(plans: Sequence[Plan]) -> str:
    """The phrase that refuses a step in the home of somebody else; empty if it is possible."""
    steps = [step for plan in plans for step in plan.steps]
    if steps and all(isinstance(step, UndoStep) for step in steps):
        return "undo_elsewhere"
    return "nothing_kept_elsewhere" if steps and all(map(_is_about_kept, steps)) else ""


def _is_about_kept(step: Step) -> bool:
    """Whether a step is about plans or memories, which a caller's home does not have."""
    if isinstance(step, TimerStep):
        return step.action != "start"
    return isinstance(step, ScheduleStep | MemoryStep)


def _is_awaiting(outcome: Outcome) -> bool:
    return outcome.status is Status.AWAITING


def _ends_with(text: str, question: str) -> bool:
    return " ".join(text.split()).endswith(" ".join(question.split()))
