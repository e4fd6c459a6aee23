"""Questions of which the words stand in any order, in six languages. Nothing is ever done."""

from collections.abc import AsyncIterator

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.storage.store import MemoryStore
from home_agent.engine.turn import Verdict
from home_agent.simulated import SimulatedHome
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
    home = SimulatedHome(read_inventory(HOUSE, source="house"))
    yield home
    home.close()


async def ask(home: SimulatedHome, language: str, text: str) -> Reply:
    """Ask, and make sure that asking is all that was done."""
    agent = build_agent(home, store=MemoryStore(), settings=Settings(patience=0.3))
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
