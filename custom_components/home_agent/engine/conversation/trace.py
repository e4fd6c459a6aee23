"""What a turn rests on, kept so that somebody may ask why."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

from ..outcome import CHANGES, Outcome, Status
from ..turn import Reply, Turn
from ..understand import Evidence

# A sentence about the whole house touches more than anybody wants to hear of.
_MOST_KEPT = 30
_CHANGED = CHANGES | {Status.SCHEDULED}


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceMatch:
    """What some words of the sentence were taken for."""

    words: str
    entity_ids: tuple[str, ...]
    how: str
    """By what they were found."""

    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceOutcome:
    """How one entity ended, and what the gate said to it."""

    entity_id: str | None
    service: str | None
    gate: str
    """allowed, asked first, or refused; and why."""

    status: str
    before: str | None
    after: str | None
    message: str
    """In the words that were said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One turn: what was heard, how it was read, what came of it, how long it took."""

    heard: str
    said: str
    tier: str
    latency_ms: float
    at: datetime | None = None
    """When it was answered; `None` if that was not kept."""

    reader: str = ""
    """Who read it: the lexicon or the grammar of the language; empty if it was not read."""

    confidence: float = 0.0
    confirmed: bool = False
    """Whether the person said yes to it, or gave the PIN."""

    model: str = ""
    """The model that was asked; empty if none was."""

    tools: tuple[str, ...] = ()
    """What the model used, in order."""

    tokens: int = 0
    cost: float = 0.0
    """What the model took for it."""

    found: tuple[TraceMatch, ...] = ()
    calls: tuple[str, ...] = ()
    ended: tuple[TraceOutcome, ...] = ()

    @property
    def changed_something(self) -> bool:
        """Whether something was done or planned in it, rather than only told."""
        return any(outcome.status in _CHANGED for outcome in self.ended)

    @property
    def only_answered(self) -> bool:
        """Whether it was but a question about the home, which we answered."""
        return bool(self.ended) and all(
            outcome.status == Status.ANSWERED.value for outcome in self.ended
        )

    def redacted(self, redact: Callable[[str], str]) -> Self:
        """The trace without what is secret in the words that it tells of."""
        return replace(
            self,
            heard=redact(self.heard),
            said=redact(self.said),
            found=tuple(replace(match, words=redact(match.words)) for match in self.found),
            calls=tuple(map(redact, self.calls)),
            ended=tuple(
                replace(outcome, message=redact(outcome.message)) for outcome in self.ended
            ),
        )

    def as_document(self) -> dict[str, Any]:
        """The form that is stored."""
        return {**asdict(self), "at": self.at.isoformat() if self.at else None}

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Read the stored form."""
        return cls(
            **{
                **document,
                "at": datetime.fromisoformat(at) if (at := document.get("at")) else None,
                "found": tuple(
                    TraceMatch(**{**match, "entity_ids": tuple(match["entity_ids"])})
                    for match in document["found"]
                ),
                "tools": tuple(document.get("tools", ())),
                "calls": tuple(document["calls"]),
                "ended": tuple(TraceOutcome(**outcome) for outcome in document["ended"]),
            }
        )


def trace_of(turn: Turn, evidence: Evidence, reply: Reply) -> Trace:
    """What a turn rests on."""
    used = reply.consumption
    return Trace(
        model=used.model if used else "",
        tools=used.tools[:_MOST_KEPT] if used else (),
        tokens=used.tokens if used else 0,
        cost=used.cost if used else 0.0,
        heard=turn.text,
        said=reply.text,
        at=datetime.now(UTC),
        tier=reply.tier.value,
        latency_ms=round(reply.latency_ms, 1),
        reader=evidence.reader,
        confidence=evidence.confidence,
        found=tuple(_found(evidence)[:_MOST_KEPT]),
        calls=tuple(_call(reply)[:_MOST_KEPT]),
        ended=tuple(_ended(outcome, confirmed=False) for outcome in reply.outcomes[:_MOST_KEPT]),
    )


def trace_agreed(before: Trace, reply: Reply) -> Trace:
    """What a turn rests on in which the person said yes to what was asked before."""
    return replace(
        before,
        said=reply.text,
        at=datetime.now(UTC),
        latency_ms=round(reply.latency_ms, 1),
        confirmed=True,
        calls=tuple(_call(reply)[:_MOST_KEPT]),
        ended=tuple(_ended(outcome, confirmed=True) for outcome in reply.outcomes[:_MOST_KEPT]),
    )


def _found(evidence: Evidence) -> list[TraceMatch]:
    return [
        TraceMatch(
            words=clause.about or clause.said,
            entity_ids=tuple(match.entity_id for match in clause.matches)[:_MOST_KEPT],
            how=min(clause.matches, key=lambda match: match.score).method.value,
            score=min(match.score for match in clause.matches),
        )
        for clause in evidence.clauses
        if clause.matches
    ]


def _call(reply: Reply) -> list[str]:
    return [
        f"{call.full_name} {', '.join(call.targets)} {dict(call.data) or ''}".strip()
        for call in reply.calls
    ]


def _ended(outcome: Outcome, *, confirmed: bool) -> TraceOutcome:
    return TraceOutcome(
        entity_id=outcome.entity_id,
        service=outcome.service,
        gate=_gate(outcome, confirmed=confirmed),
        status=outcome.status.value,
        before=outcome.before.value if outcome.before else None,
        after=outcome.after.value if outcome.after else None,
        message=outcome.message,
    )


def _gate(outcome: Outcome, *, confirmed: bool) -> str:
    if outcome.status is Status.AWAITING:
        return f"asked first: {outcome.detail}"
    if outcome.status is Status.REFUSED:
        return f"refused: {outcome.reason}"
    return "allowed after a yes" if confirmed else "allowed"
