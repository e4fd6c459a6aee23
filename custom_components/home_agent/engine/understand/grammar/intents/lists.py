"""To-do and shopping lists."""

from collections.abc import Callable, Mapping

from ....home import Entity
from ....plan import Plan
from ...understanding import Reading
from ..targets import Scene, TargetFilter, find_target, find_targets, pick_target, target_filter
from .steps import plan_one_call

_TODO = frozenset({"todo"})


def _named_list(reading: Reading, scene: Scene) -> Entity:
    return find_target(target_filter(reading, _TODO), scene)


def _shopping_list(_reading: Reading, scene: Scene) -> Entity:
    """The home's shopping list: the one whose id says so, else the only list there is."""
    lists = find_targets(TargetFilter(domains=_TODO), scene)
    shopping = tuple(entity for entity in lists if "shopping" in entity.entity_id)
    return pick_target(shopping or lists, "", scene)


def _item(reading: Reading) -> str:
    """The item as people write it on a list: with a capital."""
    item = str(reading.value("item")).strip()
    return item[:1].upper() + item[1:]


def _planner(
    which: Callable[[Reading, Scene], Entity], service: str, **data: str
) -> Callable[[Reading, Scene], Plan]:
    def planner(reading: Reading, scene: Scene) -> Plan:
        target = which(reading, scene)
        return plan_one_call(reading, [target], "todo", service, {"item": _item(reading)} | data)

    return planner


PLANNERS: Mapping[str, Callable[[Reading, Scene], Plan]] = {
    "HassListAddItem": _planner(_named_list, "add_item"),
    "HassListCompleteItem": _planner(_named_list, "update_item", status="completed"),
    "HassListRemoveItem": _planner(_named_list, "remove_item"),
    "HassShoppingListAddItem": _planner(_shopping_list, "add_item"),
    "HassShoppingListCompleteItem": _planner(_shopping_list, "update_item", status="completed"),
}
