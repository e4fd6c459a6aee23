"""Another key, another server, or none any more: a connection that was set up is changed."""

from collections.abc import Callable
from typing import Any

import pytest
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.agent_entry import agent_entries
from custom_components.home_agent.forms.secrets import MASK
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

from .connections import agent_of, connection, kept, running

KEY = "sk-very-secret"
HELLO = Says(text="Hello.")
SERVER = {"provider": "openai", "base_url": "http://127.0.0.1:1/v1", "model": "m"}


@pytest.fixture(autouse=True)
async def _home_assistant(hass: HomeAssistant) -> None:
    assert await async_setup_component(hass, "homeassistant", {})


async def fill_in(hass: HomeAssistant, form: Any, given: dict[str, Any]) -> Any:
    """Submit a form, or choose from a menu."""
    result = await hass.config_entries.flow.async_configure(form["flow_id"], given)
    await hass.async_block_till_done()
    return result


def shown(form: Any) -> dict[str, Any]:
    """What stands in the fields of a form."""
    return {
        str(field): (field.description or {}).get("suggested_value")
        for field in form["data_schema"].schema
    }


@pytest.fixture
async def asking(hass: HomeAssistant, server: ScriptedServer) -> MockConfigEntry:
    """An agent that asks the scripted server."""
    data = {"provider": "openai", "base_url": server.url, "api_key": KEY, "model": "scripted"}
    options = {"llm": {"temperature": 0.1}, "safety": {"pin": "4711"}}
    entry = connection(data, options, title="Jeeves")
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    await hass.async_block_till_done()
    return entry


async def test_another_key(
    hass: HomeAssistant, server: ScriptedServer, asking: MockConfigEntry
) -> None:
    """When the old one is no longer accepted; a wrong one is told, and the right one kept."""
    form = await asking.start_reauth_flow(hass)
    assert form["step_id"] == "reauth_confirm"
    assert form["description_placeholders"] is not None
    assert form["description_placeholders"]["name"] == "A server"
    failures: list[tuple[Callable[[], None], str, dict[str, str]]] = [
        (lambda: None, "schlüssel", {"api_key": "key_signs"}),
        (lambda: server.fail(401), "sk-wrong", {"api_key": "key_refused"}),
        (lambda: server.fail(503), "sk-new", {"base": "server_failed"}),
    ]
    for prepare, key, errors in failures:
        prepare()
        form = await fill_in(hass, form, {"api_key": key})
        assert form["errors"] == errors
    server.answer(HELLO)
    result = await fill_in(hass, form, {"api_key": " sk-new "})
    assert result["type"] is FlowResultType.ABORT
    assert result["reason"] == "reauth_successful"
    assert asking.data["api_key"] == "sk-new"
    assert server.requests[-1].json["model"] == "scripted"
    assert running(asking).settings.llm[0].api_key == "sk-new"
    assert asking.state is ConfigEntryState.LOADED


async def test_another_key_of_the_same_server(
    hass: HomeAssistant, server: ScriptedServer, asking: MockConfigEntry
) -> None:
    """What is under the connection stays as it is, headers included; the key is tried."""
    llm = {"temperature": 0.1, "headers": {"X-Token": "secret"}}
    set_(hass, asking, {"llm": llm})
    form = await reach(hass, asking)
    assert shown(form) == {"base_url": server.url, "api_key": MASK}
    server.fail(401)
    form = await fill_in(hass, form, {"base_url": server.url, "api_key": "sk-wrong"})
    assert form["errors"] == {"api_key": "key_refused"}
    server.answer(HELLO)
    result = await fill_in(hass, form, {"base_url": server.url, "api_key": "sk-new"})
    assert result["reason"] == "reconfigure_successful"
    assert asking.data["api_key"] == "sk-new"
    assert (agent_of(asking).data["model"], kept(asking)) == ("scripted", {"llm": llm})
    assert server.requests[-1].headers["x-token"] == "secret"
    assert asking.state is ConfigEntryState.LOADED


async def test_another_server(
    hass: HomeAssistant, server: ScriptedServer, asking: MockConfigEntry
) -> None:
    """It gets neither the key of the first nor its headers; the key is typed again, or emptied.

    Where it does not have the model, another one is chosen for all that asked it.
    """
    llm = {"temperature": 0.1, "headers": {"X-Token": "for the first alone"}}
    set_(hass, asking, {"llm": llm})
    form = await reach(hass, asking)
    elsewhere = server.url.replace("/v1", "/another/v1")
    form = await fill_in(hass, form, {"base_url": elsewhere, "api_key": MASK})
    assert form["errors"] == {"api_key": "typed_again"}
    assert not server.listings
    server.models = ("gpt-4o-mini", "other")
    form = await fill_in(hass, form, {"base_url": elsewhere})
    assert form["step_id"] == "model"
    assert form["description_placeholders"]["address"] == elsewhere
    assert shown(form) == {"model": "gpt-4o-mini"}
    assert "authorization" not in server.listings[0].headers
    assert "x-token" not in server.listings[0].headers
    server.fail(404, "no such model")
    form = await fill_in(hass, form, {"model": "gone"})
    assert form["errors"] == {"model": "model_missing"}
    server.answer(HELLO)
    result = await fill_in(hass, form, {"model": "other"})
    assert result["reason"] == "reconfigure_successful"
    assert asking.data == {"provider": "openai", "base_url": elsewhere}
    assert {agent_entry.data["model"] for agent_entry in agent_entries(asking)} == {"other"}
    assert kept(asking) == {"llm": {"temperature": 0.1}}


async def test_no_model_any_more(hass: HomeAssistant, asking: MockConfigEntry) -> None:
    """The key is forgotten as well; the agent goes on by itself, and can have a model again."""
    menu = await asking.start_reconfigure_flow(hass)
    assert menu["type"] is FlowResultType.MENU
    assert menu["step_id"] == "reconfigure"
    result = await fill_in(hass, menu, {"next_step_id": "no_model"})
    assert result["reason"] == "reconfigure_successful"
    assert asking.data == {"provider": "none"}
    assert asking.state is ConfigEntryState.LOADED
    assert not running(asking).agent.api.has_model
    assert kept(asking) == {"llm": {"temperature": 0.1}, "safety": {"pin": "4711"}}


async def test_a_model_at_last(hass: HomeAssistant, server: ScriptedServer) -> None:
    """An agent without one gets it by its connection, and stays who it is."""
    entry = connection(title="Jeeves")
    entry.add_to_hass(hass)
    assert await hass.config_entries.async_setup(entry.entry_id)
    server.answer(HELLO)
    form = await fill_in(hass, await reach(hass, entry), {"base_url": server.url})
    assert form["step_id"] == "model"
    result = await fill_in(hass, form, {"model": "scripted"})
    assert result["reason"] == "reconfigure_successful"
    assert running(entry).agent.api.has_model
    assert hass.states.get("conversation.jeeves") is not None
    assert hass.states.get("sensor.jeeves_tokens_today") is not None


def set_(hass: HomeAssistant, entry: MockConfigEntry, options: dict[str, Any]) -> None:
    """Have the agent of a connection set so."""
    data = {"model": "scripted", **options}
    hass.config_entries.async_update_subentry(entry, agent_of(entry).subentry, data=data)


async def reach(hass: HomeAssistant, entry: MockConfigEntry) -> Any:
    """The form for another server."""
    await hass.async_block_till_done()
    menu = await entry.start_reconfigure_flow(hass)
    return await fill_in(hass, menu, {"next_step_id": "openai"})
