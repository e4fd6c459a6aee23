"""The arguments of a tool's call, as others may see them."""

from collections.abc import Collection, Mapping
from typing import Any

from ..home import Snapshot
from ..home.model import HIDDEN
from ..home.service import is_secret_field

# What tells who is asked for what, and is no secret where the data is one.
_OPEN = frozenset({"action", "domain", "entity_id", "list", "parameters", "service"})


def redact_arguments(
    arguments: Mapping[str, Any], entity_ids: Collection[str] | None, home: Snapshot
) -> Mapping[str, Any]:
    """The arguments of a call about these entities, or any, as they may be shown and kept."""
    states = (
        home.states.get(entity_id)
        for entity_id in (home.states if entity_ids is None else entity_ids)
    )
    all_secret = any(state is not None and state.is_secret for state in states)
    return {key: _redacted_value(key, value, all_secret) for key, value in arguments.items()}


def _redacted_value(key: str, value: Any, all_secret: bool) -> Any:  # noqa: ANN401, FBT001 - any JSON
    if is_secret_field(key):
        return HIDDEN
    if isinstance(value, Mapping):
        return {name: _redacted_value(name, item, all_secret) for name, item in value.items()}
    if isinstance(value, list) and key != "entity_id":
        return [_redacted_value(key, item, all_secret) for item in value]
    return HIDDEN if all_secret and key not in _OPEN else value
