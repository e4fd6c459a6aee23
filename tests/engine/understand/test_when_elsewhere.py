"""Times, conditions and timers in the languages beside English: how each of them puts it."""

from datetime import time

import pytest

from home_agent.engine.plan import LaterStep, TimerStep
from home_agent.engine.triggers import Delay, TimeTrigger
from home_agent.engine.understand import Understood

from .speaking import hear, house_of

AFTER = [
    ("de", "mach die Stehlampe in zehn Minuten aus", 600),
    ("de", "schalte in einer halben Stunde die Stehlampe aus", 1800),
    ("de", "Stehlampe in anderthalb Stunden ausschalten", 5400),
    ("nl", "zet over een kwartier de staande lamp uit", 900),
    ("it", "spegni la piantana tra mezz'ora", 1800),
    ("it", "tra un'ora e un quarto spegni la piantana", 4500),
    ("es", "apaga la lámpara de pie dentro de diez minutos", 600),
    ("fr", "éteins le lampadaire dans un quart d'heure", 900),
]

AT = [
    ("de", "mach um halb acht die Stehlampe an", time(7, 30)),
    ("de", "mach um fünf vor halb acht die Stehlampe an", time(7, 25)),
    ("de", "mach um 19 Uhr 15 die Stehlampe an", time(19, 15)),
    ("nl", "zet de staande lamp om kwart over negen aan", time(9, 15)),
    ("it", "accendi la piantana alle sette e mezza", time(7, 30)),
    ("it", "accendi la piantana alle 23", time(23, 0)),
    ("es", "enciende la lámpara de pie a las siete menos cuarto", time(6, 45)),
    ("fr", "allume le lampadaire à 7h30", time(7, 30)),
    ("fr", "allume le lampadaire à sept heures moins le quart", time(6, 45)),
]

TIMERS = [
    ("de", "stell einen Timer auf zehn Minuten", ("start", 600, "")),
    ("de", "verlängere den Nudeltimer um zwei Minuten", ("increase", 120, "nudel")),
    ("de", "brich den Timer ab", ("cancel", 0, "")),
    ("nl", "haal 5 minuten van de pizzatimer af", ("decrease", 300, "pizza")),
    ("nl", "zet de timer op pauze", ("pause", 0, "")),
    ("it", "quanto manca al timer della pasta?", ("status", 0, "pasta")),
    ("it", "togli 5 minuti dal timer di 1 ora", ("decrease", 300, "")),
    ("es", "pon un temporizador de diez minutos", ("start", 600, "")),
    ("es", "para todos los temporizadores", ("cancel_all", 0, "")),
    ("fr", "lance un minuteur d'une heure", ("start", 3600, "")),
    ("fr", "ajoute 2 minutes au minuteur chocolatine", ("increase", 120, "chocolatine")),
]


@pytest.mark.parametrize(("language", "sentence", "seconds"), AFTER)
def test_after_a_while(language: str, sentence: str, seconds: float) -> None:
    found = hear(language, house_of(language), sentence)
    assert isinstance(found, Understood), found
    (step,) = found.plan.steps
    assert isinstance(step, LaterStep)
    assert step.begin == Delay(seconds=seconds)


@pytest.mark.parametrize(("language", "sentence", "at"), AT)
def test_at_a_time_of_day(language: str, sentence: str, at: time) -> None:
    found = hear(language, house_of(language), sentence)
    assert isinstance(found, Understood), found
    (step,) = found.plan.steps
    assert isinstance(step, LaterStep)
    assert isinstance(step.begin, TimeTrigger)
    # where neither morning nor evening is said, it is whichever comes next
    shown = step.begin.moment.time()
    assert (shown.hour % 12, shown.minute) == (at.hour % 12, at.minute)


@pytest.mark.parametrize(("language", "sentence", "told"), TIMERS)
def test_timers(language: str, sentence: str, told: tuple[str, int, str]) -> None:
    found = hear(language, house_of(language), sentence)
    assert isinstance(found, Understood), found
    (step,) = found.plan.steps
    assert isinstance(step, TimerStep)
    assert (step.action, step.seconds, step.name) == told
