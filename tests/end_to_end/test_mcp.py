"""A program outside uses our tools, through Home Assistant's own MCP server."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ToolAnnotations

from scripts.real_hass import Client, RealHass

LAMP = "light.bed_light"
LOCK = "lock.front_door"


@pytest.fixture
async def offered(client: Client, agent: str) -> AsyncGenerator[str]:
    """Where the MCP server is, which somebody has set to offer our tools and no others."""
    (apis,) = await client.commands({"type": "llm/api/list"})
    (ours,) = [api["id"] for api in apis["apis"] if api["name"] == "Home Agent"]
    flows = "/api/config/config_entries/flow"
    begun = await client.post(flows, {"handler": "mcp_server"})
    made = (await client.post(f"{flows}/{begun['flow_id']}", {}))["result"]
    options = "/api/config/config_entries/options/flow"
    begun = await client.post(options, {"handler": made["entry_id"]})
    chosen = {"all_llm_apis": False, "require_admin": True}
    await client.post(f"{options}/{begun['flow_id']}", chosen)
    await client.post(f"{options}/{begun['flow_id']}", {**chosen, "llm_hass_api": [ours]})
    yield "/api/mcp"
    await client.delete(f"/api/config/config_entries/entry/{made['entry_id']}")


@asynccontextmanager
async def connected(hass: RealHass, path: str) -> AsyncGenerator[ClientSession]:
    """A program that has a token of the administrator's."""
    authorization = {"Authorization": f"Bearer {hass.token}"}
    async with (
        httpx.AsyncClient(headers=authorization) as http,
        streamable_http_client(f"{hass.address}{path}", http_client=http) as (reads, writes, _),
        ClientSession(reads, writes) as session,
    ):
        await session.initialize()
        yield session


def _can(*, read: bool) -> ToolAnnotations:
    """What such a tool can do in the home, and nowhere else."""
    return ToolAnnotations(
        readOnlyHint=read, destructiveHint=not read, idempotentHint=False, openWorldHint=False
    )


async def _use(session: ClientSession, tool: str, **arguments: Any) -> tuple[bool, dict[str, Any]]:
    """Whether it is told to have worked, and what is told."""
    result = await session.call_tool(tool, arguments)
    (content,) = result.content
    assert content.type == "text"
    return not result.isError, json.loads(content.text)


async def test_a_tool_from_outside(client: Client, offered: str, hass_process: RealHass) -> None:
    """The tools are listed with what they can do, and one of them switches the lamp, and back."""
    await client.post("/api/services/light/turn_off", {"entity_id": LAMP})
    async with connected(hass_process, offered) as session:
        listed = {tool.name: tool.annotations for tool in (await session.list_tools()).tools}
        assert {"ha_control", "ha_query", "schedule", "undo", "get_time"} <= listed.keys()
        assert listed["ha_query"] == _can(read=True)
        assert listed["ha_control"] == _can(read=False)

        worked, told = await _use(session, "ha_control", action="turn_on", entity_id=LAMP)
        assert worked
        assert told["result"] == [{"entity_id": LAMP, "status": "done", "state": "on"}]
        assert await client.state(LAMP) == "on"

        assert (await _use(session, "undo"))[0]
        assert await client.state(LAMP) == "off"


async def test_later_from_outside(client: Client, offered: str, hass_process: RealHass) -> None:
    """Something is kept for later, although such a program speaks no language."""
    async with connected(hass_process, offered) as session:
        delay = {"minutes": 10}
        worked, _ = await _use(session, "schedule", action="turn_on", entity_id=LAMP, delay=delay)
        assert worked
    (planned,) = (await client.act("list_scheduled"))["scheduled"]
    assert await client.act("cancel_scheduled", id=planned["id"]) == {"cancelled": planned}


async def test_the_gate_from_outside(client: Client, offered: str, hass_process: RealHass) -> None:
    """What is not exposed is not there; what is, but needs a yes, is refused to a program."""
    exposure = {
        "type": "homeassistant/expose_entity",
        "assistants": ["conversation"],
        "entity_ids": [LOCK],
    }
    unlock = {"action": "unlock", "entity_id": LOCK}
    async with connected(hass_process, offered) as session:
        assert LOCK not in await _told(session)
        for tool, arguments in (("ha_control", unlock), ("ha_query", {"entity_id": LOCK})):
            worked, told = await _use(session, tool, **arguments)
            assert not worked
            assert f"There is no '{LOCK}'" in told["error"]

        await client.commands({**exposure, "should_expose": True})
        assert LOCK in await _told(session)
        worked, told = await _use(session, "ha_control", **unlock)
        assert not worked
        assert told["error"] == f"Not done. {LOCK}: Nobody was there to confirm it."
        await client.commands({**exposure, "should_expose": False})
        assert LOCK not in await _told(session)
    assert await client.state(LOCK) == "locked"


async def _told(session: ClientSession) -> str:
    """What the program is told of the home."""
    (message,) = (await session.get_prompt("Home Agent")).messages
    assert message.content.type == "text"
    return message.content.text
