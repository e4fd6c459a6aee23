"""Sentences with two times that cannot be told apart: nothing is done, and nothing is planned."""

import pytest

from home_agent.engine.plan import CallStep, LaterStep
from home_agent.engine.understand import Understood
from tests.attacks.engine.understanding.houses import Family
from tests.engine.understand.test_several_times import hear

UNCLEAR = {
    "en": (
        "turn on the chandelier at 7 and at 8",
        "turn on the chandelier at 7 or at 8",
        "turn on the chandelier today at 7 and tomorrow at 8",
        "turn on the chandelier at 7 turn it off at 8",
        "turn on the chandelier at 7 and the towel rail and at 9 lock the front door",
        "turn on the chandelier at 7 pm and in ten minutes turn it off",
        "turn on the chandelier in 10 minutes and turn it off in 5 minutes",
        "turn on the chandelier at 7 pm for 10 minutes and lock the front door",
        "lock the front door at 7 pm and turn on the chandelier for 10 minutes",
        "turn on the chandelier when the front door opens and turn it off at 9 pm",
        "when the front door opens turn on the chandelier for 10 minutes and lock the front door",
        "set timers for 10 and 20 minutes",
    ),
    "de": (
        "schalte die Stehlampe um 7 und um 8 ein",
        "schalte die Stehlampe um 7 oder um 8 ein",
        "schalte das Sofalicht heute um 7 und morgen um 8 ein",
        "schalte das Sofalicht um 19 Uhr ein und in zehn Minuten aus",
        "schalte das Sofalicht in zehn Minuten ein und in fünf Minuten aus",
        "schalte das Sofalicht um 19 Uhr für 10 Minuten ein und schließe die Haustür ab",
        "stelle Timer auf 10 und 20 Minuten",
    ),
    "nl": (
        "zet de staande lamp om 7 en om 8 aan",
        "zet de staande lamp om 7 of om 8 aan",
        "zet het leeslampje vandaag om 7 en morgen om 8 aan",
        "zet het leeslampje om 19 uur aan en over tien minuten uit",
        "zet het leeslampje over tien minuten aan en over vijf minuten uit",
        "zet timers van 10 en 20 minuten",
    ),
    "it": (
        "accendi la piantana alle 7 e alle 8",
        "accendi la piantana alle 7 o alle 8",
        "accendi la piantana oggi alle 7 e domani alle 8",
        "accendi la piantana alle 19 e tra dieci minuti spegnila",
        "accendi la piantana tra dieci minuti e spegnila tra cinque minuti",
        "accendi la piantana alle 19 per 10 minuti e chiudi a chiave la porta d'ingresso",
        "imposta timer di 10 e 20 minuti",
    ),
    "es": (
        "enciende la lámpara de pie a las 7 y a las 8",
        "enciende la lámpara de pie a las 7 o a las 8",
        "enciende la lámpara de pie hoy a las 7 y mañana a las 8",
        "enciende la lámpara de pie a las 19 y dentro de diez minutos apágala",
        "enciende la lámpara de pie dentro de diez minutos y apágala dentro de cinco minutos",
        "enciende la lámpara de pie a las 19 por 10 minutos y cierra con llave la puerta principal",
        "pon temporizadores de 10 y 20 minutos",
    ),
    "fr": (
        "allume le lampadaire à 7 heures et à 8 heures",
        "allume le lampadaire à 7 heures ou à 8 heures",
        "allume le lampadaire aujourd'hui à 7 heures et demain à 8 heures",
        "allume le lampadaire à 19 heures et dans dix minutes éteins-le",
        "allume le lampadaire dans dix minutes et éteins-le dans cinq minutes",
        "allume le lampadaire à 19 heures pendant 10 minutes et verrouille la porte d'entrée",
        "mets des minuteurs de 10 et 20 minutes",
    ),
}

LOCKED_BESIDE = {
    "en": "turn on the chandelier for 10 minutes and lock the front door",
    "de": "schalte das Sofalicht für 10 Minuten ein und schließ die Haustür ab",
    "nl": "zet het leeslampje 10 minuten aan en doe de voordeur op slot",
    "it": "accendi la piantana per 10 minuti e chiudi a chiave la porta d'ingresso",
    "es": "enciende la lámpara de pie durante 10 minutos y cierra con llave la puerta principal",
    "fr": "allume le lampadaire pendant 10 minutes et verrouille la porte d'entrée",
}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [(language, sentence) for language, some in UNCLEAR.items() for sentence in some],
)
async def test_what_is_unclear_is_not_planned(language: str, sentence: str) -> None:
    """From nowhere and from a room."""
    for room in (False, True):
        heard = await Family(language, room=room).say(sentence)
        assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(("language", "sentence"), LOCKED_BESIDE.items())
def test_a_door_locked_beside_is_not_unlocked_later(language: str, sentence: str) -> None:
    """What is for ten minutes is the lamp."""
    heard = hear(language, sentence)
    assert isinstance(heard, Understood)
    *_, locked = heard.plan.steps
    assert isinstance(locked, CallStep)
    assert locked.call.full_name == "lock.lock"
    later = [step for step in heard.plan.steps if isinstance(step, LaterStep)]
    assert all(
        not target.startswith("lock.")
        for step in later
        for call in step.steps
        if isinstance(call, CallStep)
        for target in call.call.targets
    )
