"""A command that was said on the radio, to somebody else, or never in a lifetime."""

import pytest

from tests.attacks.engine.understanding.houses import Family

ONLY_HEARD = {
    "en": (
        "turn off the chandelier, in the film",
        "turn off the chandelier, on the radio",
        "turn off the chandelier, on TV",
        "turn off the chandelier, in the song",
        "turn off the chandelier, I was talking to Siri",
        "turn off the chandelier, I was speaking to Anna",
        "turn off the chandelier, not you",
        "never ever turn off the chandelier",
        "don't you dare turn off the chandelier",
    ),
    "de": (
        "mach die Stehlampe aus, im Film",
        "mach die Stehlampe aus, im Radio",
        "mach die Stehlampe aus, im Lied",
        "mach die Stehlampe aus, ich hab mit Siri geredet",
        "mach die Stehlampe aus, nicht du",
        "untersteh dich die Stehlampe auszumachen",
    ),
    "nl": (
        "doe de staande lamp uit, in de film",
        "doe de staande lamp uit, op tv",
        "doe de staande lamp uit, op de radio",
        "doe de staande lamp uit, ik had het tegen Siri",
        "waag het niet de staande lamp uit te doen",
    ),
    "it": (
        "spegni il lampadario, nel film",
        "spegni il lampadario, in tv",
        "spegni il lampadario, alla radio",
        "spegni il lampadario, parlavo con Siri",
        "neanche per sogno spegnere il lampadario",
        "per carità spegnere il lampadario",
    ),
    "es": (
        "apaga la araña, en la película",
        "apaga la araña, en la tele",
        "apaga la araña, en la radio",
        "apaga la araña, hablaba con Siri",
        "ni se te ocurra apagar la araña",
        "ni loco apagar la araña",
        "ni en sueños apagues la araña",
        "de ninguna manera apagar la araña",
    ),
    "fr": (
        "éteins le lampadaire, dans le film",
        "éteins le lampadaire, à la télé",
        "éteins le lampadaire, à la radio",
        "éteins le lampadaire, je parlais à Siri",
        "jamais de la vie éteindre le lampadaire",
    ),
}
SOME_TIME = (
    ("en", "turn off the chandelier in a bit"),
    ("en", "turn the chandelier down in a little bit"),
    ("en", "open the curtains in a bit"),
    ("en", "set the thermostat to 22 in a bit"),
    ("fr", "éteins le lampadaire dans un peu"),
    ("fr", "éteins le lampadaire dans un petit peu"),
    ("es", "apaga la araña en un poco"),
    ("es", "apaga la araña en un poquito"),
    ("de", "mach die Stehlampe in einer Weile aus"),
    ("nl", "doe de staande lamp straks uit"),
    ("it", "spegni il lampadario tra un pochino"),
)
MEANT = (
    ("en", "dim the chandelier a bit"),
    ("en", "turn off the chandelier, the television"),
    ("en", "turn off the chandelier and the radio"),
    ("en", "turn off the chandelier, I was talking to you"),
    ("en", "turn off the light in the kitchen, in the bedroom and in the hall"),
    ("de", "mach die Stehlampe und das Radio aus"),
    ("de", "mach die Stehlampe aus, ich rede mit dir"),
    ("fr", "allume le lampadaire et la télé"),
    ("it", "spegni il lampadario, parlo con te"),
    ("es", "apaga la araña, hablo contigo"),
)


@pytest.mark.parametrize(
    ("language", "sentence"), [(code, text) for code, some in ONLY_HEARD.items() for text in some]
)
async def test_what_is_only_heard_is_not_done(language: str, sentence: str) -> None:
    heard = await Family(language, room=True).say(sentence)
    assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(("language", "sentence"), SOME_TIME)
async def test_what_is_for_some_other_time_is_not_done_now(language: str, sentence: str) -> None:
    heard = await Family(language, room=True).say(sentence)
    assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(("language", "sentence"), MEANT)
async def test_what_is_meant_is_done(language: str, sentence: str) -> None:
    heard = await Family(language, room=True).say(sentence)
    assert heard.acted, heard.reply.text
