"""What is told of weather, rooms, appointments, scenes and doors, in each language alike."""

import pytest

from tests.engine.facts_house import Talk, by_language, calls_of


@by_language(
    (
        "en",
        *("tomorrow, any rain then?", "is it going to rain tomorrow", "tomorrow will it be wet?"),
        "Yes, tomorrow: rain, 7 to 10 °C, 85% chance of rain",
    ),
    (
        "de",
        *("regnet es morgen", "morgen Regen?", "wird es morgen nass"),
        "Ja, morgen: Regen, 7 bis 10 °C, Regenwahrscheinlichkeit 85 %",
    ),
    (
        "nl",
        *("regent het morgen", "morgen regen?", "gaat het morgen regenen"),
        "Ja, morgen: regen, 7 tot 10 °C, 85% kans op regen",
    ),
    (
        "it",
        *("piove domani?", "domani piove?", "domani pioverà"),
        "Sì, domani: pioggia, da 7 a 10 °C, probabilità di pioggia 85%",
    ),
    (
        "es",
        *("¿llueve mañana?", "mañana va a llover?", "¿mañana habrá lluvia?"),
        "Sí, mañana: lluvia, de 7 a 10 °C, probabilidad de lluvia 85 %",
    ),
    (
        "fr",
        *("il pleut demain ?", "demain, va-t-il pleuvoir ?", "de la pluie demain ?"),
        "Oui, demain: pluie, de 7 à 10 °C, risque de pluie 85 %",
    ),
)
async def test_rain_tomorrow(language: str, said: str, told: str) -> None:
    """The words may stand in any order, and the sky is told as people call it."""
    assert await Talk(language).hears(said) == told


@by_language(
    ("en", "the weather at the weekend", "at the weekend how's the weather?", "Saturday: sunny"),
    ("de", "wie wird am Wochenende das Wetter", "das Wetter am Wochenende", "Samstag: sonnig"),
    ("nl", "dit weekend, wat voor weer wordt het", "het weer dit weekend", "Zaterdag: zonnig"),
    ("it", "nel weekend com'è il tempo?", "meteo per il fine settimana", "Sabato: soleggiato"),
    ("es", "el fin de semana qué tiempo hace", "tiempo del fin de semana", "Sábado: soleado"),
    ("fr", "ce week-end quel temps", "la météo pour le week-end", "Samedi: ensoleillé"),
)
async def test_weather_at_the_weekend(language: str, said: str, told: str) -> None:
    """Both days are told."""
    text = await Talk(language).hears(said)
    assert text.startswith(told)
    assert ";" in text


@by_language(
    ("en", "what's the weather like", "11.2 °C and partly cloudy"),
    ("de", "wie ist das Wetter", "11,2 Grad und teilweise bewölkt"),
    ("nl", "hoe is het weer", "11.2 graden en gedeeltelijk bewolkt"),
    ("it", "che tempo fa", "11.2 °C e parzialmente nuvoloso"),
)
async def test_weather_now(language: str, said: str, told: str) -> None:
    """A station that is called like the weather itself is not asked after by its name."""
    assert await Talk(language).hears(said) == told


@by_language(
    ("en", "how warm is it in the kitchen", "Room temperature is 21.5 °C"),
    ("de", "wie warm ist es in der Küche", "Raumtemperatur: 21,5 °C"),
    ("nl", "hoe warm is het in de keuken", "Kamertemperatuur: 21,5 °C"),
    ("it", "che temperatura c'è in cucina", "Temperatura ambiente: 21,5 °C"),
    ("es", "qué temperatura hace en la cocina", "Temperatura ambiente: 21,5 °C"),
    ("fr", "quelle température fait-il dans la cuisine", "Température ambiante : 21,5 °C"),
    ("en", "how cold is the fridge", "Fridge is 4.5 °C"),
    ("de", "wie heiß ist der Backofen", "Backofen: 180 °C"),
    ("nl", "hoe koud is de vriezer", "Vriezer: -18 °C"),
)
async def test_temperature_of_a_room(language: str, said: str, told: str) -> None:
    """It is the room's; an appliance's only where that is named."""
    assert await Talk(language).hears(said) == told


async def test_no_thermometer_but_the_fridge() -> None:
    """A fridge does not tell how warm a kitchen is."""
    talk = Talk("en", "sensor.room")
    assert "4.5" not in await talk.hears("how warm is it in the kitchen")
    assert "4.5" not in (await talk.say("how warm is it in here?", room="kitchen")).text


@by_language(
    (
        "en",
        *("add a dentist appointment tomorrow at 3", "put dentist in my calendar tomorrow at 3 pm"),
        "Added to Calendar: Dentist, tomorrow at 3:00 PM – 4:00 PM.",  # noqa: RUF001
    ),
    (
        "de",
        *("trag morgen um 15 Uhr Zahnarzt in den Kalender ein",),
        "In Kalender eingetragen: Zahnarzt, morgen um 15:00 – 16:00.",  # noqa: RUF001
    ),
    (
        "nl",
        *("zet tandarts morgen om 15 uur in de agenda",),
        "Toegevoegd aan Agenda: Tandarts, morgen om 15:00 – 16:00.",  # noqa: RUF001
    ),
    (
        "it",
        *("aggiungi un appuntamento dal dentista domani alle 15",),
        "Aggiunto a Calendario: Dentista, domani alle 15:00 – 16:00.",  # noqa: RUF001
    ),
    (
        "es",
        *("añade una cita con el dentista mañana a las 15",),
        "Añadido a Calendario: Dentista, mañana a las 15:00 – 16:00.",  # noqa: RUF001
    ),
    (
        "fr",
        *("ajoute un rendez-vous chez le dentiste demain à 15 heures",),
        "Ajouté à Calendrier : Dentiste, demain à 15:00 – 16:00.",  # noqa: RUF001
    ),
)
async def test_appointment_is_added(language: str, said: str, told: str) -> None:
    """It is read back as the calendar has it by then."""
    reply = await Talk(language).say(said)
    assert reply.text == told
    assert calls_of(reply) == ["calendar.create_event calendar.family"]


@pytest.mark.parametrize(
    ("said", "told", "data"),
    [
        ("put Anna's birthday in the calendar on 24 december", "December 24th", "2026-12-25"),
        ("schedule a meeting with Ben on friday from 2 to 4 pm", "2:00 PM", "16:00"),
        ("add a haircut appointment monday at 9 for 30 minutes", "Monday at 9:00 AM", "09:30"),
        ("add an appointment", "What shall I put in the calendar?", ""),
        ("add football to the calendar", "When is “Football”?", ""),
        ("add a haircut appointment next week", "When is “Haircut”?", ""),
        ("add yoga to my calendar every monday at 6 pm", "I can only add single", ""),
        ("put dinner in my calendar yesterday at 7", "That time is over", ""),
    ],
)
async def test_appointments_in_english(said: str, told: str, data: str) -> None:
    """A day alone is the whole day, an hour is meant where no end is said; the rest is asked."""
    reply = await Talk("en").say(said)
    assert told in reply.text
    ends = [str(call.data.get("end_date") or call.data["end_date_time"]) for call in reply.calls]
    assert all(data in end for end in ends)
    assert bool(ends) is bool(data)


async def test_appointment_where_the_calendar_cannot_show_it() -> None:
    """Nothing is said to be there that is not seen there."""
    talk = Talk("en", "calendar.family")
    reply = await talk.say("add a dentist appointment tomorrow at 3 pm")
    assert not reply.calls


@by_language(
    ("en", "activate movie night", "Ceiling lamp is on (20%), Television is off."),
    ("de", "aktiviere Filmabend", "Deckenlampe: an (20 %), Fernseher: aus."),
    ("nl", "activeer filmavond", "Plafondlamp: aan (20%), Televisie: uit."),
    ("it", "attiva serata film", "Plafoniera: accesa (20%), Televisore: spenta."),
    ("es", "activa noche de cine", "Plafón: encendida (20 %), Televisor: apagada."),
    ("fr", "active soirée cinéma", "Plafonnier : allumé (20 %), Télévision : éteint."),
)
async def test_scene_tells_what_it_changed(language: str, said: str, told: str) -> None:
    """Those things whose states differ from before."""
    assert (await Talk(language).hears(said)).endswith(told)


@by_language(
    ("en", "when was the front door last opened?", "Front door was last open today at 2:30 PM."),
    ("de", "wann ging die Haustür zuletzt auf?", "Haustür: zuletzt offen heute um 14:30."),
    ("nl", "wanneer is de voordeur voor het laatst geopend?", "Voordeur: laatst open vandaag"),
    ("it", "quando è stata aperta l'ultima volta la porta d'ingresso?", "Porta d'ingresso: l'ul"),
    ("es", "¿cuándo se abrió por última vez la puerta de entrada?", "Puerta de entrada: la últ"),
    ("fr", "quand la porte d'entrée a-t-elle été ouverte pour la dernière fois ?", "Porte d'ent"),
)
async def test_when_it_was_last_open(language: str, said: str, told: str) -> None:
    """Though it is closed; where nobody remembers, that is said, and what is known."""
    talk = Talk(language)
    unknown = await talk.hears(said)
    assert "14:30" not in unknown
    assert "2:30" not in unknown
    talk.clock.advance(600)
    talk.home.apply("binary_sensor.front", state="on")
    talk.clock.advance(60)
    talk.home.apply("binary_sensor.front", state="off")
    talk.clock.advance(3600)
    assert (await talk.hears(said)).startswith(told)
