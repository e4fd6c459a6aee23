"""Coming from Extended OpenAI Conversation: found here, shown, and taken over after a yes."""

from pathlib import Path
from typing import Any

import pytest
from homeassistant.config_entries import SOURCE_USER, ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

from .connections import connection
from .test_config_flow import fill_in, shown, under

WRITTEN = Path(__file__).parents[1] / "standalone" / "migrate"
KEY = "sk-butler-secret"
HELLO = Says(text="Hello.")
TOOLS = {
    "add_item_to_list": "script",
    "get_room_temperature": "template",
    "get_tide": "rest",
    "get_latest_release": "scrape",
    "compare_temperatures": "composite",
    "count_changes": "sqlite",
}


@pytest.fixture(autouse=True)
async def _home_assistant(hass: HomeAssistant) -> None:
    assert await async_setup_component(hass, "homeassistant", {})


def installed(hass: HomeAssistant, url: str, functions: str = "", **options: Any) -> Any:
    """An installation, as it keeps itself."""
    entry = MockConfigEntry(
        domain="extended_openai_conversation",
        title="Butler",
        data={"name": "Butler", "api_key": KEY, "base_url": f"{url}/"},
        options={
            "chat_model": "qwen3:8b",
            "temperature": 0.3,
            "max_function_calls_per_conversation": 3,
            "prompt": "You are a butler.\n```csv\nentity_id,name\n"
            "{% for entity in exposed_entities -%}\n"
            "{{ entity.entity_id }},{{ entity.name }}\n{% endfor -%}\n```",
            "functions": functions or (WRITTEN / "functions.yaml").read_text("utf-8"),
            "attach_username": True,
            **options,
        },
    )
    entry.add_to_hass(hass)
    return entry


async def choose(hass: HomeAssistant, **chosen: Any) -> Any:
    """Go as far as to what would become of it."""
    menu: Any = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    assert menu["menu_options"][0] == "extended_openai"
    form = await fill_in(hass, menu, {"next_step_id": "extended_openai"})
    given = {"installation": "Butler", "keep_names": False, **chosen}
    form = await fill_in(hass, form, given)
    assert form["step_id"] == "bring_along"
    return form


async def test_nothing_is_offered_where_nothing_is_there(hass: HomeAssistant) -> None:
    menu = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    assert "extended_openai" not in menu["menu_options"]


async def test_it_comes_along_after_a_yes(hass: HomeAssistant, server: ScriptedServer) -> None:
    """Functions of every type, prompt and model; there, nothing is changed."""
    there = installed(hass, server.url)
    before = there.as_dict()
    server.models = ("qwen3:8b", "gpt-4o-mini")
    form = await choose(hass)
    told = form["description_placeholders"]
    for name, kind in TOOLS.items():
        assert f"{name}: a tool of type {kind}" in told["carried"]
    assert "the list of exposed entities in the prompt" in told["left_out"]
    assert "attach_username: the model is told who speaks" in told["left_out"]
    assert KEY not in str(told)
    assert not hass.config_entries.async_entries(DOMAIN)

    form = await fill_in(hass, form, {})
    assert form["step_id"] == "agent", (form["errors"], form["description_placeholders"])
    assert shown(form) == {"name": "Butler", "model": "qwen3:8b", "recommended": False}
    assert not hass.config_entries.async_entries(DOMAIN)
    server.answer(HELLO)
    made = await fill_in(hass, form, {"name": "Jeeves", "model": "qwen3:8b", "recommended": False})
    assert made["type"] is FlowResultType.CREATE_ENTRY, made
    assert made["data"] == {"provider": "openai", "base_url": server.url, "api_key": KEY}
    _kind, data = under(made)["Jeeves"]
    assert {tool["name"]: tool["handler"]["type"] for tool in data["custom_tools"]} == TOOLS
    assert data["llm"] == {"temperature": 0.3}
    assert data["tools"] == {"max_calls_per_turn": 3}
    assert data["prompt"] == {"custom_additions": "You are a butler."}
    assert made["result"].state is ConfigEntryState.LOADED
    (runtime,) = [
        runtime for runtime in made["result"].runtime_data.values() if runtime.entry.is_agent
    ]
    names = {tool.name for tool in runtime.agent.api.tools()}
    # There is no recorder here.
    assert names >= TOOLS.keys() - {"count_changes"}
    assert runtime.settings.tools.max_calls_per_turn == 3
    after = there.as_dict()
    assert (after["data"], after["options"]) == (before["data"], before["options"])


async def test_names_of_tools_can_stay(hass: HomeAssistant, server: ScriptedServer) -> None:
    installed(hass, server.url)
    server.models = ("qwen3:8b",)
    form = await fill_in(hass, await choose(hass, keep_names=True), {})
    server.answer(HELLO)
    made = await fill_in(hass, form, {"name": "Jeeves", "model": "qwen3:8b", "recommended": False})
    _kind, data = under(made)["Jeeves"]
    assert "execute_services" in data["tools"]["enabled"]
    assert "ha_control" not in data["tools"]["enabled"]


async def test_what_cannot_come_along_is_told(hass: HomeAssistant) -> None:
    """Functions that are wrong each with a reason, and functions that are none at all."""
    entry = installed(hass, "http://127.0.0.1:1/v1", (WRITTEN / "wrong.yaml").read_text("utf-8"))
    told = (await choose(hass))["description_placeholders"]["left_out"]
    assert "shell: handler.type: must be one of" in told
    hass.config_entries.async_update_entry(
        entry, options={**entry.options, "functions": "- spec: [", "reasoning_effort": "low"}
    )
    told = (await choose(hass))["description_placeholders"]["left_out"]
    assert "functions: they are not valid YAML" in told
    assert "reasoning_effort" in told


@pytest.mark.usefixtures("socket_enabled")
async def test_a_server_that_is_down(hass: HomeAssistant) -> None:
    """Its address can be put right, and nothing that was carried over is lost."""
    installed(hass, "http://127.0.0.1:1/v1")
    form = await fill_in(hass, await choose(hass), {})
    assert form["step_id"] == "openai"
    assert form["errors"]
    assert KEY not in str(shown(form))


async def test_to_a_connection_that_is_there(hass: HomeAssistant, server: ScriptedServer) -> None:
    """The same server with the same key is not added again: its agent joins the others."""
    installed(hass, server.url)
    server.models = ("m", "qwen3:8b")
    server.otherwise(HELLO)
    data = {"provider": "openai", "base_url": server.url, "api_key": KEY, "model": "m"}
    entry = connection(data)
    entry.add_to_hass(hass)
    await hass.config_entries.async_setup(entry.entry_id)
    form = await fill_in(hass, await choose(hass), {})
    told = await fill_in(hass, form, {"name": "Jeeves", "model": "qwen3:8b", "recommended": False})
    assert told["reason"] == "added_to_connection"
    (added,) = [sub for sub in entry.subentries.values() if sub.title == "Jeeves"]
    assert len(added.data["custom_tools"]) == len(TOOLS)
    assert len(hass.config_entries.async_entries(DOMAIN)) == 1
    await hass.async_block_till_done()
    assert "conversation.jeeves" in hass.states.async_entity_ids()
