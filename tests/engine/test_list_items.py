"""Entries of a list are found as they are written there."""

import pytest

from home_agent.engine.act.entries import match_list_item
from home_agent.engine.home import ServiceCall
from home_agent.simulated import SimulatedHome

_ITEMS = ["Clean the gutters", "Oat milk", "Buy milk", "Milk"]


@pytest.mark.parametrize(
    ("service", "said", "written"),
    [
        ("update_item", "milk", "Milk"),
        ("update_item", "gutters", "Clean the gutters"),
        ("update_item", "oat", "Oat milk"),
        ("update_item", "the milk", "the milk"),
        ("update_item", "bread", "bread"),
        ("remove_item", "gutters", "gutters"),
        ("remove_item", "oat milk", "Oat milk"),
    ],
)
async def test_an_entry_is_found(service: str, said: str, written: str) -> None:
    inventory = {"entities": [{"id": "todo.chores", "name": "Chores", "state": "0"}]}
    home = SimulatedHome.from_inventory(inventory)
    for item in _ITEMS:
        await home.call(_call("add_item", item))
    found = await match_list_item(_call(service, said), home)
    home.close()
    assert found.data["item"] == written


def _call(service: str, item: str) -> ServiceCall:
    data = {"item": item}
    return ServiceCall(domain="todo", service=service, targets=("todo.chores",), data=data)
