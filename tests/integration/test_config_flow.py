"""Adding a connection through Home Assistant's own flow, with a model server at the other end."""

from typing import Any
from unittest.mock import patch

import pytest
from homeassistant.config_entries import SOURCE_USER, ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.requirements import RequirementsNotFound
from homeassistant.setup import async_setup_component

from custom_components.home_agent.agent_entry import AgentEntry, agent_entries
from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.forms.secrets import MASK
from custom_components.home_agent.settings import settings_of
from tests.engine.llm.scripted_answers import Delivery, Fails, Says, Sends
from tests.engine.llm.scripted_server import ScriptedServer

from .connections import connection

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


async def begin(hass: HomeAssistant, provider: str) -> Any:
    """The form for the server of a new connection, or for an agent without one."""
    menu = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    assert menu["type"] is FlowResultType.MENU
    assert menu["menu_options"] == ["no_model", "openai", "google"]
    return await fill_in(hass, menu, {"next_step_id": provider})


def agent(model: str, name: str = "Jeeves", **more: Any) -> dict[str, Any]:
    """What is filled in for the first agent."""
    return {"name": name, "model": model, "recommended": True, **more}


def under(result: Any) -> dict[str, tuple[str, dict[str, Any]]]:
    """What was made under a connection."""
    return {
        subentry["title"]: (subentry["subentry_type"], subentry["data"])
        for subentry in result["subentries"]
    }


def shown(form: Any) -> dict[str, Any]:
    """What stands in the fields of a form."""
    return {
        str(field): (field.description or {}).get("suggested_value")
        for field in form["data_schema"].schema
    }


def agent_of_title(entry: Any, title: str) -> AgentEntry:
    """What is under a connection by this name."""
    return next(agent_entry for agent_entry in agent_entries(entry) if agent_entry.title == title)


async def test_without_a_model(hass: HomeAssistant) -> None:
    """A name is all it takes; the agent is ready to be spoken to."""
    form = await begin(hass, "no_model")
    assert form["step_id"] == "agent"
    assert form["errors"] == {}
    assert shown(form) == {"name": "Home Agent"}
    result = await fill_in(hass, form, shown(form))
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["title"] == "Without a model"
    assert result["data"] == {"provider": "none"}
    assert under(result) == {"Home Agent": ("conversation", {"recommended": True})}
    assert result["result"].state is ConfigEntryState.LOADED
    assert hass.states.get("conversation.home_agent") is not None


async def test_a_wrong_name_can_be_put_right(hass: HomeAssistant) -> None:
    """A missing or taken name is told at its field, and the next try may succeed."""
    form = await begin(hass, "no_model")
    other = connection(SERVER, title="Jeeves")
    other.add_to_hass(hass)
    for name, error in (("   ", "name_missing"), (" jeeves", "name_taken")):
        form = await fill_in(hass, form, {"name": name})
        assert form["type"] is FlowResultType.FORM
        assert form["errors"] == {"name": error}
    result = await fill_in(hass, form, {"name": " Alfred "})
    assert list(under(result)) == ["Alfred"]
    assert hass.states.get("conversation.alfred") is not None


async def test_the_same_connection_twice(hass: HomeAssistant, server: ScriptedServer) -> None:
    """Who wants another agent adds it to the one that is there."""
    connection({"provider": "none"}).add_to_hass(hass)
    assert (await begin(hass, "no_model"))["reason"] == "already_configured"
    data = {"provider": "openai", "base_url": server.url, "api_key": KEY, "model": "m"}
    connection(data).add_to_hass(hass)
    form = await begin(hass, "openai")
    result = await fill_in(hass, form, {"base_url": server.url, "api_key": KEY})
    assert result["reason"] == "already_configured"
    form = await fill_in(
        hass, await begin(hass, "openai"), {"base_url": server.url, "api_key": "sk-another"}
    )
    assert form["step_id"] == "agent"


async def test_a_server_that_speaks_openais_protocol(
    hass: HomeAssistant, server: ScriptedServer
) -> None:
    """Its address in a form that people paste, its key, and a model of its list; it is tried."""
    server.models = ("qwen3:8b", "text-embedding-3-small", "gpt-4o-mini", "whisper-1", "tts-1")
    form = await begin(hass, "openai")
    assert shown(form) == {"base_url": "https://api.openai.com/v1", "api_key": None}
    form = await fill_in(
        hass, form, {"base_url": f" {server.host}/v1/chat/completions", "api_key": f"Bearer {KEY}"}
    )
    assert form["step_id"] == "agent"
    assert shown(form) == {"name": "Home Agent", "model": "gpt-4o-mini", "recommended": True}
    field = form["data_schema"].schema["model"]
    # Those that cannot chat are left out, and one is marked.
    assert field.config["options"] == [
        {"value": "gpt-4o-mini", "label": "gpt-4o-mini ★"},
        {"value": "qwen3:8b", "label": "qwen3:8b"},
    ]
    assert field.config["custom_value"]
    assert not server.requests

    server.answer(HELLO)
    result = await fill_in(hass, form, agent("qwen3:8b"))
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["title"] == server.url.removeprefix("http://").removesuffix("/v1")
    assert result["data"] == {"provider": "openai", "base_url": server.url, "api_key": KEY}
    asked_by = {"model": "qwen3:8b", "recommended": True}
    assert under(result) == {
        "Jeeves": ("conversation", asked_by),
        "Jeeves AI Task": ("ai_task_data", asked_by),
    }
    assert {"conversation.jeeves", "ai_task.jeeves_ai_task"} <= {*hass.states.async_entity_ids()}
    assert result["result"].state is ConfigEntryState.LOADED
    [asked] = server.requests
    assert asked.json["model"] == "qwen3:8b"
    assert asked.headers["authorization"] == f"Bearer {KEY}"


async def test_google(hass: HomeAssistant, server: ScriptedServer) -> None:
    """A key is all it takes."""
    server.models = ("gemini-2.5-flash", "gemini-2.5-pro")
    server.answer(HELLO)
    form = await begin(hass, "google")
    assert set(shown(form)) == {"api_key", "vertex", "project", "location"}
    with at(server):
        form = await fill_in(hass, form, {"api_key": KEY, "vertex": False})
        assert shown(form)["model"] == "gemini-2.5-flash"
        result = await fill_in(hass, form, agent("gemini-2.5-flash"))
    assert result["title"] == "Google Gemini"
    assert result["data"] == {"provider": "google", "api_key": KEY}
    assert "gemini-2.5-flash" in server.requests[0].path


def at(server: ScriptedServer) -> Any:
    """Google is at the scripted server."""
    return patch.dict("os.environ", {"GOOGLE_GEMINI_BASE_URL": server.google_url})


async def test_google_without_a_way_to_it(hass: HomeAssistant, socket_enabled: None) -> None:
    """It is told that it is not the key, and what to look at; there is no field for an address."""
    form = await begin(hass, "google")
    nowhere = {"GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:1"}
    with patch.dict("os.environ", nowhere):
        form = await fill_in(hass, form, {"api_key": KEY})
    assert form["step_id"] == "google"
    assert form["errors"] == {"base": "google_unreachable"}
    assert form["description_placeholders"] == {"where": "", "said": ""}


async def test_google_on_vertex_needs_a_project(hass: HomeAssistant) -> None:
    """Or a key; it is told at the field."""
    form = await begin(hass, "google")
    form = await fill_in(hass, form, {"vertex": True})
    assert form["errors"] == {"project": "project"}


async def test_googles_package_cannot_be_installed(hass: HomeAssistant) -> None:
    """It is told in so many words, and can be tried again."""
    missing = RequirementsNotFound(DOMAIN, ["google-genai"])
    form = await begin(hass, "google")
    with patch(
        "custom_components.home_agent.model_check.async_process_requirements", side_effect=missing
    ):
        form = await fill_in(hass, form, {"api_key": KEY})
    assert form["errors"] == {"base": "package_missing"}


@pytest.mark.parametrize(
    ("answer", "errors"),
    [
        (Fails(status=401, message="Incorrect API key"), {"api_key": "key_refused"}),
        (Fails(status=403, message="No."), {"api_key": "key_not_allowed"}),
        (Sends(events=(b"<html>Hi</html>",), kind="text/html"), {"base_url": "web_page"}),
        (Sends(events=(b"Hi",), kind="application/json"), {"base_url": "no_model_server"}),
        (Fails(status=404, message="Not found"), {"base_url": "no_list"}),
        (Fails(status=429, message="Slow down"), {"base": "rate_limited"}),
        (Fails(status=402, message="Pay"), {"base": "nothing_left"}),
        (Fails(status=503, message="Overloaded"), {"base": "server_failed"}),
        (Fails(status=400, message="What?"), {"base": "request_refused"}),
        (Fails(status=504, message="Late"), {"base": "too_slow"}),
    ],
)
async def test_a_server_that_cannot_be_asked(
    hass: HomeAssistant, server: ScriptedServer, answer: Any, errors: dict[str, str]
) -> None:
    """Each failure has a message at the right field; put right, it goes on."""
    server.models = answer
    form = await begin(hass, "openai")
    given = {"base_url": server.url, "api_key": KEY}
    form = await fill_in(hass, form, given)
    assert form["step_id"] == "openai"
    assert form["errors"] == errors
    assert KEY not in str(form["description_placeholders"])
    assert shown(form) == given
    server.models = ("m",)
    form = await fill_in(hass, form, given)
    assert form["step_id"] == "agent"
    assert shown(form)["model"] == "m"


async def test_a_server_that_asks_for_a_key(hass: HomeAssistant, server: ScriptedServer) -> None:
    """None was given: that is another thing than a wrong one."""
    server.models = Fails(status=401, message="Who are you?")
    form = await fill_in(hass, await begin(hass, "openai"), {"base_url": server.url})
    assert form["errors"] == {"api_key": "key_missing"}


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("ftp://somewhere", "address_scheme"),
        ("two words", "address"),
        ("http://me:pw@127.0.0.1:1/v1", "address_secret"),
        ("http://127.0.0.1:1/v1?a=b", "address_query"),
        ("http://127.0.0.1:1/v1", "nobody_answers"),
    ],
)
async def test_a_wrong_address(
    hass: HomeAssistant, socket_enabled: None, address: str, error: str
) -> None:
    """It is told at its field, with what is wrong."""
    form = await fill_in(hass, await begin(hass, "openai"), {"base_url": address})
    assert form["errors"] == {"base_url": error}


async def test_a_server_without_a_list(hass: HomeAssistant, server: ScriptedServer) -> None:
    """Who insists on its address may type the model's name."""
    server.models = Fails(status=404, message="Not found")
    form = await begin(hass, "openai")
    form = await fill_in(hass, form, {"base_url": server.url})
    assert form["errors"] == {"base_url": "no_list"}
    form = await fill_in(hass, form, {"base_url": server.url})
    assert form["step_id"] == "agent"
    server.answer(HELLO)
    result = await fill_in(hass, form, agent(" sonar "))
    assert under(result)["Jeeves"][1]["model"] == "sonar"


@pytest.mark.parametrize(
    ("answer", "step", "errors"),
    [
        (Fails(status=404, message="model 'x' not found"), "agent", {"model": "model_missing"}),
        (Fails(status=429, message="Slow down"), "agent", {"base": "rate_limited"}),
        (Fails(status=500, message="Out of memory"), "agent", {"base": "server_failed"}),
        (Fails(status=401, message="Invalid"), "openai", {"api_key": "key_refused"}),
        (
            Says(text="Hello", delivery=Delivery(cut_after=10)),
            "openai",
            {"base_url": "connection_broke"},
        ),
    ],
)
async def test_a_model_that_does_not_answer(
    hass: HomeAssistant, server: ScriptedServer, answer: Any, step: str, errors: dict[str, str]
) -> None:
    """What is wrong with the server leads back to it, with the key kept and not shown."""
    form = await begin(hass, "openai")
    form = await fill_in(hass, form, {"base_url": server.url, "api_key": KEY})
    server.answer(answer)
    form = await fill_in(hass, form, agent("x"))
    assert form["step_id"] == step
    assert form["errors"] == errors
    if step == "openai":
        assert shown(form) == {"base_url": server.url, "api_key": MASK}
        form = await fill_in(hass, form, shown(form))
    server.answer(HELLO)
    result = await fill_in(hass, form, agent("scripted"))
    assert under(result)["Jeeves"][1]["model"] == "scripted"
    assert result["data"]["api_key"] == KEY


async def test_a_model_without_tools(hass: HomeAssistant, server: ScriptedServer) -> None:
    """It may ask in its own words instead, which becomes an option."""
    form = await fill_in(hass, await begin(hass, "openai"), {"base_url": server.url})
    server.fail(400, "x does not support tools")
    server.answer(HELLO)
    form = await fill_in(hass, form, agent("x"))
    assert form["errors"] == {"model": "tools_refused"}
    assert shown(form) == agent("x", protocol="inline")
    server.answer(HELLO)
    result = await fill_in(hass, form, agent("x", protocol="inline"))
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert under(result)["Jeeves"][1]["llm"] == {"protocol": "inline"}
    settings = settings_of(agent_of_title(result["result"], "Jeeves"), language="en")
    assert settings.llm[0].protocol == "inline"
