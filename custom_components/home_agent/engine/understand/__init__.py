"""Words → understanding, without a model. Looks at the home, never touches it."""

from .dialogue.consent import strip_yes
from .evidence import Evidence
from .understander import Understander, is_too_long, redact_sentence
from .understanding import (
    NOTHING_SAID,
    DialogueState,
    Help,
    NotUnderstood,
    Proposal,
    Question,
    Reading,
    Refusal,
    Remark,
    SayAgain,
    SayWhy,
    Sum,
    Topic,
    TurnEnd,
    Understanding,
    Understood,
)

__all__ = [
    "NOTHING_SAID",
    "DialogueState",
    "Evidence",
    "Help",
    "NotUnderstood",
    "Proposal",
    "Question",
    "Reading",
    "Refusal",
    "Remark",
    "SayAgain",
    "SayWhy",
    "Sum",
    "Topic",
    "TurnEnd",
    "Understander",
    "Understanding",
    "Understood",
    "is_too_long",
    "redact_sentence",
    "strip_yes",
]
