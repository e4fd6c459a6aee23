"""What English has of dialogue, the other languages have: the same situations in each."""

import pytest

from .dialogues.runner import LANGUAGES, dialogues, expectations, hold


@pytest.mark.parametrize("language", LANGUAGES)
async def test_dialogues(language: str) -> None:
    """Every situation of the list ends as it must, in one language.

    All in one test, since nothing but the words differs.
    """
    wrong = [
        f"{dialogue.number}: {' | '.join(dialogue.sentences)}: {told}"
        for dialogue in dialogues(language)
        if (told := await hold(dialogue))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_lacks_a_situation(language: str) -> None:
    """A list that one language has less of would measure something else."""
    assert {dialogue.number for dialogue in dialogues(language)} == set(expectations())
