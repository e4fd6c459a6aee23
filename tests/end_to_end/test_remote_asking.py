"""What a real Home Assistant tells an administrator and others: the past, templates, scripts."""

import asyncio
import json
import os
import subprocess
from collections.abc import AsyncGenerator, Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_socket

from scripts.real_hass import DEMO, RECORDING, Client, RealHass

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".venv" / "bin" / "home-agent"
PATIENCE = 120
ASKED = 3
"""What `ask` ends with where it asks back."""
HOUSE = f"""\
{DEMO}
{RECORDING}
script:
  come_in:
    alias: Come in
    sequence:
      - action: lock.unlock
        target:
          entity_id: lock.front_door
  read:
    alias: Read
    sequence:
      - action: light.turn_on
        target:
          entity_id: light.bed_light
template:
  - sensor:
      - name: Cellar
        unique_id: cellar
        state: "12"
        unit_of_measurement: °C
        device_class: temperature
        state_class: measurement
"""
LONG_AGO = timedelta(days=30)


@pytest.fixture(scope="module")
def recording() -> Generator[RealHass]:
    """A Home Assistant that keeps the past, and has scripts."""
    pytest_socket.enable_socket()
    with RealHass(configuration=HOUSE, another_person=True) as hass:
        yield hass


@pytest.fixture
async def admin(recording: RealHass, socket_enabled: None) -> AsyncGenerator[Client]:
    """Its administrator, who has shown the scripts and has a month of the cellar."""
    async with recording.client() as client:
        await client.commands(
            {
                "type": "homeassistant/expose_entity",
                "assistants": ["conversation"],
                "entity_ids": ["script.come_in", "script.read", "sensor.cellar"],
                "should_expose": True,
            },
            _a_day_long_ago(),
        )
        yield client


def _a_day_long_ago() -> dict[str, Any]:
    """Hourly statistics, long after the states of then are gone."""
    start = (datetime.now(UTC) - LONG_AGO).replace(minute=0, second=0, microsecond=0)
    hours = [start + timedelta(hours=number) for number in range(24)]
    return {
        "type": "recorder/import_statistics",
        "metadata": {
            "has_mean": True,
            "mean_type": 1,
            "has_sum": False,
            "name": None,
            "source": "recorder",
            "statistic_id": "sensor.cellar",
            "unit_class": "temperature",
            "unit_of_measurement": "°C",
        },
        "stats": [
            {"start": hour.isoformat(), "mean": 20.0, "min": 18.5, "max": 21.0} for hour in hours
        ],
    }


def _environment(hass: RealHass, token: str, folder: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT / "src"),
        "HOME_ASSISTANT_URL": hass.address,
        "HOME_ASSISTANT_TOKEN": token,
    }


def _run(
    program: Path, *arguments: str | Path, environment: dict[str, str], status: int = 0
) -> str:
    done = subprocess.run(
        [program, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def _asked(environment: dict[str, str]) -> Any:
    script = Path(__file__).with_name("remote_asking.py")
    return json.loads(_run(PROGRAM.with_name("python"), script, environment=environment))


async def test_an_administrator(recording: RealHass, admin: Client, tmp_path: Path) -> None:
    """Statistics tell of what is long gone, templates are read, and scripts are known."""
    told = _asked(_environment(recording, recording.token, tmp_path))
    hours = [item for item in told["past"] if item[2] is not None]
    assert len(hours) == 24
    assert {(value, lowest) for _, value, lowest in hours} == {("20", 18.5)}
    assert float(told["past"][-1][1]) == 12
    assert told["rendered"] == "12.0 None ['Anna', 'Bob']"
    assert told["number"] == "2"
    unknown, unfinished, unfiltered = told["wrong"]
    assert "'stattes' is undefined" in unknown
    assert "endif" in unfinished
    assert "shout" in unfiltered
    assert told["unknown"] == []


async def test_the_same_from_inside(admin: Client) -> None:
    """The average of a month, as a model asks for it."""
    await admin.add_agent()
    asked = {
        "entity_id": "sensor.cellar",
        "history": {"duration": "35d", "aggregate": "avg"},
    }
    answer = await admin.act("execute_tool", tool_name="ha_query", parameters=asked)
    assert answer["success"], answer
    (cellar,) = answer["result"]["entities"]
    assert 12 < cellar["avg"] <= 20
    assert cellar["unit"] == "°C"


async def test_somebody_who_is_no_administrator(
    recording: RealHass, admin: Client, tmp_path: Path
) -> None:
    """What a script does, they may not see; so it is asked about, whatever it is."""
    environment = _environment(recording, recording.user_token, tmp_path)
    told = _asked(environment)
    assert told["exposed"]
    assert {"script.come_in", "script.read"} <= set(told["unknown"])
    assert told["rendered"].startswith("12.0")
    said = _run(PROGRAM, "ask", "run the read script", environment=environment, status=ASKED)
    assert said.startswith("Shall I run Read? I cannot tell all that it does")
    as_admin = _environment(recording, recording.token, tmp_path)
    assert "?" not in _run(PROGRAM, "ask", "run the read script", environment=as_admin)


AUTOMATION = "whenever the decorative lights are on, turn on the bed light as an automation"


def _chat(environment: dict[str, str], *sentences: str) -> str:
    """What is answered to some sentences in one conversation."""
    done = subprocess.run(
        [PROGRAM],
        env=environment,
        input="".join(f"{sentence}\n" for sentence in sentences),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.stdout + done.stderr


async def test_automations_over_the_wire(
    recording: RealHass, admin: Client, tmp_path: Path
) -> None:
    """Written by an administrator's token, with a label, and removed; to others, told as YAML."""

    async def kept() -> list[str]:
        states = await admin.get("/api/states")
        ids = (str(state["attributes"].get("id", "")) for state in states)
        return [id_ for id_ in ids if id_.startswith("home_agent_")]

    await admin.post("/api/services/switch/turn_off", {"entity_id": "switch.decorative_lights"})
    await admin.post("/api/services/light/turn_off", {"entity_id": "light.bed_light"})
    told = _chat(_environment(recording, recording.user_token, tmp_path), AUTOMATION, "yes")
    assert "not an administrator's" in told
    assert "trigger: state" in told
    assert await kept() == []

    as_admin = _environment(recording, recording.token, tmp_path)
    told = _chat(as_admin, AUTOMATION, "yes")
    assert "The automation is made" in told, told
    (automation_id,) = await kept()
    labels, entries = await admin.commands(
        {"type": "config/label_registry/list"}, {"type": "config/entity_registry/list"}
    )
    (label,) = [label["label_id"] for label in labels if label["name"] == "Home Agent"]
    (entry,) = [entry for entry in entries if entry.get("unique_id") == automation_id]
    assert entry["labels"] == [label]
    await admin.post("/api/services/switch/turn_on", {"entity_id": "switch.decorative_lights"})
    for _ in range(50):
        if await admin.state("light.bed_light") == "on":
            break
        await asyncio.sleep(0.1)
    assert await admin.state("light.bed_light") == "on"
    before = await admin.get(f"/api/config/automation/config/{automation_id}")
    told = _chat(as_admin, "delete the automation bed light", "yes", "undo that")
    assert "as it was before" in told, told
    assert await admin.get(f"/api/config/automation/config/{automation_id}") == before
    told = _chat(as_admin, "delete the automation bed light", "yes")
    assert "removed" in told
    assert await kept() == []
