"""What is undone on the page, and what is not."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.page_client import PageClient, owner


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serve(tmp_path) as running:
        yield running


@pytest.fixture
async def page(server: Server, tmp_path: Path) -> AsyncIterator[PageClient]:
    async with owner(server, tmp_path) as opened:
        yield opened


async def test_undo_takes_back_what_the_conversation_did(server: Server, page: PageClient) -> None:
    said = await page.say("turn on the ceiling lamp")
    assert said["reply"]["changed"] is True
    undone = (await page.post("undo", conversation="one", id=said["id"])).json()
    assert undone["outcomes"][0]["after"] == "off"
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "off"
    messages = (await page.get("conversations/one"))["messages"]
    assert messages[0]["undone"] is True


async def test_undo_of_an_earlier_sentence_takes_back_what_came_after(
    server: Server, page: PageClient
) -> None:
    first = await page.say("turn on the ceiling lamp")
    await page.say("is the front door locked?")
    await page.say("turn on the bedside lamp")
    undone = (await page.post("undo", conversation="one", id=first["id"])).json()
    assert {each["entity_id"] for each in undone["outcomes"]} == {
        "light.ceiling_lamp",
        "light.bedside_lamp",
    }
    states = server.session.snapshot.states
    assert {states[each["entity_id"]].value for each in undone["outcomes"]} == {"off"}
    messages = (await page.get("conversations/one"))["messages"]
    assert [message["undone"] for message in messages] == [True, False, True]


async def test_undo_that_takes_a_yes_is_done_after_it(server: Server, page: PageClient) -> None:
    await page.say("unlock the front door")
    await page.say("yes")
    locked = await page.say("lock the front door")
    asked = (await page.post("undo", conversation="one", id=locked["id"])).json()
    assert asked["asks"] == "yes_no"
    assert server.session.snapshot.states["lock.front_door"].value == "locked"
    await page.say("yes")
    assert server.session.snapshot.states["lock.front_door"].value == "unlocked"
    messages = (await page.get("conversations/one"))["messages"]
    can = [message["reply"]["changed"] and not message["undone"] for message in messages]
    assert can == [False, True, False, False]


async def test_undo_that_comes_again_takes_nothing_else_back(
    server: Server, page: PageClient
) -> None:
    """Somebody presses twice, or the page sends it once more."""
    await page.say("turn on the ceiling lamp")
    last = await page.say("turn on the bedside lamp")
    told = [(await page.post("undo", conversation="one", id=last["id"])).json() for _ in range(3)]
    assert [each["changed"] for each in told] == [True, False, False]
    assert told[-1]["text"] == "There is nothing to undo."
    states = server.session.snapshot.states
    assert states["light.bedside_lamp"].value == "off"
    assert states["light.ceiling_lamp"].value == "on"


async def test_undo_of_what_did_nothing_takes_nothing_back(
    server: Server, page: PageClient
) -> None:
    await page.say("turn on the ceiling lamp")
    asked = await page.say("is the front door locked?")
    already = await page.say("turn on the ceiling lamp")
    for message_id in (asked["id"], already["id"], "nosuch", "kept-0"):
        told = (await page.post("undo", conversation="one", id=message_id)).json()
        assert told["text"] == "There is nothing to undo."
    other = (await page.post("undo", conversation="two", id=asked["id"])).json()
    assert other["text"] == "There is nothing to undo."
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"


async def test_undo_after_a_spoken_one_takes_nothing_else_back(
    server: Server, page: PageClient
) -> None:
    await page.say("turn on the ceiling lamp")
    last = await page.say("turn on the bedside lamp")
    spoken = await page.say("undo that")
    for message_id in (last["id"], spoken["id"]):
        told = (await page.post("undo", conversation="one", id=message_id)).json()
        assert told["text"] == "There is nothing to undo."
    messages = (await page.get("conversations/one"))["messages"]
    can = [message["reply"]["changed"] and not message["undone"] for message in messages]
    assert can == [True, False, False]
    # What is done after something was taken back is another command, and not the one before.
    await page.say("turn on the garden fountain")
    await page.post("undo", conversation="one", id=last["id"])
    states = server.session.snapshot.states
    assert states["switch.garden_fountain"].value == "on"
    assert states["light.ceiling_lamp"].value == "on"
    assert states["light.bedside_lamp"].value == "off"
