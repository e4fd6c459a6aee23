"""What was said before, and what we are waiting to hear."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, Self

from ..home import ServiceCall
from ..storage.type_check import check_types
from ..understand import NOTHING_SAID, DialogueState, Proposal, Question, Topic
from .trace import Trace

EXCHANGES_KEPT = 20
"""More than people refer to; a model may be shown more of them."""


CALLERS = "~"
"""How the id of a conversation begins that its caller keeps: here it is only in mind."""


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

    deed: Trace | None = None
    """What the last turn rests on that changed something, where that was another."""

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
    def before(self) -> DialogueState:
        """What understanding the next sentence may need."""
        return DialogueState(open=self.open, topic=self.topic)

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
            deed=self.trace if trace and self.trace and self.trace.changed_something else self.deed,
        )

    @property
    def last_deed(self) -> Trace | None:
        """What the last turn rests on that changed something."""
        return self.trace if self.trace and self.trace.changed_something else self.deed

    def with_announcement(
        self, said: str, mentioned: tuple[str, ...], *, kept: int = EXCHANGES_KEPT
    ) -> Self:
        """The conversation after we spoke up in it by ourselves: "close it" may come next."""
        after = self.after(Exchange(heard="", said=said), self.open, kept=kept)
        if self.open is not None or not mentioned:
            return after
        return replace(after, topic=Topic(mentioned=mentioned))

    def at(self, now: datetime) -> Self:
        """The conversation as one in which something was said just now."""
        return replace(self, last=now)

    def with_summary(self, summary: str, summarised: int) -> Self:
        """The conversation with this summary of its first exchanges."""
        return replace(self, summary=summary, summarised=summarised)

    def redacted(self, redact: Callable[[str], str]) -> Self:
        """The conversation without what is secret in its last sentence, wherever it left a mark."""
        *before, last = self.exchanges
        asked = self.open
        return replace(
            self,
            exchanges=(*before, Exchange(heard=redact(last.heard), said=redact(last.said))),
            open=None if asked is None else asked.redacted(redact),
            topic=replace(self.topic, heard=redact(self.topic.heard)),
            trace=None if self.trace is None else self.trace.redacted(redact),
        )

    def without(self, hide: Callable[[str], str]) -> Self:
        """The conversation without what is hidden, in all that was ever said in it."""
        exchanges = tuple(
            Exchange(heard=hide(exchange.heard), said=hide(exchange.said))
            for exchange in self.exchanges
        )
        asked = self.open
        return replace(
            self,
            exchanges=exchanges,
            summary=hide(self.summary),
            open=None if asked is None else asked.redacted(hide),
            topic=replace(self.topic, heard=hide(self.topic.heard)),
            trace=None if self.trace is None else self.trace.redacted(hide),
            deed=None if self.deed is None else self.deed.redacted(hide),
        )

    def as_document(self) -> dict[str, Any]:
        """The form that is stored."""
        asked = self.open
        return {
            "exchanges": [asdict(exchange) for exchange in self.exchanges],
            "topic": asdict(self.topic),
            "trace": self.trace.as_document() if self.trace else None,
            "deed": self.deed.as_document() if self.deed else None,
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
        """Read the stored form, of this version or of one before it. Raises what it finds wrong."""
        question, proposal = document.get("question"), document.get("proposal")
        asked: Question | Proposal | None = None
        if question:
            asked = Question(**_with_tuples(question))
        elif proposal:
            calls = tuple(ServiceCall(**_with_tuples(call)) for call in proposal["calls"])
            changing = tuple(proposal.get("changing", ()))
            asked = Proposal(**{**proposal, "calls": calls, "changing": changing})
        topic = document.get("topic") or {"mentioned": document.get("mentioned", ())}
        trace, deed = document.get("trace"), document.get("deed")
        exchanges = tuple(Exchange(**exchange) for exchange in document.get("exchanges", ()))
        return check_types(
            cls(
                trace=Trace.from_document(trace) if trace else None,
                deed=Trace.from_document(deed) if deed else None,
                exchanges=exchanges,
                model_asked=document.get("model_asked", False),
                count=document.get("count", len(exchanges)),
                last=read_last(document),
                summary=document.get("summary", ""),
                summarised=document.get("summarised", 0),
                open=asked,
                topic=Topic(**_with_tuples(topic)),
            )
        )


def _question_document(question: Question) -> dict[str, Any]:
    return {
        "heard": question.heard,
        "name": question.name,
        "candidates": list(question.candidates),
        "mistaken": list(question.mistaken),
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
        "unclear": proposal.unclear,
        "sweeps": proposal.sweeps,
        "learned": proposal.learned,
        "changing": list(proposal.changing),
    }


def _with_tuples(document: Mapping[str, Any]) -> dict[str, Any]:
    """A stored form as it was before a store made lists of its tuples."""
    return {
        key: tuple(value) if isinstance(value, list) else value for key, value in document.items()
    }


def read_last(document: Mapping[str, Any]) -> datetime | None:
    """When something was last said in a stored conversation; `None` if that is not known."""
    said = document.get("last")
    return datetime.fromisoformat(said) if said else None
