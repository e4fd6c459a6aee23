"""What was said before, and what we are waiting to hear."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from .store import Store
from .understand import Question

_EXCHANGES_KEPT = 20
_CONVERSATIONS_KEPT = 50
_PREFIX = "conversation/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One sentence and its reply."""

    heard: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The recent exchanges of one conversation, and the question that is open, if any."""

    exchanges: tuple[Exchange, ...] = ()
    question: Question | None = None
    mentioned: tuple[str, ...] = ()
    """The entities that were last spoken of: what "it" means."""

    def after(
        self, exchange: Exchange, question: Question | None, mentioned: tuple[str, ...] = ()
    ) -> Self:
        """The conversation with one more exchange; only the last few are kept."""
        return replace(
            self,
            exchanges=(*self.exchanges, exchange)[-_EXCHANGES_KEPT:],
            question=question,
            mentioned=mentioned or self.mentioned,
        )

    def as_document(self) -> dict[str, Any]:
        """The form that is stored."""
        question = self.question
        return {
            "exchanges": [{"heard": one.heard, "said": one.said} for one in self.exchanges],
            "mentioned": list(self.mentioned),
            "question": question
            and {
                "heard": question.heard,
                "name": question.name,
                "candidates": list(question.candidates),
            },
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Read the stored form."""
        question = document.get("question")
        return cls(
            exchanges=tuple(Exchange(**one) for one in document.get("exchanges", ())),
            mentioned=tuple(document.get("mentioned", ())),
            question=question
            and Question(
                heard=question["heard"],
                name=question["name"],
                candidates=tuple(question["candidates"]),
            ),
        )


async def recall(store: Store, conversation_id: str) -> Conversation:
    """The conversation as it was left, or a new one."""
    document = await store.get(f"{_PREFIX}{conversation_id}")
    return Conversation() if document is None else Conversation.from_document(document)


async def remember(store: Store, conversation_id: str, conversation: Conversation) -> None:
    """Keep the conversation for next time, and forget those that were left longest ago."""
    await store.put(f"{_PREFIX}{conversation_id}", conversation.as_document())
    for key in (await store.keys(_PREFIX))[:-_CONVERSATIONS_KEPT]:
        await store.delete(key)
