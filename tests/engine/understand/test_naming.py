"""What is not there is named by a clean name out of this very sentence, or not at all."""

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

NO_DEVICE = "Sorry, I am not aware of any device called "
NOT_UNDERSTOOD = "Sorry, I couldn't understand that"


async def talk(*sentences: str, language: str = "en") -> str:
    """What is answered to the last of some sentences in the built-in house."""
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.05))
    for text in sentences:
        reply = await agent.hear(Turn(text=text, language=language, conversation_id="1"))
    await agent.close()
    home.close()
    assert not reply.calls
    return reply.text


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("could you please turn on the Lava Lamp now", "lava lamp"),
        ("switch off the fog machine, thanks", "fog machine"),
        ("is the drawbridge open", "drawbridge"),
        ("turn the jukebox up a bit", "jukebox"),
        ("is the door of the doghouse locked", "doghouse"),
    ],
)
async def test_a_clean_name_is_told(said: str, name: str) -> None:
    told = await talk(said)
    assert told.startswith(NO_DEVICE)
    assert told.removeprefix(NO_DEVICE).lower() == name


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("tell me a joke", NOT_UNDERSTOOD),
        ("what is happiness", NOT_UNDERSTOOD),
        ("turn off you", NOT_UNDERSTOOD),
        (
            "switch on the lamp beside the door that you spoke about yesterday",
            "I did not understand that, only “switch on … lamp … door”.",
        ),
    ],
)
async def test_what_is_no_name_is_told_plainly(said: str, told: str) -> None:
    assert await talk(said) == told


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "turn on true"),
        ("en", "turn on something"),
        ("de", "mach wahr an"),
        ("de", "schalte irgendwas aus"),
        ("nl", "zet waar aan"),
        ("it", "accendi vero"),
        ("es", "enciende nada"),
        ("fr", "allume quelque chose"),
    ],
)
async def test_what_nobody_calls_a_thing_is_no_name(language: str, said: str) -> None:
    assert await talk(said, language=language) == await talk("asdf qwer", language=language)


@pytest.mark.parametrize(
    ("language", "said", "told"),
    [
        ("en", "set the thermostat to 19 25 degrees", "“set … thermostat”"),
        ("en", "set the thermostat to 19 or 20 degrees", "“set … thermostat”"),
        ("en", "set the chandelier to twenty thirty percent", "“set … chandelier”"),
        ("de", "stell die Heizung auf 19 25 Grad", "„stell … heizung“"),
        ("nl", "zet de verwarming op 19 of 20 graden", "“zet … verwarming”"),
        ("it", "metti il riscaldamento a 19 25 gradi", "“metti … riscaldamento”"),
        ("es", "pon la calefacción a 19 o 20 grados", "«pon … calefacción»"),
        ("fr", "mets le chauffage à 19 25 degrés", "« mets … chauffage »"),
    ],
)
async def test_of_two_figures_none_is_taken(language: str, said: str, told: str) -> None:
    assert told in await talk(said, language=language)


@pytest.mark.parametrize(
    "said", ["and the zorblax", "no, the zorblax", "the zorblax too", "dim the zorblax"]
)
async def test_nothing_leaks_in_from_the_sentence_before(said: str) -> None:
    told = await talk("turn on the kitchen lights", said)
    assert "kitchen" not in told.lower()
    assert "light" not in told.lower()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "please do not switch off the chandelier"),
        ("en", "never open the garage door"),
        ("en", "you don't need to close the blinds"),
        ("en", "leave the chandelier on"),
        ("de", "schalte den Thermostat auf keinen Fall aus"),
        ("de", "die Garage bloß nicht aufmachen"),
        ("nl", "zet de thermostaat niet uit"),
        ("it", "non chiudere mai la porta"),
        ("es", "no cierres la puerta"),
        ("es", "no la abras"),
        ("fr", "ne ferme surtout pas la porte"),
        ("fr", "n'éteins jamais le chauffage"),
    ],
)
async def test_a_prohibition_is_acknowledged(language: str, said: str) -> None:
    """In the words for leaving something; and nothing is looked up or done."""
    left = {
        "en": "All right, I leave it.",
        "de": "In Ordnung, ich lasse es.",
        "nl": "Goed, ik laat het.",
        "it": "Va bene, lascio stare.",
        "es": "De acuerdo, lo dejo.",
        "fr": "D'accord, je laisse.",
    }
    assert await talk(said, language=language) == left[language]


@pytest.mark.parametrize(
    "said",
    [
        "play Don't Stop Me Now in the kitchen",
        "don't you want to turn on the chandelier?",
        "do not turn on the chandelier until ten",
        "don't turn on the chandelier, turn on the coffee machine",
        "don't forget to close the blinds",
    ],
)
async def test_what_is_no_prohibition(said: str) -> None:
    """Titles, questions, conditions, and what asks for something else besides."""
    home = SimulatedHome.demo()
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.05))
    reply = await agent.hear(Turn(text=said, language="en", conversation_id="1"))
    await agent.close()
    home.close()
    assert reply.text != "All right, I leave it."
