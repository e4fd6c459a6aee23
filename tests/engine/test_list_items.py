"""Entries of a list are found as they are written there."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from home_agent.engine import Agent, Settings, Turn, build_agent
from home_agent.engine.act.list_items import match_list_item
from home_agent.engine.home import ServiceCall
from home_agent.engine.outcome import Status
from home_agent.engine.storage.store import InMemoryStore
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
    assert found.call.data["item"] == found.sent.data["item"] == written


def _call(service: str, item: str) -> ServiceCall:
    data = {"item": item}
    return ServiceCall(domain="todo", service=service, targets=("todo.chores",), data=data)


def _home_with(*items: tuple[str, bool]) -> SimulatedHome:
    """A home with a list of these, ticked off or not."""
    listed = [
        {"summary": name, "status": "completed" if done else "needs_action"} for name, done in items
    ]
    todo = {"id": "todo.chores", "name": "Chores", "items": listed}
    return SimulatedHome.from_inventory({"entities": [todo]})


async def test_what_is_on_the_list_is_not_put_there_twice() -> None:
    home = _home_with(("Oat milk", False))
    found = await match_list_item(_call("add_item", "oat milk"), home)
    home.close()
    assert found.settled is not None
    assert found.settled.status is Status.ALREADY
    assert found.settled.entries[0].text == "Oat milk"


async def test_what_was_ticked_off_is_wanted_again() -> None:
    home = _home_with(("Milk", True))
    found = await match_list_item(_call("add_item", "milk"), home)
    home.close()
    assert found.settled is None
    assert found.sent == found.call == _call("add_item", "milk")


async def test_the_same_with_a_day_is_something_else() -> None:
    home = _home_with(("Water the plants", False))
    call = _call("add_item", "Water the plants")
    dated = replace(call, data={**call.data, "due_date": "2026-11-20"})
    found = await match_list_item(dated, home)
    home.close()
    assert found.settled is None


@pytest.mark.parametrize(
    ("service", "status", "open_one"),
    [
        ("update_item", "completed", True),
        ("update_item", "needs_action", False),
        ("remove_item", None, True),
    ],
)
async def test_of_two_that_are_called_the_same_the_one_is_meant_that_it_can_be_done_to(
    service: str, status: str | None, *, open_one: bool
) -> None:
    home = _home_with(("Milk", True), ("Bread", False), ("Milk", False))
    call = _call(service, "milk")
    call = replace(call, data={**call.data, **({"status": status} if status else {})})
    found = await match_list_item(call, home)
    home.close()
    assert found.call.data["item"] == "Milk"  # what people read, and what is undone by
    assert found.sent.data["item"] == ("item-3" if open_one else "item-1")


@pytest.mark.parametrize(
    ("said", "ended"),
    [
        ("tick off the bins", "Checked off bins"),
        ("tick off eggs", "Checked off eggs"),
        ("tick off unicorns", '"Unicorns" is not on the list.'),
        ("remove unicorns from the shopping list", '"Unicorns" is not on the list.'),
        ("tick off candles", 'Several lists have "Candles". Say which one, too.'),
        ("add candles to the shopping list", '"Candles" is on Shopping list already.'),
        (
            "add soap and candles to the shopping list",
            'Added soap. "Candles" is on Shopping list already.',
        ),
    ],
)
async def test_the_list_that_has_it_is_meant(agent: Agent, said: str, ended: str) -> None:
    for todo in ("shopping list", "chores"):
        await _say(agent, f"add candles to the {todo}")
    assert await _say(agent, said) == ended


@pytest.mark.parametrize(
    ("language", "said", "ended"),
    [
        ("de", "hake die Eier ab", "Eier abgehakt"),
        ("de", "streich Brot durch", "Brot abgehakt"),
        ("nl", "vink melk af", "Melk afgevinkt"),
        ("fr", "coche le pain", "pain coché"),
        ("it", "spunta il latte", "Spuntato latte"),
        ("es", "tacha los huevos", "He completado huevos"),
        ("de", "setz Milch auf die Einkaufsliste", "„Milch“ steht schon auf Einkaufsliste."),
        ("es", "añade pan a la lista de la compra", "«Pan» ya está en Lista de la compra."),
    ],
)
async def test_in_other_languages(language: str, said: str, ended: str) -> None:
    home = SimulatedHome.demo(language=language)
    told = await _say(_agent(home), said, language)
    home.close()
    assert told == ended


async def test_undoing_much_is_asked_in_words_that_people_use(agent: Agent) -> None:
    for said in (
        "add butter to the shopping list",
        "tick off the eggs",
        "close the blinds",
        "turn on the mirror light",
        "turn on the extractor fan",
        "set the chandelier to 20 percent",
    ):
        await _say(agent, said)
    assert await _say(agent, "undo everything") == (
        "Shall I set Chandelier to 50%, turn off Extractor fan, turn off Mirror light, "
        "open Blinds, untick Eggs on Shopping list and take Butter off Shopping list?"
    )


def _agent(home: SimulatedHome) -> Agent:
    return build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.05))


@pytest.fixture
async def agent() -> AsyncIterator[Agent]:
    """Somebody who sees to the built-in house."""
    home = SimulatedHome.demo()
    yield _agent(home)
    home.close()


async def _say(agent: Agent, text: str, language: str = "en") -> str:
    return (await agent.hear(Turn(text=text, language=language, conversation_id="one"))).text
