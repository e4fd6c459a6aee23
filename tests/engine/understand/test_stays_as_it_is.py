"""What is to stay as it is beside a command, and what somebody meant instead, in six languages."""

import pytest

from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of, done, hear, house_of

TELLY = "media_player.turn_off media_player.tv"
PIANTANA = "light.turn_on light.piantana"
FAIRY = "light.turn_on light.guirlande"
LEFT = "cover.close_cover cover.wz_links"

SPARED = [
    ("de", "Fernseher aus, lass das Sofalicht", TELLY),
    ("de", "Fernseher aus, das Sofalicht bleibt an", TELLY),
    ("de", "Rollladen links zu, lass den anderen", LEFT),
    ("de", "Rollladen links runter, nicht den rechten", LEFT),
    (
        "de",
        "alle Lichter im Schlafzimmer aus, aber lass die Nachttischlampe Ben",
        "light.turn_off light.nacht_anna",
    ),
    ("nl", "televisie uit, laat de radio", TELLY),
    ("nl", "televisie uit, de radio blijft aan", TELLY),
    ("it", "accendi la piantana, lascia la radio", PIANTANA),
    ("it", "accendi la piantana ma non toccare la radio", PIANTANA),
    ("es", "apaga la tele, deja la cafetera", TELLY),
    ("es", "apaga la tele, la cafetera se queda encendida", TELLY),
    ("fr", "allume la guirlande, laisse le lampadaire", FAIRY),
    ("fr", "allume la guirlande, le lampadaire reste éteint", FAIRY),
]

MEANT_INSTEAD = [
    ("de", "Fernseher aus, das Radio meine ich", "media_player.turn_off media_player.radio"),
    ("nl", "televisie uit, de radio bedoel ik", "media_player.turn_off media_player.radio"),
    ("it", "spegni la tele, la radio intendo", "media_player.turn_off media_player.radio"),
    ("es", "apaga la tele, la cafetera quiero decir", "switch.turn_off switch.cafe"),
    ("fr", "allume la guirlande, le lampadaire je veux dire", "light.turn_on light.lampadaire"),
]

NOTHING = [
    ("de", "Fernseher aus, lass den Fernseher"),
    ("de", "Fernseher aus, lass mal"),
    ("de", "Fernseher aus, lass das Klavier"),
    ("de", "Fernseher aus, nicht meine ich"),
    ("nl", "televisie uit, laat maar"),
    ("nl", "televisie uit, laat de televisie"),
    ("it", "accendi la piantana, lascia perdere"),
    ("it", "accendi la piantana, lascia la piantana"),
    ("es", "apaga la tele, déjalo"),
    ("es", "apaga la tele, no toques la tele"),
    ("fr", "allume la guirlande, laisse tomber"),
    ("fr", "allume la guirlande, laisse la guirlande"),
]

ENGLISH = [
    "turn off the chandelier, leave the mood light",
    "turn off the chandelier but leave the mood light",
    "turn off the chandelier, the mood light can stay",
    "turn off the chandelier, not the mood light",
    "turn off the chandelier, don't touch the mood light",
    "turn off the mood light, the chandelier I mean",
    "turn off the mood light, I mean the chandelier",
]

NOTHING_IN_ENGLISH = [
    "turn off the chandelier, leave it",
    "turn off the chandelier, leave the chandelier",
    "turn off the chandelier, leave the house",
    "turn off the chandelier, leave me alone",
    "turn off the chandelier, not on your life",
    "turn off the chandelier, not now",
    "turn off the chandelier, hocus pocus I mean",
    "turn off the chandelier, if it rains I mean",
    "he said turn off the chandelier, the mood light I mean",
]


@pytest.mark.parametrize(("language", "sentence", "calls"), [*SPARED, *MEANT_INSTEAD])
def test_only_what_is_meant_changes(language: str, sentence: str, calls: str) -> None:
    assert as_line(calls_of(hear(language, house_of(language), sentence))) == calls


@pytest.mark.parametrize(("language", "sentence"), NOTHING)
def test_what_is_both_to_change_and_to_stay_is_left_alone(language: str, sentence: str) -> None:
    assert done(hear(language, house_of(language), sentence)) == []


@pytest.mark.parametrize("sentence", ENGLISH)
def test_it_is_so_in_english(sentence: str) -> None:
    found = hear("en", SimulatedHome.demo(), sentence)
    assert as_line(calls_of(found)) == "light.turn_off light.chandelier"


@pytest.mark.parametrize("sentence", NOTHING_IN_ENGLISH)
def test_and_not_so(sentence: str) -> None:
    assert done(hear("en", SimulatedHome.demo(), sentence)) == []


def test_words_for_where_are_replaced() -> None:
    found = hear("en", SimulatedHome.demo(), "light off in the cave, I mean the kitchen")
    assert {target for call in calls_of(found) for target in call.targets} == {
        "light.dining_table",
        "light.worktop",
    }
