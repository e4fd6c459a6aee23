"""Messages of a conversation and their replies, as documents for the page."""

import json
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ..chat_api.reply_document import changed_attributes, plain_value
from ..conversation.trace import Trace
from ..home import Entity, Layout, Snapshot
from ..language import Language
from ..outcome import CHANGES, Outcome, Status
from ..plan import Wording
from ..speak.entity_states import EntityDescriber
from ..speak.questions import option_labels
from ..turn import Reply, Verdict
from ..understand import Question
from .presses import slider_document

_MOST_OUTCOMES = 40
_CHANGED = CHANGES | {Status.SCHEDULED}


@dataclass(slots=True, kw_only=True)
class PageMessage:
    """A sentence of a viewer with its reply, while it is answered and after."""

    id: str
    at: datetime
    heard: str = ""
    """As it may be shown: without a PIN or a code."""

    state: str = "answering"
    """answering, done, or failed."""

    words: str = ""
    """What was said of the answer so far."""

    doing: dict[str, Any] = field(default_factory=dict)
    reply: dict[str, Any] | None = None
    undone: bool = False
    commands: list[int] = field(default_factory=list)
    """What it did, by number in the journal."""

    @property
    def can_be_undone(self) -> bool:
        """Whether it changed something that has not been undone since."""
        changed = self.reply is not None and self.reply["changed"]
        return bool(changed and self.commands and not self.undone)

    def as_document(self) -> dict[str, Any]:
        """For the page."""
        return {
            "id": self.id,
            "at": self.at.isoformat(),
            "heard": self.heard,
            "state": self.state,
            "words": self.words,
            "doing": self.doing,
            "reply": self.reply,
            "undone": self.undone,
        }


def reply_document(
    reply: Reply, home: Snapshot, language: Language, *, question: object = None
) -> dict[str, Any]:
    """A reply with its outcomes, and the kind of answer that it asks for."""
    return {
        "text": reply.text,
        "verdict": reply.verdict.value,
        "tier": reply.tier.value,
        "ms": round(reply.latency_ms, 1),
        "asks": _asked(reply, question),
        "choices": option_labels(question, home.layout) if isinstance(question, Question) else [],
        "changed": any(outcome.status in _CHANGED for outcome in reply.outcomes),
        "outcomes": outcome_documents(reply.outcomes, home, language),
        "understood": reply.tier.value != "none" or reply.verdict is Verdict.OK,
    }


def _asked(reply: Reply, question: object) -> str:
    """The kind of answer that is awaited: pin, which, yes_no, text, or none."""
    if not reply.expects_answer:
        return ""
    if reply.expects_pin:
        return "pin"
    if isinstance(question, Question):
        return "which"
    awaiting = any(outcome.status is Status.AWAITING for outcome in reply.outcomes)
    return "yes_no" if awaiting or question is not None else "text"


def outcome_documents(
    outcomes: tuple[Outcome, ...], home: Snapshot, language: Language
) -> list[dict[str, Any]]:
    """The outcome for each entity, in the viewer's language."""
    describer = EntityDescriber(Wording(intent=""), home.layout, language)
    return [
        _outcome(outcome, home.layout, describer)
        for outcome in outcomes[:_MOST_OUTCOMES]
        if outcome.entity_id and outcome.status is not Status.ANSWERED
    ]


def _outcome(outcome: Outcome, layout: Layout, describer: EntityDescriber) -> dict[str, Any]:
    entity = layout.entities.get(outcome.entity_id or "")
    before, after = (
        describer.state(replace(outcome, after=state)) or state.value if state else ""
        for state in (outcome.before, outcome.after)
    )
    if entity is not None and before == after:
        before, after = _figures(entity, outcome) or (before, after)
    changes = changed_attributes(outcome)
    plain = json.loads(json.dumps(changes, default=plain_value))
    return {
        "entity_id": outcome.entity_id,
        "name": entity.name if entity else outcome.entity_id,
        "status": outcome.status.value,
        "reason": outcome.reason.value if outcome.reason else "",
        "before": before,
        "after": after,
        "changes": {name: pair for name, pair in plain.items() if _is_short(pair)},
        "message": outcome.message,
    }


def _figures(entity: Entity, outcome: Outcome) -> tuple[str, str] | None:
    """The value that was set, before and after; None if none was, or it did not change."""
    if outcome.before is None or outcome.after is None:
        return None
    before, after = (slider_document(entity, state) for state in (outcome.before, outcome.after))
    if before is None or after is None or before["value"] == after["value"]:
        return None
    return _figure(before), _figure(after)


def _figure(slider: dict[str, Any]) -> str:
    """A number with its unit; fractions as per cent."""
    value, unit = float(slider["value"]), str(slider["unit"])
    if slider["max"] == 1:
        value, unit = value * 100, "%"
    whole = round(value) if unit == "%" else round(value, 1)
    return f"{whole:g} {unit}".strip() if unit != "°" else f"{whole:g}°"


def _is_short(pair: list[Any]) -> bool:
    return all(isinstance(value, str | int | float | bool | None) for value in pair)


def why_document(trace: Trace | None, layout: Layout) -> dict[str, Any] | None:
    """How the sentence of a reply was understood."""
    if trace is None:
        return None

    def name(entity_id: str | None) -> str:
        entity = layout.entities.get(entity_id or "")
        return entity.name if entity else entity_id or ""

    return {
        "tier": trace.tier,
        "reader": trace.reader,
        "confidence": trace.confidence,
        "confirmed": trace.confirmed,
        "model": trace.model,
        "tools": list(trace.tools),
        "tokens": trace.tokens,
        "cost": trace.cost,
        "found": [
            {
                "words": found.words,
                "names": [name(entity_id) for entity_id in found.entity_ids],
                "how": found.how,
                "score": found.score,
            }
            for found in trace.found
        ],
        "calls": list(trace.calls),
        "gate": [
            {"name": name(ended.entity_id), "gate": ended.gate}
            for ended in trace.ended
            if ended.service
        ],
    }
