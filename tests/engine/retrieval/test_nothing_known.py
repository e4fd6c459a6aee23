"""A text is not about something for the mere word that tells what happens to it."""

import pytest

from home_agent.engine.context.memory_provider import ENOUGH
from home_agent.engine.retrieval.index import IndexParts, PassageIndex
from home_agent.engine.retrieval.passage import Passage
from home_agent.engine.storage.store import InMemoryStore

# What is remembered; what that answers; what it does not, although it happens too.
ASKED = {
    "en": (
        ("Aunt Rosa lives in Bergen", "The pharmacy closes at six", "The gas meter is in the hall"),
        ("where does aunt Rosa live?", "when does the pharmacy close?", "where is the gas?"),
        ("where does the beaver live?", "when does the post office close?", "who lives upstairs?"),
    ),
    "de": (
        ("Tante Rosa wohnt in Bergen", "Die Apotheke schließt um sechs"),
        ("wo wohnt Tante Rosa?", "wann schließt die Apotheke?"),
        ("wo wohnt der Biber?", "wann schließt die Post?", "was liegt unter dem Holzstapel?"),
    ),
    "nl": (
        ("Tante Rosa woont in Bergen", "De apotheek sluit om zes uur"),
        ("waar woont tante Rosa?", "hoe laat sluit de apotheek?"),
        ("waar woont de bever?", "wanneer sluit het postkantoor?"),
    ),
    "fr": (
        ("Tante Rosa habite à Bergen", "La pharmacie ferme à six heures"),
        ("où habite tante Rosa ?", "quand ferme la pharmacie ?"),
        ("où habite le castor ?", "quand ferme la poste ?"),
    ),
    "it": (
        ("La zia Rosa abita a Bergen", "La farmacia chiude alle sei"),
        ("dove abita la zia Rosa?", "quando chiude la farmacia?"),
        ("dove abita il castoro?", "quando chiude la posta?"),
    ),
    "es": (
        ("La tía Rosa vive en Bergen", "La farmacia cierra a las seis"),
        ("¿dónde vive la tía Rosa?", "¿cuándo cierra la farmacia?"),
        ("¿dónde vive el castor?", "¿cuándo cierra correos?"),
    ),
}


async def how_well(told: tuple[str, ...], question: str) -> float:
    index = PassageIndex("memories", IndexParts(embedder=None, store=InMemoryStore()))
    await index.update(Passage(id=text, text=text) for text in told)
    found = await index.search(question, most=1)
    return found[0].score if found else 0.0


@pytest.mark.parametrize("language", ASKED)
async def test_what_happens_to_it_is_not_what_it_is_about(language: str) -> None:
    told, known, unknown = ASKED[language]
    assert {question for question in known if await how_well(told, question) < ENOUGH} == set()
    assert {question for question in unknown if await how_well(told, question) >= ENOUGH} == set()


async def test_where_nothing_else_is_asked_it_counts() -> None:
    assert await how_well(("I work from home on Mondays",), "when do I work?") >= ENOUGH
    assert await how_well(("My teacher is called Oona",), "who is my teacher?") >= ENOUGH
