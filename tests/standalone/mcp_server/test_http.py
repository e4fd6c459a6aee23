"""The real `mcp` client over HTTP: tools, a person's yes, resources and prompts."""

import json
from typing import Any, override

import anyio
import httpx2
import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp.shared.subscriptions import ResourceUpdated

from tests.standalone.mcp_server.conftest import YES, Connect, Person
from tests.standalone.server.running_server import RunningServer

BOTH = pytest.mark.parametrize("mode", ["legacy", "auto"])
"""The protocol with a handshake, and the one without."""

UNLOCK = {"action": "unlock", "entity_id": "lock.front_door"}


def text(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


async def read(client: Client, uri: str) -> Any:
    (contents,) = (await client.read_resource(uri)).contents
    assert isinstance(contents, types.TextResourceContents)
    return json.loads(contents.text)


@BOTH
async def test_tools_say_what_they_do_and_do_it(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"talk", "ha_query", "ha_control", "schedule"} <= tools.keys()
        hints = {name: tool.annotations for name, tool in tools.items()}
        assert hints["ha_query"] is not None
        assert hints["ha_query"].read_only_hint is True
        assert hints["ha_control"] is not None
        assert hints["ha_control"].read_only_hint is False
        done = await client.call_tool(
            "ha_control", {"action": "turn_on", "entity_id": "light.hall"}
        )
        assert not done.is_error
        assert (await read(client, "home://entities/light.hall"))["state"] == "on"
        wrong = await client.call_tool(
            "ha_control", {"action": "turn_on", "entity_id": "light.moon"}
        )
        assert wrong.is_error
        assert (await client.call_tool("self_destruct", {})).is_error


@BOTH
async def test_talking(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        result = await client.call_tool("talk", {"text": "switch on the dining table lamp"})
        assert not result.is_error
        assert result.structured_content["outcomes"][0]["after"] == "on"
        conversation = result.structured_content["conversation"]
        off = {"text": "and now switch it off", "conversation": conversation}
        result = await client.call_tool("talk", off)
        assert result.structured_content["outcomes"][0]["entity_id"] == "light.dining_table"
        assert (await client.call_tool("talk", {"text": "hello", "language": "xx"})).is_error
        assert (await client.call_tool("talk", {"text": "hello", "room": "Moon"})).is_error


@BOTH
@pytest.mark.parametrize(
    ("tool", "arguments"), [("ha_control", UNLOCK), ("talk", {"text": "unlock the front door"})]
)
async def test_a_lock_takes_the_yes_of_a_person(
    connect: Connect, mode: str, tool: str, arguments: dict[str, Any]
) -> None:
    """Without one it is refused, and says what to do; a no is a no."""
    async with connect(mode=mode) as client:
        await client.call_tool("ha_control", {"action": "lock", "entity_id": "lock.front_door"})
        refused = await client.call_tool(tool, arguments)
        assert refused.is_error
    for answer in (
        types.ElicitResult(action="decline"),
        types.ElicitResult(action="cancel"),
        types.ElicitResult(action="accept", content={"confirm": False}),
    ):
        person = Person(answer)
        async with connect(mode=mode, elicitation_callback=person) as client:
            assert (await client.call_tool(tool, arguments)).is_error
            assert person.asked == ["Shall I unlock Front door?"]
            assert (await read(client, "home://entities/lock.front_door"))["state"] == "locked"
    person = Person(YES)
    async with connect(mode=mode, elicitation_callback=person) as client:
        done = await client.call_tool(tool, arguments)
        assert not done.is_error, text(done)
        assert (await read(client, "home://entities/lock.front_door"))["state"] == "unlocked"


async def test_an_answer_that_nobody_waits_for(connect: Connect) -> None:
    """A yes is to one question of the same caller, about the same call, and once."""
    yes: types.InputResponses = {"confirmation": YES}

    async def call(client: Client, state: str | None, **other: Any) -> Any:
        return await client.session.call_tool(
            "ha_control",
            {**UNLOCK, **other},
            input_responses=yes if state else None,
            request_state=state,
            allow_input_required=True,
        )

    person = Person(YES)
    async with connect(elicitation_callback=person) as client:
        await client.call_tool("ha_control", {"action": "lock", "entity_id": "lock.front_door"})
        assert (await call(client, "guessed")).is_error
        asked = await call(client, None)
        assert asked.request_state
        assert (await call(client, asked.request_state, entity_id="lock.back_door")).is_error
        assert (await call(client, asked.request_state)).is_error
        assert (await read(client, "home://entities/lock.front_door"))["state"] == "locked"
    assert person.asked == []


async def test_a_yes_is_to_what_was_asked(connect: Connect) -> None:
    """Whatever a client has said in the same conversation meanwhile."""
    talk = {"conversation": "c"}

    class Sly(Person):
        @override
        async def __call__(self, context: Any, params: Any) -> types.ElicitResult:
            await super().__call__(context, params)
            if len(self.asked) == 1:
                said = {"text": "open the garage door", **talk}
                await client.session.call_tool("talk", said, allow_input_required=True)
            return YES

    person = Sly()
    async with connect(elicitation_callback=person) as client:
        for lock in ("lock", "unlock"):
            asked = await client.call_tool("talk", {"text": f"{lock} the front door", **talk})
        assert asked.is_error
        assert person.asked == ["Shall I unlock Front door?"]
        assert (await read(client, "home://entities/lock.front_door"))["state"] == "locked"
        garage = await read(client, "home://areas/garage")
        states = {entity["name"]: entity["state"] for entity in garage["contents"]}
        assert states["Garage door"] == "closed"


async def test_what_was_done_before_a_no_is_told(connect: Connect) -> None:
    both = {"action": "turn_off", "entity_id": "light.hall"}
    said = {"text": "switch on the hall light and unlock the front door"}
    async with connect(elicitation_callback=Person()) as client:
        await client.call_tool("ha_control", both)
        answer = await client.call_tool("talk", said)
        assert answer.is_error
        assert "The person said no" in text(answer)
        assert "Nothing was done" not in text(answer)
        assert (await read(client, "home://entities/light.hall"))["state"] == "on"


@BOTH
async def test_keys_hold_here_too(server: RunningServer, connect: Connect, mode: str) -> None:
    server.add_key(f"kitchen-{mode}", "--area", "Kitchen")
    async with connect(key=f"kitchen-{mode}", mode=mode) as client:
        areas = await read(client, "home://areas")
        assert [area["name"] for area in areas] == ["Kitchen"]
        with pytest.raises(MCPError):
            await client.read_resource("home://entities/lock.front_door")
        other = {"action": "turn_on", "entity_id": "light.hall"}
        assert (await client.call_tool("ha_control", other)).is_error
    server.add_key(f"reader-{mode}", "--read-only")
    async with connect(key=f"reader-{mode}", mode=mode) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert "ha_query" in names
        assert not names & {"ha_control", "undo", "schedule", "watch"}
        said = await client.call_tool("talk", {"text": "switch on the hall light"})
        assert "outcomes" not in said.structured_content or not any(
            outcome["status"] == "done" for outcome in said.structured_content["outcomes"]
        )


def test_a_session_is_only_used_by_who_began_it(server: RunningServer) -> None:
    """Or another program could say yes in the place of the person."""
    server.add_key("thief")
    client_info = {"name": "x", "version": "1"}
    begin = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client_info}
    answer = {"action": "accept", "content": {"confirm": True}}

    def post(key: str, session: str, **message: Any) -> httpx2.Response:
        headers = {
            "Authorization": f"Bearer {server.keys[key]}",
            "Accept": "application/json, text/event-stream",
            **({"mcp-session-id": session} if session else {}),
        }
        body = {"jsonrpc": "2.0", "id": 1, **message}
        return httpx2.post(f"{server.address}/mcp", json=body, headers=headers)

    begun = post("desk", "", method="initialize", params=begin)
    session = begun.headers["mcp-session-id"]
    assert post("thief", session, result=answer).status_code == 404
    assert post("desk", session, result=answer).status_code == 202


def test_nobody_comes_in_without_a_key(server: RunningServer) -> None:
    response = httpx2.post(f"{server.address}/mcp", json={"jsonrpc": "2.0", "id": 1})
    assert response.status_code == 401


async def test_actions_are_in_the_audit(server: RunningServer, connect: Connect) -> None:
    async with connect() as client:
        await client.call_tool("ha_control", {"action": "toggle", "entity_id": "light.hall"})
    records = [json.loads(line) for line in server.run("audit", "--json").stdout.splitlines()]
    assert any(record["origin"] == "mcp" and record.get("key") == "desk" for record in records)


@BOTH
async def test_resources_and_prompts(connect: Connect, mode: str) -> None:
    async with connect(mode=mode) as client:
        listed = {resource.uri for resource in (await client.list_resources()).resources}
        assert {"home://areas", "home://entities", "home://areas/kitchen"} <= listed
        kitchen = await read(client, "home://areas/kitchen")
        assert kitchen["entities"] == len(kitchen["contents"]) > 0
        entities = await read(client, "home://entities")
        assert all({"entity_id", "name", "state"} <= entity.keys() for entity in entities)
        templates = (await client.list_resource_templates()).resource_templates
        assert {template.name for template in templates} == {"area", "entity"}
        with pytest.raises(MCPError):
            await client.read_resource("home://entities/light.moon")
        prompts = {prompt.name for prompt in (await client.list_prompts()).prompts}
        assert "good_night" in prompts
        filled = await client.get_prompt("room", {"room": "Kitchen"})
        (message,) = filled.messages
        assert isinstance(message.content, types.TextContent)
        assert "Kitchen" in message.content.text
        with pytest.raises(MCPError):
            await client.get_prompt("room", {})


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
async def test_changes_are_told_to_whoever_subscribed(connect: Connect) -> None:
    """On a connection that stays."""
    uri, told = "home://entities/light.hall", anyio.Event()

    async def hear(message: Any) -> None:
        if isinstance(message, types.ResourceUpdatedNotification):
            assert message.params.uri == uri
            told.set()

    async with connect(mode="legacy", message_handler=hear) as client:
        await client.session.subscribe_resource(uri)
        await client.call_tool("ha_control", {"action": "toggle", "entity_id": "light.hall"})
        with anyio.fail_after(20):
            await told.wait()
        await client.session.unsubscribe_resource(uri)
        with pytest.raises(MCPError):
            await client.session.subscribe_resource("home://entities/light.moon")


async def test_changes_are_told_in_a_stream(connect: Connect) -> None:
    """And of what cannot be seen, nothing."""
    uri = "home://entities/light.hall"
    wanted = [uri, "home://entities/light.moon"]
    async with connect() as client, client.listen(resource_subscriptions=wanted) as changes:
        assert changes.honored.resource_subscriptions == [uri]
        await client.call_tool("ha_control", {"action": "toggle", "entity_id": "light.hall"})
        with anyio.fail_after(20):
            assert await anext(aiter(changes)) == ResourceUpdated(uri=uri)


AUTOMATION = {
    "name": "Hall at night",
    "triggers": [{"at": "22:00"}],
    "actions": [{"service": "light.turn_on", "entity": "light.hall"}],
}


async def made(client: Client) -> str:
    """What it tells of the automations that we made."""
    return text(await client.call_tool("manage_automations", {"action": "list"}))


@BOTH
async def test_an_automation_takes_the_yes_of_a_person(connect: Connect, mode: str) -> None:
    """Who cannot ask, and who says no, has none written; a yes is to all that it would do."""
    async with connect(mode=mode) as client:
        assert (await client.call_tool("create_automation", AUTOMATION)).is_error
        said = {"text": "create an automation: every day at 10 pm turn on the hall light"}
        assert (await client.call_tool("talk", said)).is_error
        assert "light" not in (await made(client)).lower()
    no = Person()
    async with connect(mode=mode, elicitation_callback=no) as client:
        assert (await client.call_tool("create_automation", AUTOMATION)).is_error
        assert "Hall at night" not in await made(client)
    assert "light.turn_on" in no.asked[0]
    person = Person(YES)
    async with connect(mode=mode, elicitation_callback=person) as client:
        done = await client.call_tool("create_automation", AUTOMATION)
        assert not done.is_error, text(done)
        assert "Hall at night" in await made(client)
        gone = await client.call_tool(
            "manage_automations", {"action": "remove", "id": "Hall at night"}
        )
        assert not gone.is_error, text(gone)
        assert len(person.asked) == 2
        assert "Hall at night" not in await made(client)


async def test_a_key_that_only_looks_writes_none(server: RunningServer, connect: Connect) -> None:
    server.add_key("looker", "--read-only")
    async with connect(key="looker") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert not names & {"create_automation", "manage_automations"}
        assert (await client.call_tool("create_automation", AUTOMATION)).is_error
