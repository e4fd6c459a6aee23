"""Setting an agent: a menu, a form for each section, and what comes of it."""

import logging
from dataclasses import replace
from typing import Any

import pytest
from homeassistant.config_entries import ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType, InvalidData
from pytest_homeassistant_custom_component.common import MockConfigEntry, async_mock_service

from custom_components.home_agent.const import LOGGER
from custom_components.home_agent.engine.act.gate.sensitivity import Sensitivity
from custom_components.home_agent.engine.settings import AnswerMode, Settings
from custom_components.home_agent.forms import SECTIONS
from custom_components.home_agent.forms.secrets import MASK
from custom_components.home_agent.settings import (
    WAYS,
    DebugSettings,
    debug_of,
    llm_apis_of,
    settings_of,
)
from tests.engine.llm.scripted_answers import Says
from tests.engine.llm.scripted_server import ScriptedServer

from .connections import added, agent_of, fill_in, kept, open_settings, shown

KEY = "sk-very-secret"
SERVER = {"provider": "openai", "base_url": "http://127.0.0.1:1/v1", "api_key": KEY, "model": "m"}
LOCAL = {"kind": "openai", "base_url": "http://127.0.0.1:2/v1", "model": "small"}


async def test_the_menu(hass: HomeAssistant) -> None:
    """What is only about a model is offered where there is one."""
    entry = await added(hass, {"provider": "none"})
    menu = await open_settings(hass, entry)
    assert menu["type"] is FlowResultType.MENU
    of_all = ["history", "memory", "answering", "visible", "safety", "treat_as", "schedule"]
    names = ["agent", "custom_tools", "try_tool", *of_all, "watch", "debug"]
    assert menu["menu_options"] == names
    entry = await added(hass, SERVER)
    menu = await open_settings(hass, entry)
    names = [section.name for section in SECTIONS]
    names.insert(names.index("custom_tools") + 1, "try_tool")
    assert menu["menu_options"] == ["agent", *names]


@pytest.mark.parametrize("section", [section.name for section in SECTIONS])
async def test_a_form_left_as_it_is_changes_nothing(hass: HomeAssistant, section: str) -> None:
    """Every section shows what holds anyway."""
    entry = await added(hass, SERVER)
    before = _held(entry)
    form = await open_settings(hass, entry, section)
    assert form["step_id"] == section
    result = await fill_in(hass, form, shown(form))
    assert result["type"] is FlowResultType.ABORT
    assert entry.state is ConfigEntryState.LOADED
    assert _held(entry) == before


def _held(entry: MockConfigEntry) -> tuple[Settings, DebugSettings]:
    """What holds; what a person marks is asked about whether or not `confirm` has it."""
    settings = settings_of(agent_of(entry), language="en")
    confirm = settings.safety.confirm - {Sensitivity.MARKED}
    return replace(settings, safety=replace(settings.safety, confirm=confirm)), debug_of(
        agent_of(entry)
    )


async def test_defaults_of_the_first_model(hass: HomeAssistant) -> None:
    """As the documents give them."""
    form = await open_settings(hass, await added(hass, SERVER), "llm")
    assert shown(form) == {
        "temperature": 0.7,
        "top_p": 1.0,
        "max_tokens": 500,
        "protocol": "tools",
        "leaked_calls": False,
        "tool_call_format": "homeassistant",
        "tool_call_retries": 3,
        "one_pass": False,
        "uses": "all",
        "first_token_timeout": 30.0,
        "total_timeout": 120.0,
        "price_prompt": 0.0,
        "price_cached": 0.0,
        "price_completion": 0.0,
    }


async def test_every_section_reaches_the_engine(
    hass: HomeAssistant, server: ScriptedServer
) -> None:
    """One after the other; none undoes what another has set, and whole numbers stay whole."""
    entry = await added(hass, {**SERVER, "base_url": server.url})
    local = {**LOCAL, "base_url": server.url}
    anna = await hass.auth.async_create_user("Anna")
    await hass.async_block_till_done()
    server.answer(Says(text="Hello."), Says(text="Hello."))
    given: dict[str, dict[str, Any]] = {
        "llm": {"temperature": 0.2, "max_tokens": 900.0, "parameters": {"seed": 1}},
        "prompt": {"custom_additions": "Cats: {{ states('sensor.cats') }}."},
        "context": {
            "mode": "direct",
            "entities": [{"entity_id": "climate.*", "attributes": ["temperature"]}],
            "format": "json",
        },
        "tools": {"enabled": ["ha_query"], "max_rounds": 3.0, "timeout_seconds": 10.0},
        "history": {"enabled": True, "max_messages": 4.0, "expire": 1.5},
        "answering": {"tier": "llm", "patience": 2.5},
        "visible": {
            "include_domains": ["light", "switch"],
            "exclude_areas": ["cellar"],
            "exclude_labels": ["private"],
            "exclude_entities": ["switch.router"],
            "exclude_patterns": ["light.system_*"],
        },
        "safety": {"confirm": ["unlock"], "pin": "0042"},
        "schedule": {"grace": 3600.0, "share_plans": True, "managers": [anna.id]},
        "watch": {"notify": ["speak", "notify.anna"]},
        "fallbacks": {"fallbacks": [{**local, "api_key": "sk-local", "max_tokens": 100.0}]},
        "retries": {"attempts": 2.0, "rest": 5.0},
        "external_llm": {"enabled": False, "base_url": "127.0.0.1:3", "api_key": "sk-large"},
        "budget": {"tokens_per_day": 100000.0, "cost_per_user": 0.5},
        "debug": {"streaming": False, "emit_events": False, "debug_logging": True},
    }
    for section, values in given.items():
        result = await fill_in(hass, await open_settings(hass, entry, section), values)
        assert result["type"] is FlowResultType.ABORT, section
    settings = settings_of(agent_of(entry), language="en")
    assert settings == Settings.from_mapping(
        {
            "language": "en",
            "llm": [
                {
                    "base_url": server.url,
                    "api_key": KEY,
                    "model": "m",
                    "temperature": 0.2,
                    "max_tokens": 900,
                    "parameters": {"seed": 1},
                },
                {**local, "api_key": "sk-local", "max_tokens": 100},
            ],
            "prompt": {"custom_additions": "Cats: {{ states('sensor.cats') }}."},
            "context": {
                "mode": "direct",
                "entities": [{"entity_id": "climate.*", "attributes": ["temperature"]}],
                "format": "json",
            },
            "tools": {"enabled": ["ha_query"], "max_rounds": 3, "timeout_seconds": 10},
            "history": {"max_messages": 4, "expire": 1.5},
            "tier": "llm",
            "patience": 2.5,
            "visible": {
                "include_domains": ["light", "switch"],
                "exclude_areas": ["cellar"],
                "exclude_labels": ["private"],
                "exclude_entities": ["switch.router", "light.system_*"],
            },
            "safety": {"confirm": ["unlock"], "pin": "0042"},
            "schedule": {"grace": 3600, "share_plans": True, "managers": [anna.id]},
            "watch": {"notify": ["speak", "notify.anna"]},
            "retries": {"attempts": 2, "rest": 5},
            "budget": {"tokens_per_day": 100000, "cost_per_user": 0.5},
        }
    )
    assert settings.tier is AnswerMode.LLM
    assert not debug_of(agent_of(entry)).streaming
    assert entry.state is ConfigEntryState.LOADED


@pytest.mark.parametrize(
    ("section", "given", "field", "kind", "where"),
    [
        ("llm", {"headers": ["a"]}, "headers", "table", ""),
        ("llm", {"headers": {"X-Name": "two\nlines"}}, "headers", "header", "X-Name: "),
        ("llm", {"parameters": {"stream": False}}, "parameters", "parameter_ours", "stream: "),
        ("prompt", {"custom": "Hi {{ state }}"}, "custom", "variable", ""),
        (
            "prompt",
            {"custom_additions": "{{ stattes('sensor.x') }}"},
            *("custom_additions", "template", ""),
        ),
        (
            "prompt",
            {"custom": "{{ area_name() }}"},
            *("custom", "template", ""),
        ),
        ("context", {"entities": [{"entity_id": "kitchen"}]}, "entities", "entity_id", "1: "),
        (
            "fallbacks",
            {"fallbacks": [LOCAL, {**LOCAL, "base_url": "x y"}]},
            *("fallbacks", "address", "2 → base_url: "),
        ),
        ("fallbacks", {"fallbacks": [{**LOCAL, "api_key": MASK}]}, "fallbacks", "typed_again", ""),
        (
            "external_llm",
            {"enabled": True, "base_url": "ftp://x"},
            "base_url",
            "address_scheme",
            "",
        ),
        ("external_llm", {"enabled": True, "api_key": "ümlaut"}, "api_key", "key_signs", ""),
        ("safety", {"deny": {"typed": ["somewhere"]}}, "deny", "selector_name", ""),
        ("safety", {"pin": "12"}, "pin", "pin", ""),
        (
            "safety",
            {"rules": [{}, {"deny_typed": ["nowhere"]}]},
            *("rules", "selector_name", "2 → deny: "),
        ),
    ],
)
async def test_what_cannot_be_used_is_told_at_its_field(
    hass: HomeAssistant, section: str, given: dict[str, Any], field: str, kind: str, where: str
) -> None:
    """With the reason; what was typed stays in the form, and nothing is kept."""
    entry = await added(hass, SERVER)
    form = await fill_in(hass, await open_settings(hass, entry, section), given)
    assert form["type"] is FlowResultType.FORM
    assert form["errors"] == {field: kind}
    assert form["description_placeholders"]["where"] == where
    assert shown(form) == given
    assert kept(entry) == {}


@pytest.mark.parametrize(
    ("section", "given"),
    [
        ("llm", {"temperature": 3}),
        ("llm", {"protocol": "telepathy"}),
        ("prompt", {"custom": "{{ never closed"}),
        ("prompt", {"custom_additions": "{{ 'x' | shout }}"}),
        ("context", {"max_tokens": 10}),
        ("tools", {"enabled": ["rm"]}),
        ("history", {"max_messages": 1000}),
        ("budget", {"tokens_per_day": -1}),
    ],
)
async def test_what_a_form_does_not_take(
    hass: HomeAssistant, section: str, given: dict[str, Any]
) -> None:
    """Home Assistant itself says so at the field, since it knows the bounds."""
    form = await open_settings(hass, await added(hass, SERVER), section)
    with pytest.raises(InvalidData) as refused:
        await fill_in(hass, form, given)
    assert set(refused.value.schema_errors) == set(given)


async def test_secrets_are_not_shown_again(hass: HomeAssistant, socket_enabled: None) -> None:
    """They are kept where the dots are left, replaced where others are typed, else forgotten."""
    other = {"kind": "openai", "base_url": "http://127.0.0.1:3/v1", "model": "n"}
    options = {
        "llm": {"headers": {"X-Token": "abc"}},
        "safety": {"confirm": [], "pin": "4711"},
        "fallbacks": [{**LOCAL, "api_key": "sk-a"}, {**other, "api_key": "sk-b"}],
        "external_llm": {"enabled": False, "base_url": "http://h/v1", "api_key": "sk-c"},
    }
    entry = await added(hass, SERVER, options)
    for section in options:
        form = await open_settings(hass, entry, section)
        told = str(shown(form)) + str(form["description_placeholders"])
        assert MASK in told
        assert not any(item in told for item in ("abc", "4711", "sk-", KEY)), section
        await fill_in(hass, form, shown(form))
    now = kept(entry)
    assert now["llm"]["headers"] == {"X-Token": "abc"}
    assert now["safety"]["pin"] == "4711"
    assert now["fallbacks"] == options["fallbacks"]
    assert now["external_llm"]["api_key"] == "sk-c"

    await fill_in(hass, await open_settings(hass, entry, "safety"), {"confirm": ["unlock"]})
    assert "pin" not in kept(entry)["safety"]
    # In another order, and with another model of the same server: each server has its key.
    given = [{**other, "api_key": MASK}, {**LOCAL, "model": "tiny", "api_key": MASK}]
    form = await fill_in(hass, await open_settings(hass, entry, "fallbacks"), {"fallbacks": given})
    await fill_in(hass, form, {"fallbacks": given})
    assert [fallback["api_key"] for fallback in kept(entry)["fallbacks"]] == ["sk-b", "sk-a"]
    # A key does not go to another server because an address was changed.
    moved = {"enabled": True, "base_url": "http://thief/v1", "api_key": MASK}
    form = await fill_in(hass, await open_settings(hass, entry, "external_llm"), moved)
    assert form["errors"] == {"api_key": "typed_again"}


async def test_tools_can_all_be_taken_away(hass: HomeAssistant) -> None:
    """An emptied list stays empty, however the frontend sends it."""
    entry = await added(hass, SERVER)
    emptied: tuple[dict[str, Any], ...] = ({"enabled": []}, {"max_rounds": 2})
    for given in emptied:
        await fill_in(hass, await open_settings(hass, entry, "tools"), given)
        assert settings_of(agent_of(entry), language="en").tools.enabled == ()


async def test_tools_of_others(hass: HomeAssistant) -> None:
    """Any LLM API of the house but our own can be chosen."""
    entry = await added(hass, SERVER)
    form = await open_settings(hass, entry, "tools")
    field = form["data_schema"].schema["llm_apis"]
    assert [option["value"] for option in field.config["options"]] == ["assist"]
    await fill_in(hass, form, {"enabled": ["ha_query"], "llm_apis": ["assist"]})
    assert llm_apis_of(agent_of(entry)) == ("assist",)
    assert settings_of(agent_of(entry), language="en").tools.enabled == ("ha_query",)


async def test_ways_of_telling(hass: HomeAssistant) -> None:
    """What there is in the house can be chosen, and anything else that notifies be typed."""
    async_mock_service(hass, "notify", "mobile_app_anna")
    async_mock_service(hass, "notify", "send_message")
    hass.states.async_set("notify.tablet", "unknown")
    entry = await added(hass, {"provider": "none"})
    form = await open_settings(hass, entry, "watch")
    field = form["data_schema"].schema["notify"]
    assert field.config["options"] == [*WAYS, "notify.mobile_app_anna", "notify.tablet"]
    assert shown(form) == {"notify": [*WAYS]}
    form = await fill_in(hass, form, {"notify": ["light.turn_on"]})
    assert form["errors"] == {"notify": "way"}
    await fill_in(hass, form, {"notify": ["notify.bob"]})
    assert settings_of(agent_of(entry), language="en").watch.notify == ("notify.bob",)
    await fill_in(hass, await open_settings(hass, entry, "watch"), {"notify": []})
    assert settings_of(agent_of(entry), language="en").watch.notify == ()


async def test_the_detailed_log(hass: HomeAssistant) -> None:
    """It is on while the agent is loaded that wants it."""
    before = LOGGER.level
    entry = await added(hass, {"provider": "none"}, {"debug": {"debug_logging": True}})
    assert LOGGER.level == logging.DEBUG
    await hass.config_entries.async_unload(entry.entry_id)
    assert LOGGER.level == before


async def test_two_wrong_fields(hass: HomeAssistant) -> None:
    """Each is marked; of two that would need other words in the same message, the first is told."""
    entry = await added(hass, SERVER)
    form = await open_settings(hass, entry, "safety")
    form = await fill_in(hass, form, {"pin": "1", "trust": {"typed": ["x:y"]}})
    assert form["errors"] == {"pin": "pin", "trust": "selector_kind"}
    deny, allow = {"typed": ["nowhere"]}, {"typed": ["anywhere", "x:y"]}
    form = await fill_in(hass, form, {"deny": deny, "allow": allow})
    assert form["errors"] == {"allow": "selector_name", "deny": "also_wrong"}
    assert form["description_placeholders"]["written"] == "anywhere"
