"""What is asked before one is written or removed, and of whom it is asked even to take it back."""

from typing import Any

from ...agreement import Agreement
from ...authority import MACHINES, Authority, Origin
from ...home import ServiceCall, Snapshot
from ...home.protocol import KeptAutomation
from ...outcome import Awaited, Outcome, Status
from ..gate import Gate

CREATE = "automation.create"
CHANGE = "automation.change"
REMOVE = "automation.remove"

# Those who are no persons that say "undo" themselves.
_OTHERS = MACHINES | {Origin.AUTOMATION, Origin.SCHEDULE}


def agreement_to(service: str, kept: KeptAutomation | None, body: dict[str, Any]) -> Agreement:
    """What a yes would be to: this very automation, and no other."""
    entity_id = kept.automation_id if kept else "automation.new"
    return Agreement(service=service, entity_id=entity_id, data=body)


def ask(agreement: Agreement, home: Snapshot, kept: KeptAutomation, written: str = "") -> Outcome:
    """The question; `written` is what would be written, for those who read it."""
    return Outcome(
        status=Status.AWAITING,
        entity_id=agreement.entity_id,
        service=agreement.service,
        automations=(kept,),
        written=written,
        awaited=Awaited(action=agreement, at=home.now),
    )


def is_asked_of_undo(service: str, authority: Authority, gate: Gate, home: Snapshot) -> bool:
    """Whether "undo" is no yes to this: it is marked, or no person has said it themselves."""
    if authority.origin in _OTHERS or not _OTHERS.isdisjoint(authority.decided_by):
        return True
    domain, _, name = service.partition(".")
    deed = ServiceCall(domain=domain, service=name)
    return gate.judge_deed(deed, authority, home).ask is not None
