"""The audit log on the page: what was done, for whom and how it ended."""

from collections.abc import Sequence
from typing import Any

from ..act.audit import Record, read_audit
from ..home import Layout, Snapshot, State
from ..language import Language
from ..outcome import Outcome, Status
from ..plan import Wording
from ..speak.entity_states import EntityDescriber
from ..storage.store import Store
from .planned import People
from .requests import PageRequest
from .viewer import Viewer

_MOST = 1000

_OF_AUTOMATIONS = frozenset({"alias", "config", "said"})
"""What is kept of an automation that was written: its name, all of it, and the sentence."""


async def audit_documents(  # noqa: PLR0913 - whose, where, and in which words
    request: PageRequest,
    viewer: Viewer,
    *,
    store: Store,
    home: Snapshot,
    language: Language,
    people: People,
) -> dict[str, Any]:
    """The records that match a request, newest first. Raises `ApiError` or `StoreError`."""
    own = [record for record in await read_audit(store) if _is_seen(record, viewer)]
    words = request.text("search", longest=200).casefold().split()
    origin, status = request.text("origin", longest=40), request.text("status", longest=40)
    who = request.text("who", longest=200)
    most = request.integer("most", 100, most=_MOST)
    layout = home.layout
    describer = EntityDescriber(Wording(intent=""), layout, language)
    found = [
        document
        for record in reversed(own)
        if (not status or record.status == status)
        and (not origin or origin in record.origins)
        and (not who or who == _who(record, people))
        and _has(document := _document(record, layout, describer, people), words)
    ]
    return {"records": found[:most], "more": most < min(len(found), _MOST), **_choices(own, people)}


def _is_seen(record: Record, viewer: Viewer) -> bool:
    """Whether a viewer may see a record: admins see all, others their own."""
    if viewer.is_admin:
        return True
    if viewer.key is not None:
        return record.key == viewer.key.name
    return viewer.user_id is not None and record.user_id == viewer.user_id


def _has(document: dict[str, Any], words: Sequence[str]) -> bool:
    told = " ".join(str(value) for value in document.values()).casefold()
    return all(word in told for word in words)


def _who(record: Record, people: People) -> str:
    """The name of the person or key that it was done for."""
    if record.user_id:
        return people.get(record.user_id, record.user_id)
    return record.key or ""


def _choices(records: Sequence[Record], people: People) -> dict[str, list[str]]:
    """The values to filter by."""
    return {
        "people": sorted({who for record in records if (who := _who(record, people))}),
        "origins": sorted({origin for record in records for origin in record.origins}),
        "statuses": sorted({record.status for record in records}),
    }


def _in_words(record: Record, value: str | None, describer: EntityDescriber) -> str | None:
    """A state as whoever looks says it."""
    if not value or record.entity_id is None:
        return value
    state = State(value=value, changed=record.at, updated=record.at)
    seen = Outcome(status=Status.ANSWERED, entity_id=record.entity_id, after=state, seen=record.at)
    return describer.state(seen) or value


def _document(
    record: Record, layout: Layout, describer: EntityDescriber, people: People
) -> dict[str, Any]:
    entity = layout.entities.get(record.entity_id or "")
    return {
        "at": record.at.isoformat(),
        "who": _who(record, people),
        "way": record.chain or record.origin,
        "service": record.service,
        "entity_id": record.entity_id,
        "name": entity.name if entity else str(record.data.get("alias") or record.entity_id or ""),
        "data": ", ".join(
            f"{name} {value}" for name, value in record.data.items() if name not in _OF_AUTOMATIONS
        ),
        "said": str(record.data.get("said", "")),
        "status": record.status,
        "reason": record.reason or "",
        "before": _in_words(record, record.before, describer),
        "after": _in_words(record, record.after, describer),
        "confirmed": record.confirmed,
    }
