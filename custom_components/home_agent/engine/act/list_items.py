"""Items of a list, found as they are written there rather than as they were said."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..errors import CallRefusedError
from ..home import Home, ServiceCall

_NAMES_AN_ITEM = frozenset({"todo.update_item", "todo.remove_item"})


async def as_written(call: ServiceCall, home: Home) -> ServiceCall:
    """The call with its item spelt as on the list: Home Assistant tells "Milk" from "milk"."""
    if call.full_name not in _NAMES_AN_ITEM or len(call.targets) != 1:
        return call
    look = ServiceCall(domain="todo", service="get_items", targets=call.targets)
    try:
        response = await home.call(look)
    except CallRefusedError:
        return call
    said = _plain(call.data["item"])
    items = _items(response.get(call.targets[0]))
    found = [item for item in items if _plain(item) == said]
    if not found and call.service == "update_item":
        # The gutters are ticked off as "Clean the gutters", if no other entry speaks of them.
        words = set(said.split())
        found = [item for item in items if words <= set(_plain(item).split())]
        found = found if len(found) == 1 else []
    return replace(call, data={**call.data, "item": found[0]}) if found else call


def _items(response: Mapping[str, Any] | None) -> list[str]:
    return [str(item.get("summary", "")) for item in (response or {}).get("items") or ()]


def _plain(item: object) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in str(item)).casefold().split())
