"""A small house to talk to, and an agent that serves it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.events import EventListener, ignore
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.loopback import only_loopback
from tests.moment import each_test_starts_at_the_moment, homes_live_at_the_moment

__all__ = ["each_test_starts_at_the_moment", "homes_live_at_the_moment"]

HOUSE: dict[str, Any] = {
    "floors": [
        {"name": "Ground floor", "id": "ground", "aliases": ["downstairs"]},
        {"name": "Upstairs", "id": "upstairs"},
    ],
    "areas": [
        {"name": "Kitchen", "id": "kitchen", "floor": "ground", "aliases": ["Küche", "cucina"]},
        {"name": "Living Room", "id": "living_room", "floor": "ground"},
        {"name": "Bedroom", "id": "bedroom", "floor": "upstairs"},
        {"name": "Office", "id": "office", "floor": "upstairs"},
        {"name": "Garage", "id": "garage", "floor": "ground"},
    ],
    "entities": [
        {
            "name": "Ceiling light",
            "id": "light.ceiling",
            "area": "kitchen",
            "aliases": ["big light"],
            "state": "off",
            "attributes": {
                "supported_color_modes": ["hs", "color_temp"],
                "color_mode": "hs",
                "min_color_temp_kelvin": 2000,
                "max_color_temp_kelvin": 6500,
            },
        },
        {
            "name": "Counter light",
            "id": "light.counter",
            "area": "kitchen",
            "state": "off",
            "attributes": {"supported_color_modes": ["onoff"], "color_mode": "onoff"},
        },
        {
            "name": "Reading lamp",
            "id": "light.bedroom_reading",
            "area": "bedroom",
            "state": "off",
            "attributes": {"supported_color_modes": ["brightness"], "color_mode": "brightness"},
        },
        {
            "name": "Reading lamp",
            "id": "light.office_reading",
            "area": "office",
            "state": "off",
            "attributes": {"supported_color_modes": ["brightness"], "color_mode": "brightness"},
        },
        {
            "name": "Workbench",
            "id": "light.workbench",
            "area": "garage",
            "state": "off",
            "behaviour": {"ignores": True},
            "attributes": {"supported_color_modes": ["onoff"], "color_mode": "onoff"},
        },
        {
            "name": "Porch",
            "id": "light.porch",
            "state": "off",
            "behaviour": {"unavailable": True},
            "attributes": {"supported_color_modes": ["onoff"], "color_mode": "onoff"},
        },
        {
            "name": "Coffee machine",
            "id": "switch.coffee",
            "area": "kitchen",
            "state": "off",
            "behaviour": {"refuses": "The water tank is empty"},
        },
        {"name": "Heater", "id": "switch.heater", "area": "bedroom", "state": "off",
         "behaviour": {"late": 0.05}},
        {"name": "Plug", "id": "switch.plug", "area": "office", "state": "off"},
        {"name": "Server rack", "id": "switch.rack", "area": "office", "state": "on",
         "exposed": False},
        {"name": "Front door", "id": "lock.front_door", "area": "living_room", "state": "locked"},
        {
            "name": "Garage door",
            "id": "cover.garage_door",
            "area": "garage",
            "state": "closed",
            "behaviour": {"travel": 30},
            "attributes": {
                "device_class": "garage",
                "supported_features": ["CoverEntityFeature.OPEN", "CoverEntityFeature.CLOSE"],
            },
        },
        {
            "name": "Left blind",
            "id": "cover.left_blind",
            "area": "living_room",
            "state": "closed",
            "attributes": {
                "device_class": "blind",
                "supported_features": [
                    "CoverEntityFeature.OPEN",
                    "CoverEntityFeature.CLOSE",
                    "CoverEntityFeature.SET_POSITION",
                ],
            },
        },
        {
            "name": "Thermostat",
            "id": "climate.thermostat",
            "area": "living_room",
            "state": "heat",
            "attributes": {
                "hvac_modes": ["off", "heat"],
                "temperature": 20,
                "current_temperature": 19.5,
                "min_temp": 7,
                "max_temp": 30,
                "fan_modes": ["auto", "low"],
                "fan_mode": "auto",
                "supported_features": [
                    "ClimateEntityFeature.TARGET_TEMPERATURE",
                    "ClimateEntityFeature.FAN_MODE",
                    "ClimateEntityFeature.TURN_ON",
                    "ClimateEntityFeature.TURN_OFF",
                ],
            },
        },
        {
            "name": "Fan",
            "id": "fan.office",
            "area": "office",
            "state": "off",
            "attributes": {
                "supported_features": [
                    "FanEntityFeature.SET_SPEED",
                    "FanEntityFeature.TURN_ON",
                    "FanEntityFeature.TURN_OFF",
                ]
            },
        },
        {
            "name": "Radio",
            "id": "media_player.radio",
            "area": "kitchen",
            "state": "playing",
            "attributes": {
                "volume_level": 0.4,
                "supported_features": [
                    "MediaPlayerEntityFeature.PAUSE",
                    "MediaPlayerEntityFeature.PLAY",
                    "MediaPlayerEntityFeature.NEXT_TRACK",
                    "MediaPlayerEntityFeature.PREVIOUS_TRACK",
                    "MediaPlayerEntityFeature.VOLUME_SET",
                    "MediaPlayerEntityFeature.VOLUME_STEP",
                    "MediaPlayerEntityFeature.VOLUME_MUTE",
                    "MediaPlayerEntityFeature.TURN_ON",
                    "MediaPlayerEntityFeature.TURN_OFF",
                ],
            },
        },
        {
            "name": "Robby",
            "id": "vacuum.robby",
            "area": "living_room",
            "state": "docked",
            "attributes": {
                "supported_features": [
                    "VacuumEntityFeature.START",
                    "VacuumEntityFeature.RETURN_HOME",
                    "VacuumEntityFeature.STATE",
                ]
            },
        },
        {
            "name": "Mower",
            "id": "lawn_mower.mower",
            "state": "docked",
            "attributes": {
                "supported_features": [
                    "LawnMowerEntityFeature.START_MOWING",
                    "LawnMowerEntityFeature.DOCK",
                ]
            },
        },
        {
            "name": "Shopping list",
            "id": "todo.shopping_list",
            "items": ["Bread"],
            "attributes": {
                "supported_features": [
                    "TodoListEntityFeature.CREATE_TODO_ITEM",
                    "TodoListEntityFeature.UPDATE_TODO_ITEM",
                    "TodoListEntityFeature.DELETE_TODO_ITEM",
                ]
            },
        },
        {"name": "Good night", "id": "scene.good_night", "entities": {"light.ceiling": "off"}},
        {"name": "Office window", "id": "binary_sensor.office_window", "area": "office",
         "state": "on", "attributes": {"device_class": "window"}},
        {"name": "Office temperature", "id": "sensor.office_temperature", "area": "office",
         "state": "21.5",
         "attributes": {"device_class": "temperature", "unit_of_measurement": "°C"}},
        {"name": "Forecast", "id": "weather.home", "state": "sunny",
         "attributes": {"temperature": 18, "temperature_unit": "°C"}},
        {"name": "Anna", "id": "person.anna", "state": "home"},
        {"name": "Ben", "id": "person.ben", "state": "not_home"},
    ],
}  # fmt: skip

type Ask = Callable[..., Awaitable[Reply]]


@pytest.fixture(autouse=True)
def nobody_else() -> Iterator[None]:
    """No test reaches another machine."""
    with only_loopback():
        yield


@pytest.fixture
async def house() -> AsyncIterator[SimulatedHome]:
    """The small house."""
    home = SimulatedHome.from_inventory(HOUSE)
    yield home
    home.close()


@pytest.fixture
def ask(house: SimulatedHome) -> Ask:
    """Say something to the agent of the small house."""
    agent = build_agent(
        house,
        store=InMemoryStore(durable=True),
        settings=Settings(patience=0.3, safety=NOTHING_ASKED),
    )

    async def say(
        text: str,
        *,
        language: str = "en",
        room: str | None = None,
        conversation: str = "one",
        listener: EventListener = ignore,
    ) -> Reply:
        turn = Turn(text=text, language=language, area_id=room, conversation_id=conversation)
        return await agent.hear(turn, listener)

    return say
