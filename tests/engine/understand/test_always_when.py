"""An automation by "always when", in six languages."""

import pytest

from home_agent.engine.plan import AutomationStep
from home_agent.engine.understand import NotUnderstood, Question, Refusal, Understood

from .speaking import hear, house_of

SAID = [
    ("en", "always when the patio awning closes, turn off the reading lamp, as an automation"),
    ("de", "immer wenn das Küchenfenster aufgeht, schalte den Lüfter ein, als Automation"),
    ("nl", "altijd als het keukenraam opengaat, zet de afzuiging aan, als automatisering"),
    ("fr", "toujours quand la fenêtre de Léa s'ouvre, éteins la veilleuse, comme automatisation"),
    ("it", "sempre quando si apre la finestra bagno, accendi l'aspiratore, come automazione"),
    ("es", "siempre que se abra la ventana del baño, enciende el extractor, como automatización"),
]


@pytest.mark.parametrize(("language", "sentence"), SAID)
def test_an_automation_is_made(language: str, sentence: str) -> None:
    found = hear(language, house_of(language), sentence)
    assert isinstance(found, Understood), found
    (step,) = found.plan.steps
    assert isinstance(step, AutomationStep)
    assert step.action == "create"


def test_what_is_not_understood_is_not_said_to_be_impossible() -> None:
    house = house_of("de")
    found = hear("de", house, "immer wenn der Mond aufgeht, miaue die Katze, als Automation")
    assert isinstance(found, NotUnderstood | Refusal | Question)
    assert not (isinstance(found, Refusal) and found.key.startswith("automation"))
