"""Names, phrases and likings of one's own, in six languages and without a model."""

import pytest

from home_agent.engine.turn import Verdict
from tests.engine.memory.talking import Talk, called

NAMES = {
    "en": ("I call the mood light Bertha", "turn off Bertha"),
    "de": ("ich nenne das Stimmungslicht Berta", "mach Berta aus"),
    "nl": ("ik noem het sfeerlicht Bertha", "zet Bertha uit"),
    "fr": ("j'appelle la lumière d'ambiance Berthe", "éteins Berthe"),
    "it": ("chiamo la luce d'atmosfera Berta", "spegni Berta"),
    "es": ("llamo Berta a la luz ambiental", "apaga Berta"),
}


@pytest.mark.parametrize("language", NAMES)
async def test_a_name_of_ones_own(language: str) -> None:
    define, use = NAMES[language]
    talk = Talk(language)
    await talk.say(define)
    # Nobody else calls it so.
    assert called(await talk.say(use, "ben")) == []
    assert called(await talk.say(use)) == [("light.turn_off", ("light.mood",))]


PHRASES = {
    "en": (
        "by cosy I mean the mood light at 20 percent and the blinds down",
        "make it cosy",
        "forget what cosy means",
    ),
    "de": (
        "mit gemütlich meine ich das Stimmungslicht auf 20 Prozent und die Jalousie runter",
        "mach es gemütlich",
        "vergiss, was gemütlich bedeutet",
    ),
    "nl": (
        "met gezellig bedoel ik het sfeerlicht op 20 procent en de jaloezieën dicht",
        "maak het gezellig",
        "vergeet wat gezellig betekent",
    ),
    "fr": (
        "par cosy je veux dire la lumière d'ambiance à 20 pour cent et les stores fermés",
        "cosy",
        "oublie ce que veut dire cosy",
    ),
    "it": (
        "con accogliente intendo la luce d'atmosfera al 20 per cento e le veneziane chiuse",
        "accogliente",
        "dimentica cosa significa accogliente",
    ),
    "es": (
        "con acogedor quiero decir la luz ambiental al 20 % y cierra las persianas venecianas",
        "acogedor",
        "olvida qué significa acogedor",
    ),
}


@pytest.mark.parametrize("language", PHRASES)
async def test_a_phrase_of_ones_own(language: str) -> None:
    define, use, forget = PHRASES[language]
    talk = Talk(language)
    assert (await talk.say(define)).verdict is Verdict.OK
    assert called(await talk.say(use, "ben")) == []
    assert called(await talk.say(use)) == [
        ("light.turn_on", ("light.mood",)),
        ("cover.close_cover", ("cover.blinds",)),
    ]
    await talk.say(forget)
    assert called(await talk.say(use)) == []


LIKINGS = {
    "en": ("I like the bedroom at 19", "make the bedroom nice"),
    "de": ("ich mag das Schlafzimmer bei 19 Grad", "mach das Schlafzimmer schön"),
    "nl": ("ik heb graag de slaapkamer op 19 graden", "maak de slaapkamer fijn"),
    "fr": ("j'aime la chambre à 19 degrés", "rends la chambre agréable"),
    "it": ("mi piace la camera da letto a 19 gradi", "rendi la camera da letto piacevole"),
    "es": ("me gusta el dormitorio a 19 grados", "pon el dormitorio agradable"),
}


@pytest.mark.parametrize("language", LIKINGS)
async def test_how_somebody_likes_a_place(language: str) -> None:
    define, use = LIKINGS[language]
    talk = Talk(language)
    assert called(await talk.say(define)) == []
    assert len(await talk.told()) == 1
    assert called(await talk.say(use, "ben")) == []
    reply = await talk.say(use)
    assert called(reply) == [("climate.set_temperature", ("climate.bedroom_radiator",))]
    assert reply.calls[0].data == {"temperature": 19.0}


async def test_how_somebody_likes_a_place_by_now() -> None:
    talk = Talk()
    await talk.say("I like the bedroom at 19")
    await talk.say("I like the living room at 22")
    await talk.say("I like the bedroom at 21 degrees")
    assert len(await talk.told()) == 2
    reply = await talk.say("make the bedroom comfortable")
    assert reply.calls[0].data == {"temperature": 21.0}


@pytest.mark.parametrize(
    "define",
    [
        "I call the chandelier light",
        "I call the mood light the chandelier",
        "I call the mood light kitchen",
        "by stop I mean turn on the chandelier",
        "by yes I mean unlock the front door",
        "by never mind I mean turn on the chandelier",
        "by turn off the chandelier I mean unlock the front door",
        "by undo that I mean turn on the chandelier",
        "by good night I mean turn on the chandelier",
        "by blorp I mean flurb the wumpus",
        "by blorp I mean what time is it",
        "by blorp I mean remember that I like tea",
    ],
)
async def test_what_means_something_already_keeps_its_meaning(define: str) -> None:
    talk = Talk()
    reply = await talk.say(define)
    assert called(reply) == []
    assert reply.verdict is Verdict.REFUSED
    assert await talk.told() == []
