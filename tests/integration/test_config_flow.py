"""Adding an agent through Home Assistant's own flow, with a model server at the other end."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from homeassistant.config_entries import SOURCE_USER, ConfigEntryState
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import FlowResultType
from homeassistant.requirements import RequirementsNotFound
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.forms.secrets import MASK
from tests.engine.llm.scripted_answers import Delivery, Fails, Says, Sends
from tests.engine.llm.scripted_server import ScriptedServer

KEY = "sk-very-secret"
HELLO = Says(text="Hello.")


@pytest.fixture(autouse=True)
async def _home_assistant(hass: HomeAssistant) -> None:
    assert await async_setup_component(hass, "homeassistant", {})


async def fill_in(hass: HomeAssistant, form: Any, given: dict[str, Any]) -> Any:
    """Submit a form, or choose from a menu."""
    result = await hass.config_entries.flow.async_configure(form["flow_id"], given)
    await hass.async_block_till_done()
    return result


async def begin(hass: HomeAssistant, provider: str, name: str = "Jeeves") -> Any:
    """The form for the server of a new agent."""
    form = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    menu = await fill_in(hass, form, {"name": name})
    assert menu["type"] is FlowResultType.MENU
    assert menu["menu_options"] == ["no_model", "openai", "google"]
    return await fill_in(hass, menu, {"next_step_id": provider})


def shown(form: Any) -> dict[str, Any]:
    """What stands in the fields of a form."""
    return {
        str(one): (one.description or {}).get("suggested_value")
        for one in form["data_schema"].schema
    }


async def test_without_a_model(hass: HomeAssistant) -> None:
    """A name is all it takes; the agent is ready to be spoken to."""
    form = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    assert form["type"] is FlowResultType.FORM
    assert form["step_id"] == "user"
    assert form["errors"] == {}
    offered = form["data_schema"]({})  # type: ignore[misc]
    assert offered == {"name": "Home Agent"}
    menu = await fill_in(hass, form, offered)
    result = await fill_in(hass, menu, {"next_step_id": "no_model"})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["title"] == "Home Agent"
    assert result["data"] == {"provider": "none"}
    assert result["result"].state is ConfigEntryState.LOADED
    assert hass.states.get("conversation.home_agent") is not None


async def test_a_wrong_name_can_be_put_right(hass: HomeAssistant) -> None:
    """A missing or taken name is told at its field, and the next try may succeed."""
    MockConfigEntry(domain=DOMAIN, title="Jeeves").add_to_hass(hass)
    form = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    for name, error in (("   ", "name_missing"), (" jeeves", "name_taken")):
        form = await fill_in(hass, form, {"name": name})
        assert form["type"] is FlowResultType.FORM
        assert form["errors"] == {"name": error}
    menu = await fill_in(hass, form, {"name": " Alfred "})
    result = await fill_in(hass, menu, {"next_step_id": "no_model"})
    assert result["title"] == "Alfred"
    assert hass.states.get("conversation.alfred") is not None


async def test_a_name_that_was_taken_meanwhile(hass: HomeAssistant) -> None:
    """Two people add the same agent at the same time: one of them does."""
    form = await hass.config_entries.flow.async_init(DOMAIN, context={"source": SOURCE_USER})
    menu = await fill_in(hass, form, {"name": "Jeeves"})
    MockConfigEntry(domain=DOMAIN, title="Jeeves").add_to_hass(hass)
    result = await fill_in(hass, menu, {"next_step_id": "no_model"})
    assert result["type"] is FlowResultType.ABORT
    assert result["reason"] == "already_configured"


async def test_a_server_that_speaks_openais_protocol(
    hass: HomeAssistant, server: ScriptedServer
) -> None:
    """Its address in a form that people paste, its key, and a model of its list; it is tried."""
    server.models = ("qwen3:8b", "gpt-4o-mini")
    form = await begin(hass, "openai")
    assert shown(form) == {"base_url": "https://api.openai.com/v1", "api_key": None}
    form = await fill_in(
        hass, form, {"base_url": f" {server.host}/v1/chat/completions", "api_key": f"Bearer {KEY}"}
    )
    assert form["step_id"] == "model"
    assert form["description_placeholders"]["address"] == server.url
    assert shown(form) == {"model": "gpt-4o-mini"}
    [field] = form["data_schema"].schema.values()
    assert field.config["options"] == ["qwen3:8b", "gpt-4o-mini"]
    assert field.config["custom_value"]
    assert not server.requests

    server.answer(HELLO)
    result = await fill_in(hass, form, {"model": "qwen3:8b"})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["data"] == {
        "provider": "openai",
        "base_url": server.url,
        "api_key": KEY,
        "model": "qwen3:8b",
    }
    assert result["options"] == {}
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
        assert shown(form) == {"model": "gemini-2.5-flash"}
        result = await fill_in(hass, form, {"model": "gemini-2.5-flash"})
    assert result["data"] == {"provider": "google", "api_key": KEY, "model": "gemini-2.5-flash"}
    assert "gemini-2.5-flash" in server.requests[0].path


def at(server: ScriptedServer) -> Any:
    """Google is at the scripted server."""
    return patch.dict("os.environ", {"GOOGLE_GEMINI_BASE_URL": server.google_url})


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
        "custom_components.home_agent.packages.async_process_requirements", side_effect=missing
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
    assert form["step_id"] == "model"
    assert shown(form) == {"model": "m"}


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
    assert form["step_id"] == "model"
    server.answer(HELLO)
    result = await fill_in(hass, form, {"model": " sonar "})
    assert result["data"]["model"] == "sonar"


@pytest.mark.parametrize(
    ("answer", "step", "errors"),
    [
        (Fails(status=404, message="model 'x' not found"), "model", {"model": "model_missing"}),
        (Fails(status=429, message="Slow down"), "model", {"base": "rate_limited"}),
        (Fails(status=500, message="Out of memory"), "model", {"base": "server_failed"}),
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
    form = await fill_in(hass, form, {"model": "x"})
    assert form["step_id"] == step
    assert form["errors"] == errors
    if step == "openai":
        assert shown(form) == {"base_url": server.url, "api_key": MASK}
        form = await fill_in(hass, form, shown(form))
    server.answer(HELLO)
    result = await fill_in(hass, form, {"model": "scripted"})
    assert result["data"]["model"] == "scripted"
    assert result["data"]["api_key"] == KEY


async def test_a_model_without_tools(hass: HomeAssistant, server: ScriptedServer) -> None:
    """It may ask in its own words instead, which becomes an option."""
    form = await fill_in(hass, await begin(hass, "openai"), {"base_url": server.url})
    server.fail(400, "x does not support tools")
    server.answer(HELLO)
    form = await fill_in(hass, form, {"model": "x"})
    assert form["errors"] == {"model": "tools_refused"}
    assert shown(form) == {"model": "x", "protocol": "inline"}
    server.answer(HELLO)
    result = await fill_in(hass, form, {"model": "x", "protocol": "inline"})
    assert result["type"] is FlowResultType.CREATE_ENTRY
    assert result["options"] == {"llm": {"protocol": "inline"}}


@pytest.fixture
async def asking(hass: HomeAssistant, server: ScriptedServer) -> MockConfigEntry:
    """An agent that asks the scripted server."""
    data = {"provider": "openai", "base_url": server.url, "api_key": KEY, "model": "scripted"}
    entry = MockConfigEntry(
        domain=DOMAIN,
        title="Jeeves",
        data=data,
        options={"llm": {"temperature": 0.1}, "safety": {"pin": "4711"}},
        version=1,
        minor_version=2,
    )
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
    assert form["description_placeholders"]["name"] == "Jeeves"
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
    assert asking.data["model"] == "scripted"
    assert asking.state is ConfigEntryState.LOADED


async def test_another_model(
    hass: HomeAssistant, server: ScriptedServer, asking: MockConfigEntry
) -> None:
    """Of the same server: the key stays, unseen, and so does what else is set."""
    llm = {"temperature": 0.1, "headers": {"X-Token": "secret"}}
    kept = {"llm": llm, "safety": {"pin": "4711"}}
    hass.config_entries.async_update_entry(asking, options=kept)
    menu = await asking.start_reconfigure_flow(hass)
    form = await fill_in(hass, menu, {"next_step_id": "openai"})
    assert shown(form) == {"base_url": server.url, "api_key": MASK}
    form = await fill_in(hass, form, shown(form))
    assert shown(form) == {"model": "scripted"}
    server.answer(HELLO)
    result = await fill_in(hass, form, {"model": "other"})
    assert result["reason"] == "reconfigure_successful"
    assert asking.data["model"] == "other"
    assert asking.data["api_key"] == KEY
    assert asking.options == kept
    assert server.requests[-1].json["temperature"] == 0.1
    assert server.requests[-1].headers["x-token"] == "secret"


async def test_another_server(
    hass: HomeAssistant, server: ScriptedServer, asking: MockConfigEntry
) -> None:
    """It gets neither the key of the first nor its headers; the key is typed again, or emptied."""
    llm = {"temperature": 0.1, "headers": {"X-Token": "for the first alone"}}
    hass.config_entries.async_update_entry(asking, options={"llm": llm})
    menu = await asking.start_reconfigure_flow(hass)
    form = await fill_in(hass, menu, {"next_step_id": "openai"})
    elsewhere = server.url.replace("/v1", "/another/v1")
    form = await fill_in(hass, form, {"base_url": elsewhere, "api_key": MASK})
    assert form["errors"] == {"api_key": "typed_again"}
    assert not server.listings
    form = await fill_in(hass, form, {"base_url": elsewhere})
    assert form["step_id"] == "model"
    assert "authorization" not in server.listings[0].headers
    assert "x-token" not in server.listings[0].headers
    server.answer(HELLO)
    result = await fill_in(hass, form, {"model": "scripted"})
    assert result["reason"] == "reconfigure_successful"
    assert asking.data == {"provider": "openai", "base_url": elsewhere, "model": "scripted"}
    assert asking.options == {"llm": {"temperature": 0.1}}


async def test_no_model_any_more(hass: HomeAssistant, asking: MockConfigEntry) -> None:
    """The key is forgotten as well."""
    menu = await asking.start_reconfigure_flow(hass)
    assert menu["type"] is FlowResultType.MENU
    assert menu["step_id"] == "reconfigure"
    result = await fill_in(hass, menu, {"next_step_id": "no_model"})
    assert result["reason"] == "reconfigure_successful"
    assert asking.data == {"provider": "none"}
