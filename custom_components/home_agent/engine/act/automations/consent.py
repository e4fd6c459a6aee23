"""Asking a person to agree before an automation is created, changed or removed."""

from typing import Any

from ...agreement import Agreement
from ...authority import MACHINES, Authority, Origin
from ...home import ServiceCall, Snapshot
from ...home.protocol import StoredAutomation
from ...outcome import AwaitedAction, Outcome, Status
from ..gate import Gate

CREATE = "automation.create"
CHANGE = "automation.change"
REMOVE = "automation.remove"

# Origins that are no person who says "undo".
_OTHERS = MACHINES | {Origin.AUTOMATION, Origin.SCHEDULE}


def build_agreement(
    service: str, stored: StoredAutomation | None, body: dict[str, Any]
) -> Agreement:
    """The agreement to a change of this automation, which holds for no other."""
    entity_id = stored.automation_id if stored else "automation.new"
    return Agreement(service=service, entity_id=entity_id, data=body)


def ask_for_consent(
    agreement: Agreement, home: Snapshot, stored: StoredAutomation, written: str = ""
) -> Outcome:
    """The outcome that asks for a yes; `written` is the YAML, for those who can read it."""
    return Outcome(
        status=Status.AWAITING,
        entity_id=agreement.entity_id,
        service=agreement.service,
        automations=(stored,),
        written=written,
        awaited=AwaitedAction(action=agreement, at=home.now),
    )


def needs_consent_to_undo(service: str, authority: Authority, gate: Gate, home: Snapshot) -> bool:
    """Whether "undo" alone is not enough: the operation is marked, or no person said it."""
    if authority.origin in _OTHERS or not _OTHERS.isdisjoint(authority.decided_by):
        return True
    domain, _, name = service.partition(".")
    operation = ServiceCall(domain=domain, service=name)
    return gate.judge_operation(operation, authority, home).ask is not None
