"""Remarks beside a command, in words that nobody listed: judged by what was learned."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.engine.understand.text import remarks
from home_agent.simulated import SimulatedHome

from .speaking import HOUSES

ENGLISH = [
    "turn off the kitchen lights, my mother is on the phone",
    "dad's been up since four, turn off the kitchen lights",
    "turn off the kitchen lights, the electricity bill is scary enough",
    "the neighbours are having a barbecue, turn off the kitchen lights",
]
UNLISTED = "grandpa snoring like a walrus, turn off the kitchen lights"

NOT_MEANT = [
    "turn off the kitchen lights, said the electrician",
    "turn off the kitchen lights, once the guests are gone",
    "turn off the kitchen lights, that was the punch line",
    "my uncle would always shout, turn off the kitchen lights",
    "turn off the kitchen lights, is that what I should do?",
    "turn off the kitchen lights, cold feet",
]


def _understand(sentence: str) -> Understanding:
    home = SimulatedHome.demo()
    try:
        return Understander().understand(sentence, home.snapshot(), load_language("en"))
    finally:
        home.close()


@pytest.mark.parametrize("sentence", [*ENGLISH, UNLISTED])
def test_a_remark_changes_nothing(sentence: str) -> None:
    found = _understand(sentence)
    assert isinstance(found, Understood)
    plain = _understand("turn off the kitchen lights")
    assert isinstance(plain, Understood)
    assert found.plan == plain.plan


@pytest.mark.parametrize("sentence", NOT_MEANT)
def test_what_makes_it_another_command_is_no_remark(sentence: str) -> None:
    assert not isinstance(_understand(sentence), Understood)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Mach die Stehlampe aus, der Kleine ist endlich eingeschlafen"),
        ("nl", "Doe de staande lamp uit, mijn moeder hangt aan de telefoon"),
        ("fr", "Éteins le lampadaire, ma mère est au téléphone"),
        ("it", "Spegni la piantana, mia madre è al telefono"),
        ("es", "Apaga la lámpara de pie, que mi madre está al teléfono"),
    ],
)
def test_remarks_are_known_in_every_language_with_weights(language: str, sentence: str) -> None:
    assert (HOUSES / f"{language}.yaml").is_file()
    home = SimulatedHome.from_file(HOUSES / f"{language}.yaml")
    found = Understander().understand(sentence, home.snapshot(), load_language(language))
    home.close()
    assert isinstance(found, Understood), found


def test_without_weights_nothing_is_taken_for_a_remark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remarks, "_load_model", lambda _code: None)
    assert not isinstance(_understand(UNLISTED), Understood)
