"""Lists of things to do or to buy."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from enum import IntFlag
from typing import Any

from ..arguments import anything, choice, required, several, text
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    InvalidFactError,
    SimulatedAction,
    become,
    refuse,
)
from ..readers import InvalidDataError, Outside, one_of, to_date, to_moment, to_text

_STATUSES = ("needs_action", "completed")


class TodoListEntityFeature(IntFlag):
    """What some lists can do."""

    CREATE_TODO_ITEM = 1
    DELETE_TODO_ITEM = 2
    UPDATE_TODO_ITEM = 4
    MOVE_TODO_ITEM = 8
    SET_DUE_DATE_ON_ITEM = 16
    SET_DUE_DATETIME_ON_ITEM = 32
    SET_DESCRIPTION_ON_ITEM = 64


_F = TodoListEntityFeature
_ASSUMED = sum(int(flag) for flag in _F if flag is not _F.MOVE_TODO_ITEM)
_EXTRAS = {
    "due_date": ("due", _F.SET_DUE_DATE_ON_ITEM),
    "due_datetime": ("due", _F.SET_DUE_DATETIME_ON_ITEM),
    "description": ("description", _F.SET_DESCRIPTION_ON_ITEM),
}


def _begin(given: Facts, now: datetime) -> Facts:
    facts = dict(given)
    items = facts.pop("todo_items", None)
    items = facts.pop("items", None) or items or []
    if not isinstance(items, list | tuple):
        raise InvalidFactError(f"items must be a list, not {items!r}")
    return {
        "supported_features": _ASSUMED,
        **facts,
        "items": tuple(_read_item(item, number, now) for number, item in enumerate(items, 1)),
        "made": len(items),
    }


def _read_item(item: Outside, number: int, now: datetime) -> Facts:
    """An item is its words, or a mapping with words, status, due and description."""
    if isinstance(item, str):
        item = {"summary": item}
    if not isinstance(item, Mapping) or not str(item.get("summary") or "").strip():
        raise InvalidFactError(
            f"item {number} must be some words, or a mapping with a summary; not {item!r}"
        )
    status = item.get("status", "needs_action")
    if status not in _STATUSES:
        raise InvalidFactError(
            f"item {number}: status must be needs_action or completed, not {status!r}"
        )
    due = item.get("due")
    if "due_in_days" in item:
        due = (now + timedelta(days=int(item["due_in_days"]))).date()
    read = {
        "uid": str(item.get("uid") or f"item-{number}"),
        "summary": str(item["summary"]),
        "status": status,
        "due": due.isoformat() if isinstance(due, date) else due,
        "description": item.get("description"),
    }
    return {name: value for name, value in read.items() if value is not None}


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    hidden = ("state", "items", "made")
    return str(len(open_items(facts))), {
        name: value for name, value in facts.items() if name not in hidden
    }


def open_items(facts: Facts) -> list[Facts]:
    """The items that are still to be done."""
    return [item for item in facts["items"] if item["status"] == "needs_action"]


def _add(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    extras = _read_extras(subject, data)
    made = subject.facts["made"] + 1
    item = {"uid": f"item-{made}", "summary": data["item"], "status": "needs_action", **extras}
    return become(items=(*subject.facts["items"], _without_nothing(item)), made=made)


def _update(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    found = _find(subject, data["item"])
    item = {**found, **_read_extras(subject, data)}
    item["summary"] = data.get("rename", item["summary"])
    item["status"] = data.get("status", item["status"])
    updated = _without_nothing(item)
    return become(
        items=tuple(updated if item is found else item for item in subject.facts["items"])
    )


def _remove(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    gone = [_find(subject, wanted)["uid"] for wanted in data["item"]]
    return become(items=tuple(item for item in subject.facts["items"] if item["uid"] not in gone))


def _remove_completed(subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(items=tuple(open_items(subject.facts)))


def _get(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    wanted = data.get("status") or _STATUSES
    items = [dict(item) for item in subject.facts["items"] if item["status"] in wanted]
    return ActionEffect(response={"items": items})


def _find(subject: ActionTarget, wanted: str) -> Facts:
    items: tuple[Facts, ...] = subject.facts["items"]
    found = next((item for item in items if wanted in (item["uid"], item["summary"])), None)
    if found is None:
        refuse(f"Unable to find to-do list item: {wanted}")
    return found


def _read_extras(subject: ActionTarget, data: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, (fact, feature) in _EXTRAS.items():
        if name not in data:
            continue
        if not subject.features & feature:
            refuse(f"Entity does not support setting field: {name}")
        value = data[name]
        if isinstance(value, datetime) and value.tzinfo is None:
            value = value.replace(tzinfo=subject.now.tzinfo)
        found[fact] = value.isoformat() if isinstance(value, date) else value
    return found


def _without_nothing(item: Facts) -> Facts:
    return {name: value for name, value in item.items() if value is not None}


def _one_due(data: Mapping[str, Any]) -> None:
    if "due_date" in data and "due_datetime" in data:
        raise InvalidDataError("must contain at most one of due_date, due_datetime.")


def _something_new(data: Mapping[str, Any]) -> None:
    _one_due(data)
    names = ("rename", "status", *_EXTRAS)
    if not any(name in data for name in names):
        raise InvalidDataError(f"must contain at least one of {', '.join(names)}.")


_DETAILS = (
    anything("due_date", lambda value: None if value is None else to_date(value)),
    anything("due_datetime", lambda value: None if value is None else to_moment(value)),
    anything("description", lambda value: None if value is None else to_text(value)),
)

TODO = Behaviour(
    domain="todo",
    features=TodoListEntityFeature,
    begin=_begin,
    show=_show,
    actions={
        "add_item": SimulatedAction(
            run=_add,
            takes=(required(text("item", filled=True)), *_DETAILS),
            check=_one_due,
        ),
        "update_item": SimulatedAction(
            run=_update,
            takes=(
                required(text("item", filled=True)),
                text("rename", filled=True),
                choice("status", _STATUSES),
                *_DETAILS,
            ),
            check=_something_new,
        ),
        "remove_item": SimulatedAction(
            run=_remove,
            takes=(required(several("item", to_text)),),
        ),
        "remove_completed_items": SimulatedAction(run=_remove_completed),
        "get_items": SimulatedAction(
            run=_get, takes=(several("status", one_of(_STATUSES)),), responds=True
        ),
    },
)
