"""Items of to-do lists: which one is meant, and whether it is there already.

Home Assistant finds an item by its exact name or by its id, and takes the first that fits: the one
that was ticked off last week as well. So we look first, and name the right one by its id.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import CallRefusedError
from ..home import Home, ServiceCall
from ..outcome import Entry, Outcome, Reason, Status

_NAMES_AN_ITEM = frozenset({"todo.add_item", "todo.update_item", "todo.remove_item"})
_OPEN = "needs_action"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListItem:
    """An item as its list tells it."""

    todo: str
    name: str
    uid: str
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemMatch:
    """What a call about an item comes to."""

    call: ServiceCall
    """As people read it: with the item's name as it stands on the list."""

    sent: ServiceCall
    """As the home is asked: by the item's id where its name is not enough."""

    settled: Outcome | None = None
    """How it ended, where nothing needs to be asked of the home."""


async def match_list_item(call: ServiceCall, home: Home) -> ItemMatch:
    """Find the item that a call names: the open one first, on the list that has it."""
    match = ItemMatch(call=call, sent=call)
    said = call.data.get("item")
    if call.full_name not in _NAMES_AN_ITEM or not isinstance(said, str):
        return match
    try:
        response = await home.call(
            ServiceCall(domain="todo", service="get_items", targets=call.targets)
        )
    except CallRefusedError:
        return match
    items = [item for todo in call.targets for item in _read_items(todo, response.get(todo))]
    if call.service == "add_item":
        return _match_added(match, said, items)
    found = _find(said, items, wants_open=call.data.get("status") != _OPEN, by_words=_ticks(call))
    if not found or len({item.todo for item in found}) > 1:
        reason = Reason.WHICH_LIST if found else Reason.NOT_LISTED
        return replace(match, settled=_refuse(call, reason, said))
    meant = found[0]
    named = replace(call, targets=(meant.todo,), data={**call.data, "item": meant.name})
    alike = [item for item in items if item.todo == meant.todo and item.name == meant.name]
    by_id = len(alike) > 1 and meant.uid
    sent = replace(named, data={**named.data, "item": meant.uid}) if by_id else named
    return ItemMatch(call=named, sent=sent)


def _match_added(match: ItemMatch, said: str, items: Sequence[ListItem]) -> ItemMatch:
    """Nothing is put on a list twice; what was ticked off is wanted again."""
    plain = len(match.call.targets) == 1 and set(match.call.data) == {"item"}
    there = [item for item in items if item.is_open and _normalize(item.name) == _normalize(said)]
    if not plain or not there:
        return match
    settled = Outcome(
        status=Status.ALREADY,
        entity_id=there[0].todo,
        service=match.call.full_name,
        entries=(Entry(text=there[0].name),),
    )
    return replace(match, settled=settled)


def _refuse(call: ServiceCall, reason: Reason, said: str) -> Outcome:
    return Outcome(
        status=Status.REFUSED,
        entity_id=call.targets[0],
        service=call.full_name,
        reason=reason,
        detail=said,
    )


def _find(
    said: str, items: Sequence[ListItem], *, wants_open: bool, by_words: bool
) -> list[ListItem]:
    """The items that are meant, those first that the call is likely about."""
    wanted = _normalize(said)
    found = [item for item in items if _normalize(item.name) == wanted or item.uid == said]
    if not found and by_words:
        # The gutters are ticked off as "Clean the gutters", if no other entry speaks of them.
        words = set(wanted.split())
        near = _likely((i for i in items if words <= set(_normalize(i.name).split())), wants_open)
        found = near if len({(item.todo, item.name) for item in near}) == 1 else []
    return _likely(found, wants_open)


def _likely(items: Iterable[ListItem], wants_open: bool) -> list[ListItem]:  # noqa: FBT001
    """Those that are to be done, or those that are ticked off; all, where there are none."""
    found = [*items]
    return [item for item in found if item.is_open is wants_open] or found


def _ticks(call: ServiceCall) -> bool:
    return call.service == "update_item"


def _read_items(todo: str, response: Mapping[str, Any] | None) -> Iterable[ListItem]:
    for item in (response or {}).get("items") or ():
        yield ListItem(
            todo=todo,
            name=str(item.get("summary", "")),
            uid=str(item.get("uid") or ""),
            is_open=item.get("status") != "completed",
        )


def _normalize(item: object) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in str(item)).casefold().split())
