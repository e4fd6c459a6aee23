"""A word of one's own is told and forgotten by its name, and everything only when said twice."""

import pytest

from home_agent.engine.turn import Verdict
from tests.engine.memory.talking import Talk, called

# A name; something else about it; what is known of it; forget the name; use it; forget everything.
SAID = {
    "en": (
        "I call the mood light Bertha",
        "remember that Bertha needs a new bulb in May",
        "what do you know about Bertha?",
        "forget Bertha",
        "turn off Bertha",
        "forget everything",
    ),
    "de": (
        "ich nenne das Stimmungslicht Berta",
        "merk dir, dass Berta im Mai eine neue Birne braucht",
        "was weißt du über Berta?",
        "vergiss Berta",
        "mach Berta aus",
        "vergiss alles",
    ),
    "nl": (
        "ik noem het sfeerlicht Bertha",
        "onthoud dat Bertha in mei een nieuwe lamp nodig heeft",
        "wat weet je over Bertha?",
        "vergeet Bertha",
        "zet Bertha uit",
        "vergeet alles",
    ),
    "fr": (
        "j'appelle la lumière d'ambiance Berthe",
        "souviens-toi que Berthe a besoin d'une ampoule en mai",
        "que sais-tu sur Berthe ?",
        "oublie Berthe",
        "éteins Berthe",
        "oublie tout",
    ),
    "it": (
        "chiamo la luce d'atmosfera Berta",
        "ricorda che Berta ha bisogno di una lampadina a maggio",
        "cosa sai di Berta?",
        "dimentica Berta",
        "spegni Berta",
        "dimentica tutto",
    ),
    "es": (
        "llamo Berta a la luz ambiental",
        "recuerda que Berta necesita una bombilla en mayo",
        "¿qué sabes de Berta?",
        "olvida a Berta",
        "apaga Berta",
        "olvídalo todo",
    ),
}


@pytest.mark.parametrize("language", SAID)
async def test_a_word_of_ones_own_is_forgotten_by_its_name(language: str) -> None:
    define, remember, ask, forget, use, _everything = SAID[language]
    talk = Talk(language)
    await talk.say(define)
    await talk.say(remember)
    first, second = await talk.told()
    told = (await talk.say(ask)).text
    assert first in told
    assert second in told
    # It is nobody else's to forget.
    await talk.say(forget, "ben")
    assert len(await talk.told()) == 2
    assert first in (await talk.say(forget)).text
    # What is known of the thing otherwise stays.
    assert await talk.told() == [second]
    assert called(await talk.say(use)) == []


@pytest.mark.parametrize("language", SAID)
async def test_everything_is_told_first_and_forgotten_when_it_is_said_again(language: str) -> None:
    define, remember, *_, everything = SAID[language]
    talk = Talk(language)
    await talk.say(define)
    await talk.say(remember)
    asked = (await talk.say(everything)).text
    assert all(content in asked for content in await talk.told())
    assert len(await talk.told()) == 2
    await talk.say(everything)
    assert await talk.told() == []


@pytest.mark.parametrize("language", SAID)
async def test_without_memory_everything_is_nothing_of_ours(language: str) -> None:
    reply = await Talk(language, enabled=False).say(SAID[language][-1])
    assert reply.verdict is not Verdict.OK
    assert reply.outcomes == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "forget Bertha's birthday",
        "forget Berthold",
        "forget the mood light",
        "forget Bertha and turn on the chandelier",
        "don't forget Bertha",
        "I forget Bertha all the time",
        "forget everything except Bertha",
    ],
)
async def test_what_does_not_forget_the_word(sentence: str) -> None:
    talk = Talk()
    await talk.say(SAID["en"][0])
    await talk.say(sentence)
    await talk.say(sentence)
    assert len(await talk.told()) == 1


@pytest.mark.parametrize("language", [code for code in SAID if code != "en"])
async def test_another_language_than_the_house(language: str) -> None:
    """Whose sentence comes with its language is understood, whatever the things are called."""
    _define, remember, ask, _forget, _use, everything = SAID[language]
    talk = Talk(language, house="en")
    assert (await talk.say(remember)).verdict is Verdict.OK
    (content,) = await talk.told()
    assert content in (await talk.say(ask)).text
    await talk.say(everything)
    await talk.say(everything)
    assert await talk.told() == []
