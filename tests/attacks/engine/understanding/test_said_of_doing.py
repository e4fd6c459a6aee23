"""What doing something comes to, what somebody would do, and what stays as it is: no commands."""

import pytest

from tests.attacks.engine.understanding.houses import Family

SENTENCES = (
    ("en", "Open the garage door, actually, no, keep it shut."),
    ("en", "Turn off the television, no keep it on."),
    ("en", "Open the blinds, wait no, leave them closed."),
    ("de", "Öffne den Vorhang, nein, lass ihn zu."),
    ("nl", "Open het gordijn, nee, hou het dicht."),
    ("it", "Apri la tenda, no, tienila chiusa."),
    ("es", "Abre la persiana del salón, no, mantenla cerrada."),
    ("fr", "Ouvre le volet du salon, non, laisse-le fermé."),
    ("fr", "Monter la radio de la cuisine, c'est se fâcher avec les voisins."),
    ("fr", "Éteindre la télévision maintenant, c'est déclarer la guerre aux enfants."),
    ("fr", "Ouvrir le volet du salon, cela revient à inviter les voisins."),
    ("es", "Apagaría la luz, pero entonces no veo nada."),
    ("es", "Cerraría la persiana."),
    ("es", "Encendería la luz."),
    ("fr", "Lis-moi quelque chose."),
    ("fr", "Lance la Roomba."),
    ("en", "Start the Roomba."),
)

WANTED = (
    ("en", "Open the garage door, no wait, close it."),
    ("en", "Turn on the chandelier, then keep it on."),
    ("fr", "Éteins la lumière de la cuisine, c'est trop clair."),
)


@pytest.mark.parametrize("room", [False, True], ids=["anywhere", "living room"])
@pytest.mark.parametrize(("language", "sentence"), SENTENCES)
async def test_nothing_is_done(language: str, sentence: str, room: bool) -> None:
    heard = await Family(language, room=room).say(sentence)
    assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(("language", "sentence"), WANTED)
async def test_what_is_wanted_is_done(language: str, sentence: str) -> None:
    assert (await Family(language).say(sentence)).acted
