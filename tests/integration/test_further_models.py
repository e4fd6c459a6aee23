"""The models that an agent is set to ask: each is tried before it is kept."""

from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.setup import async_setup_component

from custom_components.home_agent.settings import (
    settings_of,
)
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

from .connections import added, agent_of, connection, fill_in, kept, open_settings

KEY = "sk-very-secret"
SERVER = {"provider": "openai", "base_url": "http://127.0.0.1:1/v1", "api_key": KEY, "model": "m"}
LOCAL = {"kind": "openai", "base_url": "http://127.0.0.1:2/v1", "model": "small"}


async def test_further_models_are_tried(hass: HomeAssistant, server: ScriptedServer) -> None:
    """Each that is new; what is wrong is told with which of them it is."""
    entry = await added(hass, SERVER)
    good = {**LOCAL, "base_url": server.url, "api_key": "sk-good"}
    bad = {**LOCAL, "base_url": "http://127.0.0.1:3/v1", "model": "other"}
    server.answer(Says(text="Hello."))
    form = await fill_in(
        hass, await open_settings(hass, entry, "fallbacks"), {"fallbacks": [good, bad]}
    )
    assert form["errors"] == {"fallbacks": "nobody_answers"}
    assert form["description_placeholders"] == {"where": "2 → other: ", "said": ""}
    # What must be put right is told before what may pass.
    server.fail(401, "Invalid key")
    form = await fill_in(hass, form, {"fallbacks": [bad, good]})
    assert form["errors"] == {"fallbacks": "key_refused"}
    assert form["description_placeholders"]["where"] == "2 → small: "
    server.answer(Says(text="Hello."))
    result = await fill_in(hass, form, {"fallbacks": [good]})
    assert result["type"] is FlowResultType.ABORT
    assert len(server.requests) == 3


async def test_a_model_that_is_down_can_be_kept(
    hass: HomeAssistant, server: ScriptedServer
) -> None:
    """By submitting the same once more. After that it stands in nobody's way."""
    entry = await added(hass, SERVER)
    given = {"fallbacks": [LOCAL]}
    form = await fill_in(hass, await open_settings(hass, entry, "fallbacks"), given)
    assert form["errors"] == {"fallbacks": "nobody_answers"}
    # Something else is not the same.
    form = await fill_in(hass, form, {"fallbacks": [{**LOCAL, "model": "tiny"}]})
    assert form["errors"] == {"fallbacks": "nobody_answers"}
    form = await fill_in(hass, form, given)
    assert form["errors"] == {"fallbacks": "nobody_answers"}
    result = await fill_in(hass, form, given)
    assert result["type"] is FlowResultType.ABORT
    assert kept(entry)["fallbacks"] == [LOCAL]
    # Only the new one is asked.
    other = {**LOCAL, "base_url": server.url}
    server.answer(Says(text="Hello."))
    cooler = {**LOCAL, "temperature": 0.1}
    form = await open_settings(hass, entry, "fallbacks")
    result = await fill_in(hass, form, {"fallbacks": [other, cooler]})
    assert result["type"] is FlowResultType.ABORT
    assert kept(entry)["fallbacks"] == [other, cooler]


async def test_a_refusal_cannot_be_insisted_on(hass: HomeAssistant, server: ScriptedServer) -> None:
    """A wrong key stays a wrong key."""
    entry = await added(hass, SERVER)
    form = await open_settings(hass, entry, "fallbacks")
    for _ in range(2):
        server.fail(401, "Invalid key")
        form = await fill_in(hass, form, {"fallbacks": [{**LOCAL, "base_url": server.url}]})
        assert form["errors"] == {"fallbacks": "key_missing"}
    assert "fallbacks" not in kept(entry)


async def test_the_first_model_is_tried_where_it_is_asked_otherwise(
    hass: HomeAssistant, server: ScriptedServer
) -> None:
    """A parameter may be one that its server does not take; a price never matters to it."""
    entry = await added(hass, {**SERVER, "base_url": server.url})
    server.fail(400, "reasoning_effort must be low or high")
    form = await open_settings(hass, entry, "llm")
    form = await fill_in(hass, form, {"parameters": {"reasoning_effort": "lowish"}})
    assert form["errors"] == {"base": "request_refused"}
    assert "reasoning_effort must be" in form["description_placeholders"]["said"]
    result = await fill_in(hass, form, {"temperature": 0.1, "price_prompt": 3})
    assert result["type"] is FlowResultType.ABORT


async def test_what_was_kept_wrongly_can_be_put_right(
    hass: HomeAssistant, server: ScriptedServer
) -> None:
    """An agent that another version has left behind with options that cannot be used."""
    assert await async_setup_component(hass, "homeassistant", {})
    old = {**LOCAL, "base_url": "ftp://x"}
    entry = connection(SERVER, {"fallbacks": [old]})
    entry.add_to_hass(hass)
    hass.config_entries.async_remove_subentry(entry, f"{entry.entry_id}_task")
    assert not await hass.config_entries.async_setup(entry.entry_id)
    server.answer(Says(text="Hello."))
    form = await open_settings(hass, entry, "fallbacks")
    result = await fill_in(hass, form, {"fallbacks": [{**LOCAL, "base_url": server.url}]})
    assert result["type"] is FlowResultType.ABORT
    assert entry.state is ConfigEntryState.LOADED


async def test_a_more_capable_model_is_tried(hass: HomeAssistant, server: ScriptedServer) -> None:
    """Where it is switched on; what is wrong with it is told at the field."""
    entry = await added(hass, SERVER)
    given = {"enabled": True, "base_url": server.url, "api_key": "sk-x", "model": "large"}
    server.fail(401, "Invalid key")
    form = await fill_in(hass, await open_settings(hass, entry, "external_llm"), given)
    assert form["errors"] == {"api_key": "key_refused"}
    server.answer(Says(text="Hello."))
    result = await fill_in(hass, form, given)
    assert result["type"] is FlowResultType.ABORT
    external = settings_of(agent_of(entry), language="en").external_llm
    assert external is not None
    assert external.model.model == "large"
