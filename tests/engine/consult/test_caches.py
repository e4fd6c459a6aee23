"""What is used again, where somebody set that: and what never is."""

from collections.abc import Mapping
from typing import Any, override

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.events import ReplyDelta
from home_agent.engine.llm.cache_settings import CacheSettings
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.timed_cache import CacheFigures, TimedCache
from home_agent.simulated import SimulatedHome
from tests.engine.conftest import HOUSE
from tests.engine.llm.scripted_server import ScriptedServer

from .conftest import MakeHouse

JOKE = "tell me a joke about penguins"
SAID = "Why do penguins carry fish in their beaks? They have no pockets."


async def test_talk_is_answered_again(make_house: MakeHouse, server: ScriptedServer) -> None:
    """To the same sentence that begins a conversation; the figures tell."""
    house = make_house(cache=CacheSettings(answers=60))
    server.say(SAID)
    first = await house.say(JOKE, conversation="one")
    asked = len(server.requests)
    house.events.clear()
    again = await house.say(f"  {JOKE.upper()} ", conversation="two")
    assert again.text == first.text == SAID
    assert len(server.requests) == asked
    assert "".join(event.text for event in house.seen(ReplyDelta)) == SAID
    assert again.consumption is None
    assert house.agent.api.caches()["answers"] == CacheFigures(hits=1, misses=1)


async def test_not_in_the_midst_of_a_conversation(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    """What was said before may be what is meant."""
    house = make_house(cache=CacheSettings(answers=60))
    server.say(SAID)
    server.say("Another one: penguins.")
    await house.say(JOKE, conversation="one")
    assert (await house.say(JOKE, conversation="one")).text != SAID


async def test_what_rests_on_the_home_is_not_kept(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    house = make_house(cache=CacheSettings(answers=60))
    for conversation in ("one", "two"):
        before = len(server.requests)
        server.call_tool("ha_query", {"entity_id": "light.ceiling"})
        server.say("Penguins would like it.")
        await house.say("write me a poem about penguins", conversation=conversation)
        assert len(server.requests) == before + 2


async def test_nothing_is_kept_unless_that_is_set(
    make_house: MakeHouse, server: ScriptedServer
) -> None:
    house = make_house()
    for conversation in ("one", "two"):
        server.say(SAID)
        await house.say(JOKE, conversation=conversation)
    assert len(server.requests) == 2
    assert house.agent.api.caches()["answers"] == CacheFigures()


class RenderingHome(SimulatedHome):
    """A home that reads templates, and counts how often."""

    rendered = 0

    @override
    async def render(self, template: str, variables: Mapping[str, Any]) -> str:
        RenderingHome.rendered += 1
        return "Cats: three."


async def test_templates_are_rendered_again_only_after_a_while(server: ScriptedServer) -> None:
    home = RenderingHome.from_inventory(HOUSE)
    settings = Settings.from_mapping(
        {
            "llm": {"base_url": server.url, "model": "m"},
            "prompt": {"custom_additions": "{{ states('sensor.cats') }}"},
            "cache": {"templates": 60},
        }
    )
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=settings)
    for conversation in ("one", "two"):
        server.say(SAID)
        await agent.hear(Turn(text=JOKE, language="en", conversation_id=conversation))
    assert RenderingHome.rendered == 1
    assert all("Cats: three." in str(request.json) for request in server.requests)
    assert agent.api.caches()["templates"] == CacheFigures(hits=1, misses=1)
    await agent.close()
    home.close()


def test_it_holds_for_a_while() -> None:
    """And the oldest makes room."""
    now = [0.0]
    kept: TimedCache[str] = TimedCache(10, most=2, clock=lambda: now[0])
    kept.put("a", "1")
    now[0] = 9
    assert kept.get("a") == "1"
    now[0] = 10
    assert kept.get("a") is None
    for key in "abc":
        kept.put(key, key)
    assert [kept.get(key) for key in "abc"] == [None, "b", "c"]
    assert kept.figures == CacheFigures(hits=3, misses=2)
