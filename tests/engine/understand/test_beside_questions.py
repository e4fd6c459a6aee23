"""Questions with something said beside them, and of two ways to be. Nothing is ever done."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import ManualClock, SimulatedHome
from home_agent.simulated.inventory_reader import read_inventory

# The names are brands and people, so that one house will do for every language.
HOUSE = {
    "areas": [{"id": "leni", "name": "Leni"}, {"id": "gym", "name": "Gym"}],
    "entities": [
        {"id": "vacuum.x", "name": "Gaston", "state": "docked"},
        {"id": "light.lava", "name": "Mathmos", "area": "leni", "state": "on"},
        {"id": "switch.heater", "name": "Dyson", "area": "gym", "state": "off"},
        {
            "id": "sensor.hum",
            "name": "Aqara",
            "area": "leni",
            "state": "71",
            "attributes": {"device_class": "humidity", "unit_of_measurement": "%"},
        },
        {
            "id": "sensor.freezer",
            "name": "Liebherr",
            "state": "-18",
            "attributes": {"device_class": "temperature", "unit_of_measurement": "°C"},
        },
        {
            "id": "cover.markilux",
            "name": "Markilux",
            "state": "closed",
            "attributes": {"device_class": "awning", "supported_features": 3},
        },
        {"id": "lock.nuki", "name": "Nuki", "state": "unlocked"},
        {
            "id": "weather.oslo",
            "name": "Yr Oslo",
            "state": "rainy",
            "attributes": {"temperature": 8},
        },
    ],
}


@pytest.fixture
async def house() -> AsyncIterator[SimulatedHome]:
    clock = ManualClock(datetime(2026, 3, 4, 12, 0, tzinfo=UTC))
    home = SimulatedHome(read_inventory(HOUSE), clock=clock)
    yield home
    home.close()


async def ask(home: SimulatedHome, language: str, text: str) -> Reply:
    """Ask, and make sure that asking is all that was done."""
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(patience=0.3))
    reply = await agent.hear(Turn(text=text, conversation_id="one", language=language))
    assert reply.calls == ()
    return reply


BESIDE = [
    # why it is asked
    ("en", "I can smell something, is the Dyson on?", "No, Dyson is off"),
    ("en", "The kids are in bed. Is the Mathmos still on? I saw a light", "Yes, Mathmos is on"),
    ("en", "It's awfully quiet, is Gaston docked?", "Yes, Gaston is docked"),
    ("de", "Die Eiscreme ist ganz weich, wie kalt ist der Liebherr?", "-18"),
    ("de", "Ich höre nichts, ist Gaston angedockt?", "Ja, Gaston"),
    ("nl", "Het ijs is zacht, hoe koud is de Liebherr?", "-18"),
    ("fr", "Les enfants dorment, le Mathmos est allumé ?", "Oui, Mathmos"),
    ("it", "Il gelato è molle, a quanto è il Liebherr?", "-18"),
    ("es", "¿A cuánto está el Liebherr, que el helado está blando?", "-18"),
    # what it is about
    ("en", "Where's Gaston at, is he docked?", "Yes, Gaston is docked"),
    ("en", "It's steamy at Leni's, how humid is it in there?", "71"),
    ("de", "Wo steckt Gaston, ist er angedockt?", "Ja, Gaston"),
    ("nl", "Het is benauwd bij Leni, hoe vochtig is het daar?", "71"),
    ("fr", "Gaston, il est à sa base ?", "Oui, Gaston"),
    # twice the same
    ("en", "What's the weather like, is it raining?", "rain"),
]

OF_TWO = [
    ("en", "is the Mathmos on or off?", "Mathmos is on"),
    ("en", "did anyone turn off the Mathmos or is it still on?", "Mathmos is on"),
    ("en", "is Gaston out cleaning or is he parked?", "Gaston is docked"),
    ("en", "is the Mathmos on or the Dyson?", "Mathmos is on. Dyson is off"),
    ("de", "Ist der Mathmos an oder hab ich ihn ausgemacht?", "Mathmos: an"),
    ("nl", "Is de Mathmos aan of heb ik hem uitgezet?", "Mathmos: aan"),
    ("fr", "Le Dyson est allumé ou éteint ?", "Dyson : éteint"),
    ("it", "Il Mathmos è acceso o spento?", "Mathmos: accesa"),
    ("es", "¿El Dyson está encendido o está apagado?", "Dyson: apagada"),
    # an awning that is out is open
    ("en", "is the Markilux out or rolled in?", "Markilux is closed"),
    ("en", "is the Markilux retracted?", "Yes, Markilux is closed"),
    ("de", "Ist die Markilux eingefahren?", "Ja, Markilux: zu"),
    ("de", "Ist die Markilux ausgefahren?", "Nein, Markilux: zu"),
    ("nl", "Is de Markilux ingeklapt?", "Ja, Markilux: dicht"),
    ("fr", "Le Markilux est sorti ou rentré ?", "Markilux : fermé"),
    ("it", "La Markilux è rientrata?", "Sì, Markilux: chiusa"),
    ("es", "¿La Markilux está recogida?", "Sí, Markilux: cerrada"),
]

# What commands is no remark, and what is asked last is answered or not at all.
NOT_ASKED = [
    ("en", "turn off the Mathmos, is it on?"),
    ("en", "the Mathmos is bright, why is that?"),
    ("en", "the porch lantern, is it on?"),
    ("en", "it's a lovely day, isn't it?"),
]


@pytest.mark.parametrize(("language", "text", "said"), BESIDE + OF_TWO)
async def test_what_is_asked_is_answered(
    house: SimulatedHome, language: str, text: str, said: str
) -> None:
    assert said in (await ask(house, language, text)).text


@pytest.mark.parametrize(("language", "text"), NOT_ASKED)
async def test_no_answer_is_made_of_a_part(house: SimulatedHome, language: str, text: str) -> None:
    reply = await ask(house, language, text)
    assert not any(
        entity.name in reply.text for entity in house.snapshot().layout.entities.values()
    )
