"""Figures that open something are in no memory and nothing that is kept, whatever they are called.

And what only sounds like it is remembered as ever.
"""

import json
import re

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import redact_sentence
from tests.engine.memory.talking import Talk

CODES: dict[str, tuple[str, ...]] = {
    "en": (
        "4711 will open the gate",
        "4711 always opens the gate",
        "whoever has 4711 can open the gate",
        "the shed takes 4711",
        "4711 gets you into the house",
        "4711 lets you in",
        "4711 lets you into the garage",
        "the gate listens to 4711",
        "the garage opens with 4711",
        "4711 opens the garage",
        "the gate is 4711",
        "for the garage door press 4 7 1 1",
        "the garage opens with four seven one one",
        "the garage opens with forty-seven eleven",
        "the garage opens with four thousand seven hundred and eleven",
        "to get in, type 4711",
        "the front door: 4711",
        "you get into the shed with 815",
        "4711 is for the garage",
        "the shed unlocks with the number 4711",
        "the safe opens with four thousand seven hundred eleven",
        "with 4711 you can open the bike shed",
        "use 4711 to open the gate",
    ),
    "de": (
        "4711 macht die Garage auf",
        "die Haustür hört auf 4711",
        "4711 die Garage aufmacht",
        "4711 das Tor immer öffnet",
        "mit der 4711 kommt jeder rein",
        "beim Schuppen gilt 4711",
        "die Garage geht mit 4711 auf",
        "mit 4711 geht die Garage auf",
        "4711 öffnet das Tor",
        "die Garage geht mit vier sieben eins eins auf",
        "die Garage geht mit siebenundvierzig elf auf",
        "die Garage geht mit viertausendsiebenhundertelf auf",
        "am Tor 4711 eintippen",
        "das Gartentor ist 4711",
        "die Haustür lässt sich mit 4711 öffnen",
        "für die Garage 4711 drücken",
    ),
    "nl": (
        "4711 de garage opent",
        "de voordeur luistert naar 4711",
        "je met 4711 binnenkomt",
        "4711 maakt de poort open",
        "de schuur doet het op 4711",
        "de garage gaat open met 4711",
        "met 4711 gaat de poort open",
        "4711 opent de garage",
        "de garage gaat open met vier zeven een een",
        "de garage gaat open met zevenenveertig elf",
        "toets 4711 bij de voordeur",
        "de poort is 4711",
    ),
    "fr": (
        "4711 permet d'ouvrir le portail",
        "le portail obéit à 4711",
        "4711 fait ouvrir le portail",
        "pour entrer c'est 4711",
        "le cabanon marche avec 4711",
        "le garage s'ouvre avec 4711",
        "4711 ouvre le portail",
        "le garage s'ouvre avec quatre sept un un",
        "pour le portail tape 4711",
        "le portail c'est 4711",
        "avec 4711 on ouvre la porte",
        "le garage s'ouvre avec quatre mille sept cent onze",
    ),
    "it": (
        "per entrare si fa 4711",
        "4711 fa aprire il cancello",
        "con il 4711 si entra",
        "il capanno vuole 4711",
        "il garage si apre con 4711",
        "4711 apre il cancello",
        "il garage si apre con quattro sette uno uno",
        "per il cancello digita 4711",
        "il cancello è 4711",
        "il garage si apre con quattromilasettecentoundici",
    ),
    "es": (
        "4711 hace que se abra el portón",
        "al portón le va el 4711",
        "con el 4711 se entra",
        "el trastero va con 4711",
        "el garaje se abre con 4711",
        "4711 abre la puerta",
        "el garaje se abre con cuatro siete uno uno",
        "para la puerta marca 4711",
        "la verja es 4711",
        "el garaje se abre con cuatro mil setecientos once",
    ),
}
NO_CODES: dict[str, tuple[str, ...]] = {
    "en": (
        "the garage opens at 7",
        "the garage opens at 1830",
        "the boiler shows 4711 hours",
        "the shop opens at 8 and closes at 1830",
        "the garage was built in 1974",
        "the gate opens with 1200 watts",
        "the garage door opens in 15 seconds",
        "open the blinds to 50",
        "the garage is 4 meters wide",
        "open the garage at 18:30",
        "the door opens with a key",
        "my garage has 3 windows",
        "remember that the museum opens on 4 5 2026",
        "the bus to the gate leaves at 1830",
        "turn on the garage at 2700 kelvin",
    ),
    "de": (
        "die Garage öffnet um 7",
        "um 1830 öffnet das Tor",
        "die Heizung zeigt 4711 Stunden",
        "das Tor wurde 1974 gebaut",
        "der Laden macht um 1800 auf",
        "die Garage geht in 20 Sekunden auf",
    ),
    "nl": (
        "de garage gaat om 7 uur open",
        "de poort is van 1974",
        "om 1830 opent de garage",
    ),
    "fr": (
        "le garage ouvre à 7 heures",
        "le portail date de 1974",
        "à 1830 le garage s'ouvre",
    ),
    "it": (
        "il garage apre alle 7",
        "il cancello è del 1974",
        "alle 1830 si apre il garage",
    ),
    "es": (
        "el garaje abre a las 7",
        "la puerta es de 1974",
        "a las 1830 se abre el garaje",
    ),
}
_MOMENT = re.compile(r"\d\d:\d\d:\d\d\.\d+")
SPOKEN = ("seven", "eleven", "sieben", "zeven", "sept", "sette", "siete", "setecientos")

REMEMBER = {
    "en": "remember that {}",
    "de": "merk dir: {}",
    "nl": "onthoud: {}",
    "fr": "retiens : {}",
    "it": "ricorda: {}",
    "es": "recuerda: {}",
}


@pytest.mark.parametrize(
    ("language", "told"), [(code, told) for code, listed in CODES.items() for told in listed]
)
async def test_a_code_is_not_remembered(language: str, told: str) -> None:
    talk = Talk(language)
    reply = await talk.say(REMEMBER[language].format(told))
    assert await talk.told() == []
    kept = [await talk.store.get(key) for key in await talk.store.keys("")]
    # The moment at which it was said has figures of its own.
    everything = _MOMENT.sub("", json.dumps([*kept, reply.text], ensure_ascii=False))
    for secret in ("4711", " 815", "4 7 1 1", *SPOKEN):
        assert secret not in everything


@pytest.mark.parametrize(
    ("language", "told"), [(code, told) for code, listed in NO_CODES.items() for told in listed]
)
async def test_other_figures_are_no_secret(language: str, told: str) -> None:
    talk = Talk(language)
    reply = await talk.say(REMEMBER[language].format(told))
    assert not any(outcome.reason == "memory_secret" for outcome in reply.outcomes)


@pytest.mark.parametrize(
    ("language", "told"), [(code, told) for code, listed in CODES.items() for told in listed]
)
async def test_a_code_that_is_only_told_is_kept_nowhere(language: str, told: str) -> None:
    """Nobody asked to remember it, and the conversation is kept all the same."""
    talk = Talk(language)
    await talk.say(told)
    kept = [await talk.store.get(key) for key in await talk.store.keys("conversation")]
    assert kept
    everything = _MOMENT.sub("", json.dumps(kept, ensure_ascii=False))
    for secret in ("4711", " 815", "4 7 1 1"):
        assert secret not in everything


SHOWN = (
    ("en", "set the garage lamp to 2700"),
    ("en", "open the gate at 1830"),
    ("en", "open the gate and play radio 1234"),
    ("en", "is camera 4711 at the gate on?"),
    ("en", "the gate was painted in 2019"),
    ("en", "open the door, I have walked 1500 steps"),
    ("de", "stell das Garagenlicht auf 2700"),
    ("de", "öffne um 1830 das Tor"),
    ("de", "ist Kamera 4711 am Tor an?"),
    ("nl", "zet de garagelamp op 2700"),
    ("fr", "mets la lampe du garage à 2700"),
    ("it", "imposta la lampada del garage a 2700"),
    ("es", "pon la lámpara del garaje a 2700"),
    ("en", "the boiler ran 4711 hours"),
)


@pytest.mark.parametrize(("language", "sentence"), SHOWN)
def test_times_values_and_what_things_are_called_stay(language: str, sentence: str) -> None:
    assert redact_sentence(sentence, load_language(language)) == sentence
