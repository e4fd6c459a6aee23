"""Answers with the help of a model: what it is told, and what is said in the end."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any

from ..authority import Authority
from ..confirmation import PendingConfirmation
from ..context.custom_prompt import Render
from ..context.history import with_summary
from ..context.prompt import PromptBuilder, PromptInput
from ..context.settings import ContextSettings
from ..conversation.conversation import Conversation
from ..conversation.replies import verdict
from ..conversation.turn_context import Heard
from ..events import CallSent, ContextGiven, Event, EventListener, ModelsGivenUp
from ..home import Home, ServiceCall
from ..llm.assembly import assemble
from ..llm.budget import Spent
from ..llm.circuit_breaker import Health
from ..llm.errors import ModelError
from ..llm.messages import AssistantMessage, Request, ToolSpec, UserMessage
from ..outcome import Outcome
from ..speak import Ask
from ..turn import Consumption, Reply, Tier, Verdict
from ..understand import Refusal
from .consultation import Consultation, Course, Means
from .generation import generated
from .reply_ending import End, closing_words
from .sentences import expects_answer
from .turn_screen import TurnScreens


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsultedReply:
    """A reply made with a model, and what of it waits for a yes."""

    reply: Reply
    waiting: PendingConfirmation | None = None


class Consultant:
    """Asks models about one home."""

    def __init__(
        self,
        means: Means,
        briefing: PromptBuilder,
        screens: TurnScreens,
        *,
        context: ContextSettings,
        comes_first: bool = False,
    ) -> None:
        """Ask with these means; `comes_first` where every sentence is for the model."""
        self.comes_first = comes_first
        self._means = means
        self._briefing = briefing
        self._screens = screens
        self._context = context

    async def answer(
        self, heard: Heard, nearest: Refusal | None, *, by_pin: bool
    ) -> ConsultedReply:
        """The reply to a sentence; `nearest` is what it could have meant without a model."""
        calls: list[ServiceCall] = []

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                calls.append(event.call)
            heard.listener(event)

        end = await self._ask(heard, note)
        course, language = end.course, heard.language
        layout = self._means.home.snapshot().layout
        # A yes is to our question alone: where a model's words were heard, nothing is asked.
        alone = not course.outlet.heard
        ask = (Ask.FOR_PIN if by_pin else Ask.FOR_YES) if alone else Ask.NOT
        told = course.deeds.told(layout, language, ask)
        waiting = course.deeds.waiting if alone else None
        if waiting is not None:
            course.outlet.say(told.text)
        elif course.deeds.waiting is not None:
            course.saying.add(told.text)
        elif closing := closing_words(end, told, layout, language, nearest):
            course.saying.add(closing)
        text = told.text if waiting is not None else course.outlet.heard
        reply = Reply(
            text=text,
            tier=Tier.LLM if end.trouble is None or told.outcomes else Tier.NONE,
            language=language.code,
            verdict=_verdict(end, told.outcomes),
            expects_answer=waiting is not None
            or expects_answer(text, about_an_action=end.turn.wanted is not False),
            expects_pin=waiting is not None and by_pin,
            outcomes=told.outcomes,
            calls=tuple(calls),
            consumption=_consumption(course),
        )
        return ConsultedReply(reply=reply, waiting=waiting)

    async def summed_up(self, conversation: Conversation) -> Conversation:
        """The conversation with a summary of what the model is no longer shown, if that is set."""
        return await with_summary(conversation, self._context.history, self._means.model)

    async def generate(
        self,
        task: UserMessage,
        schema: Mapping[str, Any] | None,
        authority: Authority,
        listener: EventListener,
    ) -> Any:  # noqa: ANN401 - whatever the schema says
        """What a model makes of a task: a text, or data that fit. Raises `ModelError`."""
        means = self._means

        async def ask(request: Request) -> AssistantMessage:
            await means.ledger.check(authority.user_id, authority.conversation_key)
            async with aclosing(means.model.stream(request, listener)) as deltas:
                answer, finished = await assemble(deltas)
            await means.ledger.note(
                finished.usage,
                means.prices.get(finished.provider),
                user_id=authority.user_id,
                conversation_id=authority.conversation_key,
            )
            return answer

        return await generated(task, schema, ask)

    async def spent_today(self) -> Spent:
        """What was used of the models today."""
        return await self._means.ledger.today()

    def health(self) -> tuple[Health, ...]:
        """How each model is."""
        return self._means.model.health()

    async def prepare(self) -> None:
        """Load what asking takes. Raises nothing."""
        await self._means.model.prepare()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._means.model.close()

    async def _ask(self, heard: Heard, listener: EventListener) -> End:
        turn = await asyncio.to_thread(self._screens.for_turn, heard)
        toolbox = self._means.toolbox.with_more(await heard.more_tools())
        means = replace(self._means, toolbox=toolbox)
        consultation = Consultation(means, turn, listener=listener)
        trouble = None
        try:
            prompt = await asyncio.to_thread(
                self._briefing.build,
                self._moment(heard, means.toolbox.specs()),
                _from_thread(means.home),
            )
            listener(
                ContextGiven(
                    mode=self._context.mode,
                    entity_ids=prompt.entity_ids,
                    tokens=prompt.tokens,
                    problems=prompt.problems,
                )
            )
            await consultation.run(prompt.messages, heard.turn.authority)
        except ModelError as error:
            trouble = error
            listener(ModelsGivenUp(error=str(error), kind=type(error).__name__))
        return End(course=consultation.course, trouble=trouble, turn=turn)

    def _moment(self, heard: Heard, tools: tuple[ToolSpec, ...]) -> PromptInput:
        return PromptInput(
            text=heard.for_model or heard.shown,
            home=self._means.home.snapshot(),
            language=heard.language,
            conversation=heard.conversation,
            area_id=heard.turn.area_id,
            speaker=heard.turn.speaker,
            extra=heard.turn.extra_prompt,
            attached=heard.turn.attached,
            entity_ids=heard.turn.entity_ids,
            tools=tools,
        )


def _from_thread(home: Home) -> Render:
    """How a home reads templates, for a thread that waits for it."""
    loop = asyncio.get_running_loop()

    def render(template: str, variables: Mapping[str, Any]) -> str:
        return asyncio.run_coroutine_threadsafe(home.render(template, variables), loop).result()

    return render


def _verdict(end: End, outcomes: tuple[Outcome, ...]) -> Verdict:
    if outcomes:
        went = verdict(outcomes)
        return Verdict.FAILED if went is Verdict.OK and end.course.part_refused else went
    missed = end.turn.wanted and not end.course.elsewhere
    if end.trouble is not None or missed or end.course.false_claims:
        # Something was to be done, and nothing was.
        return Verdict.REFUSED
    return Verdict.OK


def _consumption(course: Course) -> Consumption | None:
    if not course.rounds:
        return None
    return Consumption(
        model=course.model,
        tokens=course.usage.total + course.other_tokens,
        cached=course.usage.cached,
        cost=course.cost,
        rounds=course.rounds,
        tools=tuple(course.tools),
    )
