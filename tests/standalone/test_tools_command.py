"""`home-agent tools`: listed, shown, and tried out when asked to."""

import json
import sys
from pathlib import Path

import pytest

from tests.standalone.program import Run

WRITTEN = """\
[[custom_tools]]
name = "who_is_home"
description = "Who is at home."
sentences = { en = ["who is in"] }
[custom_tools.handler]
type = "template"
parse_result = true
value_template = "{{ states.person|selectattr('state','eq','home')|map(attribute='name')|list }}"

[[custom_tools]]
name = "let_in"
description = "Open the door."
[custom_tools.handler]
type = "script"
sequence = [{ action = "lock.unlock", target = { entity_id = "lock.front_door" } }]

[[custom_tools]]
name = "wrong"
description = "No."
handler = { type = "shell" }
"""


@pytest.fixture
def settings(tmp_path: Path) -> str:
    """A settings file with tools."""
    file = tmp_path / "settings.toml"
    file.write_text(WRITTEN)
    file.chmod(0o600)
    return str(file)


def test_they_are_listed_and_shown(run: Run, settings: str) -> None:
    """With what is wrong beside them; none is run."""
    listed = run("tools", "list", "--json", "--config", settings)
    rows = {row["name"]: row for row in map(json.loads, listed.stdout.splitlines())}
    assert rows["who_is_home"]["type"] == "template"
    assert rows["let_in"]["touches"] == "home"
    assert rows["ha_control"]["type"] == "built in"
    assert "wrong" not in rows
    assert "line 20, custom_tools.3.handler.type: must be one of" in listed.stderr
    assert "who_is_home" in run("tools", "list", "--config", settings).stdout
    assert "en: who is in" in run("tools", "show", "who_is_home", "--config", settings).stdout
    assert "Nothing was done yet" in run("audit").stdout


def test_one_is_tried_out(run: Run, settings: str) -> None:
    """It prints what came of it; what takes a yes is refused; it is in the audit."""
    tried = run("tools", "test", "who_is_home", "--json", "{}", "--config", settings)
    assert json.loads(tried.stdout) == {"success": True, "result": ["Anna"], "error": None}
    assert tried.returncode == 0
    refused = run("tools", "test", "let_in", "--config", settings)
    assert json.loads(refused.stdout)["success"] is False
    assert "confirm" in json.loads(refused.stdout)["error"]
    assert refused.returncode == 1
    assert "tool.who_is_home" in run("audit").stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", "nope"), "There is no tool 'nope'. The tools are: ha_control"),
        (("test", "nope"), "There is no tool 'nope'. The tools are: ha_control"),
        (("test", "who_is_home", "--json", "{"), "--json is no JSON"),
        (("test", "who_is_home", "--json", "[1]"), "--json must be an object"),
    ],
)
def test_what_is_wrong_is_told(
    run: Run, settings: str, arguments: tuple[str, ...], told: str
) -> None:
    """In a sentence."""
    finished = run("tools", *arguments, "--config", settings)
    assert finished.returncode == 2
    assert told in finished.stderr
    assert not finished.stdout


LIBRARY = Path(__file__).parent / "mcp_client" / "library_server.py"


def test_what_mcp_servers_offer_is_among_them(run: Run, tmp_path: Path) -> None:
    """It is listed, shown and tried; a server that is not there is told of."""
    file = tmp_path / "settings.toml"
    file.write_text(
        "[[mcp_servers]]\n"
        'name = "library"\ntransport = "stdio"\nallow = ["borrow_book"]\n'
        f'command = "{sys.executable}"\nargs = ["{LIBRARY}", "stdio"]\n'
        'tools = ["count_*"]\n'
        "[[mcp_servers]]\n"
        'name = "gone"\nurl = "http://127.0.0.1:9/mcp"\ntimeout = 5\n'
    )
    file.chmod(0o600)
    listed = run("tools", "list", "--json", "--config", str(file))
    rows = {row["name"]: row for row in map(json.loads, listed.stdout.splitlines())}
    offered = {name: row["touches"] for name, row in rows.items() if row["type"] == "mcp"}
    assert offered == {"library_count_books": "outside", "library_borrow_book": "elsewhere"}
    assert "The MCP server gone does not answer" in listed.stderr
    assert "shelf" in run("tools", "show", "library_count_books", "--config", str(file)).stdout
    tried = run(
        "tools", "test", "library_count_books", "--json", '{"shelf": 3}', "--config", str(file)
    )
    assert json.loads(tried.stdout)["result"] == {"shelf": 3, "books": 42, "borrowed": 0}
    assert "tool.library_count_books" in run("audit").stdout
