"""What was done, for whom and how it ended, as the page shows it."""

from collections.abc import Sequence
from typing import Any

from ..act.audit import Record, read_audit
from ..home import Layout
from ..storage.store import Store
from .requests import PageRequest
from .viewer import Viewer

_MOST = 200


async def record_documents(
    request: PageRequest, store: Store, layout: Layout, viewer: Viewer
) -> dict[str, Any]:
    """The records that are looked for, the last first. Raises `ApiError` or `StoreError`."""
    own = [record for record in await read_audit(store) if _is_seen(record, viewer)]
    words = request.text("search", longest=200).casefold().split()
    origin, status = request.text("origin", longest=40), request.text("status", longest=40)
    most = request.whole("most", 100, most=_MOST)
    found = [
        document
        for record in reversed(own)
        if (not status or record.status == status)
        and (not origin or origin in record.origins)
        and _has(document := _document(record, layout), words)
    ]
    return {"records": found[:most], "more": len(found) > most, **_choices(own)}


def _is_seen(record: Record, viewer: Viewer) -> bool:
    """Admins see all, and others what was done for them."""
    if viewer.is_admin:
        return True
    if viewer.key is not None:
        return record.key == viewer.key.name
    return viewer.user_id is not None and record.user_id == viewer.user_id


def _has(document: dict[str, Any], words: Sequence[str]) -> bool:
    told = " ".join(str(value) for value in document.values()).casefold()
    return all(word in told for word in words)


def _choices(records: Sequence[Record]) -> dict[str, list[str]]:
    """What there is to choose from."""
    return {
        "origins": sorted({origin for record in records for origin in record.origins}),
        "statuses": sorted({record.status for record in records}),
    }


def _document(record: Record, layout: Layout) -> dict[str, Any]:
    entity = layout.entities.get(record.entity_id or "")
    return {
        "at": record.at.isoformat(),
        "who": record.user_id or record.key or "",
        "way": record.chain or record.origin,
        "service": record.service,
        "entity_id": record.entity_id,
        "name": entity.name if entity else record.entity_id or "",
        "data": ", ".join(f"{name} {value}" for name, value in record.data.items()),
        "status": record.status,
        "reason": record.reason or "",
        "before": record.before,
        "after": record.after,
        "confirmed": record.confirmed,
    }
