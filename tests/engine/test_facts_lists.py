"""Plans of a list, undoing and values as people say them, in each language alike."""

import pytest

from tests.engine.facts_house import Talk, by_language, calls_of


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
    ("it", "annulla tutto", "on"),
    ("es", "anula todo", "on"),
    ("fr", "annule tout", "on"),
)
async def test_everything_is_undone(language: str, said: str, told: str) -> None:
    """All that this conversation did, and nothing that another one did."""
    talk = Talk(language)
    lamps = ("light.ceiling", "light.bedside")
    first, second = (talk.home.snapshot().layout.entities[lamp].name for lamp in lamps)
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
    ("de", "wie laut ist der Fernseher", "Fernseher Lautstärke: 90 %"),
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
        ("wake me at 7 or at 8", ""),
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
