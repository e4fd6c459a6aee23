"""The app serves a real Home Assistant elsewhere: a program asks us, and its lamp goes on."""

import asyncio
import json
from pathlib import Path
from typing import Any

import aiohttp

from scripts.real_hass import Client, RealHass
from tests.standalone.server.running_server import said, start

PROGRAM = Path(__file__).resolve().parents[2] / ".venv" / "bin" / "home-agent"
LAMP = "light.bed_light"


async def test_a_program_switches_a_lamp_of_a_home_elsewhere(
    hass_process: RealHass, client: Client, tmp_path: Path
) -> None:
    """Through our gate, and told as seen; what the key may not is not done."""
    await client.post("/api/services/light/turn_off", {"entity_id": LAMP})
    token = tmp_path / "token"
    await asyncio.to_thread(token.write_text, hass_process.token)
    where = ("--url", hass_process.address, "--token-file", str(token))
    server = await asyncio.to_thread(
        lambda: start(tmp_path, "--port", "0", *where, program=PROGRAM)
    )
    try:
        full = await asyncio.to_thread(server.add_key, "full")
        looking = await asyncio.to_thread(server.add_key, "looking", "--read-only")

        async def ask(key: str) -> dict[str, Any]:
            headers = {"Authorization": f"Bearer {key}"}
            path = f"{server.address}/v1/chat/completions"
            asked = said("turn on the bed light", metadata={"language": "en"})
            async with (
                aiohttp.ClientSession(headers=headers) as session,
                session.post(path, json=asked) as response,
            ):
                document: dict[str, Any] = json.loads(await response.text())
                return document

        assert (await ask(looking))["home_agent"]["calls"] == []
        assert await client.state(LAMP) == "off"
        assert (await ask(full))["home_agent"]["outcomes"][0]["after"] == "on"
        assert await client.state(LAMP) == "on"
    finally:
        assert await asyncio.to_thread(server.stop) == 0
