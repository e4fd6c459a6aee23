"""Sentences that nobody should act upon: not ours, told, said to people, or cut off."""

import pytest

from tests.attacks.engine.understanding.houses import Family

NOT_OURS = {
    "en": (
        "Start the car",
        "Turn on the car",
        "Start the car and warm up the seats",
        "Turn off the light in my sister's flat",
        "Turn off the chandelier at my sister's",
        "Turn on the heating at work",
        "Put my phone on silent",
        "Open the blinds at the cottage",
        "Jump and open the chest",
        "Light a candle",
    ),
    "de": (
        "Starte das Auto",
        "Mach das Licht in meinem Auto an",
        "Mach bei Oma das Licht aus",
        "Schalte mein Handy aus",
        "Spring und öffne die Truhe",
    ),
    "nl": (
        "Start de auto",
        "Doe het licht in mijn auto aan",
        "Doe bij mijn zus het licht uit",
        "Zet mijn telefoon uit",
    ),
    "it": (
        "Metti in moto la macchina",
        "Accendi la macchina",
        "Spegni la luce a casa di nonna",
        "Spegni il mio telefono",
        "Salta e apri il forziere",
    ),
    "es": (
        "Arranca el coche",
        "Enciende el coche",
        "Apaga la luz en casa de la abuela",
        "Apaga mi móvil",
        "Salta y abre el cofre",
    ),
    "fr": (
        "Démarre la voiture",
        "Allume la voiture",
        "Éteins la lumière chez mamie",
        "Éteins mon téléphone",
    ),
}

TOLD = {
    "en": (
        "The boiler heats up to sixty",
        "The blinds open at seven",
        "The curtains close",
        "The lights go off",
        "The chandelier turns off at ten",
        "The garage door opens",
        "Robbie cleans the kitchen",
        "He said, turn off the chandelier",
        "Turn off the chandelier, he said",
        "Turn off the chandelier, shouted Ben",
    ),
    "de": (
        "Die Heizung heizt auf 24 Grad",
        "Die Rollläden gehen runter",
        "Anna schaltet die Stehlampe ein",
        "Er hat gesagt, mach die Stehlampe aus",
        "Mach die Stehlampe aus, rief er",
    ),
    "nl": (
        "De rolluiken gaan naar beneden",
        "Hij doet de staande lamp uit",
        "Hij zei, doe de staande lamp uit",
        "Doe de staande lamp uit, riep hij",
    ),
    "it": (
        "Le tapparelle scendono",
        "Anna spegne il lampadario",
        "Ha detto, spegni il lampadario",
        "Spegni il lampadario, gridò lui",
    ),
    "es": (
        "Las persianas bajan",
        "Anna apaga la araña",
        "Me ha dicho, apaga la araña",
        "Apaga la araña, gritó él",
    ),
    "fr": (
        "Les volets descendent",
        "Anna éteint le lampadaire",
        "Il a dit, éteins le lampadaire",
        "Éteins le lampadaire, cria-t-il",
    ),
}

TO_PEOPLE = {
    "en": (
        "Cool down, buddy",
        "Cool down buddy",
        "Cool off, honey",
        "Warm up, kids",
        "Light up, grumpy",
        "Turn off the chandelier, Ben",
        "Ben, turn off the chandelier",
        "Go home, Ben",
        "Stop it, you two",
    ),
    "de": ("Mach die Stehlampe aus, Paul", "Komm runter, Schatz", "Paul, mach die Stehlampe aus"),
    "nl": (
        "Doe de deur achter je dicht",
        "Doe de deur achter je dicht, Sem",
        "Doe de staande lamp uit, Sem",
        "Rustig maar, jochie",
    ),
    "it": ("Spegni il lampadario, Luca", "Datti una calmata, bello", "Raffreddati, ragazzi"),
    "es": ("Apaga la araña, Luis", "Cálmate, cariño", "Enfríate, hombre"),
    "fr": ("Éteins le lampadaire, Luc", "Calme-toi, chéri", "Rafraîchis-toi, mon grand"),
}

CUT_OFF = {
    "en": (
        "Turn off everything in",
        "Turn off the lights in",
        "Turn off the lights in the",
        "Turn off all the lights except",
        "Turn off all the lights but",
        "Turn on the chandelier at",
        "Turn on the chandelier for",
        "Turn on the chandelier because",
        "Turn on the chandelier and",
        "Set the thermostat to",
        "Turn on the",
        "Turn off the light at my",
    ),
    "de": (
        "Mach alles aus in",
        "Mach alles aus außer",
        "Schalte die Lichter aus bis auf",
        "Stell den Fernseher auf",
        "Mach das Licht bei",
        "Mach die",
    ),
    "nl": (
        "Doe alles uit in",
        "Doe alles uit behalve",
        "Doe de lampen uit op",
        "Zet de thermostaat op",
        "Zet de verwarming op",
        "Doe het licht in de",
    ),
    "it": (
        "Spegni tutto in",
        "Spegni tutto tranne",
        "Spegni le luci di",
        "Metti il termostato a",
        "Spegni la luce del",
    ),
    "es": (
        "Apaga todo en",
        "Apaga todo menos",
        "Apaga las luces de",
        "Pon el termostato a",
        "Apaga la luz del",
    ),
    "fr": (
        "Éteins tout dans",
        "Éteins tout sauf",
        "Éteins les lumières du",
        "Mets le thermostat à",
        "Éteins la lumière de",
    ),
}


def _each(*tables: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [
        (language, sentence)
        for table in tables
        for language, sentences in table.items()
        for sentence in sentences
    ]


@pytest.mark.parametrize(("language", "sentence"), _each(NOT_OURS, TOLD, TO_PEOPLE, CUT_OFF))
async def test_what_is_not_for_us_is_not_done(language: str, sentence: str) -> None:
    for room in (False, True):
        heard = await Family(language, room=room).say(sentence)
        assert not heard.acted, heard.reply.text
