"""States as they come over the wire: in short, and only what changed.

Home Assistant shortens `state` to s, `attributes` to a, `last_changed` to lc and `last_updated` to
lu; lu is left out where it equals lc. A change has + for what is new and - for what is gone.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from home_agent.engine.home import State


def read_state(told: Mapping[str, Any]) -> State:
    """A whole state."""
    changed = _moment(told["lc"])
    return State(
        value=told["s"],
        attributes=MappingProxyType(told.get("a") or {}),
        changed=changed,
        updated=_moment(told["lu"]) if "lu" in told else changed,
    )


def changed_state(before: State, told: Mapping[str, Any]) -> State:
    """A state after a change."""
    new, gone = told.get("+") or {}, told.get("-") or {}
    attributes = before.attributes
    if "a" in new or "a" in gone:
        kept = {name: value for name, value in attributes.items() if name not in gone.get("a", ())}
        attributes = MappingProxyType({**kept, **new.get("a", {})})
    changed = _moment(new["lc"]) if "lc" in new else before.changed
    reported = new.get("lu", new.get("lc"))
    updated = before.updated if reported is None else _moment(reported)
    return State(
        value=new.get("s", before.value), attributes=attributes, changed=changed, updated=updated
    )


def name_in(entity_id: str, state: State) -> str:
    """What Home Assistant calls an entity: the name it reports, else what its id reads like."""
    name = state.attributes.get("friendly_name")
    return str(name) if name is not None else entity_id.partition(".")[2].replace("_", " ")


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
