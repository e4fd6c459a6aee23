"""What a watch looks at: who comes, what finishes, what was spoken of; and how it is called off."""

from dataclasses import replace
from typing import Any

import pytest

from home_agent.engine.conditions import (
    Condition,
    Measures,
    StateIs,
)
from home_agent.engine.language import load_language
from home_agent.engine.plan import LaterStep, ScheduleStep
from home_agent.engine.triggers import ConditionTrigger, Notice
from home_agent.engine.understand import (
    DialogueState,
    NotUnderstood,
    Question,
    Refusal,
    Topic,
    Understander,
    Understood,
)
from home_agent.simulated import SimulatedHome

from .told_of import DISHWASHER, DRYER, FRONT_DOOR, WASHER, once, state, whenever
from .watched import afternoon, hear


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
def test_in_their_own_words(
    language: str, sentence: str, begin: ConditionTrigger, message: str
) -> None:
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
            ConditionTrigger(
                condition=StateIs(entity_ids=("sensor.a",), states=frozenset({"finished"}))
            ),
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
    entities: list[tuple[str, str, str, dict[str, Any]]], begin: ConditionTrigger
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
    assert isinstance(step.begin, ConditionTrigger)
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
                {"name": "Dryer", "id": f"switch.{item}", "area": item, "state": "on"}
                for item in ("bath", "cellar")
            ],
        }
    )
    heard = Understander().understand(
        "tell me when the dryer is done", home.snapshot(), load_language("en")
    )
    assert isinstance(heard, Question)
    assert set(heard.candidates) == {"switch.bath", "switch.cellar"}
    answered = Understander().understand(
        "the one in the cellar",
        home.snapshot(),
        load_language("en"),
        before=DialogueState(open=heard),
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
        before=DialogueState(topic=Topic(mentioned=("binary_sensor.dishwasher",))),
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
def test_commands_wait_for_the_same(sentence: str, begin: ConditionTrigger) -> None:
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
    assert isinstance(heard, NotUnderstood | Refusal)
