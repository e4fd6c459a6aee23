"""docs/home-assistant.md tells what there is, and its examples are automations."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import voluptuous as vol
import yaml
from homeassistant.components.automation.config import async_validate_config_item
from homeassistant.core import HomeAssistant
from homeassistant.setup import async_setup_component
from pytest_homeassistant_custom_component.common import MockConfigEntry

from custom_components.home_agent import bus_events, bypass_monitor, repair_issues
from custom_components.home_agent.configuration import CONFIG_SCHEMA
from custom_components.home_agent.const import DOMAIN
from custom_components.home_agent.engine.events import (
    ContextGiven,
    Event,
    KeptMemory,
    MemoriesExtracted,
    ModelFailed,
    ModelsGivenUp,
    PinRefused,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnStarted,
)
from custom_components.home_agent.engine.turn import Reply, Tier, Turn, Verdict
from custom_components.home_agent.sensor import FIGURES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "custom_components" / DOMAIN
PAGE = (ROOT / "docs/home-assistant.md").read_text("utf-8")
OF_OURS = "home_agent:"
WRITTEN = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = [item for item in WRITTEN if not item.startswith(OF_OURS)]
LANGUAGES = ("en", "de", "it")


def _texts(language: str) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads(
        (FOLDER / f"translations/{language}.json").read_text("utf-8")
    )
    return texts


def _documented(first: str) -> dict[str, set[str]]:
    """The rows of the table whose first column begins so, each with the names in it."""
    rows = (line.split("|") for line in PAGE.splitlines() if line.startswith(f"| `{first}"))
    return {row[1].strip(" `"): set(re.findall(r"`(\w+)`", "|".join(row[3:]))) for row in rows}


@pytest.mark.usefixtures("agent")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example_text: example_text.splitlines()[0])
async def test_examples_are_automations(house: HomeAssistant, example: str) -> None:
    """Home Assistant accepts each of them."""
    assert await async_setup_component(house, "automation", {})
    config = await async_validate_config_item(house, "example", yaml.safe_load(example))
    assert config is not None
    assert config.validation_error is None


def test_menu_of_the_settings() -> None:
    """Every part of an agent's settings is in the table of docs/install.md, by its name."""
    page = (ROOT / "docs/install.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| ")]
    named = {name.strip(" *") for row in rows for name in (row, *row.split(","))}
    menu = _texts("en")["config_subentries"]["conversation"]["step"]["reconfigure"]
    assert set(menu["menu_options"].values()) <= named


def test_tools_of_one_s_own() -> None:
    """What is shown for configuration.yaml can be written there."""
    [example] = [item for item in WRITTEN if item.startswith(OF_OURS)]
    section = yaml.safe_load(example.replace("!secret ", ""))
    read = CONFIG_SCHEMA(section)[DOMAIN]
    assert read.tools
    assert not read.dropped


async def test_actions(house: HomeAssistant, agent: MockConfigEntry) -> None:
    """Every action is described: on the page, in the forms, with an icon, in each language."""
    described = yaml.safe_load((FOLDER / "services.yaml").read_text("utf-8"))
    icons = json.loads((FOLDER / "icons.json").read_text("utf-8"))["services"]
    registered = house.services.async_services_for_domain(DOMAIN)
    assert agent.domain == DOMAIN
    assert registered.keys() == described.keys() == icons.keys()
    documented = _documented(f"{DOMAIN}.")
    for name, service in registered.items():
        assert isinstance(service.schema, vol.Schema)
        fields = {str(field) for field in service.schema.schema}
        assert described[name]["fields"].keys() == fields
        assert fields - {"agent_id", "config_entry_id"} <= documented[f"{DOMAIN}.{name}"]
        for language in LANGUAGES:
            texts = _texts(language)["services"][name]
            assert texts["name"]
            assert texts["description"]
            assert texts["fields"].keys() == fields
            assert all(field["name"] and field["description"] for field in texts["fields"].values())


def test_events() -> None:
    """Every event is on the page, with each of its fields."""
    documented = _documented(f"{DOMAIN}.")
    call: dict[str, Any] = {"call_id": "1", "name": "ha_query", "arguments": {}}
    turn = Turn(text="", conversation_id="1")
    reply = Reply(text="", language="en", tier=Tier.LLM, verdict=Verdict.OK)
    happened: tuple[Event, ...] = (
        TurnStarted(turn=turn),
        TurnFinished(turn=turn, reply=reply),
        ContextGiven(mode="direct", entity_ids=(), tokens=1),
        MemoriesExtracted(
            conversation_id="1", kept=(KeptMemory(memory_id="1", type="fact", content="c"),)
        ),
        ToolStarted(**call),
        ToolFinished(**call, success=True, result=1, error=None, duration_ms=1.0),
        ModelFailed(provider="p", kind="k", error="e"),
        ModelsGivenUp(kind="k", error="e"),
        PinRefused(reason="wrong_pin"),
    )
    occasion = bus_events.EventContext(
        config_entry_id="1",
        config_subentry_id="1",
        conversation_id="1",
        user_id="1",
        context_mode="direct",
    )
    told = [
        bus_event
        for event in happened
        for bus_event in bus_events.bus_events(event, occasion, "now")
    ]
    names = {value for name, value in vars(bus_events).items() if name.isupper()}
    assert {name for name, _data in told} == {
        name for name in names if name.startswith(f"{DOMAIN}.")
    }
    for name, data in told:
        assert (
            data.keys() - {"conversation_id", "config_entry_id", "config_subentry_id"}
            <= documented[name]
        )


def test_sensors() -> None:
    """Every sensor is on the page, and has its name in each language and an icon."""
    icons = json.loads((FOLDER / "icons.json").read_text("utf-8"))["entity"]["sensor"]
    keys = {item.key for item in FIGURES}
    assert icons.keys() == keys
    for language in LANGUAGES:
        texts = _texts(language)["entity"]["sensor"]
        assert texts.keys() == keys
        assert texts["provider"]["state"].keys() == {"ok", "degraded", "down"}
    for item in _texts("en")["entity"]["sensor"].values():
        assert f"| {item['name']} |" in PAGE


def test_the_list_of_plans() -> None:
    """It is on the page by its name, and has one in each language and an icon."""
    icons = json.loads((FOLDER / "icons.json").read_text("utf-8"))["entity"]["todo"]
    for language in LANGUAGES:
        assert _texts(language)["entity"]["todo"].keys() == icons.keys()
    assert f"*{_texts('en')['entity']['todo']['planned']['name']}*" in PAGE


@pytest.mark.parametrize("section", ["exceptions", "issues", "system_health", "entity", "services"])
def test_each_language_says_the_same(section: str) -> None:
    """No language lacks a sentence, or a placeholder in one."""

    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: shape(item) for key, item in value.items()}
        return sorted(re.findall(r"{\w+}", value))

    english = shape(_texts("en")[section])
    for language in LANGUAGES:
        assert shape(_texts(language)[section]) == english


def test_what_is_raised_can_be_said() -> None:
    """Every translation key in the code has its words."""
    code = "\n".join(path.read_text("utf-8") for path in FOLDER.glob("*.py"))
    raised = set(re.findall(r'(?:translation_key=|_invalid\(|_failed\()"(\w+)"', code))
    texts = _texts("en")
    assert texts["issues"].keys() == {*repair_issues.ISSUES, *bypass_monitor.ISSUES}
    known = {*texts["exceptions"], *texts["issues"]}
    entities = {key for item in texts["entity"].values() for key in item}
    assert raised - entities <= known
