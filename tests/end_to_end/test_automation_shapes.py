"""The four shapes of the public blueprints, said to a real Home Assistant, which then runs them."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from scripts.real_hass import Client

from .test_automations import call, kept, talk, until

DOOR = "binary_sensor.patio_door"
HUMIDITY = "sensor.shower_humidity"
LAMP, FAN, VACUUM = "light.bed_light", "fan.living_room_fan", "vacuum.demo_vacuum_0_ground_floor"
SHOWN = (DOOR, HUMIDITY, LAMP, FAN, VACUUM)


async def report(client: Client, entity_id: str, state: str) -> None:
    """What a sensor tells."""
    attributes = {
        DOOR: {"friendly_name": "Patio door", "device_class": "door"},
        HUMIDITY: {
            "friendly_name": "Shower humidity",
            "device_class": "humidity",
            "unit_of_measurement": "%",
            "state_class": "measurement",
        },
    }[entity_id]
    await client.post(f"/api/states/{entity_id}", {"state": state, "attributes": attributes})


async def become(client: Client, entity_id: str, state: str) -> bool:
    """Whether a thing comes to be so."""

    async def is_so() -> bool:
        return await client.state(entity_id) == state

    return await until(is_so)


@pytest.fixture
async def house(client: Client, agent: str) -> AsyncGenerator[Client]:
    """A house with a door that is shut, dry air, a lamp and a fan that are off."""
    assert agent
    await report(client, DOOR, "off")
    await report(client, HUMIDITY, "45")
    expose = {"type": "homeassistant/expose_entity", "assistants": ["conversation"]}
    (was,) = await client.commands({"type": "homeassistant/expose_entity/list"})
    await client.commands({**expose, "entity_ids": [*SHOWN], "should_expose": True})
    await call(client, "light.turn_off", LAMP)
    await call(client, "fan.turn_off", FAN)
    assert await kept(client) == {}
    yield client
    for automation_id in await kept(client):
        await client.delete(f"/api/config/automation/config/{automation_id}")
    for entity_id in SHOWN:
        before = was["exposed_entities"].get(entity_id, {}).get("conversation", False)
        await client.commands({**expose, "entity_ids": [entity_id], "should_expose": before})
    for entity_id in (DOOR, HUMIDITY):
        await client.delete(f"/api/states/{entity_id}")


async def make(client: Client, said: str) -> None:
    """Have an automation made."""
    asked = await talk(client, said)
    assert "```yaml" in asked, asked
    told = await talk(client, said, "yes")
    assert "is made" in told, told


async def test_a_light_on_a_door(house: Client) -> None:
    await make(house, "whenever the patio door opens, turn on the bed light as an automation")
    await report(house, DOOR, "on")
    assert await become(house, LAMP, "on")


async def test_a_door_left_open(house: Client) -> None:
    """Only after a while, and not where it was shut in between."""
    said = "whenever the patio door has been open for 3 seconds, turn on the bed light"
    await make(house, f"{said} as an automation")
    await report(house, DOOR, "on")
    await report(house, DOOR, "off")
    await asyncio.sleep(4)
    assert await house.state(LAMP) == "off"
    await report(house, DOOR, "on")
    assert await become(house, LAMP, "on")


async def test_humidity_and_a_fan(house: Client) -> None:
    """Between the two bounds it stays as it is."""
    for way, act in (("rises above 60", "on"), ("falls below 55", "off")):
        await make(
            house,
            f"when the shower humidity {way} percent turn {act} the living room fan,"
            " as an automation",
        )
    await report(house, HUMIDITY, "66")
    assert await become(house, FAN, "on")
    await report(house, HUMIDITY, "58")
    await asyncio.sleep(0.5)
    assert await house.state(FAN) == "on"
    await report(house, HUMIDITY, "52")
    assert await become(house, FAN, "off")


async def test_a_vacuum_is_paused(house: Client) -> None:
    await make(
        house, "whenever the patio door opens, pause the ground floor vacuum as an automation"
    )
    await call(house, "vacuum.start", VACUUM)
    assert await become(house, VACUUM, "cleaning")
    await report(house, DOOR, "on")
    assert await become(house, VACUUM, "paused")
