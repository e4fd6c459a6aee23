"""What is told of weather, rooms, alarms, appointments and scenes, in each language alike."""

import asyncio
from collections.abc import Callable

import pytest

from home_agent.engine import Agent, Reply, Settings, Turn
from home_agent.engine.events import Announcement
from home_agent.engine.storage.store import MemoryStore
from home_agent.simulated import ManualClock, SimulatedHome
from tests.engine.facts_house import facts_house

LANGUAGES = ("en", "de", "nl", "it", "es", "fr")


class Talk:
    """A person who talks to the house of their language."""

    def __init__(self, language: str, *without: str) -> None:
        """Move in."""
        self.language = language
        self.home: SimulatedHome
        self.clock: ManualClock
        self.home, self.clock = facts_house(language, *without)
        self.store = MemoryStore(durable=True)
        self.agent = Agent(
            self.home, store=self.store, settings=Settings(patience=0.05), clock=self.clock
        )

    async def planned(self) -> int:
        """How much is kept for later."""
        return len(await self.store.keys("job/"))

    async def say(self, *sentences: str, room: str | None = None, who: str = "1") -> Reply:
        """Say something; the last reply."""
        reply: Reply | None = None
        for text in sentences:
            turn = Turn(text=text, language=self.language, area_id=room, conversation_id=who)
            reply = await self.agent.hear(turn)
        assert reply is not None
        return reply

    async def hears(self, *sentences: str) -> str:
        """The words of the last reply."""
        return (await self.say(*sentences)).text


def calls_of(reply: Reply) -> list[str]:
    """What was asked of the home."""
    return [f"{call.full_name} {' '.join(call.targets)}" for call in reply.calls]


def by_language(*rows: tuple[str, ...]) -> Callable[[Callable[..., object]], object]:
    """Parameters for a test: a row for each language, in the order above."""
    return pytest.mark.parametrize(
        ("language", "said", "told"),
        [(row[0], said, row[-1]) for row in rows for said in row[1:-1]],
    )


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
    ("en", "wake me at 6:45", "set an alarm for 6:45", "I will wake you tomorrow at 6:45 AM."),
    ("de", "weck mich um 6:45", "stell den Wecker auf 6:45", "Ich wecke dich morgen um 6:45."),
    (
        "nl",
        *("maak me om 6:45 wakker", "zet de wekker op 6:45"),
        "Ik maak je wakker morgen om 6:45.",
    ),
    ("it", "svegliami alle 6:45", "metti la sveglia alle 6:45", "Ti sveglio domani alle 6:45."),
    (
        "es",
        *("despiértame a las 6:45", "pon una alarma a las 6:45"),
        "Te despierto mañana a las 6:45.",
    ),
    (
        "fr",
        *("réveille-moi à 6h45", "mets le réveil à 6h45"),
        "Je te réveille demain à 6:45.",
    ),
)
async def test_alarm_is_set_listed_and_called_off(language: str, said: str, told: str) -> None:
    """An hour alone is one of the morning, whatever the panel is called."""
    talk = Talk(language)
    await talk.agent.start()
    try:
        assert await talk.hears(said) == told
        assert await talk.planned() == 1
        listed = await talk.hears(LISTING[language][0])
        assert "6:45" in listed
        assert "6:45" in await talk.hears(LISTING[language][1])
        assert await talk.planned() == 0
    finally:
        await talk.agent.close()


LISTING = {
    "en": ("what alarms are there?", "cancel my alarm"),
    "de": ("welche Wecker gibt es?", "lösche meinen Wecker"),
    "nl": ("welke wekkers zijn er?", "annuleer mijn wekker"),
    "it": ("quali sveglie ci sono?", "annulla la mia sveglia"),
    "es": ("¿qué alarmas hay?", "cancela mi alarma"),
    "fr": ("quels réveils sont réglés ?", "annule mon réveil"),
}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("set an alarm for 7 on weekdays", "every Monday, Tuesday, Wednesday, Thursday and Friday"),
        ("wake me up tomorrow at half past six", "tomorrow at 6:30 AM"),
        ("wake me in 20 minutes", "in 20 minutes (2:40 PM)"),
        ("wake me at 7 pm", "today at 7:00 PM"),
        ("wake me at 3", "today at 3:00 PM"),
        ("wake me", "When should it ring?"),
        ("wake me tomorrow", "When should it ring?"),
        ("set the alarm", "Do you mean House alarm or an alarm clock?"),
        ("cancel the alarm", "Do you mean House alarm or an alarm clock?"),
        ("snooze", "No alarm has rung just now"),
    ],
)
async def test_alarms_in_english(said: str, told: str) -> None:
    """What is unclear is asked, and nothing is set."""
    talk = Talk("en")
    await talk.agent.start()
    assert told in await talk.hears(said)
    set_at = ("every", "tomorrow", "in 20", "today")
    assert await talk.planned() == int(told.startswith(set_at))
    await talk.agent.close()


async def test_alarm_rings_and_is_snoozed() -> None:
    """It is told when it is time, and once more after ten minutes."""
    talk = Talk("en")
    heard: asyncio.Queue[str] = asyncio.Queue()

    def listen(event: object) -> None:
        if isinstance(event, Announcement):
            heard.put_nowait(event.text)

    talk.agent.listen(listen)
    await talk.agent.start()
    await talk.say("wake me at 6:30")
    talk.clock.advance(16 * 3600 + 10 * 60)
    assert await asyncio.wait_for(heard.get(), 5) == "Time to get up! It is 6:30 AM."
    assert await talk.hears("snooze") == "I will wake you in 10 minutes (6:40 AM)."
    talk.clock.advance(600)
    assert await asyncio.wait_for(heard.get(), 5) == "Time to get up! It is 6:40 AM."
    await talk.agent.close()


@by_language(
    ("en", "turn on the alarm", "activate the alarm", "House alarm is armed away."),
    ("de", "schalte die Alarmanlage ein", "Alarmanlage: scharf abwesend."),
    ("nl", "zet het alarm aan", "Alarminstallatie: ingeschakeld afwezig."),
    ("it", "attiva l'allarme", "Allarme casa: inserito fuori casa."),
    ("es", "activa la alarma", "Alarma de casa: armada ausente."),
    ("fr", "active l'alarme", "Alarme maison : armée en absence."),
)
async def test_alarm_that_is_switched_on(language: str, said: str, told: str) -> None:
    """The panel is meant, and armed."""
    reply = await Talk(language).say(said)
    assert calls_of(reply) == ["alarm_control_panel.alarm_arm_away alarm_control_panel.house"]
    assert reply.text == told


async def test_alarm_is_not_disarmed_without_a_yes() -> None:
    """Switching it off is disarming, and a house is not an alarm."""
    talk = Talk("en")
    reply = await talk.say("turn on the alarm", "turn off the alarm")
    assert (reply.text, calls_of(reply)) == ("Shall I disarm House alarm?", [])
    await talk.say("no")
    off = calls_of(await talk.say("turn off the house"))
    assert not any("alarm" in one for one in off)


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
    assert all(data in one for one in ends)
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


@pytest.mark.parametrize(
    ("language", "plans", "listing", "cancelling"),
    [
        (
            "en",
            ("turn on the bedside lamp in 10 minutes", "turn off the ceiling lamp at 8 pm"),
            "what have you planned?",
            ("cancel the second one", "cancel number 1"),
        ),
        (
            "de",
            ("stelle einen Timer auf 5 Minuten", "stelle einen Timer auf 10 Minuten"),
            "welche Timer gibt es?",
            ("stopp den zweiten", "brich den ersten ab"),
        ),
        (
            "nl",
            ("zet een timer van 5 minuten", "zet een timer van 10 minuten"),
            "welke timers zijn er?",
            ("annuleer de laatste", "stop de eerste"),
        ),
        (
            "it",
            ("imposta un timer di 5 minuti", "imposta un timer di 10 minuti"),
            "quali timer ci sono?",
            ("annulla il secondo", "ferma il primo"),
        ),
        (
            "es",
            ("pon un temporizador de 5 minutos", "pon un temporizador de 10 minutos"),
            "¿qué temporizadores hay?",
            ("cancela el segundo", "borra el primero"),
        ),
        (
            "fr",
            ("mets un minuteur de 5 minutes", "mets un minuteur de 10 minutes"),
            "quels minuteurs sont en cours ?",
            ("annule le deuxième", "arrête le premier"),
        ),
    ],
)
async def test_one_of_a_list_is_called_off(
    language: str, plans: tuple[str, ...], listing: str, cancelling: tuple[str, ...]
) -> None:
    """By its place in what was listed last; the numbers stay as they were told."""
    talk = Talk(language)
    await talk.agent.start()
    await talk.say(*plans, listing)
    kept = {*await talk.store.keys("job/"), *await talk.store.keys("timer/")}
    assert len(kept) == len(plans)
    for left, sentence in zip((1, 0), cancelling, strict=True):
        await talk.say(sentence)
        kept = {*await talk.store.keys("job/"), *await talk.store.keys("timer/")}
        assert len(kept) == left
    await talk.agent.close()


async def test_nothing_is_first_where_nothing_was_listed() -> None:
    """And a number beyond the list is none of it."""
    talk = Talk("en")
    await talk.agent.start()
    await talk.say("set a timer for 5 minutes", "cancel the first one")
    assert await talk.store.keys("timer/")
    await talk.say("what timers are there?", "cancel the third one")
    assert await talk.store.keys("timer/")
    await talk.agent.close()


@by_language(
    ("en", "undo everything", "on"),
    ("de", "mach alles rückgängig", "on"),
    ("nl", "maak alles ongedaan", "on"),
    ("it", "disfa tutto", "on"),
    ("es", "deshaz todo", "on"),
    ("fr", "défais tout", "on"),
)
async def test_everything_is_undone(language: str, said: str, told: str) -> None:
    """All that this conversation did, and nothing that another one did."""
    talk = Talk(language)
    lamps = ("light.ceiling", "light.bedside")
    first, second = (talk.home.snapshot().layout.entities[one].name for one in lamps)
    off, on = SWITCHING[language]
    await talk.say(on.format(second), who="other")
    await talk.say(off.format(first), MUTING[language], said)
    states = talk.home.snapshot().states
    assert states["light.ceiling"].value == told
    assert states["media_player.tv"].attributes["is_volume_muted"] is False
    assert states["light.bedside"].value == "on"


SWITCHING = {
    "en": ("turn off the {}", "turn on the {}"),
    "de": ("schalte die {} aus", "schalte die {} ein"),
    "nl": ("doe de {} uit", "doe het {} aan"),
    "it": ("spegni la {}", "accendi l'{}"),
    "es": ("apaga el {}", "enciende la {}"),
    "fr": ("éteins le {}", "allume la {}"),
}
MUTING = {
    "en": "mute the television",
    "de": "schalte den Fernseher stumm",
    "nl": "demp de televisie",
    "it": "silenzia il televisore",
    "es": "silencia el televisor",
    "fr": "coupe le son de la télévision",
}


async def test_undoing_a_lot_is_asked_first() -> None:
    """More than a few things are named before they are put back."""
    talk = Talk("en")
    reply = await talk.say(
        *("turn off the ceiling lamp", "turn on the bedside lamp", "mute the television"),
        *("set the radiator to 25", "undo everything"),
    )
    assert reply.text.startswith("Shall I")
    assert not reply.calls
    reply = await talk.say("yes")
    assert len(reply.calls) == len(("ceiling", "bedside", "television", "radiator"))
    assert talk.home.snapshot().states["light.ceiling"].value == "on"


@by_language(
    ("en", "everything off at 11", "turn everything off at 11 pm", "today at 11:00 PM?"),
    ("de", "alles aus um 11", "schalte um 23 Uhr alles aus", "heute um 23:00?"),
    ("nl", "alles uit om 11", "vandaag om 23:00?"),
    ("it", "spegni tutto alle 23", "oggi alle 23:00?"),
    ("es", "apaga todo a las 23", "hoy a las 23:00?"),
    ("fr", "éteins tout à 23 heures", "aujourd'hui à 23:00 ?"),
)
async def test_sweep_for_later_is_asked_first(language: str, said: str, told: str) -> None:
    """With its time, and everything that it is about."""
    talk = Talk(language)
    await talk.agent.start()
    reply = await talk.say(said)
    assert reply.text.endswith(told)
    assert await talk.planned() == 0
    await talk.say("👍")
    assert await talk.planned() == 1
    await talk.agent.close()


@by_language(
    ("en", "put the bedroom on 19", "bedroom on 19", "climate.set_temperature climate.bedroom"),
    ("nl", "zet de slaapkamer op 19", "climate.set_temperature climate.bedroom"),
    ("en", "put the bedroom on 60", "light.turn_on light.bedside"),
    ("en", "put the bedroom on", "light.turn_on light.bedside"),
)
async def test_figure_for_a_room(language: str, said: str, told: str) -> None:
    """One that the heating there can be set to is a temperature."""
    assert calls_of(await Talk(language).say(said)) == [told]


@by_language(
    ("en", "turn on shelly1pm", "is shelly1pm on?", "turn on the shelly1pm at 8 pm", "shelly1pm"),
    ("en", "turn off Shelly3", "called Shelly3"),
    ("de", "schalte shelly1pm ein", "shelly1pm"),
)
async def test_what_is_missing_is_named_as_it_was_said(language: str, said: str, told: str) -> None:
    """With its number, which is no time."""
    reply = await Talk(language).say(said)
    assert told in reply.text
    assert not reply.calls


@by_language(
    ("en", "mute the television", "Television is muted."),
    ("de", "schalte den Fernseher stumm", "Fernseher: stumm."),
    ("en", "what is the volume of the television", "Television volume is 90%"),
    ("de", "wie laut ist der Fernseher", "Fernseher lautstärke: 90 %"),
    ("nl", "hoe hard staat de televisie", "Televisie volume: 90%"),
    ("en", "set the television volume to 90%", "Television: already 90%."),
    ("en", "mute the television at 9 pm", "I will mute Television today at 9:00 PM."),
    (
        "en",
        "set the television volume to 30% at 9 pm",
        "I will set Television to 30% today at 9:00 PM.",
    ),
)
async def test_values_as_people_say_them(language: str, said: str, told: str) -> None:
    """No fractions, no names of attributes."""
    talk = Talk(language)
    await talk.agent.start()
    assert await talk.hears(said) == told
    await talk.agent.close()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("wake me at 25:00", "When should it ring?"),
        ("wake me at 7 and at 8", "When should it ring?"),
        ("set an alarm for yesterday", "When should it ring?"),
        ("add an event tomorrow at 99", "What shall I put in the calendar?"),
        ("add an appointment with the dentist on february 30 at 3", "When is “Dentist"),
        ("put the meeting room lights on at 7", ""),
        ("don't wake me at 7", ""),
        ("do not add an appointment tomorrow at 3", ""),
        ("she said wake me at 7", ""),
        ("I set an alarm for 7 yesterday", ""),
        ("the alarm went off at 7", ""),
        ("what if I set an alarm for 7", ""),
        ("cancel the first one", ""),
    ],
)
async def test_nothing_is_done_where_nobody_should(said: str, told: str) -> None:
    """What is no time, forbidden, told of others or of the past."""
    talk = Talk("en")
    await talk.agent.start()
    reply = await talk.say(said)
    assert told in reply.text
    assert not reply.calls
    assert await talk.planned() == 0
    await talk.agent.close()
