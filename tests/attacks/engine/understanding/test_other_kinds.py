"""A named kind excludes: who asks for what is not there gets nothing else done, in six languages.

In the first house every room has something of the sort that is asked for, but of another kind: a
heater where an air conditioner is meant, a TV for the radio. In the second there is one of each
sort in the whole house, most of them without a class, and the speaker stands beside it.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.storage.store import MemoryStore
from home_agent.simulated import SimulatedHome

ROOMS: Mapping[str, tuple[str, ...]] = {
    "en": ("Living Room", "Bedroom", "Kitchen", "Garden", "Garage"),
    "de": ("Wohnzimmer", "Schlafzimmer", "Küche", "Garten", "Garage"),
    "nl": ("Woonkamer", "Slaapkamer", "Keuken", "Tuin", "Garage"),
    "fr": ("Salon", "Chambre", "Cuisine", "Jardin", "Garage"),
    "it": ("Soggiorno", "Camera", "Cucina", "Giardino", "Garage"),
    "es": ("Salón", "Dormitorio", "Cocina", "Jardín", "Garaje"),
}
NAMES: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Panel heater",
        "Mistral AC",
        "Dehumidifier",
        "Humidifier",
        "TV",
        "Sonos",
        "Garage door",
        "Curtain",
        "Awning",
        "Sprinkler",
        "Mower",
        "Kettle",
        "Ceiling light",
        "Water heater",
    ),
    "de": (
        "Ölradiator",
        "Klimagerät",
        "Entfeuchter",
        "Luftbefeuchter",
        "Fernseher",
        "Sonos",
        "Garagentor",
        "Vorhang",
        "Markise",
        "Rasensprenger",
        "Mähroboter",
        "Wasserkocher",
        "Deckenlampe",
        "Boiler",
    ),
    "nl": (
        "Olieradiator",
        "Airco",
        "Ontvochtiger",
        "Luchtbevochtiger",
        "Televisie",
        "Sonos",
        "Garagedeur",
        "Gordijn",
        "Zonnescherm",
        "Sproeier",
        "Robotmaaier",
        "Waterkoker",
        "Plafondlamp",
        "Boiler",
    ),
    "fr": (
        "Radiateur",
        "Climatiseur",
        "Déshumidificateur",
        "Humidificateur",
        "Télé",
        "Sonos",
        "Porte de garage",
        "Rideau",
        "Store banne",
        "Arroseur",
        "Tondeuse",
        "Bouilloire",
        "Plafonnier",
        "Boiler",
    ),
    "it": (
        "Termosifone",
        "Condizionatore",
        "Deumidificatore",
        "Umidificatore",
        "Televisore",
        "Sonos",
        "Porta del garage",
        "Tenda",
        "Tenda da sole",
        "Irrigatore",
        "Tagliaerba",
        "Bollitore",
        "Lampadario",
        "Boiler",
    ),
    "es": (
        "Radiador",
        "Aire acondicionado",
        "Deshumidificador",
        "Humidificador",
        "Televisor",
        "Sonos",
        "Puerta del garaje",
        "Cortina",
        "Toldo",
        "Aspersor",
        "Cortacésped",
        "Hervidor",
        "Lámpara de techo",
        "Boiler",
    ),
}

_ALL = 2**19 - 1
_CLIMATE = {"temperature": 20, "current_temperature": 19, "min_temp": 7, "max_temp": 30}
_MOIST = {"humidity": 50, "min_humidity": 30, "max_humidity": 80}
_PLAYS = {"volume_level": 0.4, "supported_features": _ALL}
_OPENS = {"supported_features": 3}
# The room, the id, the state and the attributes of each, in the order of the names.
THINGS: tuple[tuple[int, str, str, dict[str, Any]], ...] = (
    (0, "climate.panel_heater", "heat", {**_CLIMATE, "hvac_modes": ["off", "heat"]}),
    (1, "climate.mistral", "off", {**_CLIMATE, "hvac_modes": ["off", "cool"]}),
    (1, "humidifier.dry", "off", {**_MOIST, "device_class": "dehumidifier"}),
    (0, "humidifier.moist", "off", {**_MOIST, "device_class": "humidifier"}),
    (0, "media_player.screen", "playing", {**_PLAYS, "device_class": "tv"}),
    (1, "media_player.sonos", "playing", {**_PLAYS, "device_class": "speaker"}),
    (4, "cover.up_and_over", "closed", {**_OPENS, "device_class": "garage"}),
    (1, "cover.cloth", "open", {**_OPENS, "device_class": "curtain"}),
    (3, "cover.sunshade", "open", {**_OPENS, "device_class": "awning"}),
    (3, "valve.rain", "closed", {**_OPENS, "device_class": "water"}),
    (3, "lawn_mower.robot", "docked", {"supported_features": 7}),
    (2, "switch.kettle", "off", {}),
    (2, "light.ceiling", "off", {}),
    (
        *(4, "water_heater.tank", "eco"),
        {"operation_list": ["eco", "off"], "temperature": 50, "min_temp": 30, "max_temp": 65},
    ),
)

SECOND: Mapping[str, Any] = {
    "areas": [{"name": "Lounge", "id": "lounge"}, {"name": "Yard", "id": "yard"}],
    "entities": [
        {"name": name, "id": id_, "area": area, "state": state, "attributes": attributes}
        for name, id_, area, state, attributes in (
            (
                *("Oil heater", "climate.oil_heater", "lounge", "heat"),
                {**_CLIMATE, "hvac_modes": ["off", "heat"]},
            ),
            ("Meaco Dry", "humidifier.meaco_dehumidifier", "lounge", "off", _MOIST),
            ("Bravia", "media_player.bravia_tv", "lounge", "playing", _PLAYS),
            ("Garage door", "cover.door_1", "yard", "closed", _OPENS),
            ("Lounge curtains", "cover.lounge_curtains", "lounge", "open", _OPENS),
            ("Husqvarna", "lawn_mower.husqvarna", "yard", "docked", {"supported_features": 7}),
            ("Desk lamp", "switch.desk_lamp", "lounge", "off", {}),
            ("Rain valve", "valve.rain", "yard", "closed", {**_OPENS, "device_class": "water"}),
            ("Gas main", "valve.gas_main", "yard", "closed", {**_OPENS, "device_class": "gas"}),
            ("Tower fan", "fan.tower", "lounge", "off", {"supported_features": 49}),
        )
    ],
}

IN_ROOMS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "turn on the air conditioner in the living room",
        "set the living room AC to 20",
        "turn off the heater in the bedroom",
        "turn on the radiator in the bedroom",
        "turn on the humidifier in the bedroom",
        "turn on the dehumidifier in the living room",
        "set the humidifier in the bedroom to 60 percent",
        "turn off the radio in the living room",
        "pause the speaker in the living room",
        "turn off the TV in the bedroom",
        "mute the television in the bedroom",
        "close the blinds in the garage",
        "open the garage door in the bedroom",
        "close the awning in the bedroom",
        "open the curtain in the garden",
        "open the gate in the garden",
        "start the vacuum in the garden",
        "start the robot vacuum",
        "turn on the fan in the bedroom",
        "turn on the fan in the kitchen",
        "turn on the coffee machine in the kitchen",
        "turn on the toaster",
        "turn on the oven in the kitchen",
        "lock the garage door",
        "turn on the boiler in the kitchen",
        "turn on the heater in the garage",
        "unlock the door in the bedroom",
        "turn on the light in the garage",
        "turn off the amplifier in the living room",
        "turn on the siren in the garage",
        "open the window in the bedroom",
        "turn on the thermostat in the kitchen",
        "set the fan in the living room to 50%",
        "turn on the heat pump in the garden",
        "start the mower in the living room",
    ),
    "de": (
        "schalte die Klimaanlage im Wohnzimmer ein",
        "stell die Klimaanlage im Wohnzimmer auf 20 Grad",
        "mach die Heizung im Schlafzimmer aus",
        "schalte den Heizkörper im Schlafzimmer ein",
        "mach den Luftbefeuchter im Schlafzimmer an",
        "schalte den Entfeuchter im Wohnzimmer ein",
        "mach das Radio im Wohnzimmer aus",
        "pausiere den Lautsprecher im Wohnzimmer",
        "mach den Fernseher im Schlafzimmer aus",
        "schließe die Rollos in der Garage",
        "öffne das Garagentor im Schlafzimmer",
        "öffne den Vorhang im Garten",
        "starte den Staubsauger im Garten",
        "schalte den Ventilator in der Küche ein",
        "schalte die Kaffeemaschine in der Küche ein",
        "mach das Fenster im Schlafzimmer auf",
        "schalte den Verstärker im Wohnzimmer aus",
        "mach das Licht in der Garage an",
    ),
    "nl": (
        "zet de airco in de woonkamer aan",
        "zet de airco in de woonkamer op 20 graden",
        "zet de verwarming in de slaapkamer uit",
        "zet de luchtbevochtiger in de slaapkamer aan",
        "zet de ontvochtiger in de woonkamer aan",
        "zet de radio in de woonkamer uit",
        "pauzeer de speaker in de woonkamer",
        "zet de televisie in de slaapkamer uit",
        "doe de rolgordijnen in de garage dicht",
        "open de garagedeur in de slaapkamer",
        "open het gordijn in de tuin",
        "start de stofzuiger in de tuin",
        "zet de ventilator in de keuken aan",
        "zet het koffiezetapparaat in de keuken aan",
        "doe het raam in de slaapkamer open",
        "doe het licht in de garage aan",
    ),
    "fr": (
        "allume la climatisation dans le salon",
        "règle la clim du salon sur 20 degrés",
        "éteins le chauffage dans la chambre",
        "allume l'humidificateur dans la chambre",
        "allume le déshumidificateur dans le salon",
        "éteins la radio dans le salon",
        "mets en pause l'enceinte du salon",
        "éteins la télé dans la chambre",
        "ferme les stores dans le garage",
        "ouvre la porte de garage dans la chambre",
        "ouvre le rideau dans le jardin",
        "démarre l'aspirateur dans le jardin",
        "allume le ventilateur dans la cuisine",
        "allume la machine à café dans la cuisine",
        "ouvre la fenêtre de la chambre",
        "allume la lumière dans le garage",
    ),
    "it": (
        "accendi il condizionatore in soggiorno",
        "imposta il condizionatore del soggiorno a 20 gradi",
        "spegni il riscaldamento in camera",
        "accendi l'umidificatore in camera",
        "accendi il deumidificatore in soggiorno",
        "spegni la radio in soggiorno",
        "metti in pausa l'altoparlante in soggiorno",
        "spegni il televisore in camera",
        "chiudi le tapparelle in garage",
        "apri la porta del garage in camera",
        "apri la tenda in giardino",
        "avvia l'aspirapolvere in giardino",
        "accendi il ventilatore in cucina",
        "accendi la macchina del caffè in cucina",
        "apri la finestra della camera",
        "accendi la luce in garage",
    ),
    "es": (
        "enciende el aire acondicionado del salón",
        "pon el aire acondicionado del salón a 20 grados",
        "apaga la calefacción del dormitorio",
        "enciende el humidificador del dormitorio",
        "enciende el deshumidificador del salón",
        "apaga la radio del salón",
        "pausa el altavoz del salón",
        "apaga la televisión del dormitorio",
        "cierra las persianas del garaje",
        "abre la puerta del garaje del dormitorio",
        "abre la cortina del jardín",
        "pon en marcha la aspiradora en el jardín",
        "enciende el ventilador de la cocina",
        "enciende la cafetera de la cocina",
        "abre la ventana del dormitorio",
        "enciende la luz del garaje",
    ),
}

ANYWHERE = (
    "turn on the air conditioner",
    "set the AC to 21 degrees",
    "turn the air conditioning up",
    "switch on the humidifier",
    "set the humidifier to 55 percent",
    "turn on the radio",
    "turn off the speakers",
    "pause the stereo",
    "turn up the speaker",
    "start the vacuum",
    "send the hoover back to its base",
    "open the gate",
    "open the front gate",
    "open the front door",
    "unlock the gate",
    "close the awning",
    "open the window",
    "turn on the heat lamp",
    "turn on the ceiling fan",
    "turn on the dishwasher",
    "turn on the washing machine",
    "turn on the water heater",
    "turn on the boiler",
    "turn on the towel rail",
    "turn on the underfloor heating",
    "turn on the electric blanket",
    "turn on the christmas tree",
    "turn on the gas fire",
    "open the water main",
    "turn on the projector",
    "mute the receiver",
    "turn on the air purifier",
    "start the dryer",
    "start the tumble dryer",
    "turn on the hair dryer",
    "turn on the pool pump",
    "open the dog door",
    "open the car",
    "close the garage window",
    "turn on the alarm",
    "turn on the floor lamp",
    "turn on the standard lamp",
    "turn on the desk fan",
    "turn on the tower heater",
    "turn off the oil lamp",
    "open the curtain rail",
    "turn on the space station",
    "turn off the heat lamp",
    "turn on the TV speaker",
    "turn off the heater in the yard",
    "turn on the AC fan",
    "turn on the mower charger",
    "turn off the fan light",
)


def _first(language: str) -> SimulatedHome:
    rooms = ROOMS[language]
    return SimulatedHome.from_inventory(
        {
            "language": language,
            "areas": [{"name": room, "id": f"room_{at}"} for at, room in enumerate(rooms)],
            "entities": [
                {"name": name, "id": id_, "area": f"room_{at}"}
                | {"state": state, "attributes": attributes}
                for name, (at, id_, state, attributes) in zip(NAMES[language], THINGS, strict=True)
            ],
        }
    )


async def _hear(home: SimulatedHome, sentence: str, language: str, area: str | None) -> list[Any]:
    """What is done, where nothing would be asked about first."""
    settings = Settings(patience=0.2, safety=NOTHING_ASKED)
    agent = build_agent(home, store=MemoryStore(durable=True), settings=settings)
    turn = Turn(text=sentence, language=language, conversation_id="c", area_id=area)
    try:
        return [*(await agent.hear(turn)).calls]
    finally:
        await agent.close()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [(language, sentence) for language, said in IN_ROOMS.items() for sentence in said],
)
async def test_of_another_kind_in_that_room(language: str, sentence: str) -> None:
    home = _first(language)
    assert await _hear(home, sentence, language, None) == []
    home.close()


@pytest.mark.parametrize("sentence", ANYWHERE)
@pytest.mark.parametrize("area", ["lounge", None])
async def test_of_another_kind_in_the_whole_house(sentence: str, area: str | None) -> None:
    home = SimulatedHome.from_inventory(SECOND)
    assert await _hear(home, sentence, "en", area) == []
    home.close()


async def test_what_is_there_is_found() -> None:
    """The same houses do what they can: nothing above is refused because nothing works."""
    for language, sentence, entity_id in (
        ("en", "turn off the heater in the living room", "climate.panel_heater"),
        ("de", "mach den Fernseher im Wohnzimmer aus", "media_player.screen"),
        ("nl", "open het gordijn in de slaapkamer", "cover.cloth"),
        ("fr", "allume le déshumidificateur dans la chambre", "humidifier.dry"),
        ("it", "apri la porta del garage", "cover.up_and_over"),
        ("es", "enciende el hervidor de la cocina", "switch.kettle"),
    ):
        home = _first(language)
        (call,) = await _hear(home, sentence, language, None)
        assert call.targets == (entity_id,)
        home.close()
