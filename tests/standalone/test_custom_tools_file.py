"""`[[custom_tools]]` in the settings file."""

import re
from pathlib import Path

import pytest
import yaml

from home_agent.configuration import read_configuration
from home_agent.engine.tools.custom import read_custom_tools
from home_agent.engine.tools.custom.handlers import HANDLER_TYPES

WRITTEN = """\
room = "kitchen"

[[custom_tools]]
name = "weather"
description = "What the sky does."
parameters = { type = "object", properties = { city = { type = "string" } } }

[custom_tools.handler]
type = "rest"
url = "https://sky.example/{{ city }}"
headers = { Authorization = "Bearer ${SKY_KEY}" }

[[custom_tools]]
name = "tide"
description = "When the sea comes."
[custom_tools.handler]
type = "rest"
url = "sea.example"

[[custom_tools]]
name = "sky weather"
description = "No."
"""


def test_a_slip_costs_nobody_the_rest(tmp_path: Path) -> None:
    """The line and the key are told; the other tool and all else hold."""
    file = tmp_path / "settings.toml"
    file.write_text(WRITTEN)
    found = read_configuration(file, {"SKY_KEY": "sk-1234567890"})
    assert found.room == "kitchen"
    (tool,) = found.declared.tools
    assert tool.name == "weather"
    assert "sk-1234567890" in found.declared.secrets
    assert "sk-1234567890" not in repr(found)
    address, name, handler = found.declared.dropped
    assert address.startswith(f"{file}, line 18, custom_tools.2.handler.url: must begin")
    assert name.startswith(f"{file}, line 21, custom_tools.3.name: must be a name")
    assert handler.startswith(f"{file}, line 20, custom_tools.3.handler.type: must be one of")
    assert address in found.warning


def test_a_variable_that_is_missing(tmp_path: Path) -> None:
    """It is told by its name."""
    file = tmp_path / "settings.toml"
    file.write_text(WRITTEN)
    found = read_configuration(file, {})
    assert any("SKY_KEY is not set" in line for line in found.declared.dropped)


def test_no_list(tmp_path: Path) -> None:
    """A table where several belong is told."""
    file = tmp_path / "settings.toml"
    file.write_text("[custom_tools]\nname = 1\n")
    (told,) = read_configuration(file, {}).declared.dropped
    assert "line 1, custom_tools: must be a list of tables" in told


SERVERS = """\
[[mcp_servers]]
name = "library"
url = "https://books.example/mcp"
auth = { type = "bearer", token = "${LIBRARY_TOKEN}" }

[[mcp_servers]]
name = "archive"
transport = "pigeon"
url = "https://archive.example/mcp"
"""


def test_mcp_servers_are_read_and_a_slip_is_told(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(SERVERS)
    found = read_configuration(file, {"LIBRARY_TOKEN": "tk-1234567890"})
    (server,) = found.servers.servers
    assert server.headers == {"Authorization": "Bearer tk-1234567890"}
    assert "Bearer tk-1234567890" in found.servers.secrets
    assert "tk-1234567890" not in repr(found)
    (told,) = found.servers.dropped
    assert told.startswith(f"{file}, line 8, mcp_servers.2.transport: must be one of http, sse")
    assert told in found.warning
    assert "LIBRARY_TOKEN is not set" in read_configuration(file, {}).warning


MISSING = """\
[[mcp_servers]]
name = "library"
url = "https://books.example/mcp"

[[custom_tools]]
name = "look_up"
description = "Find a book."
handler = { type = "mcp", server = "archive", tool = "find" }

[[custom_tools]]
spec = { name = "count", description = "Count." }
function = { type = "sqlite", query = "SELECT 1" }

[[custom_tools]]
name = "both"
description = "Two steps."
[custom_tools.handler]
type = "composite"
sequence = [
  { type = "template", value_template = "1", response_variable = "a" },
  { type = "sqlite", query = "SELECT 1" },
]

[[custom_tools]]
name = "run"
description = "Run a program."
[custom_tools.handler]
type = "script"
sequence = [
  { delay = 1 },
  { action = "shell_command.backup" },
]
"""


def test_what_a_tool_takes_and_is_not_there_is_told(tmp_path: Path) -> None:
    """An MCP server that is not set, a recorder, a program: told when it is read."""
    file = tmp_path / "settings.toml"
    file.write_text(MISSING)
    found = read_configuration(file, {})
    assert found.declared.tools == ()
    server, recorder, inner, program = found.declared.dropped
    assert server.startswith(
        f"{file}, line 8, custom_tools.1.handler.server: there is no MCP server archive."
        " mcp_servers has library."
    )
    assert recorder.startswith(f"{file}, line 12, custom_tools.2.function.db_url: must be a file")
    assert inner.startswith(f"{file}, line 21, custom_tools.3.handler.sequence.2.db_url: must be")
    assert program.startswith(f"{file}, line 31, custom_tools.4.handler.sequence.2.action: must")


def test_the_page_shows_what_can_be_written(tmp_path: Path) -> None:
    """Both examples of docs/tools.md load, and are the same tool."""
    page = (Path(__file__).parents[2] / "docs/tools.md").read_text("utf-8")
    (in_toml,) = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (in_yaml,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    file = tmp_path / "settings.toml"
    file.write_text(in_toml)
    found = read_configuration(file, {"WEATHER_KEY": "sk-1234567890"})
    assert found.declared.dropped == ()
    written = yaml.safe_load(in_yaml.replace("!secret weather_authorization", "x"))
    (tool,) = read_custom_tools(written["home_agent"]["custom_tools"])
    assert (tool.name, tool.sentences) == (
        found.declared.tools[0].name,
        found.declared.tools[0].sentences,
    )


@pytest.mark.parametrize("name", HANDLER_TYPES)
def test_every_type_is_on_the_page(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs/tools.md").read_text("utf-8")
    assert f"| `{name}` |" in page
