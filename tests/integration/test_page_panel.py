"""The page in Home Assistant's sidebar: its own login, and each user's rights."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

import pytest
from aiohttp.test_utils import TestClient
from homeassistant.auth.models import User
from homeassistant.core import HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry
from pytest_homeassistant_custom_component.typing import MockHAClientWebSocket

from custom_components.home_agent.engine.act.audit import read_audit

from .connections import running

type Connect = Callable[..., Awaitable[TestClient[Any, Any]]]

type Subscribe = Callable[..., Awaitable[MockHAClientWebSocket]]

SHOWN = [{"debug": {"panel": True}}]
LAMP = "light.bed_light"


@pytest.fixture
async def frontend(hass: HomeAssistant) -> None:
    """What has a sidebar."""
    assert await async_setup_component(hass, "frontend", {})


@pytest.fixture
def path(agent_entry: MockConfigEntry) -> str:
    return f"/api/home_agent/page/{agent_entry.entry_id}"


@pytest.fixture
async def client(
    frontend: None, hass_client: Connect, agent: MockConfigEntry
) -> TestClient[Any, Any]:
    """The browser of an administrator."""
    return await hass_client()


def panels(hass: HomeAssistant) -> list[str]:
    return [name for name in hass.data["frontend_panels"] if name.startswith("home-agent")]


async def subscribe(line: MockHAClientWebSocket, agent: MockConfigEntry) -> dict[str, Any]:
    """Have what happens told, in German; what is answered."""
    asked = {"type": "home_agent/page", "agent": agent.entry_id, "language": "de"}
    await line.send_json_auto_id(asked)
    async with asyncio.timeout(30):
        return dict(await line.receive_json())


async def until(line: MockHAClientWebSocket, kind: str) -> dict[str, Any]:
    """The next that is told of this kind."""
    async with asyncio.timeout(30):
        while (told := (await line.receive_json())["event"])["type"] != kind:
            pass
    return dict(told)


async def get(client: TestClient[Any, Any], path: str) -> Any:
    response = await client.get(path)
    assert response.status == HTTPStatus.OK, await response.text()
    return await response.json()


async def test_it_is_off_by_default(
    hass: HomeAssistant, client: TestClient[Any, Any], path: str
) -> None:
    assert panels(hass) == []
    assert (await client.get(f"{path}/house")).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_it_comes_and_goes_with_the_agent(
    hass: HomeAssistant, client: TestClient[Any, Any], agent: MockConfigEntry, path: str
) -> None:
    assert panels(hass) == [f"home-agent-{agent.entry_id.lower()}"]
    config = hass.data["frontend_panels"][panels(hass)[0]].config
    module = config["_panel_custom"]["module_url"]
    assert "HomeAgentPanel" in await (await client.get(module)).text()
    assert await hass.config_entries.async_reload(agent.entry_id)
    assert len(panels(hass)) == 1
    assert (await get(client, f"{path}/words?language=de"))["talk"] == "Gespräch"
    assert await hass.config_entries.async_unload(agent.entry_id)
    assert panels(hass) == []
    assert (await client.get(f"{path}/house")).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_nobody_comes_in_without_a_login(
    frontend: None, hass_client_no_auth: Connect, agent: MockConfigEntry, path: str
) -> None:
    stranger = await hass_client_no_auth()
    for name in ("house", "record", "words"):
        assert (await stranger.get(f"{path}/{name}")).status == HTTPStatus.UNAUTHORIZED
    press = {"entity_id": LAMP, "service": "turn_on"}
    response = await stranger.post(f"{path}/press", json=press)
    assert response.status == HTTPStatus.UNAUTHORIZED


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_a_press_is_the_users(
    hass: HomeAssistant,
    client: TestClient[Any, Any],
    agent: MockConfigEntry,
    hass_admin_user: User,
    path: str,
) -> None:
    await hass.services.async_call("light", "turn_off", {"entity_id": LAMP}, blocking=True)
    press = {"entity_id": LAMP, "service": "turn_on"}
    told = await (await client.post(f"{path}/press", json=press)).json()
    assert told["outcomes"][0]["after"] == "on"
    assert hass.states.is_state(LAMP, "on")
    record = (await read_audit(running(agent).store))[-1]
    assert (record.origin, record.user_id) == ("chat", hass_admin_user.id)
    assert (await get(client, f"{path}/overview"))["models"] == []


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_a_user_sees_what_they_may(
    hass: HomeAssistant, client: TestClient[Any, Any], hass_admin_user: User, path: str
) -> None:
    press = {"entity_id": "light.kitchen_lights", "service": "turn_off"}
    await client.post(f"{path}/press", json=press)
    hass_admin_user.groups = []
    hass_admin_user.mock_policy({"entities": {"entity_ids": {LAMP: {"read": True}}}})  # type: ignore[attr-defined]
    house = await get(client, f"{path}/house")
    assert [(entity["id"], entity.get("press")) for entity in house["entities"]] == [(LAMP, None)]
    await hass.services.async_call("light", "turn_off", {"entity_id": LAMP}, blocking=True)
    press = {"entity_id": LAMP, "service": "turn_on"}
    told = await (await client.post(f"{path}/press", json=press)).json()
    assert told["verdict"] == "refused"
    assert hass.states.is_state(LAMP, "off")
    overview = await get(client, f"{path}/overview")
    assert overview["viewer"]["is_admin"] is False
    assert "settings" not in overview
    assert (await get(client, f"{path}/understanding"))["days"] == []


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_what_happens_is_streamed(
    hass: HomeAssistant,
    client: TestClient[Any, Any],
    agent: MockConfigEntry,
    hass_ws_client: Subscribe,
    path: str,
) -> None:
    """Over Home Assistant's own connection."""
    await hass.services.async_call("light", "turn_off", {"entity_id": LAMP}, blocking=True)
    line = await hass_ws_client()
    await subscribe(line, agent)
    await until(line, "hello")
    said = {"text": "turn on the bed light", "conversation": "c", "id": "m", "language": "en"}
    assert (await client.post(f"{path}/talk", json=said)).status == HTTPStatus.OK
    assert (await until(line, "states"))["states"][LAMP]["words"].startswith("an")
    messages = (await get(client, f"{path}/conversations/c"))["messages"]
    assert messages[0]["heard"] == "turn on the bed light"


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_whoever_is_no_administrator_any_more_is_told_nothing_as_one(
    hass: HomeAssistant,
    client: TestClient[Any, Any],
    agent: MockConfigEntry,
    hass_admin_user: User,
    hass_ws_client: Subscribe,
) -> None:
    line = await hass_ws_client()
    await subscribe(line, agent)
    await until(line, "hello")
    hass_admin_user.groups = []
    hass_admin_user.mock_policy({"entities": True})  # type: ignore[attr-defined]
    await hass.services.async_call("light", "toggle", {"entity_id": LAMP}, blocking=True)
    async with asyncio.timeout(30):
        assert (await line.receive_json())["event"] == {"type": "end"}


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_the_page_of_an_agent_that_is_reloaded_is_subscribed_to_anew(
    hass: HomeAssistant,
    client: TestClient[Any, Any],
    agent: MockConfigEntry,
    hass_ws_client: Subscribe,
) -> None:
    line = await hass_ws_client()
    await subscribe(line, agent)
    first = await until(line, "hello")
    assert await hass.config_entries.async_reload(agent.entry_id)
    await until(line, "end")
    await subscribe(line, agent)
    assert (await until(line, "hello"))["run"] != first["run"]
    assert await hass.config_entries.async_unload(agent.entry_id)
    await until(line, "end")
    told = await subscribe(line, agent)
    assert told["error"]["code"] == "not_found"
    assert not [task for task in asyncio.all_tasks() if task.get_name() == "home_agent page"]


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_what_is_wrong_is_told(client: TestClient[Any, Any], path: str) -> None:
    for body in ("[]", "{", '{"entity_id": 5}'):
        assert (await client.post(f"{path}/press", data=body)).status == HTTPStatus.BAD_REQUEST
    large = json.dumps({"text": "a" * 70_000})
    response = await client.post(f"{path}/talk", data=large)
    assert response.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert (await client.get(f"{path}/house?language=xx")).status == HTTPStatus.BAD_REQUEST
    assert (await client.get(f"{path}/nothing")).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_tools_and_names_are_for_administrators(
    hass: HomeAssistant, client: TestClient[Any, Any], hass_admin_user: User, path: str
) -> None:
    await hass.services.async_call("light", "turn_off", {"entity_id": LAMP}, blocking=True)
    arguments = {"arguments": {"entity_id": LAMP, "action": "turn_on"}}
    lesson = {"name": "glimmerworm", "entity_id": LAMP, "said": "turn off the glimmerworm"}
    told = await (await client.post(f"{path}/tools/ha_control", json=arguments)).json()
    assert told["success"] is True, told
    assert hass.states.is_state(LAMP, "on")
    told = await (await client.post(f"{path}/names", json=lesson)).json()
    assert told["understood"] is True, told
    # Settings are Home Assistant's own here, where a link leads.
    assert (await client.get(f"{path}/settings")).status == HTTPStatus.NOT_FOUND
    assert (await get(client, f"{path}/overview"))["edits_settings"] is False
    hass_admin_user.groups = []
    hass_admin_user.mock_policy({"entities": True})  # type: ignore[attr-defined]
    assert await get(client, f"{path}/tools") == []
    for name, body in (("tools/ha_control", arguments), ("names", lesson), ("settings", {})):
        response = await client.post(f"{path}/{name}", json=body)
        assert response.status == HTTPStatus.FORBIDDEN
    response = await client.delete(f"{path}/names?name=glimmerworm")
    assert response.status == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("agent_options", SHOWN)
async def test_people_are_called_by_their_names(
    hass: HomeAssistant, client: TestClient[Any, Any], hass_admin_user: User, path: str
) -> None:
    said = {"text": "turn off the bed light in ten minutes", "conversation": "c", "id": "m"}
    await client.post(f"{path}/talk", json=said)
    planned: list[dict[str, Any]] = []
    for _ in range(600):
        planned = planned or (await get(client, f"{path}/planned"))["planned"]
        await asyncio.sleep(0 if planned else 0.05)
    (job,) = planned
    assert job["said"] == "turn off the bed light in ten minutes"
    assert job["owner"] == hass_admin_user.name
    await client.post(f"{path}/press", json={"entity_id": LAMP, "service": "turn_on"})
    record = await get(client, f"{path}/record?who={hass_admin_user.name}")
    assert record["people"] == [hass_admin_user.name]
    assert record["records"][0]["entity_id"] == LAMP
