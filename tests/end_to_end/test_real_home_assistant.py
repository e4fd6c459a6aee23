"""From adding the integration to a light that is on, in a Home Assistant like a user's."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.real_hass import Client, RealHass


@pytest.mark.usefixtures("agent")
async def test_from_adding_it_to_a_light_that_is_on(client: Client) -> None:
    """The whole way: the form, a sentence, and the light's state from Home Assistant itself."""
    (entry_id,) = [
        item["entry_id"]
        for item in await client.get("/api/config/config_entries/entry?domain=home_agent")
        if item["title"] == "Without a model"
    ]
    added = await client.add_under(entry_id, "conversation", name="Jeeves")
    assert added["type"] == "create_entry"
    await _until_there(client, "conversation.jeeves")

    await client.post("/api/services/light/turn_off", {"entity_id": "light.bed_light"})
    assert await client.state("light.bed_light") == "off"
    result = await client.say("turn on the bed light", agent_id="conversation.jeeves")
    assert result["response"]["speech"]["plain"]["speech"] == "Turned on the light"
    assert [item["id"] for item in result["response"]["data"]["success"]] == ["light.bed_light"]
    assert await client.state("light.bed_light") == "on"
    gone = {
        "entry_id": entry_id,
        "subentry_id": (await client.subentries(entry_id))["Jeeves"],
    }
    await client.commands({"type": "config_entries/subentries/delete", **gone})
    assert "conversation.jeeves" not in await client.states("conversation")
    await _until_there(client, "conversation.home_agent")


async def _until_there(client: Client, entity_id: str) -> None:
    """Wait until an agent is loaded, which it is anew when its connection changes."""
    async with asyncio.timeout(30):
        while (await client.states("conversation")).get(entity_id) in (None, "unavailable"):  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.1)


@pytest.mark.parametrize("ours", ["custom_components.home_agent", "home_agent"])
def test_the_folder_is_all_that_it_takes(ours: str, tmp_path: Path) -> None:
    """As docs/install.md says: where these tests' Home Assistant runs, there is no other of us."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", f"import {ours}"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "ModuleNotFoundError" in done.stderr


@pytest.mark.usefixtures("agent")
async def test_what_is_not_there_changes_nothing(client: Client) -> None:
    """An unknown device is named in the answer, and every light stays as it was."""
    before = await client.states("light")
    result = await client.say("turn off the disco ball")
    assert result["response"]["response_type"] == "error"
    assert "disco ball" in result["response"]["speech"]["plain"]["speech"]
    assert await client.states("light") == before


@pytest.mark.usefixtures("agent")
async def test_a_question_in_another_language(client: Client) -> None:
    """A question is answered in its own language, from the present state."""
    result = await client.say("Kitchen Lights è acceso?", language="it")
    assert result["response"]["language"] == "it"
    assert result["response"]["response_type"] == "query_answer"


@pytest.mark.usefixtures("agent")
async def test_home_assistant_has_nothing_to_complain_of(
    client: Client, hass_process: RealHass
) -> None:
    """No error and no warning in its log is about us, but that it has not tested us."""
    await client.say("turn on the kitchen lights")
    ours = [line for line in hass_process.log.splitlines() if "home_agent" in line]
    assert [line for line in ours if "has not been tested by Home Assistant" not in line] == []
