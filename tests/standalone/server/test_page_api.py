"""What the page can ask for, by whoever may."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from home_agent.engine.settings import Settings
from home_agent.server.keys import ApiKey
from tests.standalone.server.in_process import Server, serve
from tests.standalone.server.page_client import API, PageClient, logged_in, owner

SETTINGS = Settings(patience=0.2)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serve(tmp_path) as running:
        yield running


@pytest.fixture
async def page(server: Server, tmp_path: Path) -> AsyncIterator[PageClient]:
    async with owner(server, tmp_path) as opened:
        yield opened


async def test_the_house_is_told_in_the_language_of_whoever_looks(page: PageClient) -> None:
    house = await page.get("house", language="de")
    by_id = {entity["id"]: entity for entity in house["entities"]}
    assert by_id["binary_sensor.front_door"]["words"] == "offen"
    assert by_id["light.ceiling_lamp"]["press"] == "turn_on"
    assert "switch.boiler" not in by_id
    assert [floor["name"] for floor in house["floors"]] == ["Upstairs", "Ground floor"]


async def test_a_press_tells_what_was_seen(server: Server, page: PageClient) -> None:
    done = await page.press("light.ceiling_lamp", "turn_on")
    assert [(each["status"], each["after"]) for each in done["outcomes"]] == [("done", "on")]
    broken = await page.press("light.broken_lamp", "turn_on")
    assert broken["verdict"] == "failed"
    assert broken["outcomes"][0]["reason"] == "no_response"


@pytest.mark.parametrize(
    ("entity_id", "service"),
    [
        ("light.ceiling_lamp", "unlock"),
        ("lock.front_door", "open"),
        ("switch.boiler", "turn_off"),
        ("light.nowhere", "turn_on"),
        ("homeassistant.x", "restart"),
    ],
)
async def test_a_press_is_only_what_the_page_offers(
    page: PageClient, entity_id: str, service: str
) -> None:
    response = await page.post("press", entity_id=entity_id, service=service)
    assert response.status_code == 404


async def test_a_lock_asks_first(server: Server, page: PageClient) -> None:
    asked = await page.press("lock.front_door", "unlock")
    assert asked["asks"] == "yes_no"
    assert server.session.snapshot.states["lock.front_door"].value == "locked"
    answer = await page.say("yes", "house")
    assert answer["reply"]["outcomes"][0]["after"] == "unlocked"
    assert server.session.snapshot.states["lock.front_door"].value == "unlocked"


async def test_the_pin_is_neither_shown_nor_kept(tmp_path: Path) -> None:
    # Long enough that no random id has it by chance.
    safety = replace(SETTINGS.safety, pin="86420246")
    async with (
        serve(tmp_path, settings=replace(SETTINGS, safety=safety)) as server,
        owner(server, tmp_path) as page,
    ):
        asked = await page.say("unlock the front door")
        assert asked["reply"]["asks"] == "pin"
        wrong = await page.say("97531357", secret=True)
        assert wrong["reply"]["asks"] == "pin"
        words = await page.say("correct horse battery", secret=True)
        assert words["reply"]["asks"] == "pin"
        done = await page.say("86420246", secret=True)
        assert done["heard"] == "•••"
        assert done["reply"]["outcomes"][0]["after"] == "unlocked"
        refused = (await page.get("record", status="refused"))["records"]
        assert [each["reason"] for each in refused] == ["wrong_pin", "wrong_pin"]
        await page.say("staple of horses", secret=True)
        everything = json.dumps(
            [
                await page.get("conversations/one"),
                await page.get("record"),
                await page.get("understanding"),
                [await server.store.get(key) for key in await server.store.keys("")],
            ]
        )
        for given in ("86420246", "97531357", "horse"):
            assert given not in everything


async def test_a_question_has_its_answers(server: Server, page: PageClient) -> None:
    asked = await page.say("turn on the fountain")
    assert (asked["reply"]["asks"], asked["reply"]["choices"]) == ("which", ["Garden", "Kitchen"])
    done = await page.say("Garden")
    assert server.session.snapshot.states["switch.garden_fountain"].value == "on"
    assert done["reply"]["why"]["calls"] == ["switch.turn_on switch.garden_fountain"]


async def test_the_same_sentence_is_said_once(server: Server, page: PageClient) -> None:
    """A page that does not know whether it got through says it again."""
    for _ in range(2):
        sent = await page.post("talk", text="toggle the ceiling lamp", conversation="c", id="m")
        assert sent.status_code == 200
        await asyncio.sleep(0.3)
    assert len((await page.get("conversations/c"))["messages"]) == 1
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"


async def test_conversations_are_found_and_forgotten(page: PageClient) -> None:
    await page.say("is the front door locked?", "a")
    await page.say("turn on the bedside lamp", "b")
    found = await page.get("conversations")
    assert [each["title"] for each in found] == [
        "turn on the bedside lamp",
        "is the front door locked?",
    ]
    assert [each["id"] for each in await page.get("conversations", search="LOCKED")] == ["a"]
    headers = {"X-CSRF-Token": page.csrf}
    await page.http.delete(f"{API}/conversations/a", headers=headers)
    assert [each["id"] for each in await page.get("conversations")] == ["b"]
    assert (await page.get("conversations/a"))["messages"] == []


async def test_what_is_planned_is_moved_and_called_off(tmp_path: Path) -> None:
    async with serve(tmp_path) as server, owner(server, tmp_path) as page:
        server.store._durable = True
        await server.session.start(lambda _event: None)
        await page.say("turn on the ceiling lamp at 23:10 tomorrow")
        await page.say("set a timer for 20 minutes")
        planned = (await page.get("planned"))["planned"]
        kinds = {each["kind"]: each for each in planned}
        assert kinds.keys() == {"job", "timer"}, planned
        timer, job = kinds["timer"], kinds["job"]
        await page.post(f"planned/{timer['id']}", action="pause", kind="timer")
        now = datetime.fromisoformat((await page.get("planned"))["now"])
        to = (now + timedelta(days=3)).replace(hour=3, minute=4).strftime("%Y-%m-%dT%H:%M")
        moved = await page.post(f"planned/{job['id']}", action="move", to=to)
        assert moved.json()["verdict"] == "ok", moved.text
        planned = {each["id"]: each for each in (await page.get("planned"))["planned"]}
        assert planned[timer["id"]]["due"] is None
        assert planned[job["id"]]["due"].startswith(to)
        for each, kind in ((timer, "timer"), (job, "job")):
            await page.post(f"planned/{each['id']}", action="cancel", kind=kind)
        assert (await page.get("planned"))["planned"] == []


async def test_what_was_not_understood_is_there_once(page: PageClient) -> None:
    await page.say("Grobble the fnord!", "a")
    await page.say("grobble the fnord", "b")
    told_of = await page.get("understanding")
    assert [(each["text"], each["count"]) for each in told_of["missed"]] == [
        ("Grobble the fnord!", 2)
    ]
    assert told_of["days"][-1]["none"] == 2
    headers = {"X-CSRF-Token": page.csrf}
    missed = told_of["missed"][0]["id"]
    response = await page.http.delete(
        f"{API}/understanding", params={"key": missed}, headers=headers
    )
    assert response.status_code == 200
    assert (await page.get("understanding"))["missed"] == []


async def test_a_key_that_only_looks_changes_nothing(server: Server, tmp_path: Path) -> None:
    key = server.keys.add(ApiKey(name="wall", read_only=True))
    async with logged_in(server, key=key) as wall, owner(server, tmp_path) as page:
        assert (await wall.get("overview"))["viewer"]["read_only"] is True
        pressed = await wall.press("light.ceiling_lamp", "turn_on")
        assert pressed["outcomes"][0]["status"] == "refused"
        assert (await wall.say("turn on the ceiling lamp"))["reply"]["verdict"] == "refused"
        await page.press("light.ceiling_lamp", "turn_on")
        undone = (await wall.post("undo", conversation="one", id="x")).json()
        assert undone["changed"] is False
        assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"
        planned = await wall.post("planned/x", action="cancel")
        assert planned.json()["verdict"] == "refused"


async def test_a_key_sees_its_rooms_and_its_own_record(server: Server, tmp_path: Path) -> None:
    key = server.keys.add(ApiKey(name="tablet", areas=("Kitchen",)))
    async with logged_in(server, key=key) as tablet, owner(server, tmp_path) as page:
        names = {entity["name"] for entity in (await tablet.get("house"))["entities"]}
        assert names == {"Ceiling lamp", "Fountain"}
        response = await tablet.post("press", entity_id="light.bedside_lamp", service="turn_on")
        assert response.status_code == 404
        await page.press("light.bedside_lamp", "turn_on")
        await page.say("grobble the fnord", "mine")
        await tablet.press("light.ceiling_lamp", "turn_on")
        record = (await tablet.get("record"))["records"]
        assert [each["name"] for each in record] == ["Ceiling lamp"]
        everything = (await page.get("record"))["records"]
        assert {each["name"] for each in everything} == {"Ceiling lamp", "Bedside lamp"}
        assert (await tablet.get("understanding")) == {
            "days": [],
            "missed": [],
            "taught": [],
            "names": [],
        }
        assert await tablet.get("conversations") == []
        assert (await tablet.get("conversations/mine"))["messages"] == []
        assert "settings" not in await tablet.get("overview")


async def test_the_record_is_searched(page: PageClient) -> None:
    await page.press("light.ceiling_lamp", "turn_on")
    await page.press("lock.front_door", "unlock")
    record = await page.get("record", status="awaiting")
    assert [each["entity_id"] for each in record["records"]] == ["lock.front_door"]
    record = await page.get("record", search="ceiling DONE")
    assert [each["entity_id"] for each in record["records"]] == ["light.ceiling_lamp"]
    assert record["statuses"] == ["awaiting", "done"]
    (told,) = (await page.get("record", status="done", language="de"))["records"]
    assert (told["before"], told["after"]) == ("aus", "an")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("talk", {"text": "hello", "conversation": "../x", "id": "m"}),
        ("talk", {"text": 5, "conversation": "c", "id": "m"}),
        ("talk", {"text": "x" * 8001, "conversation": "c", "id": "m"}),
        ("talk", {"text": "hello", "conversation": "c", "id": "m", "language": "xx"}),
        ("press", {"entity_id": "light", "service": "turn_on"}),
        ("press", {"entity_id": "light.ceiling_lamp", "service": "turn_on", "value": "x"}),
        ("press", {"entity_id": "light.ceiling_lamp", "service": "turn_on", "value": True}),
        ("planned/x", {"action": "explode"}),
        ("planned/x", {"action": "move", "to": "soon"}),
    ],
)
async def test_what_is_wrong_with_a_request_is_told(
    page: PageClient, path: str, body: dict[str, object]
) -> None:
    response = await page.post(path, **body)
    assert response.status_code == 400
    assert response.json()["error"]["message"]


async def test_what_is_taught_is_understood(server: Server, page: PageClient) -> None:
    await page.say("Grobble the fnord!")
    (missed,) = (await page.get("understanding"))["missed"]
    tried = (await page.post("understanding/try", means="turn on the ceiling lamp")).json()
    assert tried == {"understood": True, "does": "turn on Ceiling lamp"}
    tried = (await page.post("understanding/try", means="zorch the gleep")).json()
    assert tried["understood"] is False
    lesson = {"said": missed["text"], "means": "turn on the ceiling lamp", "key": missed["id"]}
    assert (await page.post("understanding", **lesson)).status_code == 200
    done = await page.say("grobble the FNORD")
    assert done["reply"]["outcomes"][0]["after"] == "on"
    assert server.session.snapshot.states["light.ceiling_lamp"].value == "on"
    # Only as a whole, and only in its language.
    assert (await page.say("don't grobble the fnord"))["reply"]["tier"] == "none"
    assert (await page.say("grobble the fnord", language="de"))["reply"]["tier"] == "none"
    told = await page.get("understanding")
    assert [each["said"] for each in told["taught"]] == ["Grobble the fnord!"]
    response = await page.http.delete(
        f"{API}/taught",
        params={"said": "grobble the fnord", "in": "en"},
        headers={"X-CSRF-Token": page.csrf},
    )
    assert response.status_code == 200
    assert (await page.say("grobble the fnord"))["reply"]["tier"] == "none"


@pytest.mark.parametrize(
    "lesson",
    [
        {"said": "turn off the ceiling lamp", "means": "turn on the ceiling lamp"},
        {"said": "grobble", "means": "zorch the gleep"},
        {"said": "!!!", "means": "turn on the ceiling lamp"},
        {"said": "sesame blorp", "means": "unlock the front door with the code 4711"},
        {"said": "g" * 301, "means": "turn on the ceiling lamp"},
    ],
)
async def test_what_makes_no_sense_is_not_taught(page: PageClient, lesson: dict[str, str]) -> None:
    assert (await page.post("understanding", **lesson)).status_code == 400
    assert (await page.get("understanding"))["taught"] == []


async def test_what_is_taught_passes_the_gate_and_only_the_owner_teaches(
    server: Server, page: PageClient
) -> None:
    lesson = {"said": "grobble", "means": "unlock the front door"}
    async with logged_in(server, key=server.key) as phone:
        for path in ("understanding", "understanding/try"):
            assert (await phone.post(path, **lesson)).status_code == 403
        assert (await page.post("understanding", **lesson)).status_code == 200
        asked = await phone.say("grobble")
        assert asked["reply"]["asks"] == "yes_no"
    assert server.session.snapshot.states["lock.front_door"].value == "locked"


async def test_what_is_remembered_is_seen_corrected_and_forgotten(tmp_path: Path) -> None:
    memory = replace(SETTINGS.memory, enabled=True)
    async with (
        serve(tmp_path, settings=replace(SETTINGS, memory=memory)) as server,
        owner(server, tmp_path) as page,
    ):
        anna = server.keys.add(ApiKey(name="anna", user="anna"))
        bert = server.keys.add(ApiKey(name="bert", user="bert"))
        wall = server.keys.add(ApiKey(name="wall", read_only=True))
        added = await page.post("memories", content="The bins go out on Tuesday.")
        assert added.status_code == 200, added.text
        known = f"memories/{added.json()['id']}"
        async with (
            logged_in(server, key=anna) as hers,
            logged_in(server, key=bert) as his,
            logged_in(server, key=wall) as screen,
        ):
            own = (await hers.post("memories", content="I like it cool at night.")).json()
            assert len((await hers.get("memories"))["memories"]) == 2
            assert len((await his.get("memories"))["memories"]) == 1
            headers = {"X-CSRF-Token": his.csrf}
            taken = await his.http.delete(f"{API}/memories/{own['id']}", headers=headers)
            assert taken.status_code == 404
            wrong = await his.post(f"memories/{own['id']}", content="I like it hot.")
            assert wrong.status_code == 404
            assert (await screen.post(known, content="x y")).status_code == 403
        corrected = await page.post(known, content="The bins go out on Friday.")
        assert corrected.json()["before"] == "The bins go out on Tuesday."
        assert (await page.post("memories", content="  ")).status_code == 400
        headers = {"X-CSRF-Token": page.csrf}
        assert (await page.http.delete(f"{API}/{known}", headers=headers)).status_code == 200
        left = (await page.get("memories"))["memories"]
        assert [each["content"] for each in left] == ["I like it cool at night."]
