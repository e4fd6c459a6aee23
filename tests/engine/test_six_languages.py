"""What was once answered wrongly in one of six languages, in the built-in house."""

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome
from tests.engine.answers import answer_to

# (language, sentences, the answer to the last of them)
_CONVERSATIONS: list[tuple[str, list[str], str]] = [
    # A room that is named is not where the weather is.
    (
        "en",
        ["will it rain tomorrow?", "how warm is it in the kitchen?"],
        "Sorry, I am not aware of any temperature in the Kitchen area",
    ),
    (
        "en",
        ["is the mirror light on?", "is it on in the bathroom?"],
        "No, Mirror light is off",
    ),
    (
        "de",
        ["wie wird das Wetter morgen?", "wie warm ist es im Schlafzimmer?"],
        "Schlafzimmertemperatur: 18 °C",
    ),
    (
        "nl",
        ["wat voor weer wordt het morgen?", "hoe warm is het in de slaapkamer?"],
        "Slaapkamertemperatuur: 18 °C",
    ),
    (
        "it",
        ["che tempo farà domani?", "quanti gradi ci sono in cucina?"],
        (
            "Mi dispiace, nell'area Cucina non conosco nessun dispositivo appartenente "
            "alla classe temperatura"
        ),
    ),
    (
        "es",
        ["¿qué tiempo hará mañana?", "¿qué temperatura hace en la cocina?"],
        "Lo siento, no conozco ningún elemento de la clase temperatura en el área Cocina",
    ),
    # Who unlocks has opened no door.
    ("es", ["desbloquea la puerta principal", "sí"], "Puerta principal: desbloqueada"),
    ("it", ["sblocca la porta d'ingresso", "sì"], "Porta d'ingresso: sbloccata"),
    # How warm it will be is no reading of now, whatever comes first.
    ("en", ["tomorrow, will it be cold?"], "Tomorrow: rain, 7 to 10 °C, 85% chance of rain"),
    (
        "de",
        ["morgen, wird es da kalt?"],
        "Morgen: Regen, 7 bis 10 °C, Regenwahrscheinlichkeit 85 %",
    ),
    (
        "de",
        ["Samstag, wie wird da das Wetter?"],
        "Samstag: sonnig, 4 bis 15 °C, Regenwahrscheinlichkeit 5 %",
    ),
    ("fr", ["demain il fera froid ?"], "Demain: pluie, de 7 à 10 °C, risque de pluie 85 %"),
    (
        "nl",
        ["morgen wordt het koud?"],
        "Morgen: regen, 7 tot 10 °C, 85% kans op regen",
    ),
    # Timers are asked after in many words.
    ("it", ["che timer ci sono?"], "Non c'è nessun timer attivo."),
    ("it", ["ci sono timer?"], "Non c'è nessun timer attivo."),
    ("fr", ["il y a des minuteurs ?"], "Aucun minuteur ne tourne."),
    ("nl", ["lopen er timers?"], "Er loopt geen timer."),
    # A mere length of time is how long, and no part of a name; and what is fed is no room.
    (
        "fr",
        ["allume l'extracteur une demi-heure"],
        "Allumé. Extracteur redevient comme avant dans 30 minutes (3:00).",
    ),
    (
        "es",
        ["enciende el extractor media hora"],
        (
            "Se ha activado el ventilador."
            " Extractor vuelve a estar como antes dentro de 30 minutos (3:00)."
        ),
    ),
    (
        "it",
        ["accendi l'aspiratore mezz'ora"],
        "Ho acceso Aspiratore. Aspiratore torna com'era tra 30 minuti (3:00).",
    ),
    ("es", ["pausa la radio diez minutos"], "No lo he entendido, solo «pausa … radio»."),
    ("de", ["füttere den Hund"], "Entschuldigung, das habe ich nicht verstanden"),
    ("de", ["mach das Licht in der Sauna an"], "Kein Bereich mit dem Namen Sauna vorhanden"),
    # What cannot be reached is in no calendar.
    ("en", ["is anything unavailable?"], "Yes, Desk lamp is unavailable right now"),
    ("de", ["ist etwas nicht verfügbar?"], "Ja, Schreibtischlampe ist gerade nicht erreichbar"),
    ("nl", ["is er iets niet bereikbaar?"], "Ja, Bureaulamp is op dit moment niet beschikbaar"),
    (
        "fr",
        ["y a-t-il quelque chose d'indisponible ?"],
        "Oui, Lampe de bureau est indisponible pour le moment",
    ),
    (
        "it",
        ["c'è qualcosa di non disponibile?"],
        "Sì, Lampada della scrivania non è disponibile in questo momento",
    ),
    (
        "es",
        ["¿hay algo sin conexión?"],
        "Sí, Lámpara del escritorio no está disponible ahora mismo",
    ),
    ("fr", ["y a-t-il quelque chose de cassé ?"], "Désolé, je n'ai pas compris"),
    ("it", ["c'è qualcosa di rotto?"], "Mi dispiace, non ho capito"),
    ("es", ["¿hay algo roto?"], "Lo siento, no he entendido"),
    # Who is at home is in no zone called home.
    ("en", ["where is Anna?"], "Anna is at home"),
    ("de", ["ist jemand zu Hause?"], "Ja, Anna ist zu Hause"),
    ("nl", ["is er iemand thuis?"], "Ja, Anna is thuis"),
    ("fr", ["il y a quelqu'un à la maison ?"], "Oui, Anna est à la maison"),
    ("it", ["c'è qualcuno in casa?"], "Sì, Anna è a casa"),
    ("es", ["¿hay alguien en casa?"], "Sí, Anna está en casa"),
    # Where "the" may be "him", a timer is still no other time for a plan.
    (
        "de",
        ["stell einen Timer auf 5 Minuten", "ändere den Timer auf 10 Minuten"],
        "Timer über 10 Minuten: noch 10 Minuten.",
    ),
    (
        "fr",
        ["mets un minuteur de 5 minutes", "change le minuteur à 10 minutes"],
        "Le minuteur de 10 minutes : encore 10 minutes.",
    ),
    (
        "de",
        ["weck mich morgen um 6 Uhr", "mach ihn auf 7 Uhr"],
        "Ich wecke dich morgen um 7:00.",
    ),
    # Timers that are asked for by no name.
    *(
        ("en", ["set a timer for 5 minutes", asked], "The timer of 5 minutes has 5 minutes left.")
        for asked in (
            "what timers are there?",
            "what timers have I got?",
            "which timers do I have running",
            "how many timers are there right now?",
        )
    ),
    (
        "fr",
        ["mets un minuteur de 5 minutes", "quels minuteurs tournent ?"],
        "Le minuteur de 5 minutes : encore 5 minutes.",
    ),
    (
        "en",
        ["set a timer for 5 minutes", "how long is left on the pizza timer?"],
        "There is no such timer. The timer of 5 minutes has 5 minutes left.",
    ),
    # What a thermostat is set to is not how warm it is.
    (
        "en",
        ["what's the target temperature of the thermostat?"],
        "Thermostat target temperature is 21°",
    ),
    ("de", ["wie ist die Solltemperatur vom Thermostat?"], "Thermostat Solltemperatur: 21°"),
    ("nl", ["wat is de doeltemperatuur van de thermostaat?"], "Thermostaat doeltemperatuur: 21°"),
    (
        "fr",
        ["quelle est la température de consigne du thermostat ?"],
        "Thermostat température de consigne : 21°",
    ),
    (
        "it",
        ["qual è la temperatura impostata del termostato?"],
        "Termostato temperatura impostata: 21°",
    ),
    (
        "es",
        ["¿cuál es la temperatura objetivo del termostato?"],
        "Termostato temperatura objetivo: 21°",
    ),
    ("de", ["wie warm ist es am Thermostat?"], "Thermostat Temperatur: 20,5°"),
    # How loud a radio is, is no volume of water.
    ("es", ["¿cuál es el volumen de la radio?"], "Radio de la cocina volumen: 30 %"),
    # The sky in words, also where it is told why.
    (
        "en",
        ["will it rain tomorrow?", "why did you say that?"],
        (
            "I heard: “will it rain tomorrow”. "
            "Weather: partly cloudy, rain, cloudy, sunny, sunny, partly cloudy, rain, cloudy."
        ),
    ),
    # A radio that was stopped is still on.
    ("en", ["stop the radio", "stop the radio"], "Kitchen radio: already idle."),
    ("en", ["stop the radio", "turn on the radio"], "Kitchen radio: already on."),
    # A verb that begins a name is no verb.
    ("en", ["boost minutes 45"], "Boost minutes is 45 minutes."),
    ("en", ["boost boost minutes by 5"], "Boost minutes is 35 minutes."),
    ("en", ["increase boost minutes by 5"], "Boost minutes is 35 minutes."),
    # What is there is not said to be missing.
    ("en", ["switch the thermostat to cooling mode"], "Thermostat cannot do that."),
    (
        "en",
        ["turn on the air conditioner"],
        (
            "Sorry, I am not aware of any device called air conditioner. "
            "What there is: Radiator, Thermostat."
        ),
    ),
    # Words as they are written.
    ("de", ["wie laut ist das Radio?"], "Küchenradio Lautstärke: 30 %"),
    (
        "fr",
        ["ouvre la porte du garage", "oui", "la porte du garage est en train de s'ouvrir ?"],
        "Oui, Porte du garage : en train de s'ouvrir",
    ),
    # What is there is anywhere, though a room was spoken of.
    (
        "en",
        [
            "turn on the lights in the kitchen",
            "set a timer for 5 minutes",
            "what timers are there?",
        ],
        "The timer of 5 minutes has 5 minutes left.",
    ),
    # A timer is taken back as other plans are, and looking at it is nothing to take back.
    ("en", ["set a timer for 5 minutes", "undo that"], "The timer of 5 minutes is cancelled."),
    (
        "de",
        ["stell einen Timer auf 5 Minuten", "mach das rückgängig"],
        "Timer über 5 Minuten: abgebrochen.",
    ),
    (
        "en",
        ["turn on the mirror light", "what timers do I have?", "undo that"],
        "Mirror light is as it was before.",
    ),
    # No calendar lets us remove an appointment, and none is looked for in its stead.
    (
        "en",
        ["cancel the appointment with the dentist"],
        (
            "I can neither remove nor move appointments, so the calendar is as it was."
            " Please do that in the calendar itself."
        ),
    ),
    (
        "de",
        ["sag den Zahnarzttermin ab"],
        (
            "Termine kann ich weder löschen noch verschieben; der Kalender ist wie zuvor."
            " Mach das bitte im Kalender selbst."
        ),
    ),
    (
        "it",
        ["sposta l'appuntamento dal dentista alle 11"],
        (
            "Non posso né eliminare né spostare appuntamenti: il calendario è com'era."
            " Fallo nel calendario stesso."
        ),
    ),
    (
        "fr",
        ["annule le rendez-vous chez le dentiste"],
        (
            "Je ne peux ni supprimer ni déplacer de rendez-vous : l'agenda est resté tel quel."
            " Faites-le dans l'agenda lui-même."
        ),
    ),
    (
        "es",
        ["quita la reunión del calendario"],
        (
            "No puedo borrar ni mover citas: el calendario sigue como estaba."
            " Hazlo en el propio calendario."
        ),
    ),
    (
        "nl",
        ["haal de tandarts uit de agenda"],
        (
            "Ik kan afspraken niet verwijderen of verzetten; de agenda is zoals hij was."
            " Doe dat in de agenda zelf."
        ),
    ),
    ("en", ["remove bread from the shopping list"], "Removed bread"),
    # Cold is asked about as warm is, in every language.
    ("de", ["ist es im Schlafzimmer kalt?"], "Schlafzimmertemperatur: 18 °C"),
    ("nl", ["is het koud in de slaapkamer?"], "Slaapkamertemperatuur: 18 °C"),
    ("fr", ["il fait froid dans la chambre ?"], "Température de la chambre : 18 °C"),
    # "In here" is no place that was spoken of before: where nobody knows the room, it is indoors.
    (
        "en",
        ["is it cold outside?", "how warm is it in here?"],
        "Living room temperature is 20.5 °C, Bedroom temperature is 18 °C",
    ),
    (
        "de",
        ["ist es draußen kalt?", "wie warm ist es hier drin?"],
        "Wohnzimmertemperatur: 20,5 °C, Schlafzimmertemperatur: 18 °C",
    ),
    # What could not be helped is still spoken of.
    ("en", ["is the hall light on?", "too bright", "turn it off"], "Hall light: already off."),
    (
        "it",
        ["la luce dell'ingresso è accesa?", "è troppo forte", "spegnila"],
        "Luce dell'ingresso: è già così (spenta).",
    ),
    # Who corrects what was not said names nothing.
    ("de", ["nein, die andere"], "Entschuldigung, das habe ich nicht verstanden"),
    ("nl", ["nee, de andere"], "Sorry, ik snap het niet"),
    ("en", ["the other one"], "Sorry, I couldn't understand that"),
    # What is taken back is told in words, not by the names of services.
    (
        "en",
        [
            "next song on the kitchen radio",
            *("turn on the mirror light", "turn on the ceiling fan", "close the blinds"),
            "undo everything",
        ],
        (
            "Shall I open Blinds, turn off Ceiling fan, turn off Mirror light"
            " and switch Kitchen radio back by one?"
        ),
    ),
]


@pytest.mark.parametrize(("language", "said", "answer"), _CONVERSATIONS)
async def test_the_last_sentence_is_answered(language: str, said: list[str], answer: str) -> None:
    # How long a reason took is as it is.
    assert (await answer_to(language, said)).partition(" That took ")[0] == answer


async def test_things_of_one_name_are_told_with_their_rooms() -> None:
    """Who is asked about all of them hears which."""
    rooms = ("Den", "Bar", "Attic")
    inventory = {
        "areas": [{"id": room.lower(), "name": room} for room in rooms],
        "entities": [
            {
                "id": f"media_player.{room.lower()}",
                "name": "Speaker",
                "area": room.lower(),
                "state": "playing",
            }
            for room in rooms
        ]
        + [{"id": "light.den", "name": "Lamp", "area": "den", "state": "on"}],
    }
    home = SimulatedHome.from_inventory(inventory)
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.5))
    reply = await agent.hear(Turn(text="everything off", conversation_id="one"))
    await agent.close()
    home.close()
    assert reply.text == (
        "Shall I turn off Speaker (Attic), Speaker (Bar), Speaker (Den) and Lamp?"
    )


async def test_a_fan_is_no_mode_of_what_else_is_in_the_room() -> None:
    """Who wants the fan on where there is none is told so: nothing else begins to blow."""
    inventory = {
        "areas": [{"id": "lab", "name": "Lab"}, {"id": "den", "name": "Den"}],
        "entities": [
            {
                "id": "climate.lab",
                "name": "Lab AC",
                "area": "lab",
                "state": "off",
                "attributes": {"hvac_modes": ["off", "cool", "fan_only"]},
            },
            {"id": "fan.den", "name": "Tower", "area": "den", "state": "off"},
        ],
    }
    home = SimulatedHome.from_inventory(inventory)
    agent = build_agent(home, store=InMemoryStore(durable=True), settings=Settings(patience=0.5))
    reply = await agent.hear(Turn(text="turn on the fan in the lab", conversation_id="one"))
    assert "not aware of any fan in the Lab" in reply.text
    assert home.snapshot().states["climate.lab"].value == "off"
    await agent.hear(Turn(text="set the lab AC to fan only", conversation_id="one"))
    assert home.snapshot().states["climate.lab"].value == "fan_only"
    await agent.close()
    home.close()
