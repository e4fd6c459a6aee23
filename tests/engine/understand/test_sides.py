"""Left and right, where a name has but a letter for them."""

from typing import Any

import pytest

from home_agent.engine.understand.lexicon.file import load_lexicon

from .conftest import Hear
from .speaking import done

PAIR: dict[str, Any] = {
    "areas": [{"id": "den", "name": "Den"}],
    "entities": [
        {"id": f"cover.{side}", "name": f"bay blind {side.upper()}", "area": "den", "state": "open"}
        for side in ("l", "r")
    ],
}


@pytest.mark.parametrize(
    ("sentence", "target"),
    [
        ("close the left bay blind", "cover.l"),
        ("bay blind right down", "cover.r"),
        ("close bay blind L", "cover.l"),
    ],
)
def test_a_letter_stands_for_a_side(hear: Hear, sentence: str, target: str) -> None:
    assert [call[:2] for call in done(hear(sentence, home=PAIR))] == [("cover.close_cover", target)]


@pytest.mark.parametrize(
    ("language", "name", "side"),
    [
        ("it", "Abat-jour dx", "destra"),
        ("es", "Foco izq", "izquierda"),
        ("nl", "Lamp L", "links"),
        ("de", "Rollo re", "rechts"),
        ("fr", "Chevet G", "gauche"),
    ],
)
def test_sides_are_shortened_in_six_languages(language: str, name: str, side: str) -> None:
    assert load_lexicon(language).words(name)[-1] == side
