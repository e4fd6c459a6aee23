"""The simulated home gives the verdict that a real one gives: the same houses, the same sentences.

Home Assistant is set up with what it ships for demonstrations, and once more with helpers and
templates. Before each sentence its home is written down, and the simulated home is made of that.
"""

import asyncio
import json
import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import pytest_socket

from scripts.demo_house import arrange
from scripts.real_hass import DEMO, Client, RealHass

from .inventory_of import expose_all, read_inventory, read_registries

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv" / "bin" / "python"
PATIENCE = 180
MARK = "persistent_notification.dismiss"
ENTITIES = "entity_id"

MOVING = ("set the hall window to 30%", "are any windows open?")
"""What takes its time in the demonstration, and none in the simulated home: told in other words."""

DEMO_SENTENCES = (
    "turn on the bed light",
    "turn off all the lights",
    "set the kitchen lights to 40%",
    "make the bed light red",
    "make the ceiling lights warmer",
    "turn on the lights on the ground floor",
    "which lights are on?",
    "is the bed light on?",
    "open the kitchen window",
    "close the garage door",
    "open the garage door",
    "set the hall window to 30%",
    "are any windows open?",
    "turn on the living room fan",
    "set the ceiling fan to 50%",
    "turn the fans off",
    "set the ecobee to 22 degrees",
    "set the hvac to 90 degrees",
    "turn off the heatpump",
    "make it warmer in the office",
    "how warm is it in the bedroom?",
    "unlock the front door",
    "lock the kitchen door",
    "is the front door locked?",
    "open the front garden valve",
    "turn on the ac",
    "turn on the decorative lights",
    "turn off the disco ball",
    "play the walkman",
    "pause the walkman",
    "set the volume of the lounge room to 30%",
    "mute the walkman",
    "arm the security alarm",
    "turn on the dehumidifier",
    "set the humidifier to 55%",
    "start the ground floor vacuum",
    "turn on the oven",
    "what is the weather like?",
    "turn on the air conditioner in the kitchen",
    "turn the thing on",
)

SECOND_SENTENCES = (
    "turn on the desk lamp",
    "turn off the reading light",
    "set the reading light to 10%",
    "turn on the lights in the study",
    "turn on guest mode",
    "turn off guest mode",
    "set the target humidity to 60",
    "set the watering minutes to 200",
    "set the house mode to away",
    "what is the house mode?",
    "is guest mode on?",
    "press the doorbell button",
    "lock the shed",
    "unlock the shed",
    "open the left blind",
    "close all the blinds",
    "set the right blind to 25%",
    "open the skylight",
    "start the vacuum",
    "send the vacuum home",
    "turn on the ceiling fan",
    "set the ceiling fan to 66%",
    "turn on the heater",
    "set the thermostat to 21 degrees",
    "turn on the air conditioner",
    "start the egg timer",
    "add one to the coffee counter",
    "turn off everything in the study",
    "how many lights are on?",
)

SECOND_HOUSE = """\
homeassistant:
  name: A second house
  unit_system: metric
  time_zone: UTC
http:
  server_host: 127.0.0.1
  server_port: {port}
assist_pipeline:
config:
frontend:
input_boolean:
  guest_mode: {{name: Guest mode}}
  vacuum_runs: {{name: Vacuum runs}}
input_button:
  doorbell: {{name: Doorbell}}
input_number:
  target_humidity: {{name: Target humidity, min: 30, max: 80, step: 1, initial: 50}}
  watering_minutes: {{name: Watering minutes, min: 0, max: 60, step: 5, initial: 10}}
input_select:
  house_mode: {{name: House mode, options: [home, away, night], initial: home}}
counter:
  coffee: {{name: Coffee}}
timer:
  egg: {{name: Egg timer, duration: "00:04:00"}}
climate:
  - platform: generic_thermostat
    name: Thermostat
    unique_id: thermostat
    heater: switch.heater
    target_sensor: sensor.study_temperature
    min_temp: 7
    max_temp: 30
    target_temp: 19
    initial_hvac_mode: "heat"
template:
  - sensor:
      - {{name: Study temperature, unique_id: st, state: "20.5", unit_of_measurement: °C,
         device_class: temperature}}
  - switch:
      - {{name: Desk lamp, unique_id: desk, turn_on: [], turn_off: []}}
      - {{name: Heater, unique_id: heater, turn_on: [], turn_off: []}}
  - light:
      - {{name: Reading light, unique_id: reading, turn_on: [], turn_off: [], set_level: []}}
      - {{name: Shelf light, unique_id: shelf, turn_on: [], turn_off: []}}
  - cover:
      - {{name: Left blind, unique_id: lb, device_class: blind, open_cover: [], close_cover: [],
         set_cover_position: []}}
      - {{name: Right blind, unique_id: rb, device_class: blind, open_cover: [], close_cover: [],
         set_cover_position: []}}
      - {{name: Skylight, unique_id: sky, device_class: window, open_cover: [], close_cover: []}}
  - lock:
      - {{name: Shed, unique_id: shed, lock: [], unlock: []}}
  - fan:
      - {{name: Ceiling fan, unique_id: fan, turn_on: [], turn_off: [], set_percentage: []}}
"""
SECOND_ROOMS = {
    "Study": (
        *(
            "switch.desk_lamp",
            "light.reading_light",
            "sensor.study_temperature",
            "climate.thermostat",
        ),
        *("switch.heater", "cover.left_blind", "cover.right_blind"),
    ),
    "Bedroom": ("light.shelf_light", "fan.ceiling_fan", "cover.skylight"),
    "Garden": ("lock.shed",),
}


@pytest.fixture(scope="module")
def demo() -> Generator[RealHass]:
    """What Home Assistant ships for demonstrations, in the rooms of a house."""
    pytest_socket.enable_socket()
    with RealHass(configuration=DEMO) as hass:
        yield hass


@pytest.fixture(scope="module")
def second() -> Generator[RealHass]:
    """Helpers, templates and a thermostat."""
    pytest_socket.enable_socket()
    with RealHass(configuration=SECOND_HOUSE) as hass:
        yield hass


@pytest.mark.usefixtures("socket_enabled")
async def test_the_demonstration(demo: RealHass) -> None:
    async with demo.client() as client:
        await arrange(client)
        await _compare(client, DEMO_SENTENCES)


@pytest.mark.usefixtures("socket_enabled")
async def test_helpers_and_templates(second: RealHass) -> None:
    async with second.client() as client:
        areas = await client.commands(
            *({"type": "config/area_registry/create", "name": name} for name in SECOND_ROOMS)
        )
        for area, ids in zip(areas, SECOND_ROOMS.values(), strict=True):
            move = {"type": "config/entity_registry/update", "area_id": area["area_id"]}
            await client.commands(*({**move, "entity_id": entity_id} for entity_id in ids))
        await _compare(client, SECOND_SENTENCES)


async def _compare(client: Client, sentences: tuple[str, ...]) -> None:
    """Say every sentence in both homes, and hold the verdicts against each other."""
    await client.add_agent()
    await expose_all(client)
    registries = await read_registries(client)
    asked: list[tuple[str, dict[str, Any]]] = []
    real: list[dict[str, Any]] = []
    calls: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    async with client.hear_calls(calls.put_nowait):
        for number, sentence in enumerate(sentences):
            asked.append((sentence, await read_inventory(client, registries)))
            told = await client.act("process", text=sentence, conversation_id=f"verdict-{number}")
            real.append({**told, "calls": await _calls_so_far(client, calls)})
    simulated = await asyncio.to_thread(_simulate, asked)
    pairs = tuple(zip(simulated, real, strict=True))
    differing = {
        sentence: (_verdict(ours), _verdict(theirs), ours["response"], theirs["response"])
        for sentence, (ours, theirs) in zip(sentences, pairs, strict=True)
        if _verdict(ours) != _verdict(theirs)
        or (sentence not in MOVING and ours["response"] != theirs["response"])
    }
    # Both would agree, too, if neither did anything.
    assert sum(bool(ours["calls"]) for ours, _theirs in pairs) > len(sentences) / 3
    assert not differing, json.dumps(differing, indent=1)


async def _calls_so_far(
    client: Client, calls: asyncio.Queue[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Every call of a service that was heard before one of ours, which comes last."""
    await client.post(f"/api/services/{MARK.replace('.', '/')}", {"notification_id": "mark"})
    found: list[dict[str, Any]] = []
    while (call := await asyncio.wait_for(calls.get(), PATIENCE))["service"] != "dismiss":
        if call["domain"] != "home_agent":
            data = {key: value for key, value in call["service_data"].items() if key != ENTITIES}
            targets = call["service_data"].get(ENTITIES, [])
            name = f"{call['domain']}.{call['service']}"
            listed = [targets] if isinstance(targets, str) else targets
            found.append({"service": name, "targets": listed, "data": data})
    return found


def _simulate(asked: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [PYTHON, Path(__file__).with_name("simulated_verdicts.py")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    verdicts: list[dict[str, Any]] = json.loads(done.stdout)
    return verdicts


def _verdict(told: dict[str, Any]) -> dict[str, Any]:
    """What was done with what, else whether it was asked, refused or not understood."""
    return {
        "verdict": told["verdict"],
        "asked": told["expects_answer"],
        "calls": sorted((_call(call) for call in told["calls"]), key=str),
    }


def _call(call: dict[str, Any]) -> list[Any]:
    return [call["service"], sorted(call["targets"]), call["data"]]
