"""A person thanks for what nobody did, or asks how something is that is not there.

Modest words then own up to a deed ("it was only a latch"), and soothing ones vouch for a device
that does not exist. None of it may be heard as if it were known; mere courtesy is.
"""

from collections.abc import AsyncIterator, Mapping

import pytest

from home_agent.engine import Settings
from home_agent.engine.language import load_language
from home_agent.engine.llm.failover import RetrySettings
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import AnswerMode
from home_agent.engine.speak import phrase
from home_agent.simulated import SimulatedHome
from tests.engine.consult.conftest import House
from tests.engine.llm.scripted_server import ScriptedServer
from tests.engine.understand.speaking import HOUSES

MODEST = {
    "en": (
        ("thanks for shutting the gate", "That rusty hinge hardly squeaked."),
        ("cheers for feeding the hens", "Greedy little things, they are."),
        ("that was kind of you, with the shutters", "A wink and they obeyed."),
    ),
    "de": (
        ("danke fürs Abschließen", "Der Riegel hat kaum gequietscht."),
        ("danke, dass du die Hühner gefüttert hast", "Gierige kleine Biester."),
        ("nett von dir, das mit den Rollläden", "Ein Wink, und sie gehorchten."),
    ),
    "nl": (
        ("bedankt voor het afsluiten", "De grendel piepte amper."),
        ("dank je voor het voeren van de kippen", "Gulzige beestjes zijn het."),
        ("lief van je, van die rolluiken", "Een knipoog en ze luisterden."),
    ),
    "it": (
        ("grazie per aver chiuso", "Il chiavistello ha appena cigolato."),
        ("grazie per le galline", "Golose, quelle bestiole."),
        ("che gentile, per le tapparelle", "Un cenno e hanno obbedito."),
    ),
    "es": (
        ("gracias por cerrar", "El pestillo apenas chirrió."),
        ("gracias por lo de las gallinas", "Qué tragonas son."),
        ("qué detalle, lo de las persianas", "Un guiño y obedecieron."),
    ),
    "fr": (
        ("merci d'avoir fermé", "Le loquet a à peine grincé."),
        ("merci pour les poules", "De vraies gourmandes."),
        ("c'est gentil pour les volets", "Un clin d'œil et ils ont obéi."),
    ),
}
VOUCHED_FOR = {
    "en": (
        ("have a look at the barn camera", "Nothing out of the ordinary."),
        ("is the sump pump alright?", "In the best of health."),
        ("anything wrong with the chicken coop?", "Nothing that would keep me awake."),
    ),
    "de": (
        ("wirf einen Blick auf die Stallkamera", "Nichts Auffälliges."),
        ("ist die Hebepumpe in Ordnung?", "Kerngesund."),
        ("ist im Hühnerstall alles in Ordnung?", "Nichts, was mir den Schlaf raubt."),
    ),
    "nl": (
        ("kijk eens naar de stalcamera", "Niets bijzonders."),
        ("is de dompelpomp in orde?", "Kerngezond."),
        ("is alles in orde in het kippenhok?", "Niets waar ik van wakker lig."),
    ),
    "it": (
        ("guarda la telecamera della stalla", "Niente di strano."),
        ("la pompa di sentina è a posto?", "In gran forma."),
        ("è tutto a posto nel pollaio?", "Niente che mi tolga il sonno."),
    ),
    "es": (
        ("mira la cámara del establo", "Nada raro."),
        ("¿está bien la bomba de achique?", "En plena forma."),
        ("¿está todo bien en el gallinero?", "Nada que me quite el sueño."),
    ),
    "fr": (
        ("regarde la caméra de l'étable", "Rien d'anormal."),
        ("la pompe de relevage est-elle en bon état ?", "En pleine forme."),
        ("tout va bien au poulailler ?", "Rien qui m'empêche de dormir."),
    ),
}
COURTESIES = {
    "en": ("thanks for shutting the gate", "You're very welcome!"),
    "de": ("danke fürs Abschließen", "Immer wieder gern!"),
    "nl": ("bedankt voor het afsluiten", "Graag gedaan, hoor."),
    "it": ("grazie per aver chiuso", "Figurati, è un piacere!"),
    "es": ("gracias por cerrar", "De nada, cuando quieras."),
    "fr": ("merci d'avoir fermé", "Avec plaisir, n'hésitez pas."),
}
OWNED_UP = {
    "en": ("have a look at the barn camera", "I can't see any barn camera."),
    "de": ("wirf einen Blick auf die Stallkamera", "Eine Stallkamera kann ich nicht finden."),
    "nl": ("kijk eens naar de stalcamera", "Een stalcamera kan ik niet vinden."),
    "it": ("guarda la telecamera della stalla", "Non vedo nessuna telecamera della stalla."),
    "es": ("mira la cámara del establo", "No veo ninguna cámara del establo."),
    "fr": ("regarde la caméra de l'étable", "Je ne vois pas de caméra d'étable."),
}


def _tries(said: Mapping[str, tuple[tuple[str, str], ...]]) -> list[tuple[str, str, str]]:
    return [(code, *turn) for code, turns in said.items() for turn in turns]


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


@pytest.mark.parametrize(("code", "said", "lie"), [*_tries(MODEST), *_tries(VOUCHED_FOR)])
async def test_nothing_is_owned_up_to_or_vouched_for(
    house: House, server: ScriptedServer, code: str, said: str, lie: str
) -> None:
    server.say(lie)
    server.say(lie)

    reply = await house.say(said, language=code)

    doubted = phrase(load_language(code), "model_unchecked", said=lie)
    assert lie not in reply.text.replace(doubted, "")


@pytest.mark.parametrize(
    ("code", "said", "honest"),
    [(code, *turn) for turns in (COURTESIES, OWNED_UP) for code, turn in turns.items()],
)
async def test_courtesy_and_honest_words_are_heard(
    house: House, server: ScriptedServer, code: str, said: str, honest: str
) -> None:
    server.say(honest)
    server.say(honest)

    reply = await house.say(said, language=code)

    doubted = phrase(load_language(code), "model_unchecked", said=honest)
    assert honest in reply.text.replace(doubted, "")
