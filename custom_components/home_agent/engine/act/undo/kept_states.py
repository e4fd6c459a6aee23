"""States as they are kept for later: no more of them than it takes to bring a thing back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ...home import State
from .restore import KEPT


def document_of(state: State) -> dict[str, Any]:
    """A state as a document."""
    attributes = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in state.attributes.items()
        if name in KEPT and isinstance(value, str | int | float | list | tuple)
    }
    return {
        "value": state.value,
        "attributes": attributes,
        "changed": state.changed.isoformat(),
        "updated": state.updated.isoformat(),
    }


def state_of(document: Mapping[str, Any]) -> State:
    """The state that a document tells of."""
    return State(
        value=document["value"],
        attributes=document["attributes"],
        changed=datetime.fromisoformat(document["changed"]),
        updated=datetime.fromisoformat(document["updated"]),
    )


def essence(state: State) -> tuple[str, Mapping[str, Any]]:
    """What of a state is kept, to compare it with another."""
    document = document_of(state)
    return document["value"], document["attributes"]
