"""Answers with the help of a model: what it is told, and what is said in the end."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..authority import Authority
from ..confirmation import PendingConfirmation
from ..context.history import add_summary
from ..context.prompt import PromptBuilder, PromptInput
from ..context.provider import ContextItem, ContextQuery, ItemKind
from ..context.providers import ContextProviders
from ..context.settings import ContextMode, ContextSettings
from ..context.template import TemplateRenderer
from ..conversation.conversation import Conversation
from ..conversation.replies import judge_outcomes
from ..conversation.turn_context import TurnContext
from ..events import (
    CallSent,
    ContextGiven,
    Event,
    EventListener,
    ModelsGivenUp,
    ReplyDelta,
)
from ..home import Home, ServiceCall
from ..llm.budget import Spending
from ..llm.cache_settings import CacheSettings
from ..llm.circuit_breaker import Health
from ..llm.messages import ToolSpec, UserMessage
from ..outcome import Outcome
from ..speak import ConfirmationMode
from ..timed_cache import CacheFigures, TimedCache
from ..tools.tool import Tool, ToolEffect
from ..turn import Consumption, Reply, Tier, Verdict
from ..understand import Refusal
from .answer_cache import AnswerCache
from .consultation import Consultation, ConsultationDependencies, ConsultationResult
from .extraction import MemoryExtractor
from .generation import generate_within_budget
from .purpose import TurnPurpose
from .reply_ending import write_ending
from .sentences import expects_answer
from .state import ConsultationState, Stage
from .turn_screen import TurnScreen, TurnScreens


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsultedReply:
    """A reply made with a model, and what of it waits for a yes."""

    reply: Reply
    waiting: PendingConfirmation | None = None


class Consultant:
    """Asks models about one home."""

    def __init__(  # noqa: PLR0913 - all that it asks with
        self,
        dependencies: ConsultationDependencies,
        prompt_builder: PromptBuilder,
        screens: TurnScreens,
        *,
        context: ContextSettings,
        providers: ContextProviders,
        extractor: MemoryExtractor | None = None,
        comes_first: bool = False,
        cache: CacheSettings | None = None,
    ) -> None:
        """Ask with these; `comes_first` if every sentence is for the model."""
        self.comes_first = comes_first
        self._dependencies = dependencies
        self._prompt_builder = prompt_builder
        self._screens = screens
        self._context = context
        self._providers = providers
        self._extractor = extractor
        cache = cache or CacheSettings()
        self._answers = AnswerCache(cache.answers)
        self._templates: TimedCache[str] = TimedCache(cache.templates)

    @property
    def caches(self) -> Mapping[str, CacheFigures]:
        """How the caches do, by name."""
        return {"answers": self._answers.figures, "templates": self._templates.figures}

    async def answer(
        self, context: TurnContext, nearest: Refusal | None, *, by_pin: bool
    ) -> ConsultedReply:
        """The reply to a sentence; `nearest` is what it could have meant without a model."""
        calls: list[ServiceCall] = []

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                calls.append(event.call)
            context.listener(event)

        turn = await asyncio.to_thread(self._screens.for_turn, context)
        more = await context.more_tools()
        # What a caller says of its tools is among what an answer depends on.
        is_cached = self._answers.is_on and all(
            tool.effect is not ToolEffect.CALLER for tool in more
        )
        seen = self._dependencies.home.snapshot().layout
        if is_cached and (known := self._answers.find(context, turn.purpose, seen)):
            context.listener(ReplyDelta(text=known.text))
            return ConsultedReply(reply=known)
        consultation, found = await self._consult(context, turn, more, note)
        result, language = consultation.result, context.language
        state, buffer, writer = result.state, consultation.buffer, consultation.writer
        layout = self._dependencies.home.snapshot().layout
        # A yes is to our question alone: where a model's words were heard, nothing is asked.
        alone = not buffer.sent
        mode = ConfirmationMode.FOR_PIN if by_pin else ConfirmationMode.FOR_YES
        report = state.log.report(layout, language, mode if alone else ConfirmationMode.NOT)
        waiting = state.log.waiting if alone else None
        if waiting is not None:
            buffer.write(report.text)
        elif state.log.waiting is not None:
            writer.add(report.text)
        elif ending := write_ending(result, report, layout, language, nearest):
            writer.add(ending)
        text = report.text if waiting is not None else buffer.sent
        reply = Reply(
            text=text,
            tier=Tier.LLM if state.error is None or report.outcomes else Tier.NONE,
            language=language.code,
            verdict=_verdict(result, report.outcomes),
            expects_answer=waiting is not None
            or expects_answer(text, about_an_action=result.turn.is_command is not False),
            expects_pin=waiting is not None and by_pin,
            outcomes=report.outcomes,
            calls=tuple(calls),
            consumption=_consumption(state),
        )
        if is_cached and turn.purpose is TurnPurpose.TALK and waiting is None:
            self._answers.keep(context, consultation, reply, found, seen)
        return ConsultedReply(reply=reply, waiting=waiting)

    async def summarize(self, conversation: Conversation) -> Conversation:
        """The conversation with a summary of what the model is no longer shown, if that is set."""
        return await add_summary(conversation, self._context.history, self._dependencies.model)

    async def generate(
        self,
        task: UserMessage,
        schema: Mapping[str, Any] | None,
        authority: Authority,
        listener: EventListener,
    ) -> Any:  # noqa: ANN401 - whatever the schema says
        """What a model makes of a task: a text, or data that fit. Raises `ModelError`."""
        return await generate_within_budget(task, schema, self._dependencies, authority, listener)

    def forget(self, key: str) -> None:
        """Look nothing through that was said in a conversation."""
        if self._extractor is not None:
            self._extractor.forget(key)

    def note_sentence(self, key: str, sentence: str, authority: Authority) -> None:
        """Have it looked through later for what is worth remembering, if that is set."""
        if self._extractor is not None:
            self._extractor.note(key, sentence, authority)

    async def spent_today(self) -> Spending:
        """What was used of the models today."""
        return await self._dependencies.ledger.today()

    def health(self) -> tuple[Health, ...]:
        """How each model is."""
        return self._dependencies.model.health()

    async def prepare(self) -> None:
        """Load what the first request needs. Raises nothing."""
        await self._dependencies.model.prepare()

    async def close(self) -> None:
        """Remember what is still to be remembered, and let go of the connections."""
        if self._extractor is not None:
            await self._extractor.close()
        await self._dependencies.model.close()

    async def _consult(
        self,
        context: TurnContext,
        turn: TurnScreen,
        more: tuple[Tool, ...],
        listener: EventListener,
    ) -> tuple[Consultation, tuple[ContextItem, ...]]:
        """How it ended, and what the model was shown besides the home; these tools come last."""
        offered = await self._dependencies.more_tools()
        toolbox = self._dependencies.toolbox.with_more((*offered, *more))
        model = self._dependencies.model.only(context.turn.model)
        model = model.preferring(self._dependencies.models_for(turn.purpose))
        heard = (exchange.heard for exchange in context.conversation.exchanges)
        dependencies = replace(
            self._dependencies, toolbox=toolbox, model=model, said=(*heard, context.shown)
        )
        consultation = Consultation(
            dependencies,
            turn,
            context.authority,
            listener=listener,
            has_outside_facts=bool(context.turn.attached),
        )
        asked = self._prompt_input(context, toolbox.specs())
        asked = replace(asked, found=await self._find_context(asked, context))
        prompt = await asyncio.to_thread(
            self._prompt_builder.build, asked, _from_thread(dependencies.home, self._templates)
        )
        listener(
            ContextGiven(
                mode=self._context.mode,
                entity_ids=prompt.entity_ids,
                tokens=prompt.tokens,
                problems=prompt.problems,
                memory_ids=tuple(i.id for i in asked.found if i.kind is ItemKind.MEMORY),
                documents=tuple(i.source for i in asked.found if i.kind is ItemKind.DOCUMENT),
                query=asked.text if self._context.mode is ContextMode.VECTOR_DB else "",
            )
        )
        await consultation.run(prompt.messages)
        if (error := consultation.state.error) is not None:
            listener(ModelsGivenUp(error=str(error), kind=type(error).__name__))
        return consultation, asked.found

    async def _find_context(
        self, asked: PromptInput, context: TurnContext
    ) -> tuple[ContextItem, ...]:
        query = ContextQuery(
            text=asked.text,
            home=asked.home,
            language=asked.language,
            person=context.turn.authority.user_id,
            area_id=asked.area_id,
        )
        return await self._providers.find(query)

    def _prompt_input(self, context: TurnContext, tools: tuple[ToolSpec, ...]) -> PromptInput:
        return PromptInput(
            text=context.for_model or context.shown,
            home=self._dependencies.home.snapshot(),
            language=context.language,
            conversation=context.conversation,
            area_id=context.turn.area_id,
            speaker=context.turn.speaker,
            extra=context.turn.extra_prompt,
            attached=context.turn.attached,
            entity_ids=context.turn.entity_ids,
            tools=tools,
        )


def _from_thread(home: Home, kept: TimedCache[str]) -> TemplateRenderer:
    """How a home reads templates, for a thread that waits for it."""
    loop = asyncio.get_running_loop()

    def render(template: str, variables: Mapping[str, Any]) -> str:
        key = template, repr(sorted(variables.items(), key=lambda item: item[0]))
        if (known := kept.get(key)) is not None:
            return known
        made = asyncio.run_coroutine_threadsafe(home.render(template, variables), loop).result()
        kept.put(key, made)
        return made

    return render


def _verdict(result: ConsultationResult, outcomes: tuple[Outcome, ...]) -> Verdict:
    state = result.state
    if outcomes:
        went = judge_outcomes(outcomes)
        return Verdict.FAILED if went is Verdict.OK and state.part_refused else went
    missed = result.turn.is_command and not state.acted_elsewhere
    if missed or state.stage in (Stage.FAILED, Stage.DISBELIEVED):
        # Something was to be done, and nothing was.
        return Verdict.REFUSED
    return Verdict.OK


def _consumption(state: ConsultationState) -> Consumption | None:
    if not state.rounds:
        return None
    return Consumption(
        model=state.model,
        tokens=state.usage.total + state.tool_tokens,
        cached=state.usage.cached,
        cost=state.cost,
        rounds=state.rounds,
        tools=tuple(call.name for call, _result in state.used.calls),
    )
