"""Several times in one sentence: every part keeps its own; what is unclear is not planned."""

from datetime import datetime

import pytest

from home_agent.engine.home import Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, LaterStep, PlayStep, Step, TimerStep
from home_agent.engine.triggers import Delay, RecurringTrigger, SunTrigger, TimeTrigger, Trigger
from home_agent.engine.understand import Refusal, Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .conftest import WEDNESDAY
from .speaking import house_of


def hear(language: str, text: str, now: datetime = WEDNESDAY) -> Understanding:
    """What a sentence means in the house of this language, on that Wednesday."""
    home = SimulatedHome.demo() if language == "en" else house_of(language)
    state = home.snapshot()
    there = Snapshot(layout=state.layout, states=state.states, now=now)
    return Understander().understand(text, there, load_language(language))


def in_short(understanding: Understanding) -> str:
    """A plan in a few signs: when, what, and with what."""
    assert isinstance(understanding, Understood), understanding
    return "; ".join(map(_step, understanding.plan.steps))


def _step(step: Step) -> str:
    match step:
        case CallStep(call=call):
            return f"{call.service} {','.join(target.partition('.')[2] for target in call.targets)}"
        case PlayStep(query=query):
            return f"play {query}"
        case TimerStep(seconds=seconds, name=name):
            return f"timer {seconds} {name}".rstrip()
        case LaterStep(begin=begin, end=end, steps=steps):
            until = f" until {_when(end)}" if end else ""
            return f"{_when(begin)}{until} {' & '.join(map(_step, steps))}"
    raise AssertionError(step)


def _when(occasion: Trigger | None) -> str:
    match occasion:
        case Delay(seconds=seconds):
            return f"+{seconds / 60:g}"
        case TimeTrigger(moment=moment):
            return f"{moment:%a %H:%M}"
        case SunTrigger(event=event, offset=offset, day=day):
            return f"{event}{f'+{offset / 60:g}' if offset else ''}{f' {day:%a}' if day else ''}"
        case RecurringTrigger(at=at, days=days):
            told = _when(at) if isinstance(at, SunTrigger) else f"{at:%H:%M}"
            return f"every {','.join(map(str, sorted(days)))}@{told}"
    return "now"


EACH_ITS_OWN = {
    "en": {
        "at 7 pm turn on the chandelier and at 8 pm turn it off": (
            "Wed 19:00 turn_on chandelier; Wed 20:00 turn_off chandelier"
        ),
        "turn the chandelier on at 7 and off at 11": (
            "Wed 19:00 turn_on chandelier; Wed 23:00 turn_off chandelier"
        ),
        "turn the chandelier off in 20 minutes and the fairy lights off in half an hour": (
            "+20 turn_off chandelier; +30 turn_off fairy_lights"
        ),
        "chandelier on at 7 pm and off at 8 pm": (
            "Wed 19:00 turn_on chandelier; Wed 20:00 turn_off chandelier"
        ),
        "turn on the chandelier for 10 minutes and the towel rail for 20 minutes": (
            "now until +10 turn_on chandelier; now until +20 turn_on towel_rail"
        ),
        "turn the chandelier on and in ten minutes off": (
            "turn_on chandelier; +10 turn_off chandelier"
        ),
        "turn on the chandelier and in ten minutes the towel rail": (
            "turn_on chandelier; +10 turn_on towel_rail"
        ),
        "turn on the chandelier at 7 pm, the towel rail at 8 pm and the fairy lights at 9 pm": (
            "Wed 19:00 turn_on chandelier; Wed 20:00 turn_on towel_rail; "
            "Wed 21:00 turn_on fairy_lights"
        ),
        "turn on the chandelier tomorrow at 7 and turn it off at 9": (
            "Thu 07:00 turn_on chandelier; Thu 09:00 turn_off chandelier"
        ),
        "turn on the chandelier tomorrow at 7 and tonight at 10 the towel rail": (
            "Thu 07:00 turn_on chandelier; Wed 22:00 turn_on towel_rail"
        ),
        "turn on the chandelier at 11 pm and off at 6:30": (
            "Wed 23:00 turn_on chandelier; Thu 06:30 turn_off chandelier"
        ),
        "turn on the chandelier at 7 pm and turn it off ten minutes later": (
            "Wed 19:00 turn_on chandelier; Wed 19:10 turn_off chandelier"
        ),
        "turn on the chandelier in an hour and off after two hours": (
            "+60 turn_on chandelier; +180 turn_off chandelier"
        ),
        "every friday at 11 pm turn on the chandelier and turn it off after two hours": (
            "every 4@23:00 turn_on chandelier; every 5@01:00 turn_off chandelier"
        ),
        "every weekday at 7 open the living room blinds and at 9 close them": (
            "every 0,1,2,3,4@07:00 open_cover blinds; every 0,1,2,3,4@09:00 close_cover blinds"
        ),
        "turn on the chandelier every monday and friday at 8 pm": (
            "every 0,4@20:00 turn_on chandelier"
        ),
        "tomorrow at sunrise open the living room blinds and at sunset close them": (
            "sunrise Thu open_cover blinds; sunset Thu close_cover blinds"
        ),
        "turn on the chandelier at sunset and turn it off two hours later": (
            "sunset turn_on chandelier; sunset+120 turn_off chandelier"
        ),
        "turn on the chandelier for 5 minutes and lock the front door": (
            "now until +5 turn_on chandelier; lock front_door"
        ),
        "at 7 pm lock the front door and turn on the chandelier for 10 minutes": (
            "Wed 19:00 lock front_door; Wed 19:00 until +10 turn_on chandelier"
        ),
        "turn on the chandelier now and the towel rail at 7 pm": (
            "turn_on chandelier; Wed 19:00 turn_on towel_rail"
        ),
        "turn off the chandelier at 7 pm and the towel rail right away": (
            "Wed 19:00 turn_off chandelier; turn_off towel_rail"
        ),
        "turn off the chandelier in ten minutes and lock the front door": (
            "+10 turn_off chandelier; lock front_door"
        ),
        "turn on the chandelier at 7 pm and then lock the front door": (
            "Wed 19:00 turn_on chandelier & lock front_door"
        ),
        "in ten minutes turn off the chandelier and lock the front door": (
            "+10 turn_off chandelier & lock front_door"
        ),
        "turn on the chandelier, wait two minutes, then turn it off": (
            "turn_on chandelier; +2 turn_off chandelier"
        ),
        "open the shutters, wait 3 minutes, turn on the chandelier and lock the front door": (
            "open_cover shutters; +3 turn_on chandelier & lock front_door"
        ),
        "turn on the chandelier, wait a minute, turn on the towel rail, wait a minute "
        "and turn on the fairy lights": (
            "turn_on chandelier; +1 turn_on towel_rail; +2 turn_on fairy_lights"
        ),
        "wait five minutes and turn off the chandelier": "+5 turn_off chandelier",
        "first turn off the chandelier, after that lock the front door": (
            "turn_off chandelier; lock front_door"
        ),
        "set a timer for 10 minutes and one for 20 minutes": "timer 600; timer 1200",
        "start a timer for 3 minutes called tea, and one for 8 minutes called eggs": (
            "timer 180 tea; timer 480 eggs"
        ),
        "set a timer for 5 minutes and turn on the chandelier in 10 minutes": (
            "timer 300; +10 turn_on chandelier"
        ),
    },
    "de": {
        "mach das Sofalicht an, warte zwei Minuten und mach es wieder aus": (
            "turn_on sofa; +2 turn_off sofa"
        ),
        "schalte das Sofalicht jetzt ein und die Stehlampe um 20 Uhr": (
            "turn_on sofa; Wed 20:00 turn_on steh"
        ),
        "schalte um 19 Uhr die Stehlampe ein und um 20 Uhr wieder aus": (
            "Wed 19:00 turn_on steh; Wed 20:00 turn_off steh"
        ),
        "um 19 Uhr Stehlampe an und um 20 Uhr aus": (
            "Wed 19:00 turn_on steh; Wed 20:00 turn_off steh"
        ),
        "morgen um 6 Uhr die Kaffeemaschine einschalten und um 7 Uhr ausschalten": (
            "Thu 06:00 turn_on kaffee; Thu 07:00 turn_off kaffee"
        ),
        "schalte die Stehlampe für 10 Minuten ein und das Sofalicht für 20 Minuten": (
            "now until +10 turn_on steh; now until +20 turn_on sofa"
        ),
        "öffne die Jalousie um 7 Uhr und schließ sie um 19 Uhr": (
            "Thu 07:00 open_cover kind; Thu 19:00 close_cover kind"
        ),
        "mach das Sofalicht an und in zehn Minuten wieder aus": "turn_on sofa; +10 turn_off sofa",
        "schalte das Sofalicht um 20 Uhr ein und nach zehn Minuten wieder aus": (
            "Wed 20:00 turn_on sofa; Wed 20:10 turn_off sofa"
        ),
        "stell einen Timer auf 10 Minuten und einen auf 20 Minuten": "timer 600; timer 1200",
    },
    "nl": {
        "doe het leeslampje aan, wacht twee minuten en doe het weer uit": (
            "turn_on lees; +2 turn_off lees"
        ),
        "zet om 19 uur de staande lamp aan en om 20 uur weer uit": (
            "Wed 19:00 turn_on staand; Wed 20:00 turn_off staand"
        ),
        "doe het leeslampje 10 minuten aan en de werkbank 20 minuten": (
            "now until +10 turn_on lees; now until +20 turn_on werkbank"
        ),
        "zet het leeslampje om 8 aan en de bureaulamp om 9": (
            "Wed 20:00 turn_on lees; Wed 21:00 turn_on bureau"
        ),
        "doe het leeslampje aan en over tien minuten uit": "turn_on lees; +10 turn_off lees",
        "zet een timer van 10 minuten en een van 20 minuten": "timer 600; timer 1200",
    },
    "it": {
        "accendi la piantana, aspetta due minuti e poi spegnila": (
            "turn_on piantana; +2 turn_off piantana"
        ),
        "alle 19 accendi il lampadario e alle 20 spegnilo": (
            "Wed 19:00 turn_on lampadario; Wed 20:00 turn_off lampadario"
        ),
        "accendi il lampadario alle 7 e la piantana alle 8": (
            "Wed 19:00 turn_on lampadario; Wed 20:00 turn_on piantana"
        ),
        "accendi la piantana per 10 minuti e i faretti del vialetto per 20 minuti": (
            "now until +10 turn_on piantana; now until +20 turn_on giardino"
        ),
        "accendi la piantana e tra dieci minuti spegnila": (
            "turn_on piantana; +10 turn_off piantana"
        ),
        "imposta un timer di 10 minuti e uno di 20 minuti": "timer 600; timer 1200",
    },
    "es": {
        "enciende la lámpara de pie, espera dos minutos y luego apágala": (
            "turn_on pie; +2 turn_off pie"
        ),
        "a las 19 enciende la araña y a las 20 apágala": (
            "Wed 19:00 turn_on arana; Wed 20:00 turn_off arana"
        ),
        "enciende la araña a las 7 y la cafetera a las 8": (
            "Wed 19:00 turn_on arana; Wed 20:00 turn_on cafe"
        ),
        "enciende la lámpara de pie y dentro de diez minutos apágala": (
            "turn_on pie; +10 turn_off pie"
        ),
        "todos los sábados a las 10 enciende los focos del camino y a las 12 apágalos": (
            "every 5@10:00 turn_on jardin; every 5@12:00 turn_off jardin"
        ),
        "pon un temporizador de 10 minutos y otro de 20 minutos": "timer 600; timer 1200",
    },
    "fr": {
        "allume le lampadaire, attends deux minutes puis éteins-le": (
            "turn_on lampadaire; +2 turn_off lampadaire"
        ),
        "à 19 heures allume le lampadaire et à 20 heures éteins-le": (
            "Wed 19:00 turn_on lampadaire; Wed 20:00 turn_off lampadaire"
        ),
        "allume le lampadaire à 7 heures et la cafetière à 8 heures": (
            "Wed 19:00 turn_on lampadaire; Wed 20:00 turn_on cafetiere"
        ),
        "allume le lampadaire et dans dix minutes éteins-le": (
            "turn_on lampadaire; +10 turn_off lampadaire"
        ),
        "mets un minuteur de 10 minutes et un autre de 20 minutes": "timer 600; timer 1200",
    },
}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (language, text, expected)
        for language, sentences in EACH_ITS_OWN.items()
        for text, expected in sentences.items()
    ],
)
def test_each_part_has_its_own_time(language: str, text: str, expected: str) -> None:
    """No time takes another's part."""
    assert in_short(hear(language, text)) == expected


def test_after_a_sunset_that_is_tomorrow() -> None:
    """What goes off "at 11" after sunset goes off after it, also where today's is over."""
    night = WEDNESDAY.replace(hour=22)
    heard = hear("en", "at sunset turn on the chandelier and turn it off at 11 pm", night)
    assert in_short(heard) == "sunset turn_on chandelier; Thu 23:00 turn_off chandelier"


@pytest.mark.parametrize(
    "text",
    [
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
        "at 7 pm set the chandelier to 30 percent and at 9 pm to 10 percent",
        "set timers for 10 and 20 minutes",
    ],
)
def test_what_cannot_be_told_apart_is_not_planned(text: str) -> None:
    """Nothing now, nothing later."""
    heard = hear("en", text)
    assert isinstance(heard, Refusal), heard
    assert heard.key == "not_later"
