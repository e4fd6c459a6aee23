"""To-do lists and calendars."""

from collections.abc import Mapping
from typing import Any

from .action import REPORT, UNSEEN, Action, ServiceAndData
from .domain import SWITCHED, Domain


def _add_again(data: Mapping[str, Any]) -> ServiceAndData | None:
    item = data.get("item")
    return ("add_item", {"item": item}) if isinstance(item, str) else None


def _tick_again(data: Mapping[str, Any]) -> ServiceAndData | None:
    if not data.get("status"):
        return None
    status = "needs_action" if data["status"] == "completed" else "completed"
    return "update_item", {"item": data.get("item"), "status": status}


CREATES_EVENTS = 1
"""Whether a calendar takes new entries, as a bit of its features."""

TODO = Domain(
    name="todo",
    actions=(
        Action(
            "add_item",
            REPORT,
            feature=1,
            needs=("item",),
            sets="item",
            synonyms=("name", "summary"),
            reverse=lambda data: ("remove_item", {"item": data.get("item")}),
        ),
        Action("remove_item", REPORT, feature=2, needs=("item",), reverse=_add_again),
        Action("update_item", REPORT, feature=4, needs=("item",), reverse=_tick_again),
        Action("remove_completed_items", UNSEEN, feature=2),
    ),
    restore=None,
)

CALENDAR = Domain(
    name="calendar",
    actions=(Action("create_event", UNSEEN, feature=CREATES_EVENTS),),
    restore=None,
    loose_conditions=SWITCHED,
)
