"""What need not be done is not done, and a figure after a plan moves nothing else."""

import pytest

from home_agent.engine.plan import ScheduleStep
from tests.attacks.engine.understanding.houses import Family

NO_NEED = {
    "en": (
        "no need to turn on the chandelier",
        "do not bother to turn on the chandelier",
        "you don't have to turn on the chandelier",
    ),
    "de": (
        "du musst die Stehlampe nicht einschalten",
        "du brauchst die Stehlampe nicht anzumachen",
        "es ist nicht nötig, die Stehlampe einzuschalten",
    ),
    "nl": (
        "je hoeft de staande lamp niet aan te doen",
        "het is niet nodig om de staande lamp aan te doen",
    ),
    "it": (
        "non serve accendere la piantana",
        "non occorre accendere la piantana",
        "non è necessario spegnere la piantana",
        "non importa accendere la piantana",
        "non vale la pena di accendere la piantana",
        "non è detto che tu debba accendere la piantana",
        "non serve accendere la piantana alle 7",
    ),
    "es": (
        "no hace falta encender la lámpara de pie",
        "no es necesario apagar la lámpara de pie",
        "no merece la pena encender la lámpara de pie",
        "no tiene sentido encender la lámpara de pie",
        "no hace falta encender la lámpara de pie mañana a las 7",
    ),
    "fr": (
        "pas besoin d'allumer le lampadaire",
        "ce n'est pas la peine d'allumer le lampadaire",
        "il n'y a pas lieu d'allumer le lampadaire",
    ),
}

ANOTHER_TIME = (
    ("turn on the chandelier at 7 pm", "8"),
    ("set a timer for 5 minutes", "make it 8"),
)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [(language, sentence) for language, some in NO_NEED.items() for sentence in some],
)
async def test_what_need_not_be_done(language: str, sentence: str) -> None:
    """From nowhere and from a room."""
    for room in (False, True):
        heard = await Family(language, room=room).say(sentence)
        assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(("planned", "figure"), ANOTHER_TIME)
async def test_a_figure_after_a_plan(planned: str, figure: str) -> None:
    """It may be another time: nothing is dimmed, opened or moved by it."""
    family = Family("en")
    await family.say("set the blinds to 50 percent")
    await family.say(planned)
    heard = await family.say(figure)
    assert not heard.acted, heard.reply.text


@pytest.mark.parametrize(
    ("planned", "moved"),
    [
        ("turn on the chandelier in 5 minutes", "make it 10"),
        ("turn on the chandelier at 7 pm", "move it to 8"),
    ],
)
async def test_another_time_for_a_plan(planned: str, moved: str) -> None:
    """The plan is moved, and nothing else: no lamp is dimmed to 10, no blind moved to 8."""
    family = Family("en")
    await family.say("set the blinds to 50 percent")
    await family.say(planned)
    (step,) = (await family.say(moved)).steps
    assert isinstance(step, ScheduleStep)
    assert step.action == "move"
