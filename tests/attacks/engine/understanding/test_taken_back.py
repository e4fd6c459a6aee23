"""Commands that are taken back in the same breath, in words that are listed and in others."""

import pytest

from tests.attacks.engine.understanding.houses import Family

COMMANDS = {
    "en": ("turn off the chandelier", "set the thermostat to 23"),
    "de": ("mach die Stehlampe aus", "stell den Fernseher aus"),
    "nl": ("doe de staande lamp uit", "zet de televisie uit"),
    "it": ("spegni il lampadario", "metti il termostato a 23"),
    "es": ("apaga la araña", "pon el termostato a 23"),
    "fr": ("éteins le lampadaire", "mets le thermostat à 23"),
}

TAKEN_BACK = {
    "en": (
        "stop stop stop",
        "yeah right",
        "not worth it any more",
        "I'm just saying",
        "no way",
        "hold off for now",
        "scratch that",
        "just kidding",
        "never mind",
        "forget it",
        "forget I said anything",
        "on second thought leave it",
        "no, leave it as it is",
        "as you were",
        "my mistake",
        "my mistake, that was next door's bell",
        "false alarm",
        "cancel, cancel",
        "I take that back",
        "I changed my mind",
        "that was a joke",
        "only joking",
        "it can wait",
        "or maybe not",
        "don't",
        "actually, don't bother",
        "ignore me",
        "I'd rather do it myself",
        "what am I saying",
        "because it is late, no wait, forget it",
        # Nobody listed these.
        "psst",
        "scrap the idea",
        "lose the plot",
        "nope nope nope",
        "hahaha",
        "pull the other one",
        "cold feet",
        "who cares",
        "why bother",
        "what a silly idea",
        "as if",
        "you wish",
    ),
    "de": (
        "stopp stopp stopp",
        "ich ziehe das zurück",
        "lohnt nicht mehr",
        "von wegen",
        "ich sag ja nur",
        "warte noch ein bisschen",
        "vergiss es",
        "ach was",
        "ach was, passt schon so",
        "Quatsch",
        "Quatsch, lass alles, wie es ist",
        "Kommando zurück",
        "hat sich erledigt",
        "war nur Spaß",
        "das war ein Scherz",
        "lieber doch nicht",
        "ach nee, lass sie an",
        "lass mal",
        "ich hab's mir anders überlegt",
        "ich hab mich vertan",
        "mein Fehler",
        "April, April",
        "ich nehme alles zurück",
        "streich das wieder",
        "rief er",
        "sagte Anna",
        # Nobody listed these.
        "ätsch",
        "denkste",
        "nee du",
        "papperlapapp",
        "kalte Füße",
    ),
    "nl": (
        "stop stop stop",
        "ik trek het terug",
        "de moeite niet meer waard",
        "ik zeg maar wat",
        "geen sprake van",
        "mooi niet",
        "laat maar",
        "ach nee, laat maar",
        "grapje",
        "grapje hoor",
        "vergeet het",
        "foutje",
        "bij nader inzien niet",
        "toch maar niet",
        "hoeft niet meer",
        "ik heb me bedacht",
        "doe maar niet",
        "het is prima zo",
        "ik zei niks",
        "dat was een grapje",
        "ik doe het zelf wel",
        "riep hij",
        # Nobody listed these.
        "lekker puh",
        "mooi niet",
        "poeh",
        "kouwe kak",
    ),
    "it": (
        "ferma ferma ferma",
        "non se ne parla",
        "dicevo così per dire",
        "neanche per sogno",
        "aspetta un po'",
        "lo ritiro",
        "anzi no",
        "anzi no, lascialo acceso",
        "lascia stare",
        "lascia perdere",
        "macché",
        "macché, va benissimo così",
        "scherzo",
        "stavo scherzando",
        "era per ridere",
        "ci sei cascato",
        "come non detto",
        "non importa",
        "ci ho ripensato",
        "meglio di no",
        "mi sono sbagliato",
        "non darmi retta",
        "disse Anna",
        # Nobody listed these.
        "manco morto",
        "ciccia",
        "col cavolo",
        "ma neanche per sogno",
    ),
    "es": (
        "qué va",
        "bueno espera un poco",
        "ni pensarlo",
        "lo digo por decir",
        "ya no merece la pena",
        "para para para",
        "mejor no",
        "no, mejor no",
        "que es broma",
        "es broma",
        "olvídalo",
        "déjalo",
        "bah, que se quede como está",
        "nada, nada",
        "no he dicho nada",
        "ni caso",
        "me he equivocado",
        "he cambiado de idea",
        "ya no hace falta",
        "qué digo",
        "inocente, inocente",
        "gritó él",
        # Nobody listed these.
        "naranjas de la china",
        "tururú",
        "y un jamón",
    ),
    "fr": (
        "stop stop stop",
        "c'est plus la peine",
        "pas question",
        "attends encore un peu",
        "tu parles",
        "je disais ça comme ça",
        "non, laisse tomber",
        "laisse tomber",
        "non rien",
        "je rigole",
        "oublie",
        "finalement non",
        "tout compte fait non",
        "je n'ai rien dit",
        "annule",
        "je me suis trompé",
        "pas la peine",
        "c'était une blague",
        "j'ai changé d'avis",
        "ne fais rien",
        "dit Anna",
        # Nobody listed these.
        "que nenni",
        "poil au nez",
        "des clous",
    ),
}


def _each() -> list[tuple[str, str]]:
    return [
        (language, f"{command}, {words}")
        for language, commands in COMMANDS.items()
        for command in commands
        for words in TAKEN_BACK[language]
    ]


@pytest.mark.parametrize("language", COMMANDS)
async def test_these_commands_are_done_when_they_are_meant(language: str) -> None:
    for command in COMMANDS[language]:
        assert (await Family(language).say(command)).acted, command


@pytest.mark.parametrize(("language", "sentence"), _each())
async def test_what_is_taken_back_is_not_done(language: str, sentence: str) -> None:
    for room in (False, True):
        heard = await Family(language, room=room).say(sentence)
        assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "turn off the chandelier scratch that"),
        ("en", "turn off the chandelier never mind"),
        ("en", "turn off the chandelier and forget it"),
        ("en", "turn off the chandelier... as you were"),
        ("en", "turn off the chandelier - just kidding"),
        ("en", "turn off the chandelier. Scratch that."),
        ("de", "mach die Stehlampe aus vergiss es"),
        ("de", "mach die Stehlampe aus \u2013 war nur Spaß"),
        ("nl", "doe de staande lamp uit laat maar"),
        ("it", "spegni il lampadario lascia stare"),
        ("es", "apaga la araña mejor no"),
        ("fr", "éteins le lampadaire laisse tomber"),
    ],
)
async def test_a_pause_may_be_heard_as_anything(language: str, sentence: str) -> None:
    heard = await Family(language).say(sentence)
    assert not heard.acted, heard.reply.text


@pytest.mark.parametrize("answer", ["yes?", "no", "never mind", "maybe", "turn off the, uh"])
async def test_what_was_not_understood_needs_a_yes(answer: str) -> None:
    family = Family("en")
    asked = await family.say("turn off the chandelier, pull the other one")
    assert asked.reply.expects_answer
    assert not (await family.say(answer)).acted


async def test_a_planned_command_that_is_taken_back_is_not_planned() -> None:
    family = Family("en")
    assert not (await family.say("turn off the chandelier in ten minutes, scratch that")).acted
    assert not (
        await family.say("turn off the chandelier in ten minutes, pull the other one")
    ).acted


async def test_an_answer_that_is_taken_back_is_none() -> None:
    family = Family("en")
    asked = await family.say("turn on the reading lamp")
    assert asked.reply.expects_answer
    assert not (await family.say("the one in the bedroom, no, never mind")).acted
