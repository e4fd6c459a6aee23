"""Conversations in other languages, each in a small house of its own: the words, not the rules."""

import pytest

from home_agent.engine import Agent, Settings, Turn
from home_agent.engine.act.gate.safety import NOTHING_ASKED
from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.language import load_language
from home_agent.engine.plan import UndoStep
from home_agent.engine.store import MemoryStore
from home_agent.engine.understand import Understander, Understood

# by language: kitchen, bedroom, living room; a lamp in each, and a fan, a heater and a radio
HOUSES = {
    "de": ("Küche", "Schlafzimmer", "Wohnzimmer", "Deckenlampe", "Ventilator", "Heizung", "Radio"),
    "nl": ("Keuken", "Slaapkamer", "Woonkamer", "Plafondlamp", "Ventilator", "Verwarming", "Radio"),
    "fr": ("Cuisine", "Chambre", "Salon", "Plafonnier", "Ventilateur", "Chauffage", "Radio"),
    "it": ("Cucina", "Camera", "Soggiorno", "Plafoniera", "Ventilatore", "Riscaldamento", "Radio"),
    "es": ("Cocina", "Dormitorio", "Salón", "Plafón", "Ventilador", "Calefacción", "Radio"),
}


def house_of(language: str) -> SimulatedHome:
    """The house in which this language is spoken."""
    kitchen, bedroom, living, lamp, fan, heating, radio = HOUSES[language]
    dims = {"state": "off", "supported_color_modes": ["brightness"]}
    heats = {"state": "heat", "temperature": 20, "hvac_modes": ["off", "heat"]}
    things = (
        ("light.kitchen", f"{lamp}", "kitchen", dims),
        ("light.bedroom", f"{lamp}", "bedroom", dims),
        ("light.living", f"{lamp}", "living", dims),
        ("fan.bedroom", fan, "bedroom", {"state": "off", "percentage": 0}),
        ("climate.living", heating, "living", heats | {"min_temp": 7, "max_temp": 30}),
        ("media_player.kitchen", radio, "kitchen", {"state": "playing", "volume_level": 0.4}),
    )
    return SimulatedHome.from_inventory(
        {
            "areas": [
                {"id": "kitchen", "name": kitchen},
                {"id": "bedroom", "name": bedroom},
                {"id": "living", "name": living},
            ],
            "entities": [
                {
                    "id": id_,
                    "name": name,
                    "area": area,
                    "state": facts["state"],
                    "attributes": {key: value for key, value in facts.items() if key != "state"},
                }
                for id_, name, area, facts in things
            ],
        }
    )


async def talk(language: str, sentences: list[str]) -> list[str]:
    """What the last sentence asks of the house."""
    home = house_of(language)
    agent = Agent(
        home,
        store=MemoryStore(durable=True),
        settings=Settings(patience=0.05, safety=NOTHING_ASKED),
    )
    calls: list[str] = []
    for text in sentences:
        reply = await agent.hear(Turn(text=text, conversation_id="one", language=language))
        calls = sorted(f"{call.full_name} {' '.join(sorted(call.targets))}" for call in reply.calls)
    home.close()
    return calls


KITCHEN_ON, BEDROOM_ON = "light.turn_on light.kitchen", "light.turn_on light.bedroom"
KITCHEN_OFF, LIVING_ON = "light.turn_off light.kitchen", "light.turn_on light.living"
COLDER = "climate.set_temperature climate.living"

CONVERSATIONS: list[tuple[str, list[str], list[str]]] = [
    # what was last spoken of
    ("de", ["schalte das Licht in der Küche ein", "schalte es wieder aus"], [KITCHEN_OFF]),
    ("nl", ["doe het licht in de keuken aan", "doe het weer uit"], [KITCHEN_OFF]),
    ("fr", ["allume la lumière de la cuisine", "éteins-la"], [KITCHEN_OFF]),
    ("it", ["accendi la luce in cucina", "spegnila"], [KITCHEN_OFF]),
    ("es", ["enciende la luz de la cocina", "apágala"], [KITCHEN_OFF]),
    # and the bedroom
    ("de", ["schalte das Licht in der Küche ein", "und im Schlafzimmer"], [BEDROOM_ON]),
    ("de", ["schalte das Licht in der Küche ein", "im Schlafzimmer auch"], [BEDROOM_ON]),
    ("nl", ["doe het licht in de keuken aan", "en in de slaapkamer"], [BEDROOM_ON]),
    ("nl", ["doe het licht in de keuken aan", "de slaapkamer ook"], [BEDROOM_ON]),
    ("fr", ["allume la lumière de la cuisine", "et dans la chambre"], [BEDROOM_ON]),
    ("fr", ["allume la lumière de la cuisine", "la chambre aussi"], [BEDROOM_ON]),
    ("it", ["accendi la luce in cucina", "e in camera"], [BEDROOM_ON]),
    ("it", ["accendi la luce in cucina", "anche in camera"], [BEDROOM_ON]),
    ("es", ["enciende la luz de la cocina", "y la del dormitorio"], [BEDROOM_ON]),
    ("es", ["enciende la luz de la cocina", "el dormitorio también"], [BEDROOM_ON]),
    # corrections
    ("de", ["schalte das Licht in der Küche ein", "nein, im Schlafzimmer"], [BEDROOM_ON]),
    ("nl", ["doe het licht in de keuken aan", "nee, in de slaapkamer"], [BEDROOM_ON]),
    ("fr", ["allume la lumière de la cuisine", "non, dans la chambre"], [BEDROOM_ON]),
    ("it", ["accendi la luce in cucina", "no, in camera"], [BEDROOM_ON]),
    ("es", ["enciende la luz de la cocina", "no, en el dormitorio"], [BEDROOM_ON]),
    ("es", ["enciende la luz de la cocina", "quería decir el dormitorio"], [BEDROOM_ON]),
    # answers to "which one?"
    ("de", ["schalte die Deckenlampe ein", "die in der Küche"], [KITCHEN_ON]),
    ("de", ["schalte die Deckenlampe ein", "egal"], []),
    ("nl", ["zet de plafondlamp aan", "die in de keuken"], [KITCHEN_ON]),
    ("nl", ["zet de plafondlamp aan", "laat maar"], []),
    ("fr", ["allume le plafonnier", "celui de la cuisine"], [KITCHEN_ON]),
    ("fr", ["allume le plafonnier", "laisse tomber"], []),
    ("it", ["accendi la plafoniera", "quella in cucina"], [KITCHEN_ON]),
    ("it", ["accendi la plafoniera", "lascia stare"], []),
    ("es", ["enciende el plafón", "el de la cocina"], [KITCHEN_ON]),
    ("es", ["enciende el plafón", "déjalo"], []),
    # what is said of a room, and yes or no
    ("de", ["es ist zu dunkel im Wohnzimmer", "ja bitte"], [LIVING_ON]),
    ("de", ["es ist zu dunkel im Wohnzimmer", "nein danke"], []),
    ("nl", ["het is te donker in de woonkamer", "ja graag"], [LIVING_ON]),
    ("nl", ["het is te donker in de woonkamer", "nee dank je"], []),
    ("fr", ["il fait trop sombre dans le salon", "oui, vas-y"], [LIVING_ON]),
    ("fr", ["il fait trop sombre dans le salon", "non merci"], []),
    ("it", ["è troppo buio in soggiorno", "sì, grazie"], [LIVING_ON]),
    ("it", ["è troppo buio in soggiorno", "no grazie"], []),
    ("es", ["está demasiado oscuro en el salón", "sí, por favor"], [LIVING_ON]),
    ("es", ["está demasiado oscuro en el salón", "no, gracias"], []),
    ("de", ["mir ist kalt im Wohnzimmer", "ja"], [COLDER]),
    ("nl", ["ik heb het koud in de woonkamer", "ja"], [COLDER]),
    ("fr", ["j'ai froid dans le salon", "oui"], [COLDER]),
    ("it", ["ho freddo in soggiorno", "sì"], [COLDER]),
    ("es", ["tengo frío en el salón", "sí"], [COLDER]),
    # what must not act after a command
    ("de", ["schalte das Licht in der Küche ein", "danke"], []),
    ("de", ["schalte das Licht in der Küche ein", "schalte es nicht aus"], []),
    ("nl", ["doe het licht in de keuken aan", "dank je wel"], []),
    ("nl", ["doe het licht in de keuken aan", "doe het niet uit"], []),
    ("fr", ["allume la lumière de la cuisine", "merci"], []),
    ("fr", ["allume la lumière de la cuisine", "non, ne l'éteins pas"], []),
    ("it", ["accendi la luce in cucina", "grazie mille"], []),
    ("it", ["accendi la luce in cucina", "no, non spegnerla"], []),
    ("es", ["enciende la luz de la cocina", "gracias"], []),
    ("es", ["enciende la luz de la cocina", "no apagues la luz"], []),
    ("es", ["enciende la luz de la cocina", "no la apagues"], []),
]


@pytest.mark.parametrize(("language", "sentences", "calls"), CONVERSATIONS)
async def test_conversation(language: str, sentences: list[str], calls: list[str]) -> None:
    """The last of some sentences asks this of the house."""
    assert await talk(language, sentences) == calls


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "mach das rückgängig"),
        ("nl", "maak dat ongedaan"),
        ("fr", "annule la dernière action"),
        ("it", "annulla l'ultimo comando"),
        ("es", "deshaz eso"),
    ],
)
def test_taking_back(language: str, sentence: str) -> None:
    """These take back what was done last, whether or not that can be done."""
    home = house_of(language)
    found = Understander().understand(sentence, home.snapshot(), load_language(language))
    home.close()
    assert isinstance(found, Understood)
    assert [type(step) for step in found.plan.steps] == [UndoStep]
