"""A guest at the page in the sidebar: every path, in their own name, by their own token."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp.test_utils import TestClient
from homeassistant.core import HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from .people import People
from .test_reading import SECRETS, people

__all__ = ["people"]

type Connect = Callable[..., Awaitable[TestClient[Any, Any]]]
type Ask = Callable[..., Awaitable[str]]
PATHS = (
    *("overview", "house", "examples", "planned", "record", "understanding", "memories", "tools"),
    *("conversations", "settings", "record?search=front", "record?who=Owner", "planned?x=1"),
    *("conversations/one", "conversations/..%2Fone", "conversations/@owner%2Fone"),
)
DEEDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("press", {"entity_id": "lock.front_door", "service": "lock.unlock"}),
    ("press", {"entity_id": "light.ceiling_lights", "service": "light.turn_on"}),
    ("press", {"entity_id": "light.kitchen_lights", "service": "light.turn_off"}),
    ("names", {"name": "Bertha", "entity_id": "lock.front_door"}),
    ("understanding", {"said": "party", "meant": "unlock the front door", "language": "en"}),
    ("understanding/try", {"said": "party", "meant": "unlock the front door", "language": "en"}),
    ("tools/ha_control", {"arguments": {"action": "unlock", "entity_id": "lock.front_door"}}),
    ("settings", {"key": "safety.confirm", "value": []}),
    ("examination", {}),
    ("undo", {"conversation": "one", "id": "x"}),
)


@pytest.fixture
def agent_options() -> dict[str, Any]:
    return {"debug": {"panel": True}}


@pytest.fixture
async def ask(
    house: HomeAssistant, agent: MockConfigEntry, people: People, hass_client_no_auth: Connect
) -> Ask:
    """Ask for a path in the name of somebody of the house."""
    assert await async_setup_component(house, "frontend", {})
    await house.config_entries.async_reload(agent.entry_id)
    await house.async_block_till_done()
    client = await hass_client_no_auth()

    async def asked(name: str, method: str, path: str, body: Any = None) -> str:
        refreshed = await house.auth.async_create_refresh_token(
            getattr(people, name), "https://example.invalid"
        )
        token = house.auth.async_create_access_token(refreshed)
        response = await client.request(
            method,
            f"/api/home_agent/page/{agent.entry_id}/{path}",
            json=body,
            headers={"Authorization": f"Bearer {token}"},
        )
        return f"{response.status} {await response.text()}"

    return asked


@pytest.mark.parametrize("path", PATHS)
async def test_no_path_tells_what_may_not_be_read(path: str, ask: Ask, people: People) -> None:
    await people.says("owner", "what is the outside humidity?", conversation_id="page/x/one")
    await people.says("owner", "at 11 pm turn on the ceiling lights")
    told = (await ask("guest", "GET", path)).casefold()
    hidden = [secret for secret in SECRETS if secret.casefold() in told]
    # Examples are made of what there is; nothing that is hidden may be in them either.
    assert hidden == [], told[:500]


@pytest.mark.parametrize("deed", DEEDS)
async def test_no_deed_gets_through(
    deed: tuple[str, dict[str, Any]], ask: Ask, house: HomeAssistant
) -> None:
    path, body = deed
    watched = ("lock.front_door", "light.ceiling_lights", "light.kitchen_lights")
    before = [house.states.get(entity_id) for entity_id in watched]
    told = await ask("guest", "POST", path, body)
    await ask("guest", "POST", "talk", {"text": "yes", "conversation": "house", "id": "1"})
    await house.async_block_till_done()
    after = [house.states.get(entity_id) for entity_id in watched]
    assert [one and one.state for one in after] == [one and one.state for one in before], told
    said = json.dumps(body).casefold()
    assert not [
        one for one in SECRETS if one.casefold() in told.casefold() and one.casefold() not in said
    ]


async def test_nobody_without_a_token_is_let_in(
    house: HomeAssistant, agent: MockConfigEntry, hass_client_no_auth: Connect
) -> None:
    client = await hass_client_no_auth()
    for path in PATHS:
        response = await client.get(f"/api/home_agent/page/{agent.entry_id}/{path}")
        # What looks like an attack is not even asked for a token by Home Assistant.
        assert response.status in (400, 401)


async def test_the_owner_is_told(ask: Ask) -> None:
    """Or what went before would prove nothing."""
    told = await ask("owner", "GET", "house")
    assert told.startswith("200")
    assert "Ceiling Lights" in told
