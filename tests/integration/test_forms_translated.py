"""Every form, field, choice and error has its words, as Home Assistant's own check demands."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import section
from homeassistant.helpers.selector import ObjectSelector, SelectSelector

from custom_components.home_agent import model_check
from custom_components.home_agent.agent_flow import AgentFlow
from custom_components.home_agent.config_flow import HomeAgentConfigFlow
from custom_components.home_agent.engine.authority import Origin
from custom_components.home_agent.engine.errors import SettingsError
from custom_components.home_agent.engine.validation.problems import SENTENCES
from custom_components.home_agent.forms import SECTIONS
from custom_components.home_agent.forms.agent import agent_schema
from custom_components.home_agent.forms.behaviour import DEBUG
from custom_components.home_agent.forms.errors import settings_errors
from custom_components.home_agent.forms.extended_openai import choice_schema
from custom_components.home_agent.forms.section import Section
from custom_components.home_agent.forms.server import server_schema
from custom_components.home_agent.model_check import ModelCheckError

FOLDER = Path(model_check.__file__).parent
AGENT = {str(field) for field in agent_schema((), with_protocol=True).schema}
CONFIG: dict[str, set[str]] = {
    "user": set(),
    "reconfigure": set(),
    "openai": {str(field) for field in server_schema("openai").schema},
    "google": {str(field) for field in server_schema("google").schema},
    "agent": AGENT,
    "model": {str(field) for field in agent_schema((), with_name=False, with_protocol=True).schema},
    "reauth_confirm": {"api_key"},
    "extended_openai": {str(field) for field in choice_schema(("Butler",)).schema},
    "bring_along": set(),
}
TRYING = {"try_tool": "tool", "tool_arguments": "arguments"}
OF_HOUSE = {"tools": {"llm_apis"}, "watch": {"notify"}}
MENU = {"no_model", "openai", "google"}

# Every reason that the engine gives for not being able to ask a model.
REASONS = {
    reason
    for file in (FOLDER / "engine" / "llm").glob("*.py")
    if not file.stem.endswith("_chunks")
    for reason in re.findall(r'\breason ?= ?"(\w+)"', file.read_text("utf-8"))
    if reason not in {"stop", "attachments_refused"}  # no form attaches anything
} | {"google_unreachable"}

BAD: tuple[Any, ...] = (
    *("nonsense", "", "{{ nobody }}", "{% if %}", "ftp://x", "ümlaut", "-"),
    *(True, 0, -1, 0.5, 10**12, float("nan")),
    *([], ["nonsense"], [5], [{}], [{"who": "me"}], {}, {"a": 1}, {"model": "m"}),
)


@pytest.fixture(scope="module", params=["en", "de", "it"])
def texts(request: pytest.FixtureRequest) -> Any:
    """All the words of a language."""
    return json.loads((FOLDER / "translations" / f"{request.param}.json").read_text("utf-8"))


def test_steps_of_adding(texts: Any) -> None:
    """Each has a title, a description, and for every field a name and what it is for."""
    steps = texts["config"]["step"]
    assert steps.keys() == CONFIG.keys()
    for name, fields in CONFIG.items():
        _check(steps[name], fields)
        assert hasattr(HomeAgentConfigFlow, f"async_step_{name}")
    for menu, options in (("user", {*MENU, "extended_openai"}), ("reconfigure", MENU)):
        assert steps[menu]["menu_options"].keys() == options
        assert steps[menu]["menu_option_descriptions"].keys() == options


@pytest.mark.parametrize("kind", ["conversation", "ai_task_data"])
def test_steps_of_what_is_under_a_connection(texts: Any, kind: str) -> None:
    """Likewise, and the menu has all of them."""
    words = texts["config_subentries"][kind]
    assert words["entry_type"]
    assert words["initiate_flow"].keys() == {"user", "reconfigure"}
    trying = {name: {field} for name, field in TRYING.items() if kind == "conversation"}
    assert words["abort"].keys() == {
        "reconfigure_successful",
        *({"agent_not_loaded"} if trying else ()),
    }
    steps = words["step"]
    sections = [form for form in SECTIONS if form.of_tasks or kind == "conversation"]
    names = {"agent", *(form.name for form in sections)}
    assert steps.keys() == {"reconfigure", *names, *trying}
    _check(steps["agent"], AGENT)
    for name, fields in trying.items():
        _check(steps[name], fields)
        assert hasattr(AgentFlow, f"async_step_{name}")
    offered = {*names, *({"try_tool"} if trying else ())}
    assert steps["reconfigure"]["menu_options"].keys() == offered
    assert steps["reconfigure"]["menu_option_descriptions"].keys() == offered
    for form in sections:
        of_house = OF_HOUSE.get(form.name, set())
        parts = {name: part for name, part in form.fields.items() if isinstance(part, section)}
        _check(steps[form.name], (form.fields.keys() | of_house) - parts.keys(), parts)
    assert words["error"] == texts["config_subentries"]["conversation"]["error"]


def test_choices(hass: HomeAssistant, texts: Any) -> None:
    """Every word that can be chosen, and every field of a list's entries."""
    for form in SECTIONS:
        for field in form.schema(hass).schema.values():
            if isinstance(field, SelectSelector) and "translation_key" in field.config:
                words = texts["selector"][field.config["translation_key"]]["options"]
                assert set(field.config["options"]) == words.keys()
            if isinstance(field, ObjectSelector) and "fields" in field.config:
                words = texts["selector"][field.config["translation_key"]]["fields"]
                assert field.config["fields"].keys() == words.keys()
                assert all(word["name"] and word["description"] for word in words.values())
    assert texts["selector"]["origins"]["options"].keys() == {str(origin) for origin in Origin}


def test_choices_have_nothing_to_fill_in(texts: Any) -> None:
    """Nobody fills anything into these words: the screen would tell of a missing value instead."""
    assert not re.findall(r"\{\w+\}", json.dumps(texts["selector"]))


def test_errors(texts: Any) -> None:
    """Whatever can be wrong with a setting or a model; with the words that there are for it."""
    adding, options = texts["config"]["error"], _errors(texts)
    names = {"name_missing", "name_taken"}
    assert adding.keys() >= {*names, "no_list", "unusable", *REASONS}
    kinds = options.keys() - {"also_wrong", "unusable", *names, *REASONS}
    assert kinds <= SENTENCES.keys()
    for kind in kinds:
        assert _gaps(options[kind]) == {"where", *_gaps(SENTENCES[kind])}
    for key in adding.keys() & SENTENCES.keys():
        assert adding[key] == options[key]
    for key in REASONS - {"package_missing"}:
        assert {"where"} <= _gaps(adding[key]) == _gaps(options[key]) <= {"where", "said"}
        is_temporary = ModelCheckError(key).is_temporary
        # Only in the options a model that is down can be kept, and there it is said.
        assert options[key] != adding[key] if is_temporary else options[key] == adding[key]
    assert texts["config"]["abort"].keys() == {
        "added_to_connection",
        "already_configured",
        "reauth_successful",
        "reconfigure_successful",
    }


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_every_field_with_bad_values(section: Section, texts: Any) -> None:
    """Whatever the engine does not take has a message of its own, at its field."""
    refused = set()
    fields = section.fields or OF_HOUSE[section.name]
    for name in fields:
        for bad in BAD:
            try:
                section.check({name: bad})
            except SettingsError as error:
                wrong = settings_errors(error)
                assert wrong.errors.keys() & {name, "project", "custom"}, (name, bad)
                for key in wrong.errors.values():
                    assert key != "unusable"
                    assert _gaps(_errors(texts)[key]) <= wrong.placeholders.keys()
                refused.add(name)
    # Whether to log, Home Assistant's own check of a switch is enough for.
    assert refused == (set() if section is DEBUG else {*fields})


def test_a_problem_without_a_kind() -> None:
    """It is told all the same."""
    wrong = settings_errors(SettingsError(("The moon is wrong.",)))
    assert wrong.errors == {"base": "unusable"}
    assert wrong.placeholders["problem"] == "The moon is wrong."


def _errors(texts: Any) -> Any:
    return texts["config_subentries"]["conversation"]["error"]


def _gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_steps_are_there() -> None:
    """Home Assistant calls them by name."""
    for form in SECTIONS:
        assert hasattr(AgentFlow, f"async_step_{form.name}")


def _check(step: Any, fields: set[str], sections: Mapping[str, section] | None = None) -> None:
    assert step["title"]
    assert step["description"]
    assert step.get("data", {}).keys() == fields
    assert step.get("data_description", {}).keys() == fields
    inner = step.get("sections", {})
    assert inner.keys() == (sections or {}).keys()
    for name, form in (sections or {}).items():
        within = {str(field) for field in form.schema.schema}
        _check({"title": inner[name]["name"], **inner[name]}, within)
