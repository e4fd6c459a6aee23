"""A server sends Home Assistant's own connections on to somebody else."""

from typing import Any

import httpx
import pytest
from homeassistant.core import HomeAssistant
from homeassistant.helpers.httpx_client import get_async_client

from custom_components.home_agent.engine.llm.errors import ModelError
from custom_components.home_agent.engine.llm.providers import list_models, try_model
from custom_components.home_agent.engine.llm.settings import ModelSettings
from custom_components.home_agent.engine.tools.custom import Request
from custom_components.home_agent.fetch import HassFetch
from custom_components.home_agent.model_check import (
    ModelCheckError,
    async_check_model,
    async_list_models,
)
from tests.attacks.engine.secrets.two_servers import sending_on, thief

KEY = "sk-canary-0123456789"
STATUSES = (301, 302, 303, 307, 308)


def model(port: int, kind: Any) -> ModelSettings:
    return ModelSettings(
        kind=kind,
        base_url=f"http://127.0.0.1:{port}/v1",
        model="m",
        api_key=KEY,
        headers={"X-Canary": KEY},
    )


@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("ask", [async_list_models, async_check_model])
@pytest.mark.parametrize("kind", ["openai", "google"])
async def test_no_model_is_followed(hass: HomeAssistant, kind: str, ask: Any, status: int) -> None:
    with thief() as (port, seen), sending_on(status, f"http://127.0.0.1:{port}/x") as asked:
        with pytest.raises(ModelCheckError) as error:
            await ask(hass, model(asked, kind))
        assert seen.requests == []
    assert error.value.key == "redirected"
    assert error.value.said == f"http://127.0.0.1:{port}"


@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("ask", [list_models, try_model])
@pytest.mark.parametrize("kind", ["openai", "google"])
@pytest.mark.parametrize("client", ["own", "eager"])
async def test_nor_by_connections_of_our_own(client: str, kind: str, ask: Any, status: int) -> None:
    """Google's package takes aiohttp for them, which is there; others may bring a client."""
    with thief() as (port, seen), sending_on(status, f"http://127.0.0.1:{port}/x") as asked:
        async with httpx.AsyncClient(follow_redirects=True) as eager:
            with pytest.raises(ModelError, match="not followed"):
                await ask(model(asked, kind), eager if client == "eager" else None)
        assert seen.requests == []


@pytest.mark.usefixtures("socket_enabled")
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_no_tool_is_followed(hass: HomeAssistant, method: str, status: int) -> None:
    with thief() as (port, seen), sending_on(status, f"http://127.0.0.1:{port}/x") as asked:
        fetched = await HassFetch(hass)(
            Request(
                method=method,
                url=f"http://127.0.0.1:{asked}/?appid={KEY}",
                headers={"Authorization": KEY},
                seconds=5,
            )
        )
        assert seen.requests == []
    assert fetched.status == status


def test_the_shared_client_follows_nothing(hass: HomeAssistant) -> None:
    assert not get_async_client(hass).follow_redirects
