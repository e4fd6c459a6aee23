"""A key that only looks, or is for one room, in a browser: every path and deed of the page."""

import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine.act.gate.safety import Safety
from home_agent.engine.memory.settings import MemorySettings
from home_agent.engine.settings import Settings
from home_agent.server.keys import ApiKey
from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.page_client import PageClient, logged_in, owner

from .test_areas import HIDDEN, HOUSE, states

PATHS = (
    *("overview", "house", "words", "examples", "conversations", "planned", "record"),
    *("understanding", "memories", "tools", "settings"),
)
QUERIES: tuple[dict[str, str], ...] = (
    {},
    {"search": "hall"},
    {"search": "vault"},
    {"origin": "chat"},
    {"who": "~page"},
    {"language": "de"},
)
SAID = (
    "turn on the kitchen lamp",
    "in ten minutes turn on the kitchen lamp",
    "set a timer for ten minutes",
    "tell me when the kitchen lamp goes on",
    "remember that the spare key is under the pot",
    "forget everything that you remember",
    "cancel everything that is planned",
    "call the kitchen lamp Bertha",
    "when I say party turn on the kitchen lamp",
    "whenever the kitchen lamp turns on, turn on everything lights, as an automation",
    "undo that",
    "yes",
)
POSTED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("press", {"entity_id": "light.kitchen", "service": "light.turn_on"}),
    ("press", {"entity_id": "scene.cosy", "service": "scene.turn_on"}),
    ("understanding", {"said": "party", "meant": "turn on the kitchen lamp", "language": "en"}),
    ("understanding/try", {"said": "party", "meant": "turn on the vault lamp", "language": "en"}),
    ("names", {"name": "Bertha", "entity_id": "light.kitchen"}),
    ("memories", {"content": "The spare key is under the pot"}),
    ("tools/ha_control", {"arguments": {"action": "turn_on", "entity_id": "light.kitchen"}}),
    ("settings", {"key": "safety.confirm", "value": []}),
    ("examination", {}),
    ("undo", {"conversation": "one", "id": "x"}),
)
OF_THE_OWNER = (
    "one",
    "phone/one",
    "~page/one",
    "../~page/one",
    "%2e%2e/~page/one",
    "@/page/~page/one",
)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    settings = Settings(
        patience=0.2, safety=Safety(calls_a_minute=1000), memory=MemorySettings(enabled=True)
    )
    async with serve(tmp_path, settings=settings, house=HOUSE) as running:
        running.store._durable = True
        await running.session.start(lambda _event: None)
        yield running


async def lived_in(server: Server, tmp_path: Path) -> None:
    """The owner talks of what is elsewhere, plans it, is not understood and is remembered."""
    async with owner(server, tmp_path) as page:
        for text in (
            "turn on the hall lamp",
            "in ten minutes turn on the vault lamp",
            "the diamonds are for the heist, blorp them",
            "what is the treasure weight?",
        ):
            await page.say(text)
        await page.post("memories", content="The diamonds lie in the vault")


async def kept(server: Server) -> Mapping[str, Any]:
    """What is stored, but for what is said and counted."""
    left_out = ("conversation", "server/", "statistics", "page/", "audit", "@")
    found = {}
    for key in await server.store.keys(""):
        if not key.startswith(left_out) and "conversation" not in key and "audit" not in key:
            found[key] = await server.store.get(key)
    return found


@pytest.mark.parametrize("path", PATHS)
async def test_no_path_tells_what_is_elsewhere(path: str, server: Server, tmp_path: Path) -> None:
    await lived_in(server, tmp_path)
    kitchen = server.keys.add(ApiKey(name="kitchen", areas=("Kitchen",)))
    async with logged_in(server, key=kitchen) as page:
        found = [await page.http.get(f"/page/api/{path}", params=query) for query in QUERIES]
    told = json.dumps([document.json() for document in found], ensure_ascii=False).casefold()
    if path != "memories":
        # The household's memories are every key's, which docs/security.md says.
        assert not [word for word in HIDDEN if word in told]


@pytest.mark.parametrize("conversation", OF_THE_OWNER)
async def test_no_conversation_of_another_is_read_or_forgotten(
    conversation: str, server: Server, tmp_path: Path
) -> None:
    await lived_in(server, tmp_path)
    other = server.keys.add(ApiKey(name="other"))
    async with logged_in(server, key=other) as page:
        response = await page.http.get(f"/page/api/conversations/{conversation}")
        assert "hall lamp" not in response.text.casefold()
        await page.http.delete(
            f"/page/api/conversations/{conversation}", headers={"X-CSRF-Token": page.csrf}
        )
    async with owner(server, tmp_path) as page:
        assert "hall lamp" in str(await page.get("conversations/one"))


async def asked(page: PageClient, how: tuple[str, Any]) -> None:
    path, body = how
    if path == "say":
        await page.say(body)
    else:
        await page.post(path, **body)


@pytest.mark.parametrize("how", [*(("say", text) for text in SAID), *POSTED])
async def test_who_only_looks_changes_nothing_that_we_keep(
    how: tuple[str, Any], server: Server, tmp_path: Path
) -> None:
    await lived_in(server, tmp_path)
    wall = server.keys.add(ApiKey(name="wall", read_only=True))
    before = states(server), await kept(server)
    async with logged_in(server, key=wall) as page:
        await asked(page, how)
        await asked(page, ("say", "yes"))
    assert (states(server), await kept(server)) == before


@pytest.mark.parametrize("how", [*(("say", text) for text in SAID), *POSTED])
async def test_no_deed_of_one_room_reaches_out_of_it(
    how: tuple[str, Any], server: Server, tmp_path: Path
) -> None:
    await lived_in(server, tmp_path)
    kitchen = server.keys.add(ApiKey(name="kitchen", areas=("Kitchen",)))
    before = states(server)
    async with logged_in(server, key=kitchen) as page:
        await asked(page, how)
        await asked(page, ("say", "yes"))
        told = str(await page.get("conversations/one")).casefold()
    after = states(server)
    assert {entity_id for entity_id in after if after[entity_id] != before[entity_id]} <= {
        "light.kitchen"
    }
    assert not [word for word in HIDDEN if word in told]
    async with owner(server, tmp_path) as page:
        assert "Vault lamp" in str(await page.get("planned"))
