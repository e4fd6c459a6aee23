"""Warnings and stories in the words of a command: what comes of it is told after an "and"."""

import pytest

from tests.attacks.engine.understanding.houses import Family

COMES_OF_IT = {
    "en": (
        "turn off the chandelier and you're dead",
        "turn off the chandelier and you are fired",
        "turn off the chandelier and the baby cries",
        "turn off the television and the kids start fighting",
        "turn off the chandelier and nobody can read",
        "turn on the coffee machine and the fuse blows",
        "turn on the siren and everybody in the street wakes up",
        "set the thermostat to 25 and my wife kills me",
        "turn on the chandelier and the moths come in",
        "turn off the chandelier and she screams",
    ),
    "de": (
        "mach die Stehlampe aus und das Baby weint",
        "mach den Fernseher aus und die Kinder streiten sich",
        "schalte die Stehlampe ein und die Sicherung fliegt raus",
        "mach die Stehlampe an und jeder sieht uns",
        "mach den Fernseher an und sie schimpft wieder",
    ),
    "nl": (
        "doe de staande lamp uit en de baby huilt",
        "zet de televisie uit en de kinderen maken ruzie",
        "doe de staande lamp aan en de stop slaat door",
        "doe de staande lamp aan en iedereen ziet ons",
    ),
    "it": (
        "spegni il lampadario e il bambino piange",
        "spegni il televisore e i bambini litigano",
        "accendi il lampadario e tutti ci vedono",
        "metti il termostato a 25 e mia moglie mi ammazza",
    ),
    "es": (
        "apaga la araña y el bebé llora",
        "apaga la tele y los niños se pelean",
        "enciende la araña y todos nos ven",
        "pon el termostato a 25 y mi mujer me mata",
    ),
    "fr": (
        "éteins le lampadaire et le bébé pleure",
        "éteins la télé et les enfants se disputent",
        "allume le lampadaire et tout le monde nous voit",
        "mets le thermostat à 25 et ma femme me tue",
    ),
}
MORE_OF_IT = {
    "en": ("turn off the chandelier and the radio", "turn off the chandelier and my piano"),
    "de": ("mach die Stehlampe aus und den Fernseher auch",),
    "nl": ("doe de staande lamp uit en de televisie ook",),
    "it": ("spegni il lampadario e anche il televisore",),
    "es": ("apaga la araña y la tele también",),
    "fr": ("éteins le lampadaire et la télé aussi",),
}


@pytest.mark.parametrize("room", [False, True])
@pytest.mark.parametrize(
    ("language", "text"),
    [(language, text) for language, texts in COMES_OF_IT.items() for text in texts],
)
async def test_what_would_come_of_it_is_no_command(language: str, text: str, *, room: bool) -> None:
    heard = await Family(language, room=room).say(text)
    assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(
    ("language", "text"),
    [(language, text) for language, texts in MORE_OF_IT.items() for text in texts],
)
async def test_more_of_the_same_is_one(language: str, text: str) -> None:
    assert (await Family(language).say(text)).acted
