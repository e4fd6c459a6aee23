"""`settings.toml`: what a person writes about models, and what they get wrong."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from home_agent.configuration import read_settings
from home_agent.engine.context.own_words import CHANGING, STABLE
from home_agent.engine.context.settings import ContextSettings, Format, HistorySettings, Mode
from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.budget import Budget
from home_agent.engine.llm.failover import Persistence
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import Settings
from home_agent.engine.tools.settings import ToolSettings

PAGE = Path(__file__).parents[2] / "docs/models.md"
EVERYTHING = """\
tier = "llm"

[[llm]]
name = "near"
base_url = "localhost:11434"
model = "qwen3:8b"
protocol = "inline"
headers = { X-House = "ours" }
parameters = { keep_alive = "24h" }

[[llm]]
model = "gpt-4o-mini"
price_prompt = 0.15

[external_llm]
model = "gpt-4o"
tool_description = "For hard questions."

[retries]
attempts = 1

[budget]
tokens_per_day = 100000
cost_per_user = 0.5

[context]
mode = "direct"
entities = ["climate.*", { entity_id = "sun.sun", attributes = ["state"] }]
format = "json"

[history]
max_messages = 20
persist = false

[prompt]
custom_additions = "Speak like a butler."

[tools]
enabled = ["ha_query"]
max_rounds = 2
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings file, for a test to write."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "home-agent").mkdir()
    return tmp_path / "home-agent/settings.toml"


def problems(file: Path, text: str) -> list[str]:
    """What is wrong with settings, each without the file's name, which is before it."""
    file.write_text(text)
    with pytest.raises(SettingsError) as caught:
        read_settings()
    assert all(one.startswith(f"{file}: ") for one in caught.value.problems)
    return [one.removeprefix(f"{file}: ") for one in caught.value.problems]


def test_everything_can_be_set(file: Path) -> None:
    """Every section is read; what is not written has its default."""
    file.write_text(EVERYTHING)
    settings = read_settings()
    assert settings.tier == "llm"
    near, far = settings.llm
    assert (near.title, near.base_url, near.protocol) == (
        *("near", "http://localhost:11434/v1", "inline"),
    )
    assert near.headers == {"X-House": "ours"}
    assert (far.title, far.price_prompt, far.temperature) == ("gpt-4o-mini", 0.15, 0.7)
    assert settings.external_llm is not None
    assert settings.external_llm.description == "For hard questions."
    assert settings.retries.attempts == 1
    assert settings.budget.tokens_per_day == 100_000
    assert settings.budget.cost_per_user == 0.5
    assert (settings.context.mode, settings.context.format) == (Mode.DIRECT, Format.JSON)
    assert [one.entity_id for one in settings.context.entities] == ["climate.*", "sun.sun"]
    assert settings.context.history.max_messages == 20
    assert not settings.context.history.persist
    assert settings.context.prompt.custom_additions == "Speak like a butler."
    assert settings.tools.enabled == ("ha_query",)
    assert settings.tools.max_rounds == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[llm]\nmodle = 'x'", ["llm, modle: there is no such setting."]),
        ("[llm]\nkind = 'claude'", ["llm, kind: must be one of openai, google."]),
        ("[llm]\nbase_url = 'a b'", ["llm, base_url: must be an address such as"]),
        ("[llm]\ntemperature = 9", ["llm, temperature: must be a number from 0 to 2."]),
        ("[llm]\napi_key = 'two words'", ["llm, api_key: has signs that no key has."]),
        ("[llm]\nmodel = 7", ["llm, model: must be a text."]),
        ("[llm]\nparameters = { stream = true }", ["llm, parameters, stream: is set by us"]),
        ('[llm]\nheaders = { X = "a\\u0000b" }', ["llm, headers, X: must be"]),
        ("llm = 7", ["llm: must be a table of settings, or a list of such."]),
        (
            "[[llm]]\nmodel = 'a'\n[[llm]]\nmax_tokens = 0\ntop_p = 2",
            ["llm 2, top_p: must be a number from 0 to 1.", "llm 2, max_tokens: must be a whole"],
        ),
        ("[llm]\nkind = 'google'\nvertex = true", ["llm, project: must be the id"]),
        ("[external_llm]\nenabled = 1", ["external_llm, enabled: must be true or false."]),
        ("[budget]\ntokens_per_day = -1", ["budget, tokens_per_day: must be a whole number"]),
        ("[budget]\nper_week = 1", ["budget, per_week: there is no such setting."]),
        ("[context]\nmode = 'all'", ["context, mode: must be one of relevance, direct, off."]),
        ("[context]\nentities = ['lamp']", ["context, entities, number 1: entity_id must be"]),
        ("[history]\nmax_messages = 'ten'", ["history, max_messages: must be"]),
        ("[prompt]\ncustom = '{{ moon }}'", ["prompt, custom: there is no variable moon"]),
        ("[prompt]\ncustom = '{% if %}'", ["prompt, custom: line 1: "]),
        ("[tools]\nenabled = ['rm']", ["tools, enabled: must be a list of some of ha_control"]),
        ("[tools]\nmax_rounds = 0", ["tools, max_rounds: must be a whole number from 1 to 50."]),
        ("[retries]\nattempts = 0", ["retries, attempts: must be a whole number"]),
        ("tier = 'best'", ["tier: must be one of auto, fast, llm."]),
        ("[llms]\nmodel = 'm'", ["llms: there is no such setting."]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mistakes(file: Path, text: str, told: list[str]) -> None:
    """One line for each, with the file and the field."""
    found = problems(file, text)
    assert len(found) == len(told)
    assert all(one.startswith(start) for one, start in zip(found, told, strict=True))


def test_mistakes_do_not_tell_secrets(file: Path) -> None:
    """What stands beside a mistake, or is one, is not repeated."""
    text = (
        "[llm]\napi_key = 'sk hush'\nheaders = { Authorization = \"Bearer hush\\n\" }\nx = 'hush'"
    )
    assert len(found := problems(file, text)) == 3
    assert not any("hush" in one for one in found)


def test_not_toml(file: Path) -> None:
    """The line is named, and the file."""
    file.write_text("[llm\nmodel = 'm'\n")
    with pytest.raises(SettingsError, match=f"{re.escape(str(file))} is not valid TOML.*line 1"):
        read_settings()


def examples() -> list[str]:
    """The settings that docs/models.md shows."""
    return re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def test_examples_of_the_page() -> None:
    """Each can be used as it stands."""
    shown = examples()
    assert len(shown) > 3
    for text in shown:
        Settings.from_mapping(tomllib.loads(text))


def test_the_page_tells_of_every_setting_and_its_default() -> None:
    """What is shown of these sections is what they are without being written."""
    read = [Settings.from_mapping(tomllib.loads(text)) for text in examples()]
    assert any("[tools]" in text for text in examples())
    assert all(one.tools == ToolSettings() for one in read)
    assert all(one.retries == Persistence() for one in read)
    assert all(one.context.history == HistorySettings() for one in read)
    page = PAGE.read_text("utf-8")
    sections = (ModelSettings, Persistence, Budget, ContextSettings, HistorySettings, ToolSettings)
    names = {field.name for section in sections for field in fields(section)}
    names |= {"custom", "custom_additions", "tool_description", "enable_native", "tier"}
    names |= STABLE | CHANGING
    missing = {one for one in names if not re.search(rf"\b{one}\b", page)}
    assert missing == set()
    default = ModelSettings()
    for name in ("temperature", "top_p", "max_tokens"):
        assert f"| `{name}` | {getattr(default, name)} |" in page
    for name in ("first_token_timeout", "total_timeout"):
        assert f"| `{name}` | {getattr(default, name):.0f} |" in page
