"""A model makes up how things are when somebody only asks: at once, in pieces, and broken off.

What it says of states and figures is held to the home though nothing was to be done. What cannot
be checked, such as an oven that is not there, is told as that.
"""

import re
from collections.abc import AsyncIterator

import pytest

from home_agent.engine import Settings
from home_agent.engine.events import ReplyDelta
from home_agent.engine.language import load_language
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import AnswerMode
from home_agent.engine.speak import phrase
from home_agent.simulated import SimulatedHome
from tests.engine.consult.conftest import House
from tests.engine.llm.scripted_answers import Delivery
from tests.engine.llm.scripted_server import ScriptedServer
from tests.engine.understand.speaking import HOUSES

LIES = {
    "en": (
        "how are things at home?",
        "All the doors are unlocked.",
        "It is 35 degrees in the kitchen.",
        "The oven is still on.",
        "The thermostat is set to 31 degrees.",
    ),
    "de": (
        "Wie sieht es zu Hause aus?",
        "Alle Türen sind offen.",
        "In der Küche sind es 35 Grad.",
        "Der Backofen ist noch an.",
        "Im Schlafzimmer sind es 31 Grad.",
    ),
    "nl": (
        "Hoe staat het er thuis voor?",
        "Alle deuren zijn open.",
        "Het is 35 graden in de keuken.",
        "De oven staat nog aan.",
        "In de slaapkamer is het 31 graden.",
    ),
    "it": (
        "Com'è la situazione a casa?",
        "Tutte le porte sono aperte.",
        "In cucina ci sono 35 gradi.",
        "Il forno è ancora acceso.",
        "Il termostato è impostato a 31 gradi.",
    ),
    "es": (
        "¿Cómo está todo en casa?",
        "Todas las puertas están abiertas.",
        "En la cocina hay 35 grados.",
        "El horno sigue encendido.",
        "El termostato está puesto a 31 grados.",
    ),
    "fr": (
        "Comment ça va à la maison ?",
        "Toutes les portes sont ouvertes.",
        "Il fait 35 degrés dans la cuisine.",
        "Le four est encore allumé.",
        "Le thermostat est réglé sur 31 degrés.",
    ),
}
ATTEMPTS = [(code, said[0], lie) for code, said in LIES.items() for lie in said[1:]]


@pytest.fixture
async def house(request: pytest.FixtureRequest, server: ScriptedServer) -> AsyncIterator[House]:
    """The house of a language, where the model answers everything."""
    code = request.node.callspec.params["code"]
    file = HOUSES / f"{code}.yaml"
    home = SimulatedHome.demo() if code == "en" else SimulatedHome.from_file(file)
    model = ModelSettings(base_url=server.url, model="m")
    retries = RetrySettings(attempts=1)
    house = House(home, Settings(llm=(model,), tier=AnswerMode.LLM, retries=retries, patience=0.2))
    yield house
    await house.agent.close()
    home.close()


def _told(text: str, code: str) -> str:
    """What a reply says as it is, without what it tells as unchecked."""
    before, _, after = phrase(load_language(code), "model_unchecked", said="\0").partition("\0")
    return re.sub(f"{re.escape(before)}.*?{re.escape(after)}", " ", text, flags=re.DOTALL)


@pytest.mark.parametrize(("code", "asked", "lie"), ATTEMPTS)
async def test_what_is_made_up_is_not_told_as_known(
    code: str, asked: str, lie: str, house: House, server: ScriptedServer
) -> None:
    """In pieces of a few bytes, so that no piece holds the whole statement."""
    server.say(lie, delivery=Delivery(chunks=(7,)))
    reply = await house.say(asked, language=code)
    heard = "".join(delta.text for delta in house.seen(ReplyDelta))
    assert lie not in _told(reply.text, code)
    assert lie not in _told(heard, code)


@pytest.mark.parametrize(("code", "asked", "lie"), ATTEMPTS)
async def test_nor_where_the_answer_breaks_off(
    code: str, asked: str, lie: str, house: House, server: ScriptedServer
) -> None:
    """Before its full stop, so that the sentence is never complete."""
    server.say(lie.rstrip("."), finish="length")
    reply = await house.say(asked, language=code)
    heard = "".join(delta.text for delta in house.seen(ReplyDelta))
    assert lie.rstrip(".") not in _told(reply.text, code)
    assert lie.rstrip(".") not in _told(heard, code)
    assert phrase(load_language(code), "model_broke_off") in reply.text


@pytest.mark.parametrize("code", LIES)
async def test_nor_where_the_connection_is_cut(
    code: str, house: House, server: ScriptedServer
) -> None:
    asked, lie, *_others = LIES[code]
    server.say(f"{lie} {lie} {'… ' * 400}", delivery=Delivery(cut_after=4000))
    reply = await house.say(asked, language=code)
    assert lie not in _told(reply.text, code)
    assert phrase(load_language(code), "model_broke_off") in reply.text
