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
    for item in _items(response.get(call.targets[0])):
        if _plain(item) == said:
            return replace(call, data={**call.data, "item": item})
    return call


def _items(response: Mapping[str, Any] | None) -> list[str]:
    return [str(item.get("summary", "")) for item in (response or {}).get("items") or ()]


def _plain(item: object) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in str(item)).casefold().split())
