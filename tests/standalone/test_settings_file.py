"""`settings.toml`: what a person writes about models, and what they get wrong."""

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from home_agent.configuration import read_configuration
from home_agent.engine.context.custom_prompt import CHANGING, STABLE
from home_agent.engine.context.settings import (
    ContextMode,
    ContextSettings,
    HistorySettings,
    StateFormat,
)
from home_agent.engine.errors import SettingsError
from home_agent.engine.llm.budget import Budget
from home_agent.engine.llm.failover import RetrySettings
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
        read_configuration(environment={})
    assert all(problem.startswith(f"{file}, ") for problem in caught.value.problems)
    return [problem.removeprefix(f"{file}, ") for problem in caught.value.problems]


def test_everything_can_be_set(file: Path) -> None:
    """Every section is read; what is not written has its default."""
    file.write_text(EVERYTHING)
    settings = read_configuration(environment={}).settings
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
    assert (settings.context.mode, settings.context.format) == (
        ContextMode.DIRECT,
        StateFormat.JSON,
    )
    assert [entity.entity_id for entity in settings.context.entities] == ["climate.*", "sun.sun"]
    assert settings.context.history.max_messages == 20
    assert not settings.context.history.persist
    assert settings.context.prompt.custom_additions == "Speak like a butler."
    assert settings.tools.enabled == ("ha_query",)
    assert settings.tools.max_rounds == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "[llm]\nmodle = 'x'",
            ["line 2, llm.modle: there is no such setting. Did you mean model?"],
        ),
        ("[llm]\nkind = 'claude'", ["line 2, llm.kind: must be one of openai, google."]),
        ("[llm]\nbase_url = 'a b'", ["line 2, llm.base_url: must be an address such as"]),
        ("[llm]\n\ntemperature = 9", ["line 3, llm.temperature: must be a number from 0 to 2."]),
        ("[llm]\napi_key = 'two words'", ["line 2, llm.api_key: has signs that no key has."]),
        ("llm.model = 7", ["line 1, llm.model: must be a text."]),
        (
            "[llm]\nparameters = { stream = true }",
            ["line 2, llm.parameters.stream: is set by us"],
        ),
        ('[llm]\nheaders = { X = "a\\u0000b" }', ["line 2, llm.headers.X: must be"]),
        ("llm = 7", ["line 1, llm: must be a table of settings, or a list of such."]),
        (
            "[[llm]]\nmodel = 'a'\n[[llm]]\ntop_p = 2\nmax_tokens = 0",
            [
                "line 4, llm.2.top_p: must be a number from 0 to 1.",
                "line 5, llm.2.max_tokens: must be a whole",
            ],
        ),
        ("[[llm]]\nmodel = 7", ["line 2, llm.1.model: must be a text."]),
        ("\n[llm]\nkind = 'google'\nvertex = true", ["line 2, llm.project: must be the id"]),
        ("[external_llm]\nenabled = 1", ["line 2, external_llm.enabled: must be true or false."]),
        ("[budget]\ntokens_per_day = -1", ["line 2, budget.tokens_per_day: must be a whole"]),
        ("[budget]\nper_week = 1", ["line 2, budget.per_week: there is no such setting."]),
        (
            "[context]\nmode = 'everything'",
            ["line 2, context.mode: must be one of relevance, direct, vector_db, all, off."],
        ),
        (
            "[context]\nentities = [\n 'sun.sun',\n 'lamp',\n]",
            ["line 4, context.entities.2: entity_id must be"],
        ),
        ("[history]\nmax_messages = 'ten'", ["line 2, history.max_messages: must be"]),
        ("[context.history]\nexpire = 'no'", ["line 2, context.history.expire: must be"]),
        (
            'language = "en"\n[prompt]\ncustom = """\n{{ moon }}\n"""',
            ["line 3, prompt.custom: there is no variable moon"],
        ),
        ("[prompt]\ncustom = '{% if %}'", ["line 2, prompt.custom: line 1: "]),
        ("[tools]\nenabled = ['rm']", ["line 2, tools.enabled: must be a list of some of"]),
        ("[tools]\nmax_rounds = 0", ["line 2, tools.max_rounds: must be a whole number from 1"]),
        ("[retries]\nattempts = 0", ["line 2, retries.attempts: must be a whole number"]),
        ("# ours\n\ntier = 'best'", ["line 3, tier: must be one of auto, fast, llm."]),
        ("[llms]\nmodel = 'm'", ["line 1, llms: there is no such setting. Did you mean llm?"]),
        ("language = 'tlh'", ["line 1, language: I do not know the language 'tlh'."]),
        ("language = 7", ["line 1, language: must be a language code"]),
        ("room = 7", ["line 1, room: must be a text."]),
        ("[log]\nlevel = 'loud'", ["line 2, log.level: must be one of debug, info, warning"]),
        ("home = 'here'", ["line 1, home: must be a table of settings."]),
        ("[home]\nurl = 'a b'", ["line 2, home.url: 'a b' is not an address"]),
        ("[home]\ntoken = 'a b'", ["line 2, home.token: What was given as a token is none"]),
        (
            "[home]\nurl = 'hass'\nfile = 'house.yaml'",
            ["line 3, home.file: a home is in a file or at a url."],
        ),
        (
            "[home]\nurl = 'hass'\ntoken = 't'\ntoken_file = 'f'",
            ["line 4, home.token_file: there is a token, too."],
        ),
        ("[home]\ntoken_file = '~nobody-here/x'", ["line 2, home.token_file: nobody here is"]),
        ('[home]\nfile = "a\\u0000b"', ["line 2, home.file: must be the path of a file."]),
        (
            "[[watches]]\nname = 'a'\nafter = '1:00'\n[[watches]]\nname = 'b'\nafter = 7",
            ["line 6, watches.2.after: must be a time of day"],
        ),
        ("[watch]\nnotify = ['shout']", ["line 2, watch.notify: must be persistent_notification"]),
        ("[home]\nadress = 'hass'", ["line 2, home.adress: there is no such setting."]),
        (
            "[safety]\npin = 1\n[[safety.rules]]\n[[safety.rules]]\nallow = ['x:']\norigins = ['']",
            [
                "line 2, safety.pin: must be 4 to 12 digits",
                "line 5, safety.rules.2.allow: ",
                "line 6, safety.rules.2.origins: must be a list of some of",
            ],
        ),
        ("[safety]\n'a: b, c' = 1", ["line 2, safety.a: b, c: there is no such setting."]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_mistakes(file: Path, text: str, told: list[str]) -> None:
    """One for each, with the file, the line and the key, in the order of the lines."""
    found = problems(file, text)
    assert len(found) == len(told)
    assert all(match.startswith(start) for match, start in zip(found, told, strict=True))


def test_mistakes_do_not_tell_secrets(file: Path) -> None:
    """What stands beside a mistake, or is one, is not repeated."""
    text = (
        "[llm]\napi_key = 'sk hush'\nheaders = { Authorization = \"Bearer hush\\n\" }\nx = 'hush'"
    )
    assert len(found := problems(file, text)) == 3
    assert not any("hush" in match for match in found)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[llm\nmodel = 'm'\n", "line 1, column 5: the name of a table must end with"),
        ("[llm]\nmodel = qwen\n", "line 2, column 9: what stands behind the = is no value."),
        ("[llm]\nmodel 'm'\n", "line 2, column 7: a key must be followed by ="),
        ("[llm]\nmodel = 'm' 'n'", "line 2, column 13: there is something behind the value."),
        ("[llm]\nmodel = 'm\nname = 'n'\n", "line 2, column 11: a text is not ended with"),
        ('[llm]\nmodel = "m\nname = "n"\n', "line 2, column 11: a text is not ended with"),
        ("[llm]\nmodel = 'm\n\n\n", "line 2: the file ends amid something."),
        ("[llm]\nheaders = {\na = 1\n[b]", "line 2: a table in braces must stand on one line."),
        ("[llm]\nheaders = { a = 1\nb = 2", "line 2, column 18: a table in braces is not ended"),
        ("[tools]\nenabled = [\n'a'\nb = 1", "line 4, column 1: a list is not ended with ]"),
        ("[llm]\nmodel = '\x07'", "line 2, column 10: there is a sign that cannot be seen."),
        ("[llm]\nmodel = 'm'\nmodel = 'n'\n", "line 3, column 12: this is set a second time."),
        ("[llm]\n[llm]\n", "line 2, column 5: this table was there before."),
        ("[llm]\nheaders = { a = 1\n", "line 2: the file ends amid something."),
        ("[tools]\nenabled = [\n  'a',\n", "line 3: the file ends amid something."),
        ('[prompt]\ncustom = """\nx\n', "line 3: the file ends amid something."),
        ('[home]\nfile = "C:\\homes"\n', "line 2, column 13: a \\ in a text must be written twice"),
        ("[llm]\nmodel = # m\nname = 'n'", "line 2: there is no value behind the =."),
        ("= 1\n", "line 1, column 1: this is neither key = value"),
        ("a = 1\x07\n", "line 1, column 6: there is something behind the value."),
    ],
)
def test_not_toml(file: Path, text: str, told: str) -> None:
    """The line is named, and what to do, in words that are not about grammar."""
    (problem,) = problems(file, text)
    assert problem.startswith(told)


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
    assert all(setting.tools == ToolSettings() for setting in read)
    assert all(setting.retries == RetrySettings() for setting in read)
    assert all(setting.context.history == HistorySettings() for setting in read)
    page = PAGE.read_text("utf-8")
    sections = (
        ModelSettings,
        RetrySettings,
        Budget,
        ContextSettings,
        HistorySettings,
        ToolSettings,
    )
    names = {field.name for section in sections for field in fields(section)}
    names |= {"custom", "custom_additions", "tool_description", "enable_native", "tier"}
    names |= STABLE | CHANGING
    missing = {name for name in names if not re.search(rf"\b{name}\b", page)}
    assert missing == set()
    default = ModelSettings()
    for name in ("temperature", "top_p", "max_tokens"):
        assert f"| `{name}` | {getattr(default, name)} |" in page
    for name in ("first_token_timeout", "total_timeout"):
        assert f"| `{name}` | {getattr(default, name):.0f} |" in page
