"""Answers of a model that hold for whoever asks the same again: nothing of the home is in them.

They are kept by all that they depend on: the words, who asks by which way and key, in which room
and language, of which model, and the home as they may see it.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace

from ..context.provider import ContextItem
from ..conversation.turn_context import TurnContext
from ..home import Layout
from ..timed_cache import TimedCache
from ..turn import Reply, Tier, Verdict
from .assessment import Assessment
from .consultation import Consultation
from .purpose import TurnPurpose

_MOST = 200
_HARMLESS = frozenset({Assessment.HARMLESS, Assessment.DENIAL})
"""What states nothing of the home that could be otherwise a moment later."""


class AnswerCache:
    """What was said to sentences of talk, for so many seconds."""

    def __init__(self, seconds: float) -> None:
        """Keep nothing yet."""
        self._kept: TimedCache[_KeptAnswer] = TimedCache(seconds, most=_MOST)
        self.figures = self._kept.figures

    @property
    def is_on(self) -> bool:
        """Whether any are kept."""
        return self._kept.is_on

    def find(self, context: TurnContext, purpose: TurnPurpose, layout: Layout) -> Reply | None:
        """What was said to this before, as a reply; `None` if nothing is known, or may be used."""
        if not _may_use(context, purpose):
            return None
        kept = self._kept.get(_key(context, layout))
        if kept is None:
            return None
        language = context.language.code
        return Reply(text=kept.text, tier=Tier.LLM, language=language, verdict=Verdict.OK)

    def keep(
        self,
        context: TurnContext,
        consultation: Consultation,
        reply: Reply,
        found: tuple[ContextItem, ...],
        layout: Layout,
    ) -> None:
        """Keep an answer that rests on nothing but the sentence, as far as could be checked."""
        state = consultation.state
        rests_on_more = bool(
            found or state.used.calls or state.tool_answers or reply.outcomes or reply.calls
        )
        incomplete = state.error is not None or state.cut_off or state.broke_off
        is_plain = reply.verdict is Verdict.OK and not reply.expects_answer and bool(reply.text)
        checked = _is_harmless(consultation, reply)
        if is_plain and checked and not rests_on_more and not incomplete:
            kept = _KeptAnswer(text=reply.text, layout=layout)
            self._kept.put(_key(context, layout), kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class _KeptAnswer:
    """What was said."""

    text: str
    layout: Layout
    """The home as it was seen then: held here, so that no other has its id meanwhile."""


def _is_harmless(consultation: Consultation, reply: Reply) -> bool:
    """Whether a reply is the sentences of one answer, none of which states anything of the home."""
    sentences = consultation.result.sentences
    if consultation.state.rounds > 1 or not all(
        sentence.assessment in _HARMLESS and not sentence.entity_ids for sentence in sentences
    ):
        return False
    return reply.text.split() == [word for said in sentences for word in said.text.split()]


def _may_use(context: TurnContext, purpose: TurnPurpose) -> bool:
    """Whether a sentence is talk that nothing was said before, and that nothing goes with."""
    turn = context.turn
    return (
        purpose is TurnPurpose.TALK
        and not context.conversation.exchanges
        and not context.is_secret
        and not turn.attached
        and not turn.extra_prompt
        and not turn.entity_ids
    )


def _key(context: TurnContext, layout: Layout) -> Hashable:
    """All that an answer depends on besides the words.

    The layout is the same object until what may be seen of the home changes.
    """
    turn = context.turn
    words = " ".join((context.for_model or context.shown).casefold().split())
    asker = replace(turn.authority, conversation_id=None)
    return words, context.language.code, turn.model, asker, turn.speaker, id(layout)
