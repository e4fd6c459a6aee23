"""What we think of a thing is told by nothing in the home: that is for a model."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import NotUnderstood, Understander
from home_agent.simulated import SimulatedHome


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "what do you make of what is on the shopping list?"),
        ("en", "do you like the radio?"),
        ("de", "was hältst du von der Einkaufsliste?"),
        ("nl", "wat vind je van de boodschappenlijst?"),
        ("fr", "que penses-tu de la liste de courses ?"),
        ("it", "cosa ne pensi della lista della spesa?"),
        ("es", "¿qué opinas de la lista de la compra?"),
    ],
)
def test_an_opinion_is_not_looked_up(code: str, text: str) -> None:
    home = SimulatedHome.demo()
    found = Understander().understand(text, home.snapshot(), load_language(code))
    assert isinstance(found, NotUnderstood)
