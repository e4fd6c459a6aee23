"""What comes of a sentence."""

from dataclasses import dataclass

from ..turn import Reply, Turn
from ..understand import Evidence, Proposal, Question, Topic
from .trace import Trace, trace_agreed, trace_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A reply, what it leaves open, and what we then speak of."""

    reply: Reply
    asked: Question | Proposal | None
    topic: Topic
    evidence: Evidence | None = None
    """What the reply rests on; `None` if it is only about ourselves."""

    agreed: bool = False
    """Whether the person said yes to what they had asked for before."""

    def build_trace(self, turn: Turn, reply: Reply, before: Trace | None) -> Trace | None:
        """What is kept for whoever asks why; `None` if the last trace still holds."""
        if self.agreed and before is not None:
            return trace_agreed(before, reply)
        return None if self.evidence is None else trace_of(turn, self.evidence, reply)
