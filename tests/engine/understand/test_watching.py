"""Being told of what is to come: which sentences ask for it, and of what."""

from datetime import time

import pytest

from home_agent.engine.conditions import (
    AnyOf,
    Changes,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.plan import CallStep, LaterStep, QueryStep, ReadStep, TimerStep
from home_agent.engine.triggers import ConditionTrigger, Notice
from home_agent.engine.understand import (
    Refusal,
    Understood,
)

from .told_of import (
    AT_NIGHT,
    CHARGED,
    DISHWASHER,
    DRYER,
    FREEZER,
    FRONT_DOOR,
    GARAGE,
    HUMID,
    LATE,
    RAIN,
    WASHER,
    both,
    once,
    state,
    warning,
    whenever,
)
from .watched import hear

SENTENCES: list[tuple[str, str, ConditionTrigger]] = [
    ("en", "tell me when the washing machine is done", once(WASHER)),
    ("en", "let me know as soon as the dishwasher has finished", once(DISHWASHER)),
    ("en", "when the dryer finishes, let me know", once(DRYER, 180)),
    ("en", "give me a shout once the washing machine is ready please", once(WASHER)),
    ("en", "can you tell me when Rosie is done?", once(state("vacuum.rosie", "docked"))),
    (
        "en",
        "warn me if the freezer goes above minus fifteen for ten minutes",
        warning(FREEZER, 600),
    ),
    ("en", "keep an eye on the freezer and warn me if it goes above -15", warning(FREEZER)),
    ("en", "let me know if the garage is open after eleven", once(both(GARAGE, LATE))),
    ("en", "let me know if the garage is open", once(GARAGE)),
    ("en", "tell me if the garage opens", once(GARAGE)),
    ("en", "if the front door is open, tell me", once(FRONT_DOOR)),
    ("en", "tell me if the front door is open for more than an hour", once(FRONT_DOOR, 3600)),
    (
        "en",
        "warn me if the hall light is on when nobody is home",
        warning(
            both(
                state("light.hall", "on"),
                StateIs(
                    entity_ids=("person.anna", "person.ben"),
                    states=frozenset({"home"}),
                    negated=True,
                ),
            )
        ),
    ),
    (
        "en",
        "let me know if the thermostat is set above 23 degrees",
        once(
            Measures(
                entity_id="climate.thermostat",
                attribute="target_temperature",
                above=23,
                margin=0.5,
            )
        ),
    ),
    ("en", "tell me whenever the front door opens", whenever(FRONT_DOOR)),
    ("en", "always let me know when the front door opens", whenever(FRONT_DOOR)),
    ("en", "alert me if the bathroom humidity exceeds 70 percent", warning(HUMID)),
    ("en", "alert me when the bathroom humidity exceeds 70 percent", once(HUMID)),
    ("en", "tell me when the car battery reaches eighty percent", once(CHARGED)),
    (
        "en",
        "let me know if the kitchen window is open and it rains",
        once(both(state("binary_sensor.window", "on"), RAIN)),
    ),
    (
        "en",
        "tell me when the washing machine or the dishwasher is done",
        once(AnyOf(conditions=(WASHER, DISHWASHER))),
    ),
    ("en", "tell me if the thermostat changes", once(Changes(entity_ids=("climate.thermostat",)))),
    ("en", "tell me when the doorbell rings", once(Changes(entity_ids=("event.doorbell",)))),
    (
        "en",
        "tell me if the front door opens on weekends before 7 am",
        once(both(FRONT_DOOR, TimeIs(before=time(7), days=frozenset({5, 6})))),
    ),
    (
        "en",
        "notify me when there is motion in the garden between ten and six",
        once(both(state("binary_sensor.motion", "on"), AT_NIGHT)),
    ),
    (
        "en",
        "let me know if the front door opens after sunset",
        once(both(FRONT_DOOR, state("sun.sun", "below_horizon"))),
    ),
    ("de", "sag mir Bescheid, wenn die Waschmaschine fertig ist", once(WASHER)),
    ("de", "wenn der Geschirrspüler fertig ist, sag mir Bescheid", once(DISHWASHER)),
    (
        "de",
        "warne mich, wenn der Gefrierschrank zehn Minuten lang über minus 15 Grad liegt",
        warning(FREEZER, 600),
    ),
    ("de", "sag mir, wenn die Garage nach elf noch offen ist", once(both(GARAGE, LATE))),
    ("de", "immer wenn die Haustür aufgeht, sag mir Bescheid", whenever(FRONT_DOOR)),
    ("de", "sag mir Bescheid, wenn die Autobatterie 80 Prozent erreicht", once(CHARGED)),
    (
        "de",
        "behalte den Gefrierschrank im Auge und warne mich, wenn er über minus 15 Grad steigt",
        warning(FREEZER),
    ),
    ("it", "avvisami quando la lavatrice ha finito", once(WASHER)),
    (
        "it",
        "avvertimi se il congelatore supera i meno quindici per dieci minuti",
        warning(FREEZER, 600),
    ),
    ("it", "fammi sapere se il garage è aperto dopo le undici", once(both(GARAGE, LATE))),
    ("it", "dimmi se si apre la porta d'ingresso", once(FRONT_DOOR)),
    (
        "it",
        "tieni d'occhio il congelatore e avvertimi se supera i meno quindici gradi",
        warning(FREEZER),
    ),
    ("fr", "préviens-moi quand la machine à laver a fini", once(WASHER)),
    (
        "fr",
        "préviens-moi si le congélateur dépasse moins quinze pendant dix minutes",
        warning(FREEZER, 600),
    ),
    (
        "fr",
        "fais-moi savoir si le garage est ouvert après onze heures",
        once(both(GARAGE, LATE)),
    ),
    ("fr", "chaque fois que la porte d'entrée s'ouvre, préviens-moi", whenever(FRONT_DOOR)),
    ("es", "avísame cuando termine la lavadora", once(WASHER)),
    (
        "es",
        "avísame si el congelador supera los menos quince durante diez minutos",
        warning(FREEZER, 600),
    ),
    (
        "es",
        "hazme saber si el garaje está abierto después de las once",
        once(both(GARAGE, LATE)),
    ),
    ("es", "avísame si la humedad del baño supera el 70 por ciento", warning(HUMID)),
    ("nl", "zeg het als de wasmachine klaar is", once(WASHER)),
    (
        "nl",
        "waarschuw me als de vriezer langer dan tien minuten boven min vijftien graden is",
        warning(FREEZER, 600),
    ),
    ("nl", "laat me weten als de garage na elf uur nog open is", once(both(GARAGE, LATE))),
    ("nl", "elke keer als de voordeur opengaat, laat het me weten", whenever(FRONT_DOOR)),
]


@pytest.mark.parametrize(("language", "sentence", "begin"), SENTENCES)
def test_what_is_watched(language: str, sentence: str, begin: ConditionTrigger) -> None:
    """Nothing is done, and somebody is told."""
    heard = hear(language, sentence)
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert (step.steps, step.notice, step.begin) == ((), Notice(), begin)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "when the front door opens at night, turn on the hall light and tell me",
        ),
        ("en", "when the front door opens at night, tell me and turn on the hall light"),
        ("en", "tell me when the front door opens at night and turn on the hall light"),
        ("de", "wenn nachts die Haustür aufgeht, mach das Flurlicht an und sag mir Bescheid"),
        (
            "it",
            "quando si apre la porta d'ingresso di notte, accendi la luce del corridoio e avvisami",
        ),
        (
            "fr",
            "quand la porte d'entrée s'ouvre la nuit, allume la lumière du couloir et préviens-moi",
        ),
        (
            "es",
            "cuando se abra la puerta principal de noche, enciende la luz del pasillo y avísame",
        ),
        ("nl", "als 's nachts de voordeur opengaat, doe de ganglamp aan en laat het me weten"),
    ],
)
def test_something_is_done_besides(language: str, sentence: str) -> None:
    """One job does it and tells of it."""
    heard = hear(language, sentence)
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert (step.begin, step.notice) == (once(both(FRONT_DOOR, AT_NIGHT)), Notice())
    [inner] = step.steps
    assert isinstance(inner, CallStep)
    assert inner.call.targets == ("light.hall",)


def test_something_else_is_done_now() -> None:
    """And then something is watched."""
    heard = hear("en", "turn on the hall light and tell me when the dishwasher is done")
    assert isinstance(heard, Understood), heard
    now, later = heard.plan.steps
    assert isinstance(now, CallStep)
    assert isinstance(later, LaterStep)
    assert later.begin == once(DISHWASHER)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "tell me if the front door is open"),
        ("en", "let me know whether the front door is open"),
        ("en", "I want to know if the front door is open"),
        ("en", "tell me if the washing machine is done"),
        ("en", "tell me when the sun sets"),
        ("en", "tell me the temperature in the living room"),
        ("en", "tell me how warm it is in the living room"),
        ("en", "tell me if it is raining"),
        ("de", "sag mir, ob die Haustür offen ist"),
        ("it", "dimmi se la porta d'ingresso è aperta"),
        ("it", "dimmi quando tramonta il sole"),
        ("fr", "dis-moi si la porte d'entrée est ouverte"),
        ("es", "dime si la puerta principal está abierta"),
        ("nl", "vertel me of de voordeur open is"),
    ],
)
def test_questions_for_now(language: str, sentence: str) -> None:
    """They are answered at once."""
    heard = hear(language, sentence)
    assert isinstance(heard, Understood), heard
    assert all(isinstance(step, QueryStep | ReadStep) for step in heard.plan.steps)


@pytest.mark.parametrize(
    "sentence",
    [
        "don't tell me when the washing machine is done",
        "never let me know when the washing machine is done",
        "she told me when the washing machine is done",
        "remind me to call mum when I get home",
        "remind me to buy milk",
        "tell me a joke when you are done",
        "he said tell me when the front door opens",
        "let me know",
        "tell me when",
    ],
)
def test_no_watch(sentence: str) -> None:
    """Whatever it is, nothing is kept for later."""
    heard = hear("en", sentence)
    steps = heard.plan.steps if isinstance(heard, Understood) else ()
    assert not any(isinstance(step, LaterStep) for step in steps)


def test_nothing_of_that_name() -> None:
    """The refusal names it."""
    heard = hear("en", "tell me when the oven is done")
    assert isinstance(heard, Refusal)
    assert (heard.key, heard.arguments) == ("no_entity", {"entity": "oven"})


def test_timers_tell_by_themselves() -> None:
    """What is asked of a timer is the timer's."""
    heard = hear("en", "tell me when the pizza timer is done")
    assert isinstance(heard, Understood)
    [step] = heard.plan.steps
    assert isinstance(step, TimerStep)
    assert (step.action, step.name) == ("status", "pizza")
