"""Things that are named first, for whom something is done, whose it is, and states alone."""

import pytest

from .speaking import as_line, calls_of, done, hear, house_of

MEANT = [
    # Named first, and pointed at by the verb.
    (
        "it",
        "la piantana mettila al massimo",
        'light.turn_on light.piantana {"brightness_pct": 100}',
    ),
    ("it", "la radio, spegnila", "media_player.turn_off media_player.radio"),
    ("es", "la tele apágala", "media_player.turn_off media_player.tv"),
    # For whom it is done says nothing of what is done.
    ("es", "súbele a la radio", "media_player.volume_up media_player.radio"),
    ("es", "ciérrale el portón al cartero", "cover.close_cover cover.porton"),
    ("it", "spegnigli la radio", "media_player.turn_off media_player.radio"),
    ("de", "mach ihm die Stehlampe an", "light.turn_on light.steh"),
    # So much more or less.
    (
        "de",
        "Thermostat ein Grad weniger",
        'climate.set_temperature climate.sz {"temperature": 17.0}',
    ),
    # How it should be, with a please or wholly.
    ("fr", "volet du séjour complètement fermé", "cover.close_cover cover.sejour"),
    ("it", "televisore spento, per favore", "media_player.turn_off media_player.tv"),
]

NOT_MEANT = [
    ("it", "la radio la spengo io"),
    ("it", "il televisore lascialo stare"),
    ("es", "la tele ya la apagué"),
    ("es", "la tele la apaga mi madre"),
    ("es", "dile que le suba a la radio"),
    ("de", "sie macht ihm die Stehlampe an"),
    ("nl", "sla mij over"),
    ("en", "let the dog out"),
]


@pytest.mark.parametrize(("language", "sentence", "calls"), MEANT)
def test_what_is_said_in_another_order_is_done(language: str, sentence: str, calls: str) -> None:
    assert as_line(calls_of(hear(language, house_of(language), sentence))) == calls


@pytest.mark.parametrize(("language", "sentence"), NOT_MEANT)
def test_what_others_do_is_not_done(language: str, sentence: str) -> None:
    assert done(hear(language, house_of(language), sentence)) == []
