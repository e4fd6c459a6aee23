"""A command with a clause beside it that only tells something, and with one that takes it back."""

import pytest

from .speaking import as_line, calls_of, done, hear, house_of

MEANT = [
    ("de", "Sofalicht aus, die Nachbarn schauen rein", "light.turn_off light.sofa"),
    ("de", "der Fernseher kann aus, das Telefon läutet", "media_player.turn_off media_player.tv"),
    ("nl", "televisie uit, bedtijd", "media_player.turn_off media_player.tv"),
    ("nl", "televisie uit, dat lawaai maakt me gek", "media_player.turn_off media_player.tv"),
    ("fr", "éteins la guirlande, tout le monde se couche", "light.turn_off light.guirlande"),
    ("fr", "allume la guirlande, je veux lire", "light.turn_on light.guirlande"),
    ("it", "accendimi la piantana, vorrei leggere", "light.turn_on light.piantana"),
    ("it", "si gela, chiudi la tenda da sole", "cover.close_cover cover.tenda"),
    ("es", "apaga la tele, ya vamos a cenar", "media_player.turn_off media_player.tv"),
    ("es", "se oyó un ruido afuera, cierra el portón", "cover.close_cover cover.porton"),
    ("es", "se quedó abierto el portón, ciérralo", "cover.close_cover cover.porton"),
    ("es", "huele a lluvia, recoge el toldo", "cover.close_cover cover.toldo"),
]

NOT_MEANT = [
    ("en", "turn off the porch light, when pigs fly"),
    ("en", "turn off the porch light, said the fairy"),
    ("en", "turn off the porch light, the teacher wants"),
    ("en", "turn off the porch light, that is what he wants"),
    ("en", "she wants me to, turn off the porch light"),
    ("en", "turn off the porch light, he keeps telling me"),
    ("de", "Sofalicht aus, will sie immer"),
    ("de", "Sofalicht aus, das will der Chef im Film"),
    ("nl", "televisie uit, dat zou je wel willen"),
    ("fr", "éteins la guirlande, quand les poules auront des dents"),
    ("fr", "éteins la guirlande, elle veut toujours"),
    ("it", "spegni la radio, vuole sempre lei"),
    ("it", "spegni la radio, ti sento male al telefono"),
    ("es", "apaga la tele, quiere siempre mi madre"),
    ("es", "apaga la tele, no quiero"),
]


@pytest.mark.parametrize(("language", "sentence", "calls"), MEANT)
def test_what_is_told_beside_a_command_is_no_part_of_it(
    language: str, sentence: str, calls: str
) -> None:
    assert as_line(calls_of(hear(language, house_of(language), sentence))) == calls


@pytest.mark.parametrize(("language", "sentence"), NOT_MEANT)
def test_what_may_take_a_command_back_stops_it(language: str, sentence: str) -> None:
    assert done(hear(language, house_of(language), sentence)) == []
