"""What was said before, and what we are waiting to hear."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Self

from .home import ServiceCall
from .store import Store
from .trace import Trace
from .understand import NOTHING_SAID, Before, Proposal, Question, Topic

EXCHANGES_KEPT = 20
"""More than people refer to; a model may be shown more of them."""

_CONVERSATIONS_KEPT = 50
_PREFIX = "conversation/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One sentence and its reply."""

    heard: str
    """Empty where we spoke up by ourselves."""

    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The recent exchanges of one conversation, and what the next sentence may refer to."""

    exchanges: tuple[Exchange, ...] = ()
    open: Question | Proposal | None = None
    """What we asked last, if the person has not answered yet."""

    topic: Topic = NOTHING_SAID
    trace: Trace | None = None
    """What the last turn rests on."""

    model_asked: bool = False
    """Whether our last reply was a model's question, which the next sentence may answer."""

    count: int = 0
    """How many exchanges there were, those included that are no longer kept."""

    last: datetime | None = None
    """When something was last said."""

    summary: str = ""
    """What a model made of the exchanges that it is no longer shown."""

    summarised: int = 0
    """How many exchanges, counted from the first, are in the summary or given up."""

    @property
    def before(self) -> Before:
        """What understanding the next sentence may need."""
        return Before(open=self.open, topic=self.topic)

    @property
    def last_reply(self) -> str:
        """What we said last."""
        return self.exchanges[-1].said if self.exchanges else ""

    def after(
        self,
        exchange: Exchange,
        asked: Question | Proposal | None,
        topic: Topic | None = None,
        trace: Trace | None = None,
        *,
        kept: int = EXCHANGES_KEPT,
    ) -> Self:
        """The conversation with one more exchange; only the last few are kept."""
        return replace(
            self,
            exchanges=(*self.exchanges, exchange)[-kept:],
            count=self.count + 1,
            open=asked,
            model_asked=False,
            topic=topic or self.topic,
            trace=trace or self.trace,
        )

    def told(self, said: str, mentioned: tuple[str, ...], *, kept: int = EXCHANGES_KEPT) -> Self:
        """The conversation after we spoke up in it by ourselves: "close it" may come next."""
        after = self.after(Exchange(heard="", said=said), self.open, kept=kept)
        if self.open is not None or not mentioned:
            return after
        return replace(after, topic=Topic(mentioned=mentioned))

    def at(self, now: datetime) -> Self:
        """The conversation as one in which something was said just now."""
        return replace(self, last=now)

    def summed_up(self, summary: str, summarised: int) -> Self:
        """The conversation with this summary of its first exchanges."""
        return replace(self, summary=summary, summarised=summarised)

    def as_document(self) -> dict[str, Any]:
        """The form that is stored."""
        asked = self.open
        return {
            "exchanges": [asdict(one) for one in self.exchanges],
            "topic": asdict(self.topic),
            "trace": self.trace.as_document() if self.trace else None,
            "question": _question_document(asked) if isinstance(asked, Question) else None,
            "proposal": _proposal_document(asked) if isinstance(asked, Proposal) else None,
            "model_asked": self.model_asked,
            "count": self.count,
            "last": self.last.isoformat() if self.last else None,
            "summary": self.summary,
            "summarised": self.summarised,
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Read the stored form, of this version or of one before it."""
        question, proposal = document.get("question"), document.get("proposal")
        asked: Question | Proposal | None = None
        if question:
            asked = Question(**_with_tuples(question))
        elif proposal:
            calls = tuple(ServiceCall(**_with_tuples(one)) for one in proposal["calls"])
            asked = Proposal(**{**proposal, "calls": calls})
        topic = document.get("topic") or {"mentioned": document.get("mentioned", ())}
        trace = document.get("trace")
        exchanges = tuple(Exchange(**one) for one in document.get("exchanges", ()))
        return cls(
            trace=Trace.from_document(trace) if trace else None,
            exchanges=exchanges,
            model_asked=document.get("model_asked", False),
            count=document.get("count", len(exchanges)),
            last=_last(document),
            summary=document.get("summary", ""),
            summarised=document.get("summarised", 0),
            open=asked,
            topic=Topic(**_with_tuples(topic)),
        )


def _question_document(question: Question) -> dict[str, Any]:
    return {
        "heard": question.heard,
        "name": question.name,
        "candidates": list(question.candidates),
        "again": question.again,
    }


def _proposal_document(proposal: Proposal) -> dict[str, Any]:
    calls = [
        {
            "domain": call.domain,
            "service": call.service,
            "targets": list(call.targets),
            "data": dict(call.data),
        }
        for call in proposal.calls
    ]
    return {
        "heard": proposal.heard,
        "calls": calls,
        "way": proposal.way,
        "area_id": proposal.area_id,
        "again": proposal.again,
    }


def _with_tuples(document: Mapping[str, Any]) -> dict[str, Any]:
    """A stored form as it was before a store made lists of its tuples."""
    return {
        key: tuple(value) if isinstance(value, list) else value for key, value in document.items()
    }


def _last(document: Mapping[str, Any]) -> datetime | None:
    said = document.get("last")
    return datetime.fromisoformat(said) if said else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expiry:
    """When a conversation is over: so long after the last word of it."""

    now: datetime
    after: timedelta

    def is_over(self, document: Mapping[str, Any]) -> bool:
        """Whether nobody goes on with it any more. One of which that is not known may go on."""
        last = _last(document)
        return last is not None and self.now - last > self.after


async def recall(
    store: Store, conversation_id: str, *, expiry: Expiry | None = None
) -> Conversation:
    """The conversation as it was left, or a new one."""
    document = await store.get(f"{_PREFIX}{conversation_id}")
    if document is None or (expiry and expiry.is_over(document)):
        return Conversation()
    return Conversation.from_document(document)


async def last_trace(store: Store) -> Trace | None:
    """What the last turn of any conversation rests on; nothing if there was none."""
    for key in reversed(await store.keys(_PREFIX)):
        document = await store.get(key)
        if document and (trace := Conversation.from_document(document).trace):
            return trace
    return None


async def remember(
    store: Store, conversation_id: str, conversation: Conversation, *, expiry: Expiry | None = None
) -> None:
    """Keep the conversation for next time, and forget those that are over or were left longest."""
    await store.put(f"{_PREFIX}{conversation_id}", conversation.as_document())
    keys = await store.keys(_PREFIX)
    for key in keys[:-_CONVERSATIONS_KEPT]:
        await store.delete(key)
    for key in keys[-_CONVERSATIONS_KEPT:] if expiry else ():
        document = await store.get(key)
        if document is not None and expiry and not expiry.is_over(document):
            # Whatever was put later was said later.
            break
        await store.delete(key)


async def forget(store: Store, conversation_id: str | None = None) -> int:
    """Forget a conversation, or all of them; tell how many there were."""
    keys = await store.keys(_PREFIX)
    gone = [key for key in keys if conversation_id is None or key == f"{_PREFIX}{conversation_id}"]
    for key in gone:
        await store.delete(key)
    return len(gone)
