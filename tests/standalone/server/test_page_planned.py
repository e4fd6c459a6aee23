"""What is planned, as the page shows it: from which sentence, paused, and automations too."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from home_agent.server.keys import ApiKey
from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.page_client import PageClient, logged_in, owner


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serve(tmp_path) as running:
        running.store._durable = True
        await running.session.start(lambda _event: None)
        yield running


@pytest.fixture
async def page(server: Server, tmp_path: Path) -> AsyncIterator[PageClient]:
    async with owner(server, tmp_path) as opened:
        yield opened


async def _only(page: PageClient) -> dict[str, Any]:
    (planned,) = (await page.get("planned"))["planned"]
    return dict(planned)


async def test_a_plan_tells_its_sentence_and_for_whom(server: Server, page: PageClient) -> None:
    anna = server.keys.add(ApiKey(name="annas", user="anna"))
    async with logged_in(server, key=anna) as hers:
        await hers.say("turn on the ceiling lamp at 23:10 tomorrow")
    planned = await _only(page)
    assert planned["said"] == "turn on the ceiling lamp at 23:10 tomorrow"
    assert planned["owner"] == "anna"
    assert planned["can"] == ["pause", "move", "cancel"]


async def test_a_plan_is_paused_and_goes_on(page: PageClient) -> None:
    await page.say("turn on the ceiling lamp every day at 23:10")
    path = f"planned/{(await _only(page))['id']}"
    paused = (await page.post(path, action="pause", kind="job")).json()
    assert paused["verdict"] == "ok", paused
    assert (await _only(page))["paused"] is True
    assert (await _only(page))["can"] == ["go_on", "move", "cancel"]
    going = (await page.post(path, action="go-on", kind="job")).json()
    assert going["verdict"] == "ok", going
    assert (await _only(page))["paused"] is False


async def test_an_automation_is_among_them(server: Server, page: PageClient) -> None:
    """Listed with its sentence, switched off and on, and removed after a yes."""
    said = "make an automation: when the front door opens, turn on the ceiling lamp"
    assert (await page.say(said))["reply"]["asks"] == "yes_no"
    await page.say("yes")
    made = await _only(page)
    assert (made["kind"], made["said"], made["paused"]) == ("automation", said, False)
    path = f"planned/{made['id']}"
    await page.post(path, action="pause", kind="automation")
    assert (await _only(page))["paused"] is True
    switched = (await page.post(path, action="go-on", kind="automation")).json()
    if switched["asks"]:
        await page.say("yes", "planned")
    assert (await _only(page))["paused"] is False
    key = server.keys.add(ApiKey(name="tablet", areas=("Kitchen",)))
    async with logged_in(server, key=key) as tablet:
        assert (await tablet.get("planned"))["planned"] == []
        refused = await tablet.post(path, action="cancel", kind="automation")
        assert refused.json()["verdict"] == "refused"
    wall = server.keys.add(ApiKey(name="wall", read_only=True))
    async with logged_in(server, key=wall) as screen:
        assert (await _only(screen))["can"] == []
    asked = (await page.post(path, action="cancel", kind="automation")).json()
    assert asked["asks"] == "yes_no"
    assert (await page.get("planned"))["planned"] != []
    await page.say("yes", "planned")
    assert (await page.get("planned"))["planned"] == []


async def test_the_record_is_filtered_by_person(server: Server, page: PageClient) -> None:
    anna = server.keys.add(ApiKey(name="annas", user="anna"))
    async with logged_in(server, key=anna) as hers:
        await hers.press("light.ceiling_lamp", "turn_on")
    await page.press("light.bedside_lamp", "turn_on")
    record = await page.get("record", who="anna")
    assert [each["entity_id"] for each in record["records"]] == ["light.ceiling_lamp"]
    assert record["people"] == ["anna", "~page"]
