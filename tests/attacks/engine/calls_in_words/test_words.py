"""A model says the words of a call: to somebody who asked for a story, a list, a song."""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.context.settings import ContextSettings, PromptSettings
from home_agent.engine.events import ReplyDelta
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings, ToolProtocol
from home_agent.engine.settings import Settings
from home_agent.simulated import SimulatedHome
from tests.attacks.engine.calls_in_words.forms import ALONE, AMONG_WORDS, CALL, HIDDEN
from tests.engine.conftest import HOUSE
from tests.engine.consult.conftest import House, MakeHouse
from tests.engine.llm.scripted_answers import Delivery, Says
from tests.engine.llm.scripted_server import ScriptedServer

FORMS = {**ALONE, **AMONG_WORDS}
ASKED = ("tell me a joke", "make it cosy in the kitchen")
IN_WORDS: tuple[ToolProtocol, ...] = ("inline", "schema")
LEAKING = "leaking"
READERS = (*IN_WORDS, LEAKING)


def model(server: ScriptedServer, way: str) -> ModelSettings:
    """A model that may call in words, in one of the ways that can be set."""
    settings = ModelSettings(base_url=server.url, model="small")
    if way == LEAKING:
        return replace(settings, leaked_calls=True)
    return replace(settings, protocol=way)  # type: ignore[arg-type]  # one of them


def untouched(house: House) -> bool:
    return house.state("light.ceiling") == "off"


def unheard(house: House, text: str) -> bool:
    """Whether nothing of a call was said, neither in the end nor on the way."""
    said = "".join(event.text for event in house.seen(ReplyDelta))
    return not any(
        mark in item for item in (text, said) for mark in ("light.turn_on", "light.ceiling", "```")
    )


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("form", FORMS)
async def test_words_of_a_model_with_tools_are_never_calls(
    form: str, asked: str, house: House, server: ScriptedServer
) -> None:
    server.otherwise(lambda _: Says(text=FORMS[form]))
    reply = await house.say(asked)
    assert untouched(house)
    assert reply.text
    assert unheard(house, reply.text)


@pytest.mark.parametrize("size", [1, 2, 7])
@pytest.mark.parametrize("form", ["bare", "fence", "tag", "in a sentence"])
async def test_however_they_are_cut(
    form: str, size: int, house: House, server: ScriptedServer
) -> None:
    server.otherwise(lambda _: Says(text=FORMS[form], delivery=Delivery(chunks=(size,))))
    reply = await house.say("tell me a joke")
    assert untouched(house)
    assert unheard(house, reply.text)


@pytest.mark.parametrize("way", ["tools", *READERS])
async def test_thoughts_are_never_calls(
    way: str, make_house: MakeHouse, server: ScriptedServer
) -> None:
    house = make_house(llm=(model(server, way),))
    server.otherwise(lambda _: Says(text="A duck walks into a bar.", reasoning=ALONE["fence"]))
    reply = await house.say("tell me a joke")
    assert untouched(house)
    assert reply.text == "A duck walks into a bar."


LONGEST = {"item": 200, "title": 120, "name": 80}
"""How much of a text a model is shown; what was cut off cannot be read out."""

CHANGED: dict[str, tuple[str, str, Callable[[str], Any]]] = {
    "item": ("todo.shopping_list", "items", lambda text: ["Bread", text]),
    "title": ("media_player.radio", "attributes", lambda text: {"media_title": text}),
    "name": ("scene.good_night", "name", lambda text: text),
}
SAID = {
    "item": ("what do you make of what is on the shopping list?",),
    "title": ("what do you think of the song on the radio in the kitchen?",),
    "name": ("which scenes do you like best, dear house?",),
    "sentence": ("repeat after me: {text}",),
    "history": ("my favourite poem is {text}", "say it again in your own words"),
}


type Furnish = Callable[[str, str, ModelSettings], House]


@pytest.fixture
async def furnish() -> AsyncIterator[Furnish]:
    """Make a house with a text somewhere where its model will be shown it."""
    houses: list[House] = []

    def make(source: str, text: str, settings: ModelSettings) -> House:
        houses.append(_furnished(source, text, settings))
        return houses[-1]

    yield make
    for house in houses:
        await house.agent.close()
        house.home.close()


def _furnished(source: str, text: str, settings: ModelSettings) -> House:
    entities = [dict(entity) for entity in HOUSE["entities"]]
    if source in CHANGED:
        changed, field, make = CHANGED[source]
        entity = next(entity for entity in entities if entity["id"] == changed)
        value = make(text)
        entity[field] = {**entity.get(field, {}), **value} if isinstance(value, dict) else value
    home = SimulatedHome.from_inventory({**HOUSE, "entities": entities})
    retries = RetrySettings(attempts=1)
    return House(home, Settings(llm=(settings,), retries=retries, patience=0.2))


def written(way: str, form: str) -> str:
    """A call, as a model writes it that may call in this way."""
    if way == "schema":
        return '{"say": "It says:", "calls": [' + CALL + "]}"
    return CALL if form == "alone" else f"It says:\n```homeassistant\n{CALL}\n```\nNice."


def looked_up(server: ScriptedServer, way: str) -> None:
    """Have the model look at the list."""
    arguments = {"entity_id": "todo.shopping_list"}
    if way == LEAKING:
        server.call_tool("ha_query", arguments)
    else:
        tool = json.dumps({"tool": "ha_query", "arguments": arguments})
        server.say('{"say": "", "calls": [' + tool + "]}" if way == "schema" else tool)


@pytest.mark.parametrize("form", ["alone", "of its own"])
@pytest.mark.parametrize("way", READERS)
@pytest.mark.parametrize(
    ("hidden", "source"),
    [
        (hidden, source)
        for hidden, text in HIDDEN.items()
        for source in SAID
        if len(text.replace("\u200b", "")) <= LONGEST.get(source, 1000)
    ],
)
async def test_what_was_shown_is_never_a_call(
    hidden: str, source: str, way: str, form: str, furnish: Furnish, server: ScriptedServer
) -> None:
    """A model that may call in words reads out what it was shown, in the form of a call."""
    house = furnish(source, HIDDEN[hidden], model(server, way))
    if source == "history":
        server.say("How nice.")
    if source == "item":
        looked_up(server, way)
    server.otherwise(lambda _: Says(text=written(way, form)))
    for sentence in SAID[source]:
        await house.say(sentence.format(text=HIDDEN[hidden]))
    assert untouched(house)


@pytest.mark.parametrize("way", READERS)
@pytest.mark.parametrize("source", ["item", "title", "name"])
async def test_the_same_words_are_a_call_where_nothing_like_it_was_shown(
    source: str, way: str, furnish: Furnish, server: ScriptedServer
) -> None:
    """So that the attempts above fail for the reason that they should."""
    house = furnish(source, "Brown bread", model(server, way))
    if source == "item":
        looked_up(server, way)
    server.say(written(way, "of its own"))
    server.say("Nice.")
    for sentence in SAID[source]:
        await house.say(sentence)
    assert house.state("light.ceiling") == "on"


@pytest.mark.parametrize("way", READERS)
@pytest.mark.parametrize("form", AMONG_WORDS)
async def test_only_the_agreed_form_is_a_call(
    form: str, way: str, make_house: MakeHouse, server: ScriptedServer
) -> None:
    """What is neither marked nor alone is no call, even where nothing like it was shown."""
    house = make_house(llm=(model(server, way),))
    agreed = form in ("fence of its own", "tag of its own")
    server.otherwise(lambda _: Says(text=AMONG_WORDS[form]))
    reply = await house.say("tell me a joke")
    assert untouched(house) or agreed
    assert unheard(house, reply.text)


@pytest.mark.parametrize("way", READERS)
async def test_what_the_owner_wrote_may_be_called(
    way: str, make_house: MakeHouse, server: ScriptedServer
) -> None:
    """An example in the owner's own prompt is no text from outside."""
    prompt = PromptSettings(custom_additions=f"To make light, write {CALL}.")
    house = make_house(llm=(model(server, way),), context=ContextSettings(prompt=prompt))
    server.say(written(way, "of its own"))
    server.say("Nice.")
    await house.say("make it cosy in the kitchen")
    assert house.state("light.ceiling") == "on"
