"""What a family says in six languages in the built-in house, and the answer to it."""

import pytest

from tests.engine.answers import answer_to

# (language, sentences, the answer to the last of them)
_CONVERSATIONS: list[tuple[str, list[str], str]] = [
    # Whether one may go rests on every door and window, not on the smoke detector.
    ("en", ["is it safe to leave?"], "No, Bedroom window is open"),
    ("de", ["kann ich beruhigt gehen?"], "Nein, Schlafzimmerfenster: offen"),
    ("nl", ["kan ik gerust weggaan?"], "Nee, Slaapkamerraam: open"),
    ("it", ["posso uscire tranquillo?"], "No, Finestra della camera: aperta"),
    ("es", ["¿puedo irme tranquila?"], "No, Ventana del dormitorio: abierta"),
    ("fr", ["je peux partir tranquille ?"], "Non, Fenêtre de la chambre : ouvert"),
    # What is on its way is not told by where it was.
    ("en", ["set the curtains to 50%"], "Curtains: opening."),
    ("de", ["stell die Vorhänge auf 50"], "Vorhänge: öffnet."),
    ("fr", ["mets les rideaux à 50"], "Rideaux : en train de s'ouvrir."),
    # What is planned is asked for by the word that we say it with.
    ("es", ["¿qué está planeado?"], "No tengo nada planeado."),
    # Several alarms are set in one breath, as timers are.
    (
        "en",
        ["set an alarm for 7 and another for 8", "what alarms are set?"],
        "Alarms: today at 7:00 AM; today at 8:00 AM.",
    ),
    (
        "de",
        ["weck mich um 7 und um halb 8", "welche Wecker sind gestellt?"],
        "Wecker: heute um 7:00; heute um 7:30.",
    ),
    (
        "nl",
        ["zet een wekker om 7 uur en nog een om 8 uur"],
        "Ik maak je wakker vandaag om 7:00. Ik maak je wakker vandaag om 8:00.",
    ),
    (
        "it",
        ["metti una sveglia alle 7 e un'altra alle 8"],
        "Ti sveglio oggi alle 7:00. Ti sveglio oggi alle 8:00.",
    ),
    (
        "es",
        ["pon una alarma a las 7 y otra a las 8"],
        "Te despierto hoy a las 7:00. Te despierto hoy a las 8:00.",
    ),
    (
        "fr",
        ["mets un réveil à 7 heures et un autre à 8 heures"],
        "Je te réveille aujourd'hui à 7:00. Je te réveille aujourd'hui à 8:00.",
    ),
    # Not to touch a thing forbids, and a thing is no room.
    ("en", ["please don't touch the radiator"], "All right, I leave it."),
    ("de", ["fass die Heizung nicht an"], "In Ordnung, ich lasse es."),
    ("de", ["Finger weg von der Heizung"], "Das habe ich nicht verstanden, nur „heizung“."),
    ("nl", ["raak de verwarming niet aan"], "Goed, ik laat het."),
    ("it", ["non toccare il termostato"], "Va bene, lascio stare."),
    ("es", ["no toques la calefacción"], "De acuerdo, lo dejo."),
    ("fr", ["ne touche pas au chauffage"], "D'accord, je laisse."),
    # A verb that nobody knows is no device.
    ("en", ["sing a song"], "I did not understand that, only “song”."),
    # A unit that is said once counts for the other timer, too; the first is one that was told.
    (
        "de",
        [
            "stell einen Timer auf 5 Minuten und einen auf 10",
            *("welche Timer laufen?", "lösch den ersten", "welche Timer laufen?"),
        ],
        "Timer über 10 Minuten: noch 10 Minuten.",
    ),
    (
        "nl",
        ["zet een timer van 5 minuten en een van 10"],
        "De timer loopt: 5 minuten. De timer loopt: 10 minuten.",
    ),
    (
        "it",
        ["imposta un timer di 5 minuti e uno di 10"],
        "Timer avviato: 5 minuti. Timer avviato: 10 minuti.",
    ),
    (
        "es",
        ["pon un temporizador de 5 minutos y otro de 10"],
        "Temporizador en marcha: 5 minutos. Temporizador en marcha: 10 minutos.",
    ),
    (
        "fr",
        ["mets un minuteur de 5 minutes et un autre de 10"],
        "Minuteur lancé : 5 minutes. Minuteur lancé : 10 minutes.",
    ),
    ("de", ["lösch den ersten"], "Entschuldigung, das habe ich nicht verstanden"),
    ("it", ["annulla il primo"], "Mi dispiace, non ho capito"),
    # Who asks, and wants to be told besides, is not answered half.
    (
        "en",
        ["is the back door open? tell me when it opens"],
        "Sorry, I couldn't understand that",
    ),
    # No timer is called "and turn on the light".
    (
        "en",
        ["set a timer for 3 minutes and turn on the light", "what timers are there?"],
        "No timers are running.",
    ),
    (
        "de",
        ["stell einen Timer auf 3 Minuten und mach das Licht an", "welche Timer laufen?"],
        "Es läuft kein Timer.",
    ),
    (
        "en",
        ["set a rock and roll timer for 4 minutes"],
        "The rock and roll timer is running: 4 minutes.",
    ),
]


@pytest.mark.parametrize(("language", "said", "answer"), _CONVERSATIONS)
async def test_the_last_sentence_is_answered(language: str, said: list[str], answer: str) -> None:
    assert await answer_to(language, said) == answer
