"""Trying tools, and teaching names, from the page."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from home_agent.engine.settings import Settings
from home_agent.server.keys import ApiKey
from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.page_client import API, PageClient, logged_in, owner


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serve(tmp_path) as running:
        yield running


@pytest.fixture
async def page(server: Server, tmp_path: Path) -> AsyncIterator[PageClient]:
    async with owner(server, tmp_path) as opened:
        yield opened


def _control(entity_id: str, action: str) -> dict[str, object]:
    return {"arguments": {"entity_id": entity_id, "action": action}}


async def test_a_tool_is_tried_through_the_gate(server: Server, page: PageClient) -> None:
    tools = {each["name"]: each for each in await page.get("tools")}
    assert tools["ha_control"]["touches"] == "home"
    assert "action" in tools["ha_control"]["parameters"]["properties"]
    done = (await page.post("tools/ha_control", **_control("light.ceiling_lamp", "turn_on"))).json()
    assert done["success"] is True, done
    assert [each["after"] for each in done["outcomes"]] == ["on"]
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"
    hidden = (await page.post("tools/ha_control", **_control("switch.boiler", "turn_on"))).json()
    assert hidden["success"] is False
    wrong = (await page.post("tools/ha_control", arguments={"entity_id": 5})).json()
    assert wrong["success"] is False
    assert wrong["error"]


async def test_a_tool_that_unlocks_asks_first(server: Server, page: PageClient) -> None:
    asked = (await page.post("tools/ha_control", **_control("lock.front_door", "unlock"))).json()
    assert asked["asks"] == "yes_no"
    assert server.session.snapshot.states["lock.front_door"].value == "locked"
    done = await page.say("yes", "tools")
    assert done["reply"]["outcomes"][0]["after"] == "unlocked"


async def test_a_tool_asks_for_the_pin(tmp_path: Path) -> None:
    settings = Settings(patience=0.2)
    settings = replace(settings, safety=replace(settings.safety, pin="2468"))
    async with serve(tmp_path, settings=settings) as server, owner(server, tmp_path) as page:
        path = "tools/ha_control"
        asked = (await page.post(path, **_control("lock.front_door", "unlock"))).json()
        assert asked["asks"] == "pin"
        await page.say("yes", "tools")
        assert server.session.snapshot.states["lock.front_door"].value == "locked"
        await page.say("2468", "tools", secret=True)
        assert server.session.snapshot.states["lock.front_door"].value == "unlocked"


async def test_only_the_owner_tries_tools(server: Server, page: PageClient) -> None:
    wall = server.keys.add(ApiKey(name="wall", read_only=True))
    for key in (server.key, wall):
        async with logged_in(server, key=key) as other:
            assert await other.get("tools") == []
            arguments = _control("light.ceiling_lamp", "turn_on")
            refused = await other.post("tools/ha_control", **arguments)
            assert refused.status_code == 403
    assert (await page.post("tools/nothing", arguments={})).status_code == 404
    assert (await page.post("tools/ha_control", arguments=[])).status_code == 400
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "off"


async def test_a_taught_name_is_understood_everywhere(server: Server, page: PageClient) -> None:
    assert (await page.say("turn on the glimmerworm"))["reply"]["verdict"] == "refused"
    lesson = {"name": "glimmerworm", "entity_id": "light.ceiling_lamp"}
    told = await page.post("names", **lesson, said="turn on the glimmerworm")
    assert told.json() == {"understood": True, "does": "turn on Ceiling lamp"}, told.text
    done = await page.say("turn on the Glimmerworm")
    assert done["reply"]["outcomes"][0]["after"] == "on"
    assert "on" in (await page.say("is the glimmerworm on?"))["words"]
    said = await page.say("mach den Glimmerworm aus", language="de")
    assert said["reply"]["outcomes"][0]["after"] == "aus"
    names = (await page.get("understanding"))["names"]
    assert names == [{**lesson, "thing": "Ceiling lamp"}]
    response = await page.http.delete(
        f"{API}/names", params={"name": "glimmerworm"}, headers={"X-CSRF-Token": page.csrf}
    )
    assert response.status_code == 200
    assert (await page.say("turn on the glimmerworm"))["reply"]["verdict"] == "refused"


@pytest.mark.parametrize(
    ("name", "entity_id", "status"),
    [
        ("bedside lamp", "light.ceiling_lamp", 400),
        ("the lights", "light.ceiling_lamp", 400),
        ("everything", "light.ceiling_lamp", 400),
        ("turn off the ceiling lamp", "light.bedside_lamp", 400),
        ("!!", "light.ceiling_lamp", 400),
        ("12", "light.ceiling_lamp", 400),
        ("g" * 61, "light.ceiling_lamp", 400),
        ("glimmerworm", "switch.boiler", 404),
        ("glimmerworm", "light.nowhere", 404),
    ],
)
async def test_what_is_no_name_is_not_taught(
    page: PageClient, name: str, entity_id: str, status: int
) -> None:
    response = await page.post("names", name=name, entity_id=entity_id)
    assert response.status_code == status, response.text
    assert (await page.get("understanding"))["names"] == []


async def test_a_taught_name_passes_the_gate_and_the_keys(server: Server, page: PageClient) -> None:
    lesson = {"name": "sesame", "entity_id": "lock.front_door"}
    kitchen = server.keys.add(ApiKey(name="tablet", areas=("Kitchen",)))
    async with logged_in(server, key=kitchen) as tablet:
        assert (await tablet.post("names", **lesson)).status_code == 403
        assert (await page.post("names", **lesson)).status_code == 200
        await tablet.say("unlock sesame")
        await tablet.say("yes")
    assert (await page.say("unlock sesame"))["reply"]["asks"] == "yes_no"
    assert server.session.snapshot.states["lock.front_door"].value == "locked"
