"""The app as a service, stopped amid what it does in a real Home Assistant."""

import asyncio
import subprocess
from pathlib import Path

from scripts.real_hass import Client, RealHass
from tests.standalone.service.running_service import PATIENCE, RunningService

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".venv" / "bin" / "home-agent"
DOOR = "lock.kitchen_door"


async def test_stopped_amid_a_job(
    own_hass: RealHass, app_environment: dict[str, str], tmp_path: Path, socket_enabled: None
) -> None:
    """The door is locked before the service ends, and that is written down."""
    async with own_hass.client() as client:
        # An entity like any other, but this one takes two seconds.
        exposing = {"assistants": ["conversation"], "entity_ids": [DOOR], "should_expose": True}
        await client.commands({"type": "homeassistant/expose_entity", **exposing})
        with RunningService(PROGRAM, app_environment, cwd=tmp_path) as service:
            await asyncio.to_thread(service.wait_for, "Connected to")
            ask = [str(PROGRAM), "ask", "--language", "en", "lock the kitchen door in 1 second"]
            await asyncio.to_thread(
                lambda: subprocess.run(ask, env=app_environment, timeout=PATIENCE, check=True)
            )
            await _becomes(client, "locking")
            assert await asyncio.to_thread(service.stop) == 0
            assert "As planned" in service.log
        await _becomes(client, "locked")


async def _becomes(client: Client, state: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while await client.state(DOOR) != state:  # noqa: ASYNC110 - it is not ours
            await asyncio.sleep(0.05)
