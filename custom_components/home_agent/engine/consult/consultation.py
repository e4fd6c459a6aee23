"""The effects of a consultation: it asks the model, runs its tools and screens its words."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from time import perf_counter

from ..authority import Authority, Origin
from ..events import CarryOut, EventListener, ModelAnswered, ModelAsked, ReplyDelta
from ..home import Home
from ..llm.assembly import Assembly
from ..llm.budget import price_usage
from ..llm.errors import ModelError
from ..llm.failover import Failover
from ..llm.ledger import Ledger
from ..llm.messages import (
    AssistantMessage,
    Finished,
    Message,
    Request,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from ..llm.settings import ModelSettings
from ..tools.tool import MoreTools, ToolContext, ToolEffect, no_more_tools
from ..tools.toolbox import Toolbox
from .assessment import ScreenedSentence
from .purpose import TurnPurpose
from .reply_buffer import ReplyBuffer
from .reply_writer import ReplyWriter
from .state import (
    AnswerReceived,
    AnswerScreened,
    ConsultationState,
    Event,
    Failed,
    Stage,
    Started,
    ToolRun,
    ToolsRan,
    advance,
)
from .turn_screen import TurnScreen


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsultationDependencies:
    """What a model is given to answer with."""

    home: Home
    model: Failover
    toolbox: Toolbox
    carry_out: CarryOut
    ledger: Ledger
    prices: Mapping[str, ModelSettings]
    """The models by title, for what they cost and how they are asked."""

    tool_rounds: int
    """How often in a turn a model may call tools."""

    said: tuple[str, ...] = ()
    """What the person said in this conversation."""

    more_tools: MoreTools = no_more_tools
    """Tools that are looked for when a model is asked."""

    @property
    def may_pass_once(self) -> bool:
        """Whether a model may answer that is asked once where it acts."""
        return any(model.one_pass for model in self.prices.values())

    def models_for(self, purpose: TurnPurpose) -> frozenset[str]:
        """The titles of the models to ask first; empty where all are for everything."""
        if all(model.uses == "all" for model in self.prices.values()):
            return frozenset()
        fitting = ("talk",) if purpose is TurnPurpose.TALK else ("tools", "all")
        return frozenset(title for title, model in self.prices.items() if model.uses in fitting)

    async def check_budget(self, authority: Authority) -> None:
        """Raise `OverBudgetError` if nothing may be asked any more."""
        await self.ledger.check(authority.user_id, authority.conversation_key)

    async def note_usage(self, usage: Usage, authority: Authority, provider: str = "") -> float:
        """Write down what was used, and return its cost; 0 if the provider is not known."""
        model = self.prices.get(provider)
        await self.ledger.note(
            usage,
            model,
            user_id=authority.user_id,
            conversation_id=authority.conversation_key,
        )
        return price_usage(usage, model).cost


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsultationResult:
    """How a consultation ended."""

    state: ConsultationState
    turn: TurnScreen
    text: str
    """What the model said that may be heard, as far as it was not held."""

    sentences: tuple[ScreenedSentence, ...]
    """The sentences of the last answer."""

    holds_all: bool
    """Whether these were held, since our own report comes first."""


class Consultation:
    """Asks a model about one sentence. `state` is how far it is, also after an error."""

    def __init__(
        self,
        dependencies: ConsultationDependencies,
        turn: TurnScreen,
        authority: Authority,
        *,
        listener: EventListener,
        has_outside_facts: bool = False,
    ) -> None:
        """Let through what the screen of the turn lets through.

        `has_outside_facts` if the person brought a text, of which the answer may tell.
        """
        self._dependencies = dependencies
        self._turn = turn
        self._authority = authority
        self._listener = listener
        self._has_text = False
        self._effects: Mapping[Stage, Callable[[], Awaitable[Event]]] = {
            Stage.ASKING: self._ask,
            Stage.CALLING: self._run_tools,
            Stage.SCREENING: self._screen_answer,
        }
        self.state = ConsultationState(
            tool_rounds_left=dependencies.tool_rounds, has_outside_facts=has_outside_facts
        )
        turn.screen.evidence = self.state.evidence
        self.buffer = ReplyBuffer(lambda text: listener(ReplyDelta(text=text)))
        # Words beside a call are not heard where our report takes their place.
        holds_all = turn.purpose is TurnPurpose.ACTION or dependencies.may_pass_once
        self.writer = ReplyWriter(self.buffer.write, turn.screen, holds_all=holds_all)

    @property
    def result(self) -> ConsultationResult:
        """How it ended, or stands."""
        return ConsultationResult(
            state=self.state,
            turn=self._turn,
            text=self.writer.text,
            sentences=tuple(self.writer.sentences),
            holds_all=self.writer.holds_all,
        )

    async def run(self, messages: tuple[Message, ...]) -> None:
        """Ask until there is an answer that may be heard; a `ModelError` ends up in the state."""
        self._advance(Started(messages=messages))
        try:
            while (effect := self._effects.get(self.state.stage)) is not None:
                self._advance(await effect())
        except ModelError as error:
            # What was begun is heard as far as it came.
            await self._screen_rest()
            self._advance(Failed(error=error, has_text=self._has_text))
        finally:
            if self.state.log.waiting is None:
                self.buffer.release()

    def _advance(self, event: Event) -> None:
        """Go on to the next state, and do what that means for what the person hears."""
        before, self.state = self.state.stage, advance(self.state, event)
        if before is Stage.CALLING:
            self._turn.screen.evidence = self.state.evidence
            if self.state.log.actions:
                # Something was to be done after all: our own report comes first.
                self.writer.holds_all = True
        match before, self.state.stage:
            case Stage.CALLING, Stage.CONFIRMING:
                # What it said before is not heard: the question is ours alone.
                self.buffer.discard()
            case Stage.CALLING, Stage.ASKING:
                self.buffer.release()
            case Stage.SCREENING, Stage.ASKING:
                self._turn.screen.begin_again()
                self.writer.discard()
                self.writer.start_sentence()
            case _, Stage.OUT_OF_ROUNDS:
                self.writer.discard()

    async def _ask(self) -> Event:
        """Send a request, and write down what the answer took."""
        self.buffer.hold()
        dependencies, authority = self._dependencies, self._authority
        await dependencies.check_budget(authority)
        answer, finished = await self._stream_answer()
        cost = await dependencies.note_usage(finished.usage, authority, finished.provider)
        model = dependencies.prices.get(finished.provider)
        one_pass = model is not None and model.one_pass
        return AnswerReceived(answer=answer, finished=finished, cost=cost, one_pass=one_pass)

    async def _stream_answer(self) -> tuple[AssistantMessage, Finished]:
        self._listener(ModelAsked(round=self.state.rounds))
        request = Request(messages=self.state.messages, tools=self._dependencies.toolbox.specs())
        assembly = Assembly()
        self._has_text = False
        started = perf_counter()
        first: float | None = None
        async with aclosing(self._dependencies.model.stream(request, self._listener)) as deltas:
            async for delta in deltas:
                first = first or perf_counter()
                assembly.add(delta)
                if isinstance(delta, TextDelta):
                    self._has_text = True
                    await self._screen(self.writer.feed(delta.text))
                elif isinstance(delta, ToolCallDelta):
                    self.buffer.wait()
        finished = assembly.finished or Finished(usage=Usage(estimated=True))
        self._listener(
            ModelAnswered(
                provider=finished.provider,
                model=finished.model,
                usage=finished.usage,
                first_ms=((first or perf_counter()) - started) * 1000,
                duration_ms=(perf_counter() - started) * 1000,
                calls=len(assembly.message.calls),
            )
        )
        return assembly.message, finished

    async def _run_tools(self) -> Event:
        """Let what was said before the calls be heard, unless all is held, and run them."""
        if not self.writer.holds_all:
            await self._screen_rest()
        self.writer.discard()
        self.writer.start_sentence()
        authority = self._authority.through(Origin.MODEL)
        context = ToolContext(
            home=self._dependencies.home,
            carry_out=self._dependencies.carry_out,
            authority=replace(authority, confirmed=False, agreed=()),
            listener=self._listener,
            said=self._dependencies.said,
        )
        calls, toolbox = self.state.answer.calls, self._dependencies.toolbox
        ended = await toolbox.use(calls, context, self.state.used)
        for _message, result in ended:
            if result.tokens:
                # Whatever it was, it is paid for: what it cost is not known.
                used = Usage(completion=result.tokens)
                await self._dependencies.note_usage(used, self._authority)
        runs = (
            ToolRun(
                message=message,
                result=result,
                acts=toolbox.effect_of(call.name) is ToolEffect.HOME,
            )
            for call, (message, result) in zip(calls, ended, strict=True)
        )
        return ToolsRan(runs=tuple(runs))

    async def _screen_answer(self) -> Event:
        await self._screen_rest()
        may_act = self._turn.purpose is TurnPurpose.ACTION
        return AnswerScreened(
            sentences=tuple(self.writer.sentences),
            must_act=may_act and self._turn.must_act,
            may_act=may_act,
        )

    async def _screen_rest(self) -> None:
        """The answer is complete: screen what is left of it, and say what could not be checked."""
        await self._screen(self.writer.flush())
        self.writer.write_unchecked()

    async def _screen(self, sentences: list[str]) -> None:
        """Screen sentences, and write what may be heard of them."""
        for sentence in sentences:
            # Reading a sentence takes a while in a large home.
            screened = await asyncio.to_thread(self._turn.screen.screen, sentence)
            self.writer.write(sentence, screened)
