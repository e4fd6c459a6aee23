"""`home-agent mcp`, started by the real `mcp` client as a desktop program starts it."""

from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests.standalone.mcp_server.conftest import YES, Person
from tests.standalone.program import PROGRAM, Run


def program(folder: Path, *options: str) -> StdioServerParameters:
    folders = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")
    environment = {"HOME": str(folder), **dict.fromkeys(folders, str(folder))}
    return StdioServerParameters(command=str(PROGRAM), args=["mcp", *options], env=environment)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_desktop_client(tmp_path: Path, small_home: str, mode: str) -> None:
    person = Person(YES)
    options = ("--home", small_home, "--tools", "talk", "--tools", "control")
    async with Client(
        program(tmp_path, *options), mode=mode, elicitation_callback=person
    ) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert {"talk", "ha_control"} <= names
        assert "ha_query" not in names
        said = await client.call_tool("talk", {"text": "turn on the ceiling lamp"})
        assert said.structured_content["outcomes"][0]["after"] == "on"
        assert person.asked == []


async def test_what_is_usual(tmp_path: Path, small_home: str) -> None:
    async with Client(program(tmp_path, "--home", small_home)) as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        assert {"talk", "ha_query"} <= names
        assert "ha_control" not in names


def test_a_set_that_there_is_not(run: Run) -> None:
    finished = run("mcp", "--tools", "everything")
    assert finished.returncode == 2
    assert "talk, look, control, plan, automations" in finished.stderr
    assert finished.stdout == ""


async def test_plans_are_no_automations(tmp_path: Path, small_home: str) -> None:
    """To write into Home Assistant is a set of its own."""
    for tools, written in (("plan", False), ("automations", True)):
        options = ("--home", small_home, "--tools", tools)
        async with Client(program(tmp_path, *options)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
        assert ({"create_automation", "manage_automations"} <= names) is written
        assert ("schedule" in names) is not written
