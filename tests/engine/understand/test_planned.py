"""Sentences about what is planned."""

from datetime import time
from typing import Any

import pytest

from home_agent.engine.home import Snapshot
from home_agent.engine.language import load_language
from home_agent.engine.plan import ScheduleStep
from home_agent.engine.understand import (
    DialogueState,
    Topic,
    Understander,
    Understanding,
    Understood,
)

EVERYTHING: dict[str, Any] = {"entity_ids": None}
CHANDELIER: dict[str, Any] = {"entity_ids": ("light.chandelier",)}

SENTENCES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("en", "what have you scheduled?", "list", EVERYTHING),
    ("en", "do you have anything planned", "list", EVERYTHING),
    ("en", "can you tell me what you have scheduled please", "list", EVERYTHING),
    ("en", "what's planned for the chandelier?", "list", CHANDELIER),
    ("en", "what are you going to do with the chandelier", "list", CHANDELIER),
    ("en", "what have you scheduled for tomorrow", "list", EVERYTHING),
    ("en", "what have you scheduled for the piano", "list", {"entity_ids": ()}),
    ("en", "cancel the one for the chandelier", "cancel", CHANDELIER),
    ("en", "cancel everything for the chandelier", "cancel", CHANDELIER | {"all": True}),
    ("en", "delete the scheduled action for the chandelier", "cancel", CHANDELIER),
    ("en", "cancel the one at seven", "cancel", {"at": time(19)}),
    ("en", "cancel everything you have scheduled", "cancel", {"all": True}),
    ("en", "clear your schedule", "cancel", {"all": True}),
    ("en", "cancel that", "cancel", {"last": True}),
    ("en", "please cancel it", "cancel", {"last": True}),
    ("en", "cancel the one for the piano", "cancel", {"entity_ids": ()}),
    ("de", "Was hast du geplant?", "list", EVERYTHING),
    ("de", "Storniere das für Chandelier", "cancel", CHANDELIER),
    ("de", "Streiche alles, was du geplant hast", "cancel", {"all": True}),
    ("nl", "Wat is er gepland voor de Chandelier?", "list", CHANDELIER),
    ("nl", "Annuleer die voor de Chandelier", "cancel", CHANDELIER),
    ("it", "Cosa hai in programma per Chandelier?", "list", CHANDELIER),
    ("it", "Annulla tutto quello che hai programmato", "cancel", {"all": True}),
    ("es", "¿Qué tienes programado?", "list", EVERYTHING),
    ("es", "Cancela el de Chandelier", "cancel", CHANDELIER),
    ("fr", "Qu'as-tu prévu ?", "list", EVERYTHING),
    ("fr", "Annule celui pour Chandelier", "cancel", CHANDELIER),
]


@pytest.mark.parametrize(("language", "sentence", "action", "fields"), SENTENCES)
def test_what_is_planned(
    demo: Snapshot, language: str, sentence: str, action: str, fields: dict[str, Any]
) -> None:
    """Asked for, or called off: which of it."""
    heard = Understander().understand(sentence, demo, load_language(language))
    assert isinstance(heard, Understood), heard
    [step] = heard.plan.steps
    assert isinstance(step, ScheduleStep)
    assert step.action == action
    assert {name: getattr(step, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "remove everything from the shopping list"),
        ("en", "cancel the alarm"),
        ("en", "cancel all timers"),
        ("en", "forget everything"),
        ("en", "what's planned for today?"),
        ("en", "what is planned for the weekend"),
        ("en", "what is on"),
        ("en", "delete the milk from the shopping list"),
        ("de", "Streiche die Milch von der Einkaufsliste"),
        ("de", "Sag mir die Temperatur"),
        ("nl", "Schrap die melk van de boodschappenlijst"),
        ("it", "Cancella tutto dalla lista della spesa"),
        ("fr", "Supprime tout de la liste"),
    ],
)
def test_what_is_about_something_else(demo: Snapshot, language: str, sentence: str) -> None:
    """Lists, timers, alarms and calendars."""
    heard = Understander().understand(sentence, demo, load_language(language))
    assert not _plans(heard), heard


def test_those_that_we_just_spoke_of(demo: Snapshot) -> None:
    """All of them: not everything there is."""
    before = DialogueState(topic=Topic(mentioned=("light.chandelier",)))
    heard = Understander().understand(
        "cancel all of them", demo, load_language("en"), before=before
    )
    assert isinstance(heard, Understood)
    [step] = heard.plan.steps
    assert isinstance(step, ScheduleStep)
    assert step.entity_ids == ("light.chandelier",)
    assert step.all


def _plans(heard: Understanding) -> bool:
    steps = heard.plan.steps if isinstance(heard, Understood) else ()
    return any(isinstance(step, ScheduleStep) for step in steps)
