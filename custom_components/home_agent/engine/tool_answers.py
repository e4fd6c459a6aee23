"""Answers that a tool of one's own gives to a sentence, without a model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .confirmation import PendingConfirmation, find_pending
from .conversation.replies import judge_outcomes, plain_reply, refusal_reply
from .conversation.turn_context import TurnContext
from .events import CallSent, CarryOut, Event
from .home import Home, ServiceCall
from .llm.messages import ToolCall
from .outcome import Outcome
from .plan import Plan
from .privacy.sanitize import sanitize_text
from .speak import ConfirmationMode, phrase, report
from .tools.tool import ToolContext, ToolResult
from .turn import Reply, Tier

if TYPE_CHECKING:
    from .tools.custom.sentences import SpokenCall, ToolSentences
    from .tools.toolbox import Toolbox

_LONGEST = 600
_MOST_TOLD = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAnswer:
    """A reply, and what of it waits for a yes."""

    reply: Reply
    waiting: PendingConfirmation | None = None


class ToolAnswerer:
    """Runs the tool that a sentence asks for."""

    def __init__(
        self,
        home: Home,
        carry_out: CarryOut,
        toolbox: Callable[[], Toolbox],
        sentences: ToolSentences,
    ) -> None:
        """Run these tools in this home."""
        self._home = home
        self._carry_out = carry_out
        self._toolbox = toolbox
        self._sentences = sentences

    def find(self, text: str, language: str) -> SpokenCall | None:
        """The tool that a sentence asks for. Pure, for a thread."""
        return self._sentences.find(text, language)

    async def answer(
        self, spoken: SpokenCall, context: TurnContext, ask: ConfirmationMode
    ) -> ToolAnswer:
        """Run it as whoever speaks may, and tell what came of it."""
        calls: list[ServiceCall] = []

        def note(event: Event) -> None:
            if isinstance(event, CallSent):
                calls.append(event.call)
            context.listener(event)

        from .tools.tool_calls import CallHistory  # noqa: PLC0415 - with the tools, when first needed

        call = ToolCall(id=spoken.name, name=spoken.name, arguments=dict(spoken.arguments))
        tool_context = ToolContext(
            home=self._home,
            carry_out=self._carry_out,
            authority=context.authority,
            listener=note,
        )
        ((_message, result),) = await self._toolbox().use((call,), tool_context, CallHistory())
        if result.executed:
            return self._tell_outcomes(result, tuple(calls), context, ask)
        language = context.language
        if not result.success:
            detail = sanitize_text(str(result.error))[:_LONGEST]
            told = phrase(language, "rejected", name=spoken.name, detail=detail)
            return ToolAnswer(reply=refusal_reply(told, language))
        words = in_words(result.result)[:_LONGEST] or phrase(language, "done")
        return ToolAnswer(reply=plain_reply(words, language))

    def _tell_outcomes(
        self,
        result: ToolResult,
        calls: tuple[ServiceCall, ...],
        context: TurnContext,
        ask: ConfirmationMode,
    ) -> ToolAnswer:
        """What the home shows of it; and what a tool tells besides, once all of it is done."""
        plan = Plan(steps=tuple(step for each in result.executed for step in each.plan.steps))
        ended = tuple(outcomes for each in result.executed for outcomes in each.outcomes)
        waiting = find_pending(plan, ended)
        told = report(plan, ended, self._home.snapshot().layout, context.language, ask=ask)
        text = told.text
        if result.success and isinstance(result.result, str):
            text = in_words(result.result)[:_LONGEST]
        outcomes: tuple[Outcome, ...] = told.outcomes
        reply = Reply(
            text=text,
            tier=Tier.FAST,
            language=context.language.code,
            verdict=judge_outcomes(outcomes),
            expects_answer=waiting is not None,
            expects_pin=waiting is not None and ask is ConfirmationMode.FOR_PIN,
            outcomes=outcomes,
            calls=calls,
        )
        return ToolAnswer(reply=reply, waiting=waiting)


def in_words(value: Any) -> str:  # noqa: ANN401 - any JSON
    """A result as people read it: it is data, and shown as such."""
    match value:
        case None:
            return ""
        case Mapping():
            parts = [f"{key}: {in_words(item)}" for key, item in value.items()]
            return ", ".join(parts[:_MOST_TOLD])
        case list() | tuple():
            return ", ".join(in_words(item) for item in value[:_MOST_TOLD])
    return sanitize_text(str(value))
