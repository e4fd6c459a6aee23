"""Our automations in the home, as entries of the page's list of plans."""

from datetime import datetime
from typing import Any

from ..act.audit import read_audit
from ..act.automations.hidden_names import show_sentence
from ..agent import Agent
from ..errors import AutomationsUnavailableError, CallRefusedError
from ..home import Snapshot
from ..home.protocol import StoredAutomation
from ..storage.store import Store
from .planned import People
from .viewer import OWNER_KEY, Viewer

_WRITTEN = frozenset({"automation.create", "automation.change"})


async def automation_documents(
    agent: Agent, store: Store, home: Snapshot, viewer: Viewer, people: People
) -> list[dict[str, Any]]:
    """The automations that a viewer may see; empty if the home has none, or they may not."""
    if viewer.key is not None and viewer.key.areas:
        # Whoever may see a part of the home has no part in what runs all of it.
        return []
    try:
        kept = await agent.api.automations()
    except AutomationsUnavailableError, CallRefusedError:
        return []
    if not kept:
        return []
    records = [record for record in await read_audit(store) if record.service in _WRITTEN]
    made = {record.entity_id: record for record in records}
    found = []
    for automation in kept:
        record = made.get(automation.entity_id)
        document = _document(automation, home)
        if record is not None:
            owner = record.user_id or record.key or ""
            said = str(record.data.get("said", "")) if _is_owner(viewer, owner) else ""
            document |= {
                "made": record.at.isoformat(),
                "owner": "" if owner == OWNER_KEY else people.get(owner, owner),
                "said": show_sentence(said, automation, home) if said else "",
            }
        found.append({**document, "can": []} if viewer.is_read_only else document)
    return found


def _is_owner(viewer: Viewer, owner: str) -> bool:
    """Whether a viewer may read the sentence: they said it, or they see everything."""
    own = viewer.user_id or (viewer.key.name if viewer.key is not None else "")
    return viewer.is_admin or (bool(owner) and own == owner)


def _document(automation: StoredAutomation, home: Snapshot) -> dict[str, Any]:
    state = home.states.get(automation.entity_id)
    last = state.attributes.get("last_triggered") if state else None
    return {
        "id": automation.automation_id,
        "kind": "automation",
        "words": automation.alias,
        "description": automation.description,
        "due": None,
        "last": last.isoformat() if isinstance(last, datetime) else last or None,
        "paused": not automation.is_on,
        "made": None,
        "owner": "",
        "said": "",
        "can": ["pause" if automation.is_on else "go_on", "cancel"],
    }
