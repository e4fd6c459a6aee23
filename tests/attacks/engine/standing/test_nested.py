"""Sentences within sentences: the ones that took half a minute, and their relatives."""

import pytest

from home_agent.engine.plan import CallStep, IfStep, LaterStep
from home_agent.engine.understand import Understood

from .conftest import Read

MOST = 30_000
"""Looks: what an honest sentence of this length may take as well."""

THINGS = tuple("abcdefghijklmn")

ATTEMPTS = {
    "tell me when": ("en", "tell me when " * 14),
    "tell me when, to the end": ("en", "tell me when " * 10),
    "tell me when the lamp": ("en", "tell me when " * 9 + "the bedside lamp is on"),
    "if": ("en", "if " * 20),
    "if, and a command": ("en", "if " * 20 + "it rains turn on the bedside lamp"),
    "if, with commas": ("en", "if it rains, " * 9 + "turn on the bedside lamp"),
    "unless": ("en", "turn on the bedside lamp " + "unless it rains " * 9),
    "until": ("en", "turn on the bedside lamp " + "until it rains " * 9),
    "the A or the B": ("en", "tell me when the " + " or the ".join(THINGS) + " opens"),
    "A or B": ("en", "tell me when " + " or ".join(THINGS) + " opens"),
    "five of them": ("en", "tell me when the " + " or the ".join(THINGS[:5]) + " opens"),
    "six of them": ("en", "tell me when the " + " or the ".join(THINGS[:6]) + " opens"),
    "A and B": ("en", "tell me when " + " and ".join(THINGS) + " opens"),
    "if A and B": ("en", "if " + " and ".join(THINGS) + " open turn on the lamp"),
    "or, of what is there": ("en", "tell me when " + "the bedside lamp or " * 7 + "it is on"),
    "while": ("en", "tell me when it rains " + "while it rains " * 9),
    "except": ("en", "turn off everything " + "except the lamp " * 9),
    "everything but": ("en", "everything but " * 16),
    "but leave": ("en", "turn off everything " + "but leave the lamp on " * 5),
    "no, the other": ("en", "turn on the bedside lamp " + "no the chandelier " * 8),
    "I mean": ("en", "turn on the bedside lamp, " + "I mean the chandelier, " * 7),
    "and then": ("en", "turn on the bedside lamp " + "and then turn it off " * 5),
    "could you": ("en", "could you " * 15 + "turn on the bedside lamp"),
    "he said": ("en", "he said " * 14 + "turn on the bedside lamp"),
    "say": ("en", "announce that " * 15),
    "remind me to": ("en", "remind me to " * 10),
    "an hour and": ("en", "set a timer for " + "an hour and " * 9),
    "half of half": ("en", "dim the bedside lamp by " + "half " * 25),
    "both": ("en", "turn on both " + "both the lamps " * 9),
    "is it and is it": ("en", "is the lamp on and " * 6),
    "warmer than": ("en", "is it " + "warmer than " * 14),
    "quotes": ("en", 'say "' * 15),
    "undo the last": ("en", "undo the last " * 10),
    "sag mir wenn": ("de", "sag mir wenn " * 10),
    "wenn": ("de", "wenn " * 30),
    "das A oder das B": ("de", "sag mir wenn " + " oder ".join(THINGS) + " aufgeht"),
    "außer": ("de", "mach alles aus " + "außer der lampe " * 8),
    "nein doch": ("de", "mach das licht an " + "nein die lampe " * 9),
    "dimmi quando": ("it", "dimmi quando " * 16),
    "se": ("it", "se " * 30),
    "A o B": ("it", "dimmi quando " + " o ".join(THINGS) + " si apre"),
    "tranne": ("it", "spegni tutto " + "tranne la luce " * 9),
    "avísame cuando": ("es", "avísame cuando " * 16),
    "si (es)": ("es", "si " * 30),
    "A o B (es)": ("es", "avísame cuando " + " o ".join(THINGS) + " se abra"),
    "dis-moi quand": ("fr", "dis moi quand " * 10),
    "si": ("fr", "si " * 30),
    "A ou B": ("fr", "dis moi quand " + " ou ".join(THINGS) + " s'ouvre"),
    "zeg me wanneer": ("nl", "zeg me wanneer " * 10),
    "als": ("nl", "als " * 30),
    "A of B": ("nl", "zeg me wanneer " + " of ".join(THINGS) + " opengaat"),
}


@pytest.mark.parametrize(("code", "text"), ATTEMPTS.values(), ids=ATTEMPTS.keys())
def test_nothing_is_read_again_and_again(code: str, text: str, read: Read) -> None:
    _, looks = read(text, code)
    assert looks <= MOST


@pytest.mark.parametrize(
    "text",
    [
        "if " * 20 + "it rains turn on the bedside lamp",
        "turn on the bedside lamp " + "unless it rains " * 9,
        "turn on the bedside lamp " + "when it rains " * 9,
        "turn off everything " + "except the lamp " * 9,
        "turn on the bedside lamp " + "no the chandelier " * 8,
        "turn on the bedside lamp " * 6 + "no wait turn off the chandelier " * 6 + "scratch that",
        "turn on the bedside lamp, " * 8 + "if it rains",
        "turn on the bedside lamp, " * 8 + "he said",
    ],
)
def test_what_is_not_read_to_its_end_is_not_acted_upon(text: str, read: Read) -> None:
    found, _ = read(text, "en")
    steps = found.plan.steps if isinstance(found, Understood) else ()
    assert not any(isinstance(step, CallStep | IfStep | LaterStep) for step in steps)


@pytest.mark.parametrize(
    "text",
    [
        "tell me when the bedside lamp or the chandelier or the desk lamp is on",
        "turn on the bedside lamp, no, the chandelier",
        "turn off all the lights except the bedside lamp and the chandelier",
        "if the bedside lamp is on and the chandelier is off turn on the desk lamp",
    ],
)
def test_what_people_say_is_still_understood(text: str, read: Read) -> None:
    found, _ = read(text, "en")
    assert isinstance(found, Understood)
