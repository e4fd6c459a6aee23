"""docs/configuration.md: the file as it stands there is what holds without one, and has it all."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from home_agent.configuration import HomeSettings, read_configuration
from home_agent.configuration.environment import name_for, variables_in
from home_agent.configuration.lines import Place
from home_agent.configuration.mcp import McpSettings
from home_agent.configuration.serve import ServeSettings
from home_agent.engine.act.gate.visibility import Visibility
from home_agent.engine.context.settings import ContextSettings, HistorySettings, PromptSettings
from home_agent.engine.llm.budget import Budget
from home_agent.engine.llm.cache_settings import CacheSettings
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.retrieval.settings import VectorDbSettings
from home_agent.engine.settings import Settings
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.watch import WatchSettings
from home_agent.logs.settings import LogSettings

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "configuration.md").read_text("utf-8")
SECTIONS: dict[str, type[Any]] = {
    "home": HomeSettings,
    "watch": WatchSettings,
    "llm": ModelSettings,
    "external_llm": ModelSettings,
    "retries": RetrySettings,
    "budget": Budget,
    "context": ContextSettings,
    "vector_db": VectorDbSettings,
    "history": HistorySettings,
    "prompt": PromptSettings,
    "tools": ToolSettings,
    "cache": CacheSettings,
    "visible": Visibility,
    "log": LogSettings,
    "serve": ServeSettings,
    "mcp": McpSettings,
}
OF_SAFETY = {
    *("allow", "calls_a_minute", "confirm", "deny", "dry_run", "mark", "pin", "rules"),
    "turns_a_minute",
    *("services", "trust"),
}


def shown() -> str:
    """The file on the page."""
    (text,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return str(text)


def everything() -> str:
    """The same with everything in it, also what is only mentioned."""
    return re.sub(r"^# (?=\S+ = |\[)", "", shown(), flags=re.MULTILINE)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A settings file that only its owner reads."""
    file = tmp_path / "settings.toml"
    file.touch(0o600)
    return file


def test_it_holds_without_being_written(file: Path) -> None:
    """Every value that is shown is the default."""
    file.write_text(shown())
    read = read_configuration(file, {})
    assert read.settings == Settings()
    assert (read.home, read.room, read.log) == (HomeSettings(), "", LogSettings())
    assert (read.serve, read.mcp) == (ServeSettings(), McpSettings())


def test_what_is_mentioned_can_be_set(file: Path) -> None:
    """With its default, where it has one."""
    choice = re.sub(r"^(token_file|file) = .*\n", "", everything(), flags=re.MULTILINE)
    file.write_text(choice.replace("…", "x"))
    read = read_configuration(file, {})
    (model,) = read.settings.llm
    assert model == ModelSettings(
        base_url="http://localhost:11434/v1", model="qwen3:8b", api_key=model.api_key
    )
    assert [watch.name for watch in read.settings.watches] == ["freezer"]


def test_each_can_be_set_by_its_variable(file: Path) -> None:
    """All of the file in the environment instead comes to the same."""
    text = re.sub(r"^(token_file|file) = .*\n", "", everything(), flags=re.MULTILINE)
    file.write_text(text.replace("…", "x"))
    written = read_configuration(file, {})
    environment = {
        name_for(place): value if isinstance(value, str) else json.dumps(value)
        for place, value in leaves(tomllib.loads(file.read_text()))
    }
    assert len(environment) > 70
    file.write_text("")
    set_all = read_configuration(file, environment)
    assert set_all.settings == written.settings
    assert (set_all.home_set, set_all.room, set_all.log) == (
        *(written.home, written.room, written.log),
    )
    assert (set_all.serve, set_all.mcp) == (written.serve, written.mcp)


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Every single setting, with the way to it."""
    inside: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        inside = enumerate(value)
    else:
        yield place, value
    for step, item in inside:
        yield from leaves(item, (*place, step))


def test_every_setting_is_there() -> None:
    """Of every section, and of the file as such."""
    values = tomllib.loads(everything())
    assert values.keys() == {*Settings.names(), "home", "room", "log", "serve", "mcp"}
    assert values["safety"].keys() == OF_SAFETY
    for name, section in SECTIONS.items():
        missing = {field.name for field in fields(section)} - values[name].keys()
        if name == "context":
            missing -= {"documents", "embeddings", "history", "prompt", "vector_db"}
        if name == "external_llm":
            missing = set()
        assert (name, missing) == (name, set())


def test_variables_of_the_page() -> None:
    """They are read as the page says."""
    table = dict(re.findall(r"^\| `(HOME_AGENT_\w+)=(.*)` \|", PAGE, re.MULTILINE))
    assert len(table) == 5
    found = variables_in(table, Settings.names())
    assert {match.name for match in found} == table.keys()


@pytest.mark.parametrize("page", ["models.md", "safety.md", "remote.md", "../README.md"])
def test_other_pages_lead_here(page: str) -> None:
    assert "configuration.md" in (DOCS / page).read_text("utf-8")
