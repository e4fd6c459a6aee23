"""Wishes, participles, reasons in one breath, and what only sounds like them, in six languages."""

import pytest

from .speaking import as_line, calls_of, done, hear, house_of

MEANT = [
    # How a thing should be, said after it.
    ("es", "focos del camino, encendidos", "light.turn_on light.jardin"),
    ("fr", "tous les volets fermés", "cover.close_cover cover.cuisine,cover.lea,cover.sejour"),
    # Lamps of a sort are no others.
    ("it", "accendi i faretti", "light.turn_on light.giardino"),
    # Wishes.
    ("de", "die Stehlampe kann an", "light.turn_on light.steh"),
    ("de", "der Fernseher darf jetzt aus", "media_player.turn_off media_player.tv"),
    ("de", "im Bad kann der Lüfter an", "fan.turn_on fan.bad"),
    ("nl", "de staande lamp mag wel uit", "light.turn_off light.staand"),
    ("nl", "het rolluik moet omhoog", "cover.open_cover cover.slaapkamer"),
    (
        "nl",
        "de bureaulamp mag naar 30 procent",
        'light.turn_on light.bureau {"brightness_pct": 30}',
    ),
    ("it", "la piantana va spenta", "light.turn_off light.piantana"),
    ("es", "el portón tiene que quedar cerrado", "cover.close_cover cover.porton"),
    ("fr", "la guirlande doit s'éteindre", "light.turn_off light.guirlande"),
    # Why, in the same breath.
    ("es", "apaga la tele, que suena el teléfono", "media_player.turn_off media_player.tv"),
    ("es", "recoge el toldo que hay tormenta", "cover.close_cover cover.toldo"),
    ("it", "chiudi la tenda da sole che c'è vento", "cover.close_cover cover.tenda"),
    ("de", "Lüfter im Bad an, hier tropft alles", "fan.turn_on fan.bad"),
    ("de", "Sofalicht aus, wir gehen gleich", "light.turn_off light.sofa"),
    ("nl", "televisie uit, er wordt hier gewerkt", "media_player.turn_off media_player.tv"),
    # Numbers and a half.
    (
        "de",
        "Thermostat auf zwanzigeinhalb",
        'climate.set_temperature climate.sz {"temperature": 20.5}',
    ),
    (
        "nl",
        "thermostaat op negentien komma vijf",
        'climate.set_temperature climate.slaapkamer {"temperature": 19.5}',
    ),
    (
        "fr",
        "thermostat à dix-neuf degrés cinq",
        'climate.set_temperature climate.sejour {"temperature": 19.5}',
    ),
]

NOT_MEANT = [
    # Of these it is asked first.
    ("nl", "televisie uit, de opdracht vervalt"),
    ("de", "Sofalicht aus, das galt meinem Bruder"),
    ("de", "Sofalicht aus, das hättest du wohl gern"),
    ("es", "apaga la tele, que lo haga Luis"),
    ("es", "apaga la tele, que te crees tú eso"),
    ("it", "spegni la radio, che te lo sogni"),
    # Asked, or told of.
    ("es", "¿el riego, abierto?"),
    ("es", "La cafetera, encendida?"),
    ("fr", "L'arrosage, ouvert ?"),
    ("it", "Tutte le luci accese?"),
    ("it", "di nuovo tutte le luci accese"),
    ("es", "todas las luces encendidas"),
    ("fr", "le portail peut s'ouvrir"),
    ("nl", "de voordeur moet open zijn"),
    ("nl", "de keuken moet af"),
    ("en", "first boil the water"),
    ("es", "la tele apagada"),
    ("it", "televisore spento"),
    ("fr", "volet du séjour ouvert"),
    ("es", "la luz de la entrada está encendida"),
    ("es", "se encendió la luz de la entrada"),
    ("es", "apaga la tele, que no la apagues"),
    ("it", "il lampadario è spento"),
    ("it", "la nonna deve spegnere la radio"),
    ("fr", "le plafonnier du séjour est allumé"),
    ("fr", "la guirlande reste allumée"),
    ("de", "Anna soll die Stehlampe ausmachen"),
    ("de", "die Stehlampe kann an bleiben"),
    ("de", "vielleicht kann die Stehlampe aus"),
    ("de", "die Stehlampe muss wohl aus sein"),
    ("nl", "Bram mag de televisie aanzetten"),
    ("nl", "de staande lamp mag niet uit"),
    ("nl", "de televisie mag aan blijven"),
    ("en", "the porch light must have been left on"),
]


@pytest.mark.parametrize(("language", "sentence", "calls"), MEANT)
def test_what_is_meant_is_done(language: str, sentence: str, calls: str) -> None:
    assert as_line(calls_of(hear(language, house_of(language), sentence))) == calls


@pytest.mark.parametrize(("language", "sentence"), NOT_MEANT)
def test_what_is_only_told_is_not_done(language: str, sentence: str) -> None:
    assert done(hear(language, house_of(language), sentence)) == []


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Robbi, an die Arbeit"),
        ("nl", "Rover, ga maar stofzuigen"),
        ("fr", "Nestor, au travail !"),
        ("it", "Pippo, vai a pulire"),
        ("es", "Conga, a limpiar"),
    ],
)
def test_a_robot_that_is_spoken_to_starts(language: str, sentence: str) -> None:
    (call,) = calls_of(hear(language, house_of(language), sentence))
    assert call.full_name == "vacuum.start"


@pytest.mark.parametrize(
    ("language", "sentence"), [("it", "Pippo, vai via"), ("de", "Robbi ist bei der Arbeit")]
)
def test_who_is_spoken_of_does_not_start(language: str, sentence: str) -> None:
    assert done(hear(language, house_of(language), sentence)) == []
