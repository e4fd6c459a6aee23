"""The one gate: whoever proposed an action, it is judged here, on the resolved entity."""

from ..home import Snapshot
from ..outcome import Reason


def forbidden(entity_id: str, home: Snapshot) -> Reason | None:
    """Why the assistant may not see or touch this entity; nothing if it may."""
    entity = home.layout.entities.get(entity_id)
    if entity is None:
        return Reason.GONE
    if not entity.exposed:
        return Reason.NOT_EXPOSED
    return None
