"""More and less of what is here, and items of lists, as people really say them."""

from typing import Any

import pytest

from home_agent.engine.plan_contents import calls_in
from home_agent.engine.understand import Question, Understood

from .conftest import Hear
from .speaking import done

LEVELS: dict[str, Any] = {
    "areas": [{"id": "den", "name": "Den"}, {"id": "bar", "name": "Bar"}],
    "entities": [
        {
            "id": f"media_player.{area}",
            "name": name,
            "area": area,
            "state": "playing",
            "attributes": {"volume_level": 0.5},
        }
        for area, name in (("den", "Hi-Fi"), ("bar", "Jukebox"))
    ]
    + [
        {"id": "media_player.tv", "name": "Telly", "area": "den", "state": "paused"},
        {
            "id": "climate.den",
            "name": "Stove",
            "area": "den",
            "state": "heat",
            "attributes": {"temperature": 20, "hvac_modes": ["off", "heat"]},
        },
    ],
}


@pytest.mark.parametrize(
    ("sentence", "service", "target"),
    [
        ("louder", "media_player.volume_up", "media_player.den"),
        ("quieter please", "media_player.volume_down", "media_player.den"),
        ("a bit louder", "media_player.volume_up", "media_player.den"),
        ("turn it up a bit", "media_player.volume_up", "media_player.den"),
        ("turn it down", "media_player.volume_down", "media_player.den"),
        ("make it louder", "media_player.volume_up", "media_player.den"),
        ("turn the volume up", "media_player.volume_up", "media_player.den"),
        ("one degree cooler please", "climate.set_temperature", "climate.den"),
        ("warmer", "climate.set_temperature", "climate.den"),
        ("half a degree warmer", "climate.set_temperature", "climate.den"),
    ],
)
def test_more_and_less_of_what_is_here(
    hear: Hear, sentence: str, service: str, target: str
) -> None:
    assert [item[:2] for item in done(hear(sentence, "den", LEVELS))] == [(service, target)]


@pytest.mark.parametrize("sentence", ["louder", "turn it up a bit", "a bit quieter please"])
def test_of_two_that_play_we_ask_which(hear: Hear, sentence: str) -> None:
    found = hear(sentence, home=LEVELS)
    assert isinstance(found, Question)
    assert set(found.candidates) == {"media_player.den", "media_player.bar"}


@pytest.mark.parametrize(
    "sentence",
    [
        "turn up",
        "turn it on",
        "increase",
        "actions speak louder than words",
        "it got louder",
        "is it warmer",
        "warmer than yesterday",
        "he turned it up a bit",
        "louder than bombs",
        "cooler weather is coming",
    ],
)
def test_what_speaks_of_nothing_here_changes_nothing(hear: Hear, sentence: str) -> None:
    assert done(hear(sentence, "den", LEVELS)) == []


LISTS: dict[str, Any] = {
    "entities": [
        {"id": "todo.shopping", "name": "Shopping List", "state": "2"},
        {"id": "todo.chores", "name": "Chores", "state": "2"},
    ],
}


@pytest.mark.parametrize(
    ("sentence", "service", "target", "item"),
    [
        ("we've run out of oil, add it to the shopping list", "add", "shopping", "Oil"),
        ("we're out of cat food, put it on the shopping list", "add", "shopping", "Cat food"),
        ("the flour is nearly gone, add it to the shopping list", "add", "shopping", "Flour"),
        ("we need more rice, stick it on the shopping list", "add", "shopping", "Rice"),
        ("got the milk, cross it off the shopping list", "update", "shopping", "Milk"),
        ("I've paid the rent, tick that off the chores", "update", "chores", "Rent"),
        ("the gate is fixed, mark it as done in the chores", "update", "chores", "Gate"),
        ("the eggs are bought, remove them from the shopping list", "remove", "shopping", "Eggs"),
        ("remind us to buy plums on the shopping list", "add", "shopping", "Plums"),
    ],
)
def test_an_item_is_told_of_first(
    hear: Hear, sentence: str, service: str, target: str, item: str
) -> None:
    [(called, todo, data)] = done(hear(sentence, home=LISTS))
    assert (called, todo, data["item"]) == (f"todo.{service}_item", f"todo.{target}", item)


def test_what_is_done_is_ticked_off_the_list_that_has_it(hear: Hear) -> None:
    """Which of several lists has it is looked up when it is done."""
    only = {"entities": LISTS["entities"][:1]}
    for sentence in ("tick off the bread", "check the bread off", "got the bread, check it off"):
        [(called, _, data)] = done(hear(sentence, home=only))
        assert (called, data["item"]) == ("todo.update_item", "Bread")
        understood = hear(sentence, home=LISTS)
        assert isinstance(understood, Understood)
        (call,) = calls_in(understood.plan)
        assert call.targets == ("todo.shopping", "todo.chores")


@pytest.mark.parametrize(
    "sentence",
    [
        "we need more time, it is late",
        "we are out of milk",
        "got it, thanks",
        "got the joke, it was funny",
        "I bought a car, it is blue",
        "do not add it to the shopping list",
        "we are out of milk, do not add it to the shopping list",
        "the gate is fixed",
        "I never tick off anything",
        "did we add it to the shopping list",
    ],
)
def test_telling_of_things_enters_nothing(hear: Hear, sentence: str) -> None:
    assert done(hear(sentence, home=LISTS)) == []


@pytest.mark.parametrize(
    ("sentence", "items"),
    [
        ("add fish and chips to the shopping list", ["Fish and chips"]),
        (
            "put rum and coke, milk and mac and cheese on the shopping list",
            ["Rum and coke", "Milk", "Mac and cheese"],
        ),
        ("add fish and milk to the shopping list", ["Fish", "Milk"]),
    ],
)
def test_some_things_have_an_and_in_them(hear: Hear, sentence: str, items: list[str]) -> None:
    assert [data["item"] for _, _, data in done(hear(sentence))] == items
