"""A command that goes on, without a pause, to why, for whom, what for or meanwhile what."""

import pytest

from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of, done, hear, house_of

TELLY = "media_player.turn_off media_player.tv"
SOFA = "light.turn_on light.sofa"
PIANTANA = "light.turn_on light.piantana"
COFFEE = "switch.turn_on switch.cafe"
FAIRY = "light.turn_on light.guirlande"

MEANT = [
    ("de", "Sofalicht an für die Gäste", SOFA),
    ("de", "Sofalicht an für meinen Videoanruf", SOFA),
    ("de", "mach das Sofalicht für die Kinder an", SOFA),
    ("de", "Sofalicht an während ich koche", SOFA),
    ("de", "Fernseher aus wir gehen jetzt schlafen", TELLY),
    ("de", "Fernseher aus für die Nacht", TELLY),
    ("de", "Fernseher aus und ab ins Bett", TELLY),
    ("nl", "televisie uit voor de nacht", TELLY),
    ("nl", "televisie uit we gaan eten", TELLY),
    ("nl", "televisie uit terwijl ik kook", TELLY),
    ("nl", "televisie uit en dan naar bed", TELLY),
    ("it", "accendi la piantana per gli ospiti", PIANTANA),
    ("it", "accendi la piantana per la videochiamata", PIANTANA),
    ("it", "accendi la piantana mentre cuciniamo", PIANTANA),
    ("it", "accendi la piantana mentre preparo la cena", PIANTANA),
    ("es", "enciende la cafetera para los invitados", COFFEE),
    ("es", "enciende la cafetera para la reunión", COFFEE),
    ("es", "enciende la cafetera mientras me ducho", COFFEE),
    ("fr", "allume la guirlande pour les enfants", FAIRY),
    ("fr", "allume la guirlande pour mon appel", FAIRY),
    ("fr", "allume la guirlande pendant que je cuisine", FAIRY),
]

NOT_MEANT = [
    ("de", "Sofalicht an während wir im Urlaub sind"),
    ("de", "Sofalicht an für immer und ewig sagte die Fee"),
    ("de", "Sofalicht an für eine Stunde"),
    ("de", "Fernseher aus ich habe nur gescherzt"),
    ("de", "Fernseher aus wir sollten das nicht"),
    ("nl", "televisie uit terwijl we op vakantie zijn"),
    ("nl", "televisie uit voor het eten"),
    ("nl", "televisie uit ik zei het voor de grap"),
    ("it", "accendi la piantana mentre siamo in vacanza"),
    ("it", "accendi la piantana per un'ora"),
    ("es", "enciende la cafetera mientras estamos de vacaciones"),
    ("es", "enciende la cafetera para mañana"),
    ("es", "apaga la luz para la música"),
    ("fr", "allume la guirlande pendant qu'on est en vacances"),
    ("fr", "allume la guirlande pour une heure"),
]


@pytest.mark.parametrize(("language", "sentence", "calls"), MEANT)
def test_for_whom_and_meanwhile_what_change_nothing(
    language: str, sentence: str, calls: str
) -> None:
    assert as_line(calls_of(hear(language, house_of(language), sentence))) == calls


@pytest.mark.parametrize(("language", "sentence"), NOT_MEANT)
def test_how_long_and_words_of_others_are_no_purpose(language: str, sentence: str) -> None:
    assert done(hear(language, house_of(language), sentence)) == []


ENGLISH = [
    "turn off the chandelier we're going to bed",
    "turn off the chandelier for the guests",
    "turn off the chandelier for my call",
    "turn off the chandelier while we eat",
    "turn off the chandelier then straight to bed",
    "turn off the chandelier for the night",
    "turn off the chandelier now Alfie I mean it",
    "turn off the chandelier, I mean it",
    "gonna be a long night, turn off the chandelier",
]

NOT_ENGLISH = [
    "turn off the chandelier while we're on holiday",
    "turn off the chandelier while I'm away",
    "turn off the chandelier while I'm up open the curtains",
    "turn off the chandelier for the weekend",
    "turn off the chandelier for him said the butler",
    "turn off the chandelier I never said that",
    "turn off the chandelier he said",
    "pause for a second and take a breath",
    "gonna tell him to turn off the chandelier",
]


@pytest.mark.parametrize("sentence", ENGLISH)
def test_it_is_so_in_english(sentence: str) -> None:
    found = hear("en", SimulatedHome.demo(), sentence)
    assert as_line(calls_of(found)) == "light.turn_off light.chandelier"


@pytest.mark.parametrize("sentence", NOT_ENGLISH)
def test_and_not_so(sentence: str) -> None:
    assert done(hear("en", SimulatedHome.demo(), sentence)) == []
