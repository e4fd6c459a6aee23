"""Every form, field, choice and error has its words, as Home Assistant's own check demands."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from homeassistant.helpers.selector import ObjectSelector, SelectSelector

from custom_components.home_agent import connecting, options_flow
from custom_components.home_agent.config_flow import HomeAgentConfigFlow
from custom_components.home_agent.forms import SECTIONS
from custom_components.home_agent.forms.server import model_schema, server_schema

FOLDER = Path(connecting.__file__).parent
CONFIG: dict[str, set[str]] = {
    "user": {"name"},
    "provider": set(),
    "reconfigure": set(),
    "openai": {str(one) for one in server_schema("openai").schema},
    "google": {str(one) for one in server_schema("google").schema},
    "model": {str(one) for one in model_schema((), with_protocol=True).schema},
    "reauth_confirm": {"api_key"},
}
MENU = {"no_model", "openai", "google"}


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
    for menu in ("provider", "reconfigure"):
        assert steps[menu]["menu_options"].keys() == MENU
        assert steps[menu]["menu_option_descriptions"].keys() == MENU


def test_steps_of_the_options(texts: Any) -> None:
    """Likewise, and the menu has all of them."""
    steps = texts["options"]["step"]
    names = {one.name for one in SECTIONS}
    assert steps.keys() == {"init", *names}
    assert steps["init"]["menu_options"].keys() == names
    assert steps["init"]["menu_option_descriptions"].keys() == names
    for section in SECTIONS:
        of_house = {"llm_apis"} if section.of_house else set()
        _check(steps[section.name], section.fields.keys() | of_house)


def test_choices(texts: Any) -> None:
    """Every word that can be chosen, and every field of a list's entries."""
    for section in SECTIONS:
        for field in section.fields.values():
            if isinstance(field, SelectSelector) and "translation_key" in field.config:
                words = texts["selector"][field.config["translation_key"]]["options"]
                assert set(field.config["options"]) == words.keys()
            if isinstance(field, ObjectSelector) and "fields" in field.config:
                words = texts["selector"][field.config["translation_key"]]["fields"]
                assert field.config["fields"].keys() == words.keys()
                assert all(one["name"] and one["description"] for one in words.values())


def test_errors(texts: Any) -> None:
    """Every key that the code has for an error."""
    source = ast.parse(Path(connecting.__file__).read_text("utf-8"))
    written = {one.value for one in ast.walk(source) if isinstance(one, ast.Constant)}
    asked = {"unusable", *texts["options"]["error"]}
    assert asked <= texts["config"]["error"].keys()
    assert asked - {"unusable"} <= written
    blamed = {key for _field, key in connecting._BLAMED.values()}
    assert blamed <= asked
    assert {"name_missing", "name_taken"} <= texts["config"]["error"].keys()
    assert texts["config"]["abort"].keys() == {
        "already_configured",
        "reauth_successful",
        "reconfigure_successful",
    }


def test_steps_are_there() -> None:
    """Home Assistant calls them by name."""
    for section in SECTIONS:
        assert hasattr(options_flow.HomeAgentOptionsFlow, f"async_step_{section.name}")


def _check(step: Any, fields: set[str]) -> None:
    assert step["title"]
    assert step["description"]
    assert step.get("data", {}).keys() == fields
    assert step.get("data_description", {}).keys() == fields
