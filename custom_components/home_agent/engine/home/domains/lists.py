"""To-do lists and calendars."""

from collections.abc import Mapping
from typing import Any

from .domain import REPORT, SWITCHED, UNSEEN, Action, Call, Domain


def _add_again(data: Mapping[str, Any]) -> Call | None:
    item = data.get("item")
    return ("add_item", {"item": item}) if isinstance(item, str) else None


def _tick_again(data: Mapping[str, Any]) -> Call | None:
    if not data.get("status"):
        return None
    status = "needs_action" if data["status"] == "completed" else "completed"
    return "update_item", {"item": data.get("item"), "status": status}


TODO = Domain(
    name="todo",
    actions=(
        Action(
            "add_item",
            REPORT,
            needs=("item",),
            sets="item",
            unmake=lambda data: ("remove_item", {"item": data.get("item")}),
        ),
        Action("remove_item", REPORT, needs=("item",), unmake=_add_again),
        Action("update_item", REPORT, needs=("item",), unmake=_tick_again),
        Action("remove_completed_items", UNSEEN),
    ),
    restore=None,
)

CALENDAR = Domain(
    name="calendar",
    actions=(Action("create_event", UNSEEN, feature=1),),
    restore=None,
    loose_conditions=SWITCHED,
)
