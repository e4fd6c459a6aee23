"""Words → understanding, without a model. Looks at the home, never touches it.

By stage: `text` (words out of a sentence), `lexicon` (what they mean in a language), `time` and
`conditions` (peeled off first), `clauses` (act, amount, target), `commands` and `questions` (by
subject), `dialogue` (what was said before), `resolve` (a target → entities), and `grammar` (the
intents project's, for what is left and for other languages). Every word is accounted for; the
literal reading comes first; doubt never acts. A sentence that asks, tells or forbids is never a
command. A target that fits several things becomes a question, one that fits nothing a refusal.
"""

from .dialogue.consent import strip_yes
from .effort import is_too_long
from .evidence import Evidence
from .personal import PersonalUnderstander
from .remembered import Remembered, RememberedFor
from .text.redaction import redact_sentence
from .understander import Understander
from .understanding import (
    NOTHING_SAID,
    DialogueState,
    HelpRequest,
    NotUnderstood,
    Proposal,
    Question,
    Reading,
    Refusal,
    Remark,
    RepeatRequest,
    Sum,
    Topic,
    TurnEnd,
    Understanding,
    Understood,
    WhyRequest,
)

__all__ = [
    "NOTHING_SAID",
    "DialogueState",
    "Evidence",
    "HelpRequest",
    "NotUnderstood",
    "PersonalUnderstander",
    "Proposal",
    "Question",
    "Reading",
    "Refusal",
    "Remark",
    "Remembered",
    "RememberedFor",
    "RepeatRequest",
    "Sum",
    "Topic",
    "TurnEnd",
    "Understander",
    "Understanding",
    "Understood",
    "WhyRequest",
    "is_too_long",
    "redact_sentence",
    "strip_yes",
]
