"""Alarms that wake, and the alarm of the house, in each language alike."""

import asyncio

import pytest

from home_agent.engine.events import Announcement
from tests.engine.facts_house import Talk, by_language, calls_of


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


@by_language(
    ("en", "wake me at half past six", "I will wake you tomorrow at 6:30 AM."),
    ("de", "weck mich um halb sieben", "Ich wecke dich morgen um 6:30."),
    ("nl", "wek me om half zeven", "Ik maak je wakker morgen om 6:30."),
    ("nl", "maak me wakker om 6:30", "Ik maak je wakker morgen om 6:30."),
    ("nl", "maak me morgen wakker om half zeven", "Ik maak je wakker morgen om 6:30."),
    ("nl", "wek mij om kwart voor zeven", "Ik maak je wakker morgen om 6:45."),
    ("it", "svegliami alle sei e mezza", "Ti sveglio domani alle 6:30."),
    ("es", "despiértame a las seis y media", "Te despierto mañana a las 6:30."),
    ("fr", "réveille-moi à six heures et demie", "Je te réveille demain à 6:30."),
    (
        "it",
        "svegliami alle 7 nei giorni feriali",
        "Ti sveglio ogni lunedì, martedì, mercoledì, giovedì e venerdì alle 7:00.",
    ),
    (
        "es",
        "despiértame a las 7 entre semana",
        "Te despierto cada lunes, martes, miércoles, jueves y viernes a las 7:00.",
    ),
    (
        "fr",
        "réveille-moi à 7 h en semaine",
        "Je te réveille chaque lundi, mardi, mercredi, jeudi et vendredi à 7:00.",
    ),
)
async def test_alarm_in_words(language: str, said: str, told: str) -> None:
    """Half hours, quarters and weekdays, as they are said."""
    talk = Talk(language)
    await talk.agent.start()
    try:
        assert await talk.hears(said) == told
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


async def test_an_alarm_that_rang_before_a_restart_is_snoozed() -> None:
    """Who is woken and half asleep need not know that we were started anew."""
    talk = Talk("en")
    rang = asyncio.Event()
    talk.agent.listen(lambda event: rang.set() if isinstance(event, Announcement) else None)
    await talk.agent.start()
    await talk.say("wake me at 6:30")
    talk.clock.advance(16 * 3600 + 10 * 60)
    await asyncio.wait_for(rang.wait(), 5)
    await talk.restart()
    assert await talk.hears("snooze") == "I will wake you in 10 minutes (6:40 AM)."
    await talk.say("cancel my alarm")
    talk.clock.advance(2 * 3600)
    await talk.restart()
    assert "No alarm has rung just now" in await talk.hears("snooze")
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
    assert not any("alarm" in item for item in off)
