"""`home-agent migrate extended-openai`: what people bring along, taken through it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from home_agent.commands.migrate.documents import read_migration
from home_agent.commands.migrate.written import as_toml, as_yaml, merge_into
from home_agent.configuration import read_configuration
from home_agent.engine.errors import SettingsError
from home_agent.engine.migrate import Installation, Migration, migrate
from home_agent.engine.migrate.prompt import convert_prompt
from tests.standalone.program import Open, Run

HERE = Path(__file__).parent
FUNCTIONS, WRONG = HERE / "functions.yaml", HERE / "wrong.yaml"
OPTIONS, ENTRIES = HERE / "options.yaml", HERE / "core.config_entries"
TYPES = {
    "add_item_to_list": "script",
    "get_room_temperature": "template",
    "get_tide": "rest",
    "get_latest_release": "scrape",
    "compare_temperatures": "composite",
    "count_changes": "sqlite",
}


def migrated(*files: Path, **choice: Any) -> Migration:
    return read_migration(files, **{"agent": "", "keep_names": False, **choice})


def test_every_type_is_carried_over() -> None:
    """What is built in there is ours already."""
    migration = migrated(FUNCTIONS, recorder=True)
    assert {tool["name"]: tool["handler"]["type"] for tool in migration.tools} == TYPES
    assert migration.carried[0] == "execute_services: ha_control, which there is already"
    assert not migration.left_out
    assert "verify_ssl" not in str(migration.tools)


def test_the_recorders_database_is_home_assistants() -> None:
    """In the app there is none: the reason says what to write instead."""
    (left_out,) = migrated(FUNCTIONS).left_out
    assert left_out.what == "count_changes"
    assert left_out.why.startswith("handler.db_url: must be a file")


def test_names_are_kept_for_whoever_wants_that() -> None:
    """One of ours has the name already, and takes the place of the one that does the same."""
    migration = migrated(FUNCTIONS, keep_names=True)
    enabled = migration.settings["tools"]["enabled"]
    assert "execute_services" in enabled
    assert "ha_control" not in enabled


def test_what_cannot_be_carried_over_has_its_reason() -> None:
    migration = migrated(WRONG)
    assert [tool["name"] for tool in migration.tools] == ["good"]
    reasons = {left_out.what: left_out.why for left_out in migration.left_out}
    told = {
        "two words": "name: must be a name such as",
        "no_type": "handler.type: must be one of",
        "shell": "handler.type: must be one of",
        "anywhere": "neither of them from a template",
        "unheeded": "takes any certificate",
        "no_such_parameter": "there is no parameter place",
        "good": "several functions of this name",
        "function 9": "a table with spec and function",
        "function 10": "a table with spec and function",
    }
    assert reasons.keys() == told.keys()
    assert not [name for name, words in told.items() if words not in reasons[name]]


def test_options() -> None:
    migration = migrated(OPTIONS)
    assert migration.settings["llm"] == {
        "model": "gpt-4o-mini",
        "max_tokens": 300,
        "temperature": 0.4,
        "top_p": 0.9,
    }
    assert migration.settings["tools"] == {"max_calls_per_turn": 3}
    assert migration.settings["context"] == {"max_tokens": 13000}
    said = migration.settings["prompt"]["custom_additions"]
    assert said.startswith("You are a butler of few words called {{ home_name }}.")
    assert "exposed_entities" not in said
    assert said.endswith("It is {{ now() }} now.\n\nNever speak of the weather.")
    (tool,) = migration.tools
    assert tool["handler"]["headers"] == {"X-Api-Key": "${TIDE_KEY}"}
    assert "attach_username" in {left_out.what for left_out in migration.left_out}


def test_entries_of_a_home_assistant() -> None:
    """One is chosen by its title; what is under an entry counts more than the entry."""
    with pytest.raises(SettingsError, match=r"--agent\. There are: Butler, Chef"):
        migrated(ENTRIES)
    with pytest.raises(SettingsError, match="no agent Cook"):
        migrated(ENTRIES, agent="Cook")
    butler = migrated(ENTRIES, agent="butler")
    assert butler.settings["llm"]["base_url"] == "http://192.168.1.20:8080/v1"
    assert butler.settings["llm"]["api_key"] == "sk-butler-0815-secret"
    assert "sk-butler" not in " ".join(butler.carried)
    assert "sk-butler" not in repr(butler)
    (prompt,) = (left_out for left_out in butler.left_out if left_out.what == "prompt")
    assert "user_input is not known here" in prompt.why
    chef = migrated(ENTRIES, agent="Chef")
    assert chef.settings["llm"] == {"model": "gpt-5-mini", "api_key": "sk-cloud-0815-secret"}
    assert chef.settings["prompt"] == {"custom_additions": "You are a chef."}
    assert "llm.temperature" in {left_out.what for left_out in chef.left_out}


def test_exposed_entities_stay_as_they_are() -> None:
    migration = migrated(FUNCTIONS, HERE / "exposed_entities.json")
    assert migration.carried[-1].startswith("exposed entities (2): nothing to do")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "holds nothing of Extended OpenAI Conversation"),
        ("just words", "holds nothing of"),
        ("a: [1", "is not valid YAML"),
        ("- !python/object:os.system {}", "is not valid YAML"),
        ('{"data": {"entries": []}}', "holds nothing of"),
        ("functions: 3\nprompt: x", "are no list"),
        ("functions: |\n  - a: [\n", "is not valid YAML"),
    ],
)
def test_files_that_are_something_else(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "file.yaml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=told):
        migrated(file)
    with pytest.raises(SettingsError, match="cannot be read"):
        migrated(tmp_path / "none.yaml")


@pytest.mark.parametrize(
    ("prompt", "becomes"),
    [
        ("Be kind.", "Be kind."),
        ("Hi\n{%- for e in exposed_entities -%}{{ e.name }}{% endfor -%}\nBye", "Hi\n\nBye"),
        ("It is {{ states('sensor.t') }}.", "It is {{ states('sensor.t') }}."),
        ("{{ ha_name }} at {{ now().hour }}", "{{ home_name }} at {{ now().hour }}"),
        ("{{ exposed_entities | length }} things", ""),
        ("{{ current_device_id }}", ""),
        ("{% if x %}", ""),
        ("{{ nobody }}", ""),
    ],
)
def test_prompts(prompt: str, becomes: str) -> None:
    converted = convert_prompt(prompt)
    assert converted.text == becomes
    assert becomes or converted.left_out


SET = """\
# mine
room = "Kitchen"

[llm]
model = "ours"   # the one

[tools]
max_calls_per_turn = 7

[[custom_tools]]
name = "get_tide"
description = "Another one."
handler = { type = "rest", url = "https://sea.example" }
"""


def test_what_is_set_stays_and_the_rest_is_added(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    text, kept_back = merge_into(SET, migrated(OPTIONS, FUNCTIONS))
    assert kept_back == ["[llm]", "[tools] max_calls_per_turn", "[[custom_tools]] get_tide"]
    assert text.startswith('# mine\nroom = "Kitchen"\n\n[llm]\nmodel = "ours"   # the one\n')
    file.write_text(text)
    file.chmod(0o600)
    read = read_configuration(file, {})
    assert read.settings.context.max_tokens == 13000
    assert [tool.name for tool in read.declared.tools] == ["get_tide", *_others()]
    assert not read.warning


def _others() -> list[str]:
    return [name for name in TYPES if name not in ("get_tide", "count_changes")]


def test_nothing_secret_is_shown() -> None:
    migration = migrated(FUNCTIONS, ENTRIES, agent="butler")
    shown = as_toml(migration, "")
    assert tomllib.loads(shown)
    assert "secret" not in shown
    written, _kept_back = merge_into("", migration)
    assert "sk-butler-0815-secret" in written
    assert "tide-key-4711-secret" in written


def test_for_home_assistant() -> None:
    assert as_yaml(migrated(FUNCTIONS)).startswith("home_agent:\n  custom_tools:\n  - name: add_")


def test_the_example_of_the_page() -> None:
    """What is shown there as written here is what becomes of what is shown as written there."""
    page = (Path(__file__).parents[3] / "docs/migrate.md").read_text("utf-8")
    (theirs,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (ours,) = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    migration = migrate(Installation(title="page"), yaml.safe_load(theirs))
    assert tomllib.loads(ours) == {"custom_tools": list(migration.tools)}


class TestCommand:
    """The program itself."""

    def test_nothing_is_written_without_a_yes(self, run: Run, environment: dict[str, str]) -> None:
        finished = run("migrate", "extended-openai", str(OPTIONS))
        assert finished.returncode == 0
        assert "Nothing was written. To write it, say --yes." in finished.stdout
        assert not (Path(environment["HOME"]) / ".config/home-agent/settings.toml").exists()

    def test_it_is_written_after_one(self, run: Run, environment: dict[str, str]) -> None:
        finished = run("migrate", "extended-openai", str(OPTIONS), "--yes")
        assert "Written; only you can read it." in finished.stdout
        file = Path(environment["HOME"]) / ".config/home-agent/settings.toml"
        assert tomllib.loads(file.read_text())["llm"]["model"] == "gpt-4o-mini"
        assert file.stat().st_mode & 0o077 == 0
        again = run("migrate", "extended-openai", str(OPTIONS), "--yes")
        assert "says all of this already" in again.stdout

    def test_a_person_is_asked(self, open_terminal: Open, environment: dict[str, str]) -> None:
        terminal = open_terminal("migrate", "extended-openai", str(OPTIONS))
        terminal.wait_for("Write it?")
        terminal.say("n")
        terminal.wait_for("Nothing was written.")
        assert terminal.wait_for_end() == 0
        assert not (Path(environment["HOME"]) / ".config/home-agent/settings.toml").exists()

    def test_trouble_is_told(self, run: Run) -> None:
        finished = run("migrate", "extended-openai", "/no/such/file")
        assert finished.returncode == 2
        assert "cannot be read" in finished.stderr
        assert run("migrate", "extended-openai").returncode == 2
