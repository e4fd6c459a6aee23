"""An act alone, said to people: to be left out of a game, to be heard on the telephone."""

import pytest

from tests.attacks.engine.understanding.houses import Family

TO_PEOPLE = {
    "en": (
        "Skip me, I don't have any spades",
        "Skip me, I'm out of cards",
        "Skip me please",
        "Louder, I can hardly hear you on the phone",
        "Louder, you sound far away on my mobile",
        "Quieter, I hear you fine on the phone",
    ),
    "de": (
        "Lauter! Ich versteh dich am Telefon nicht",
        "Lauter, ich höre dich am Handy kaum",
        "Leiser, am Telefon klingst du, ich höre dich doppelt",
        "Überspring mich, ich habe kein Pik",
    ),
    "nl": (
        "Sla mij over, ik heb geen schoppen",
        "Sla mij over",
        "Harder, ik versta je niet aan de telefoon",
        "Harder, ik hoor je slecht op mijn mobiel",
    ),
    "fr": (
        "Plus fort, je ne t'entends pas au téléphone",
        "Plus fort, je vous entends mal au téléphone",
    ),
    "it": ("Più forte, ti sento male al telefono", "Salta me, ho finito le carte"),
    "es": ("Más alto, te oigo mal por teléfono", "Más alto, casi no os oigo por el móvil"),
}
TO_US = {
    "de": (
        "Leiser, ich telefoniere",
        "Lauter, ich verstehe dich nicht",
        "Leiser, das Telefon klingelt",
        "Leiser bitte, ich bin am Telefon",
    ),
    "nl": ("Zachter, ik ben aan de telefoon", "Kun je het zachter zetten, ik ben aan de telefoon"),
    "fr": ("Moins fort, je suis au téléphone",),
    "it": ("Abbassa il volume, sono al telefono",),
    "es": ("Baja el volumen, estoy al teléfono",),
}


@pytest.mark.parametrize(
    ("language", "sentence"), [(code, said) for code, every in TO_PEOPLE.items() for said in every]
)
async def test_what_is_said_to_people_is_not_done(language: str, sentence: str) -> None:
    for room in (False, True):
        heard = await Family(language, room=room).say(sentence)
        assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(
    ("language", "sentence"), [(code, said) for code, every in TO_US.items() for said in every]
)
async def test_what_is_said_to_us_is_done(language: str, sentence: str) -> None:
    heard = await Family(language, room=True).say(sentence)
    assert heard.acted, heard.reply.text
