"""A house with things to watch, in each language: the same things under other names."""

from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from home_agent.engine.home import Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander, Understanding
from home_agent.simulated import SimulatedHome

WEDNESDAY = datetime(2026, 3, 4, 14, 20, tzinfo=ZoneInfo("Europe/Rome"))

LANGUAGES = ("en", "de", "it", "fr", "es", "nl")

# By id: what it is called in each of these languages.
_NAMES = {
    "hall": ("Hall", "Flur", "Corridoio", "Couloir", "Pasillo", "Gang"),
    "kitchen": ("Kitchen", "Küche", "Cucina", "Cuisine", "Cocina", "Keuken"),
    "living": ("Living room", "Wohnzimmer", "Soggiorno", "Salon", "Salón", "Woonkamer"),
    "bath": ("Bathroom", "Badezimmer", "Bagno", "Salle de bain", "Baño", "Badkamer"),
    "garage": ("Garage", "Garage", "Garage", "Garage", "Garaje", "Garage"),
    "garden": ("Garden", "Garten", "Giardino", "Jardin", "Jardín", "Tuin"),
    "sensor.washer": (
        *("Washing machine", "Waschmaschine", "Lavatrice", "Machine à laver"),
        *("Lavadora", "Wasmachine"),
    ),
    "switch.dryer": ("Dryer", "Trockner", "Asciugatrice", "Sèche-linge", "Secadora", "Droger"),
    "sensor.dryer_power": (
        *("Dryer power", "Trockner Leistung", "Asciugatrice potenza", "Sèche-linge puissance"),
        *("Secadora potencia", "Droger vermogen"),
    ),
    "binary_sensor.dishwasher": (
        *("Dishwasher", "Geschirrspüler", "Lavastoviglie", "Lave-vaisselle"),
        *("Lavavajillas", "Vaatwasser"),
    ),
    "sensor.freezer": (
        *("Freezer", "Gefrierschrank", "Congelatore", "Congélateur", "Congelador", "Vriezer"),
    ),
    "cover.garage": (
        *("Garage door", "Garagentor", "Porta del garage", "Porte du garage"),
        *("Puerta del garaje", "Garagedeur"),
    ),
    "binary_sensor.front_door": (
        *("Front door", "Haustür", "Porta d'ingresso", "Porte d'entrée"),
        *("Puerta principal", "Voordeur"),
    ),
    "binary_sensor.window": (
        *("Kitchen window", "Küchenfenster", "Finestra della cucina", "Fenêtre de la cuisine"),
        *("Ventana de la cocina", "Keukenraam"),
    ),
    "binary_sensor.smoke": (
        *("Smoke detector", "Rauchmelder", "Rilevatore di fumo", "Détecteur de fumée"),
        *("Detector de humo", "Rookmelder"),
    ),
    "binary_sensor.leak": (
        *("Leak sensor", "Wassermelder", "Sensore perdite", "Détecteur de fuite"),
        *("Sensor de fugas", "Waterlek"),
    ),
    "binary_sensor.motion": (
        *("Garden motion", "Bewegungsmelder Garten", "Movimento giardino", "Mouvement jardin"),
        *("Movimiento jardín", "Beweging tuin"),
    ),
    "light.hall": (
        *("Hall light", "Flurlicht", "Luce del corridoio", "Lumière du couloir"),
        *("Luz del pasillo", "Ganglamp"),
    ),
    "lock.back": (
        *("Back door", "Hintertür", "Porta sul retro", "Porte arrière", "Puerta trasera"),
        "Achterdeur",
    ),
    "sensor.car_battery": (
        *("Car battery", "Autobatterie", "Batteria dell'auto", "Batterie de la voiture"),
        *("Batería del coche", "Auto accu"),
    ),
    "sensor.humidity": (
        *("Bathroom humidity", "Luftfeuchtigkeit Badezimmer", "Umidità bagno"),
        *("Humidité salle de bain", "Humedad del baño", "Luchtvochtigheid badkamer"),
    ),
    "sensor.temperature": (
        *("Living room temperature", "Temperatur Wohnzimmer", "Temperatura soggiorno"),
        *("Température salon", "Temperatura del salón", "Temperatuur woonkamer"),
    ),
    "climate.thermostat": (
        *("Thermostat", "Thermostat", "Termostato", "Thermostat", "Termostato", "Thermostaat"),
    ),
    "vacuum.rosie": ("Rosie",) * 6,
    "person.anna": ("Anna",) * 6,
    "person.ben": ("Ben",) * 6,
    "weather.home": ("Weather", "Wetter", "Meteo", "Météo", "Tiempo", "Weer"),
    "sun.sun": ("Sun", "Sonne", "Sole", "Soleil", "Sol", "Zon"),
    "event.doorbell": ("Doorbell", "Türklingel", "Campanello", "Sonnette", "Timbre", "Deurbel"),
    "media_player.tv": ("TV", "Fernseher", "Televisore", "Télé", "Tele", "Televisie"),
}

_TEMPERATURE = {"device_class": "temperature", "unit_of_measurement": "°C"}
_ENTITIES: tuple[dict[str, Any], ...] = (
    {
        "id": "sensor.washer",
        "area": "bath",
        "state": "washing",
        "attributes": {"device_class": "enum", "options": ["idle", "washing", "finished"]},
    },
    {"id": "switch.dryer", "device": "dryer", "state": "on"},
    {
        "id": "sensor.dryer_power",
        "device": "dryer",
        "state": "900",
        "attributes": {"device_class": "power", "unit_of_measurement": "W"},
    },
    {
        "id": "binary_sensor.dishwasher",
        "area": "kitchen",
        "state": "on",
        "attributes": {"device_class": "running"},
    },
    {"id": "sensor.freezer", "area": "garage", "state": "-18.5", "attributes": _TEMPERATURE},
    {
        "id": "cover.garage",
        "area": "garage",
        "state": "closed",
        "attributes": {"device_class": "garage", "current_position": 0},
    },
    {
        "id": "binary_sensor.front_door",
        "area": "hall",
        "state": "off",
        "attributes": {"device_class": "door"},
    },
    {
        "id": "binary_sensor.window",
        "area": "kitchen",
        "state": "off",
        "attributes": {"device_class": "window"},
    },
    {
        "id": "binary_sensor.smoke",
        "area": "hall",
        "state": "off",
        "attributes": {"device_class": "smoke"},
    },
    {
        "id": "binary_sensor.leak",
        "area": "bath",
        "state": "off",
        "attributes": {"device_class": "moisture"},
    },
    {
        "id": "binary_sensor.motion",
        "area": "garden",
        "state": "off",
        "attributes": {"device_class": "motion"},
    },
    {
        "id": "light.hall",
        "area": "hall",
        "state": "off",
        "attributes": {"supported_color_modes": ["onoff"]},
    },
    {"id": "lock.back", "area": "kitchen", "state": "locked"},
    {
        "id": "sensor.car_battery",
        "area": "garage",
        "state": "64",
        "attributes": {"device_class": "battery", "unit_of_measurement": "%"},
    },
    {
        "id": "sensor.humidity",
        "area": "bath",
        "state": "55",
        "attributes": {"device_class": "humidity", "unit_of_measurement": "%"},
    },
    {"id": "sensor.temperature", "area": "living", "state": "21", "attributes": _TEMPERATURE},
    {
        "id": "climate.thermostat",
        "area": "living",
        "state": "heat",
        "attributes": {"hvac_modes": ["off", "heat"], "current_temperature": 21, "temperature": 21},
    },
    {"id": "vacuum.rosie", "area": "living", "state": "cleaning"},
    {
        "id": "media_player.tv",
        "area": "living",
        "state": "playing",
        "attributes": {"device_class": "tv"},
    },
    {"id": "person.anna", "state": "home"},
    {"id": "person.ben", "state": "not_home"},
    {"id": "weather.home", "state": "sunny", "attributes": {"temperature": 11}},
    {"id": "sun.sun"},
    {"id": "event.doorbell", "area": "hall", "state": "2026-03-04T10:00:00+00:00"},
)


def house(language: str) -> SimulatedHome:
    """The house of a family that speaks this language."""
    at = LANGUAGES.index(language)
    rooms = [name for name in _NAMES if "." not in name]
    return SimulatedHome.from_inventory(
        {
            "language": language,
            "areas": [{"id": room, "name": _NAMES[room][at]} for room in rooms],
            "devices": [{"id": "dryer", "name": _NAMES["switch.dryer"][at], "area": "bath"}],
            "entities": [{**entity, "name": _NAMES[entity["id"]][at]} for entity in _ENTITIES],
        }
    )


@cache
def afternoon(language: str) -> Snapshot:
    """The house on a Wednesday afternoon; nothing in a test changes it."""
    snapshot = house(language).snapshot()
    return Snapshot(layout=snapshot.layout, states=snapshot.states, now=WEDNESDAY)


def hear(language: str, text: str) -> Understanding:
    """What a sentence means there."""
    return Understander().understand(text, afternoon(language), load_language(language))
