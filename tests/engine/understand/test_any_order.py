"""Questions of which the words stand in any order, in six languages. Nothing is ever done."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Verdict
from home_agent.simulated import ManualClock, SimulatedHome
from home_agent.simulated.inventory_reader import read_inventory

# The names are brands and people, so that one house will do for every language.
HOUSE = {
    "areas": [{"id": "leni", "name": "Leni"}],
    "entities": [
        {
            "id": "vacuum.x",
            "name": "Gaston",
            "state": "docked",
            "attributes": {"battery_level": 64},
        },
        {
            "id": "sensor.linky",
            "name": "Linky",
            "state": "412",
            "attributes": {"device_class": "power", "unit_of_measurement": "W"},
        },
        {
            "id": "sensor.fronius",
            "name": "Fronius",
            "state": "2950",
            "attributes": {"device_class": "power", "unit_of_measurement": "W"},
        },
        {
            "id": "sensor.netatmo",
            "name": "Netatmo",
            "area": "leni",
            "state": "1240",
            "attributes": {"device_class": "carbon_dioxide", "unit_of_measurement": "ppm"},
        },
        {
            "id": "binary_sensor.pir",
            "name": "PIR",
            "area": "leni",
            "state": "on",
            "attributes": {"device_class": "motion"},
        },
        {
            "id": "cover.velux",
            "name": "Velux",
            "state": "open",
            "attributes": {"current_position": 60, "supported_features": 15},
        },
        {
            "id": "weather.oslo",
            "name": "Yr Oslo",
            "state": "rainy",
            "attributes": {"temperature": 8, "wind_speed": 11, "wind_speed_unit": "km/h"},
        },
        {"id": "switch.plug_5", "name": "Plug 5", "state": "unavailable"},
        {
            "id": "sensor.nuki",
            "name": "Nuki",
            "state": "9",
            "attributes": {"device_class": "battery", "unit_of_measurement": "%"},
        },
        {
            "id": "todo.lidl",
            "name": "Lidl",
            "state": "2",
            "attributes": {
                "todo_items": [
                    {"uid": "1", "summary": "sirop d'érable", "status": "needs_action"},
                    {"uid": "2", "summary": "Topfen", "status": "needs_action"},
                ]
            },
        },
        {
            "id": "calendar.leni",
            "name": "Fam",
            "state": "off",
            "attributes": {
                "events": [
                    {
                        "summary": "Hockey Leni",
                        "start": "2026-11-18 18:30:00",
                        "end": "2026-11-18 19:45:00",
                    }
                ]
            },
        },
    ],
}

ASKED = [
    ("en", "Gaston, how much juice has he got left?", "64"),
    ("en", "what are the panels making at the moment", "2950"),
    ("en", "so how many watts is the place chewing through", "412"),
    ("en", "what's Gaston up to these days", "docked"),
    ("en", "is it raining in Oslo?", "Yes"),
    ("en", "is anything moving at Leni's?", "Yes"),
    ("en", "anything offline?", "Plug 5"),
    ("de", "Gaston, wie viel Saft hat der noch?", "64"),
    ("de", "Was liefern die Solarmodule gerade so?", "2950"),
    ("de", "Wie viel Watt ziehen wir grad", "412"),
    ("de", "Wie ist die Luft bei Leni, CO2-mäßig?", "1240"),
    ("de", "Rührt sich was bei Leni?", "Ja"),
    ("nl", "Hoe vol is de accu van Gaston nog?", "64"),
    ("nl", "Wat brengen de zonnepanelen nu op?", "2950"),
    ("nl", "Hoeveel stroom trekken we op dit moment?", "412"),
    ("nl", "Waar is Gaston mee bezig?", "laadstation"),
    ("nl", "Hoe ver staat de Velux open?", "60"),
    ("fr", "Gaston est chargé à combien ?", "64"),
    ("fr", "Les panneaux, ils produisent combien ?", "2950"),
    ("fr", "On tire combien de watts là ?", "412"),
    ("fr", "L'air chez Leni, ça donne quoi en CO2 ?", "1240"),
    ("fr", "Que fait Gaston ?", "base"),
    ("it", "Gaston quanta carica ha?", "64"),
    ("it", "Il fotovoltaico quanto sta producendo?", "2950"),
    ("it", "Quanto stiamo consumando adesso?", "412"),
    ("it", "La Velux quanto è aperta?", "60"),
    ("it", "Che fa Gaston?", "base"),
    ("es", "¿Gaston cuánta batería tiene?", "64"),
    ("es", "¿Cuánto producen las placas?", "2950"),
    ("es", "¿Cuánta luz estamos gastando ahorita?", "412"),
    ("es", "¿En qué anda Gaston?", "base"),
    ("es", "¿Se mueve algo donde Leni?", "Sí"),
]

ASKED += [
    ("en", "which battery wants changing first?", "Nuki"),
    ("de", "Welche Batterie gehört bald getauscht?", "Nuki"),
    ("nl", "Welke batterijen moeten binnenkort vervangen worden?", "Nuki"),
    ("fr", "Faut-il bientôt changer une pile ?", "Nuki"),
    ("it", "Chi ha la pila quasi scarica?", "Nuki"),
    ("es", "¿A qué aparato se le está acabando la pila?", "Nuki"),
    ("en", "how many things have we got left to buy", "2"),
    ("de", "Wie viele Sachen muss ich noch einkaufen?", "2"),
    ("nl", "Wat moet ik nog meebrengen van de winkel?", "Topfen"),
    ("fr", "Il reste quoi à acheter ?", "Topfen"),
    ("fr", "Faut-il racheter du sirop d'érable ?", "Oui"),
    ("it", "Cosa manca da comprare?", "Topfen"),
    ("es", "¿Qué falta comprar?", "Topfen"),
    ("nl", "Hoe laat heeft Leni hockey?", "18:30"),
    ("fr", "Leni a hockey quand ?", "18:30"),
    ("it", "A che ora ha hockey Leni?", "18:30"),
    ("es", "¿A qué hora tiene hockey Leni?", "18:30"),
    ("en", "where's Gaston", "docked"),
    ("de", "Reagiert Plug 5 noch?", "Nein"),
    ("fr", "Quels appareils ne répondent plus ?", "Plug 5"),
    ("es", "¿Qué cosas no responden?", "Plug 5"),
]

# Where a word is left that names nothing, nothing is answered.
NOT_EXPLAINED = [
    ("en", "how many watts does a dragon use?"),
    ("en", "how much juice is in an orange"),
    ("de", "Wie viel Watt zieht der Weihnachtsmann?"),
    ("fr", "Combien de watts pour un dragon ?"),
    ("it", "Quanta carica ha il drago?"),
    ("es", "¿Cuánta batería tiene el dragón?"),
    ("nl", "Hoeveel stroom trekt een draak?"),
]


@pytest.fixture
async def house() -> AsyncIterator[SimulatedHome]:
    clock = ManualClock(datetime(2026, 11, 17, 12, tzinfo=UTC))
    home = SimulatedHome(read_inventory(HOUSE, source="house"), clock=clock)
    yield home
    home.close()


async def ask(home: SimulatedHome, language: str, text: str) -> Reply:
    """Ask, and make sure that asking is all that was done."""
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.3))
    before = home.snapshot().states
    reply = await agent.hear(Turn(text=text, language=language, conversation_id="one"))
    assert reply.calls == ()
    assert home.snapshot().states == before
    return reply


@pytest.mark.parametrize(("language", "text", "told"), ASKED)
async def test_every_word_is_accounted_for(
    house: SimulatedHome, language: str, text: str, told: str
) -> None:
    reply = await ask(house, language, text)
    assert reply.verdict is Verdict.OK
    assert told in reply.text


@pytest.mark.parametrize(("language", "text"), NOT_EXPLAINED)
async def test_what_names_nothing_is_not_passed_over(
    house: SimulatedHome, language: str, text: str
) -> None:
    reply = await ask(house, language, text)
    assert reply.verdict is not Verdict.OK
