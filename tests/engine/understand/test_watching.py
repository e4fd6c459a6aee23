"""Being told of what is to come: which sentences ask for it, and of what."""

from dataclasses import replace
from datetime import time
from typing import Any

import pytest

from home_agent.engine.conditions import (
    AllOf,
    AnyOf,
    Changes,
    Condition,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.home.sky import CONDITIONS
from home_agent.engine.language import load_language
from home_agent.engine.notice import Notice
from home_agent.engine.occasions import When
from home_agent.engine.plan import (
    CallStep,
    LaterStep,
    QueryStep,
    ReadStep,
    ScheduleStep,
    TimerStep,
)
from home_agent.engine.understand import (
    Before,
    NotMine,
    Question,
    Refusal,
    Topic,
    Understander,
    Understood,
)

from .watched import afternoon, hear

OPEN = frozenset({"open", "opening", "closing"})


def state(entity_id: str, *states: str) -> StateIs:
    """One thing in one of some states."""
    return StateIs(entity_ids=(entity_id,), states=frozenset(states))


WASHER = state("sensor.washer", "finished", "idle")
DISHWASHER = state("binary_sensor.dishwasher", "off")
DRYER = Measures(entity_id="sensor.dryer_power", attribute="power", below=5, margin=0.1)
FREEZER = Measures(entity_id="sensor.freezer", attribute="temperature", above=-15, margin=0.5)
GARAGE = StateIs(entity_ids=("cover.garage",), states=OPEN)
FRONT_DOOR = state("binary_sensor.front_door", "on")
RAIN = StateIs(entity_ids=("weather.home",), states=CONDITIONS["rain"])
HUMID = Measures(entity_id="sensor.humidity", attribute="humidity", above=70, margin=1.4)
LATE = TimeIs(after=time(23), before=time(6))
AT_NIGHT = TimeIs(after=time(22), before=time(6))
CHARGED = Measures(
    entity_id="sensor.car_battery", attribute="battery", below=80, margin=1.6, negated=True
)

KILOWATTS = {"device_class": "power", "unit_of_measurement": "kW"}


def once(condition: Condition, lasting: float = 0) -> When:
    """The next time that it becomes so."""
    return When(condition=condition, lasting=lasting)


def whenever(condition: Condition) -> When:
    """Every time that it becomes so."""
    return When(condition=condition, again=True)


def warning(condition: Condition, lasting: float = 0) -> When:
    """Every time, and no more often than each half hour."""
    return When(condition=condition, again=True, lasting=lasting, pause=1800)


def both(*conditions: Condition) -> AllOf:
    """All of it at once."""
    return AllOf(conditions=conditions)


SENTENCES: list[tuple[str, str, When]] = [
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
def test_what_is_watched(language: str, sentence: str, begin: When) -> None:
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
        "remind me at eight",
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


@pytest.mark.parametrize(
    ("language", "sentence", "begin", "message"),
    [
        (
            "en",
            "remind me to take out Anna's laundry when the washing machine is done",
            once(WASHER),
            "Take out Anna's laundry.",
        ),
        (
            "en",
            "remind me to empty the dishwasher when it is done",
            once(DISHWASHER),
            "Empty the dishwasher.",
        ),
        (
            "de",
            "Erinnere mich daran, die Wäsche rauszuholen, wenn die Waschmaschine fertig ist",
            once(WASHER),
            "Die Wäsche rauszuholen.",
        ),
        (
            "it",
            "Ricordami di svuotare la lavastoviglie quando ha finito",
            once(DISHWASHER),
            "Svuotare la lavastoviglie.",
        ),
        (
            "fr",
            "Rappelle-moi de sortir le linge quand la machine à laver a fini",
            once(WASHER),
            "Sortir le linge.",
        ),
        (
            "es",
            "Recuérdame sacar la ropa cuando termine la lavadora",
            once(WASHER),
            "Sacar la ropa.",
        ),
        (
            "nl",
            "Herinner me eraan om de was eruit te halen als de wasmachine klaar is",
            once(WASHER),
            "De was eruit te halen.",
        ),
    ],
)
def test_in_their_own_words(language: str, sentence: str, begin: When, message: str) -> None:
    """Who is to be reminded hears what they said themselves."""
    heard = hear(language, sentence)
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert (step.begin, step.notice) == (begin, Notice(message=message))


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("tell me when someone comes home", state("person.ben", "home")),
        (
            "tell me when someone leaves",
            replace(state("person.anna", "home"), every=True, negated=True),
        ),
    ],
)
def test_who_is_there_already_does_not_come(sentence: str, condition: Condition) -> None:
    """Anna is at home, and Ben is out."""
    heard = hear("en", sentence)
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert step.begin == once(condition)


@pytest.mark.parametrize(
    ("entities", "begin"),
    [
        (
            [("Washer", "sensor.a", "running", {})],
            When(condition=StateIs(entity_ids=("sensor.a",), states=frozenset({"finished"}))),
        ),
        (
            [("Washer", "switch.a", "on", {})],
            once(state("switch.a", "off")),
        ),
        (
            [
                ("Washer", "switch.a", "on", {}),
                (
                    "Washer consumption",
                    "sensor.p",
                    "1.2",
                    {"device_class": "power", "unit_of_measurement": "kW"},
                ),
            ],
            once(Measures(entity_id="sensor.p", attribute="power", below=0.005, margin=0), 180),
        ),
        (
            [
                ("Washer machine state", "sensor.m", "run", {"options": ["run", "stop", "pause"]}),
                ("Washer job state", "sensor.j", "spin", {"options": ["spin", "finish", "none"]}),
            ],
            once(state("sensor.j", "finish", "none")),
        ),
        ([("Washer", "timer.a", "active", {})], once(state("timer.a", "idle"))),
        (
            [("Washer", "media_player.a", "playing", {})],
            once(state("media_player.a", "idle", "off", "standby")),
        ),
    ],
)
def test_how_a_machine_tells(
    entities: list[tuple[str, str, str, dict[str, Any]]], begin: When
) -> None:
    """By its own words, else by being off, else by what it draws."""
    home = SimulatedHome.from_inventory(
        {
            "devices": [{"id": "d", "name": "Washer"}],
            "entities": [
                {"name": name, "id": id_, "state": value, "attributes": more, "device": "d"}
                for name, id_, value, more in entities
            ],
        }
    )
    heard = Understander().understand(
        "tell me when the washer is done", home.snapshot(), load_language("en")
    )
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert isinstance(step.begin, When)
    if isinstance(begin.condition, StateIs) and isinstance(step.begin.condition, StateIs):
        # Where a sensor does not list its states, any that machines have may come.
        assert begin.condition.states <= step.begin.condition.states
        step = replace(step, begin=replace(step.begin, condition=begin.condition))
    assert step.begin == begin


def test_two_of_a_name() -> None:
    """Then we ask."""
    home = SimulatedHome.from_inventory(
        {
            "areas": [{"id": "bath", "name": "Bath"}, {"id": "cellar", "name": "Cellar"}],
            "entities": [
                {"name": "Dryer", "id": f"switch.{one}", "area": one, "state": "on"}
                for one in ("bath", "cellar")
            ],
        }
    )
    heard = Understander().understand(
        "tell me when the dryer is done", home.snapshot(), load_language("en")
    )
    assert isinstance(heard, Question)
    assert set(heard.candidates) == {"switch.bath", "switch.cellar"}
    answered = Understander().understand(
        "the one in the cellar", home.snapshot(), load_language("en"), before=Before(open=heard)
    )
    assert isinstance(answered, Understood)
    [step] = answered.plan.steps
    assert isinstance(step, LaterStep)
    assert step.begin == once(state("switch.cellar", "off"))


def test_what_was_spoken_of() -> None:
    """It may be meant by a pronoun."""
    heard = Understander().understand(
        "tell me when it is done",
        afternoon("en"),
        load_language("en"),
        before=Before(topic=Topic(mentioned=("binary_sensor.dishwasher",))),
    )
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert step.begin == once(DISHWASHER)


@pytest.mark.parametrize(
    ("sentence", "begin"),
    [
        ("whenever the front door opens turn on the hall light", whenever(FRONT_DOOR)),
        ("turn on the hall light every time the front door opens", whenever(FRONT_DOOR)),
        ("turn on the hall light when the front door opens", once(FRONT_DOOR)),
        (
            "turn on the hall light when the front door has been open for ten minutes",
            once(FRONT_DOOR, 600),
        ),
        ("turn on the hall light when the dryer is done", once(replace(DRYER, margin=0), 180)),
    ],
)
def test_commands_wait_for_the_same(sentence: str, begin: When) -> None:
    """What can be watched can also set something off, once or every time."""
    heard = hear("en", sentence)
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, LaterStep)
    assert (step.begin, step.notice) == (begin, None)


def test_what_lasts_for_how_long_is_not_guessed() -> None:
    """It could be the light for ten minutes, or the door."""
    heard = hear("en", "turn on the hall light when the front door opens for ten minutes")
    assert heard == Refusal(key="not_later", evidence=heard.evidence)


ABOUT: list[tuple[str, str, str, dict[str, Any]]] = [
    ("en", "what are you watching?", "list", {"entity_ids": None}),
    ("en", "what will you tell me about?", "list", {"entity_ids": None}),
    ("en", "are you watching the freezer?", "list", {"entity_ids": ("sensor.freezer",)}),
    ("en", "stop watching the freezer", "cancel", {"entity_ids": ("sensor.freezer",)}),
    (
        "en",
        "you don't have to tell me about the washing machine any more",
        "cancel",
        {"entity_ids": ("sensor.washer",), "all": False},
    ),
    ("en", "cancel the warning about the freezer", "cancel", {"entity_ids": ("sensor.freezer",)}),
    (
        "en",
        "stop telling me when the washing machine is done",
        "cancel",
        {"entity_ids": ("sensor.washer",)},
    ),
    ("en", "cancel all warnings", "cancel", {"entity_ids": None, "all": True}),
    ("de", "Was überwachst du?", "list", {"entity_ids": None}),
    ("de", "Hör auf, den Gefrierschrank zu überwachen", "cancel", {"all": False}),
    ("de", "Storniere die Warnung für den Gefrierschrank", "cancel", {"all": False}),
    ("it", "cosa stai controllando?", "list", {"entity_ids": None}),
    ("it", "smetti di controllare il congelatore", "cancel", {"entity_ids": ("sensor.freezer",)}),
    ("fr", "que surveilles-tu ?", "list", {"entity_ids": None}),
    ("fr", "arrête de surveiller le congélateur", "cancel", {"entity_ids": ("sensor.freezer",)}),
    ("es", "¿qué estás vigilando?", "list", {"entity_ids": None}),
    ("es", "deja de vigilar el congelador", "cancel", {"entity_ids": ("sensor.freezer",)}),
    ("nl", "waar let je op?", "list", {"entity_ids": None}),
    ("nl", "je hoeft niet meer op de vriezer te letten", "cancel", {"all": False}),
]


@pytest.mark.parametrize(("language", "sentence", "action", "fields"), ABOUT)
def test_what_is_watched_is_listed_and_called_off(
    language: str, sentence: str, action: str, fields: dict[str, Any]
) -> None:
    """Of all that is planned, only what somebody is told of."""
    heard = hear(language, sentence)
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, ScheduleStep)
    assert (step.action, step.watches) == (action, True)
    assert {name: getattr(step, name) for name in fields} == fields


def test_a_language_without_a_lexicon_stays_as_it_is() -> None:
    """Nothing is watched that was not understood."""
    heard = Understander().understand(
        "säg till när tvättmaskinen är klar", afternoon("en"), load_language("sv")
    )
    assert isinstance(heard, NotMine | Refusal)
