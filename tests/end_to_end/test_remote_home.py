"""The standalone app and a real Home Assistant, at the two ends of a wire."""

import json
import os
import subprocess
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scripts.real_hass import Client, RealHass

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".venv" / "bin" / "home-agent"
PATIENCE = 120


@pytest.fixture
def environment(hass_process: RealHass, tmp_path: Path) -> dict[str, str]:
    """A person's environment, with the way into that Home Assistant."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME_ASSISTANT_URL": f"{hass_process.address}/lovelace/0",
        "HOME_ASSISTANT_TOKEN": hass_process.token,
    }


def run(program: Path, *arguments: str | Path, environment: dict[str, str]) -> str:
    """What a program of the app says."""
    done = subprocess.run(
        [program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(environment: dict[str, str]) -> Any:
    """What the app sees of the home."""
    script = Path(__file__).with_name("remote_look.py")
    return json.loads(run(PROGRAM.with_name("python"), script, environment=environment))


async def test_a_sentence_from_afar(client: Client, environment: dict[str, str]) -> None:
    """A lamp is on in the end, says Home Assistant itself."""
    await client.post("/api/services/light/turn_off", {"entity_id": "light.bed_light"})
    said = run(PROGRAM, "ask", "turn on the bed light", environment=environment)
    assert said == "Turned on the light\n"
    assert await client.state("light.bed_light") == "on"


async def test_what_is_seen_is_what_there_is(client: Client, environment: dict[str, str]) -> None:
    """Every state with its attributes and time, exposure, services, and a service's response."""
    seen = look(environment)
    there = {item["entity_id"]: item for item in await client.get("/api/states")}
    assert seen["states"].keys() == there.keys()
    # some of the demo's things live on by themselves
    same = 0
    for entity_id, (value, attributes, changed) in seen["states"].items():
        state = there[entity_id]
        same += (
            value == state["state"]
            and attributes == state["attributes"]
            and abs(datetime.fromisoformat(state["last_changed"]).timestamp() - changed) < 0.001
        )
    assert same >= len(there) - 3
    services = await client.get("/api/services")
    assert set(seen["services"]) == {
        f"{service['domain']}.{name}" for service in services for name in service["services"]
    }
    (exposed,) = await client.commands({"type": "homeassistant/expose_entity/list"})
    assert set(seen["exposed"]) == {
        exposed_entity
        for exposed_entity, to in exposed["exposed_entities"].items()
        if to.get("conversation") and exposed_entity in there
    }
    assert seen["exposed"]
    assert seen["response"]["weather.demo_weather_south"]["forecast"]
    assert (seen["zone"], seen["utc"]) == ("UTC", True)


async def test_an_alias_and_a_room_are_known(client: Client, environment: dict[str, str]) -> None:
    """What a person sets in Home Assistant is how the app knows it."""
    await client.commands(
        {
            "type": "config/entity_registry/update",
            "entity_id": "light.ceiling_lights",
            "aliases": [None, "the sun of the parlour"],
        }
    )
    names = look(environment)["names"]["light.ceiling_lights"]
    assert names == ["Ceiling Lights", "the sun of the parlour"]


def test_a_wrong_token(environment: dict[str, str]) -> None:
    """It is told apart from a house that is not there."""
    done = subprocess.run(
        [PROGRAM, "home"],
        env=environment | {"HOME_ASSISTANT_TOKEN": "wrong"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1
    assert "does not accept the token" in done.stderr
