"""A house of which much can be told, called by the names of each language.

It is a Wednesday afternoon there until the clock is moved by hand.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome

WEDNESDAY = datetime(2026, 3, 4, 14, 20, tzinfo=ZoneInfo("Europe/Rome"))

# kitchen, bedroom, living room; weather, room temperature, fridge, oven, freezer; radiator,
# bedside and ceiling lamp, television; front door, garage door, alarm, calendar, scene
NAMES = {
    "en": (
        *("Kitchen", "Bedroom", "Living Room", "Weather", "Room temperature", "Fridge", "Oven"),
        *("Freezer", "Radiator", "Bedside lamp", "Ceiling lamp", "Television", "Front door"),
        *("Garage door", "House alarm", "Calendar", "Movie night"),
    ),
    "de": (
        *("Küche", "Schlafzimmer", "Wohnzimmer", "Wetter", "Raumtemperatur", "Kühlschrank"),
        *("Backofen", "Gefrierschrank", "Heizkörper", "Nachttischlampe", "Deckenlampe"),
        *("Fernseher", "Haustür", "Garagentor", "Alarmanlage", "Kalender", "Filmabend"),
    ),
    "nl": (
        *("Keuken", "Slaapkamer", "Woonkamer", "Weer", "Kamertemperatuur", "Koelkast", "Oven"),
        *("Vriezer", "Radiator", "Nachtlampje", "Plafondlamp", "Televisie", "Voordeur"),
        *("Garagedeur", "Alarminstallatie", "Agenda", "Filmavond"),
    ),
    "it": (
        *("Cucina", "Camera", "Soggiorno", "Meteo", "Temperatura ambiente", "Frigorifero"),
        *("Forno", "Congelatore", "Termosifone", "Abat-jour", "Plafoniera", "Televisore"),
        *("Porta d'ingresso", "Porta del garage", "Allarme casa", "Calendario", "Serata film"),
    ),
    "es": (
        *("Cocina", "Dormitorio", "Salón", "Tiempo", "Temperatura ambiente", "Frigorífico"),
        *("Horno", "Congelador", "Radiador", "Lámpara de noche", "Plafón", "Televisor"),
        *("Puerta de entrada", "Puerta del garaje", "Alarma de casa", "Calendario"),
        "Noche de cine",
    ),
    "fr": (
        *("Cuisine", "Chambre", "Salon", "Météo", "Température ambiante", "Réfrigérateur"),
        *("Four", "Congélateur", "Radiateur", "Lampe de chevet", "Plafonnier", "Télévision"),
        *("Porte d'entrée", "Porte du garage", "Alarme maison", "Calendrier", "Soirée cinéma"),
    ),
}

_DIMS = {"supported_color_modes": ["brightness"], "color_mode": "brightness"}
_WARM = {"device_class": "temperature", "unit_of_measurement": "°C"}
_DAYS = (
    *(("partlycloudy", 13, 6, 20), ("rainy", 10, 7, 85), ("cloudy", 11, 5, 30)),
    *(("sunny", 15, 4, 5), ("snowy", 2, -3, 70), ("windy", 8, 3, 10), ("fog", 9, 5, 10)),
)


def facts_house(
    language: str, *without: str, now: datetime = WEDNESDAY, more: tuple[dict[str, Any], ...] = ()
) -> tuple[SimulatedHome, ManualClock]:
    """The house of those who speak this language, less some entities, and its clock."""
    clock = ManualClock(now)
    inventory = inventory_of(language)
    kept = [entity for entity in inventory["entities"] if entity["id"] not in without]
    inventory["entities"] = [*kept, *more]
    return SimulatedHome.from_inventory(inventory, clock=clock), clock


def inventory_of(language: str) -> dict[str, Any]:
    """What is in it."""
    kitchen, bedroom, living, *things = NAMES[language]
    weather, room, fridge, oven, freezer, radiator, bedside, ceiling, tv, *things = things
    front, garage, alarm, calendar, movie = things
    daily = [
        {
            "in_days": day,
            "condition": condition,
            "temperature": high,
            "templow": low,
            "precipitation_probability": chance,
        }
        for day, (condition, high, low, chance) in enumerate(_DAYS)
    ]
    return {
        "language": language,
        "time_zone": "Europe/Rome",
        "areas": [
            {"id": "kitchen", "name": kitchen},
            {"id": "bedroom", "name": bedroom},
            {"id": "living", "name": living},
        ],
        "entities": [
            {
                "id": "weather.home",
                "name": weather,
                "state": "partlycloudy",
                "attributes": {"temperature": 11.2, "temperature_unit": "°C", "humidity": 71},
                "forecast": {"daily": daily},
            },
            _thing("sensor.room", room, "kitchen", 21.5, _WARM),
            _thing("sensor.fridge", fridge, "kitchen", 4.5, _WARM),
            _thing("sensor.oven", oven, "kitchen", 180, _WARM),
            _thing("sensor.freezer", freezer, "kitchen", -18, _WARM),
            _thing(
                "climate.bedroom",
                radiator,
                "bedroom",
                "heat",
                {
                    "hvac_modes": ["off", "heat"],
                    "current_temperature": 18.5,
                    "temperature": 20,
                    "min_temp": 5,
                    "max_temp": 30,
                    "supported_features": ["ClimateEntityFeature.TARGET_TEMPERATURE"],
                },
            ),
            _thing("light.bedside", bedside, "bedroom", "off", _DIMS),
            _thing("light.ceiling", ceiling, "living", "on", {**_DIMS, "brightness": 255}),
            _thing(
                "media_player.tv",
                tv,
                "living",
                "playing",
                {
                    "device_class": "tv",
                    "volume_level": 0.9,
                    "is_volume_muted": False,
                    "supported_features": [
                        "MediaPlayerEntityFeature.VOLUME_SET",
                        "MediaPlayerEntityFeature.VOLUME_MUTE",
                        "MediaPlayerEntityFeature.TURN_OFF",
                        "MediaPlayerEntityFeature.TURN_ON",
                    ],
                },
            ),
            _thing("binary_sensor.front", front, "living", "off", {"device_class": "door"}),
            _thing(
                "cover.garage",
                garage,
                None,
                "closed",
                {
                    "device_class": "garage",
                    "supported_features": ["CoverEntityFeature.OPEN", "CoverEntityFeature.CLOSE"],
                },
            ),
            {
                "id": "alarm_control_panel.house",
                "name": alarm,
                "state": "disarmed",
                "code": "1234",
                "attributes": {
                    "code_arm_required": False,
                    "supported_features": [
                        "AlarmControlPanelEntityFeature.ARM_HOME",
                        "AlarmControlPanelEntityFeature.ARM_AWAY",
                    ],
                },
            },
            {"id": "calendar.family", "name": calendar, "events": []},
            {
                "id": "scene.movie",
                "name": movie,
                "entities": {
                    "light.ceiling": {"state": "on", "brightness": 51},
                    "media_player.tv": {"state": "off"},
                },
            },
        ],
    }


def _thing(
    id_: str, name: str, area: str | None, state: object, attributes: dict[str, Any]
) -> dict[str, Any]:
    thing = {"id": id_, "name": name, "state": state, "attributes": attributes}
    return thing if area is None else {**thing, "area": area}


class Talk:
    """A person who talks to the house of their language."""

    def __init__(self, language: str, *without: str) -> None:
        """Move in."""
        self.language = language
        self.home: SimulatedHome
        self.clock: ManualClock
        self.home, self.clock = facts_house(language, *without)
        self.store = InMemoryStore(durable=True)
        self.agent = self._agent()

    def _agent(self) -> Agent:
        settings = Settings(patience=0.05)
        return build_agent(self.home, store=self.store, settings=settings, clock=self.clock)

    async def restart(self) -> None:
        """End the program and start it anew; what was kept is in the store."""
        await self.agent.close()
        self.agent = self._agent()
        await self.agent.start()

    async def planned(self) -> int:
        """How much is kept for later."""
        return len(await self.store.keys("job/"))

    async def say(self, *sentences: str, room: str | None = None, who: str = "1") -> Reply:
        """Say something; the last reply."""
        reply: Reply | None = None
        for text in sentences:
            turn = Turn(text=text, language=self.language, area_id=room, conversation_id=who)
            reply = await self.agent.hear(turn)
        assert reply is not None
        return reply

    async def hears(self, *sentences: str) -> str:
        """The words of the last reply."""
        return (await self.say(*sentences)).text


def calls_of(reply: Reply) -> list[str]:
    """What was asked of the home."""
    return [f"{call.full_name} {' '.join(call.targets)}" for call in reply.calls]


def by_language(*rows: tuple[str, ...]) -> Callable[[Callable[..., object]], object]:
    """Parameters for a test: a row for each language, in the order above."""
    return pytest.mark.parametrize(
        ("language", "said", "told"),
        [(row[0], said, row[-1]) for row in rows for said in row[1:-1]],
    )
