"""What has a statement confirmed denies nothing: "…, isn't it?"."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import QueryStep
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

CONFIRMED = (
    ("en", "the front door is locked", ("isn't it", "right", "is it", "correct")),
    ("it", "la porta d'ingresso è chiusa a chiave", ("vero", "no", "giusto", "non è vero")),
    ("es", "la puerta principal está cerrada con llave", ("verdad", "no", "cierto")),
    ("fr", "la porte d'entrée est verrouillée", ("n'est-ce pas", "non", "hein")),
)


def _understand(language: str, text: str) -> Understanding:
    home = SimulatedHome.demo(language=language)
    return Understander().understand(text, home.snapshot(), load_language(language))


@pytest.mark.parametrize(
    ("language", "stated", "tag"),
    [(language, stated, tag) for language, stated, tags in CONFIRMED for tag in tags],
)
def test_it_is_asked_as_without(language: str, stated: str, tag: str) -> None:
    """The same is looked for, and nothing is negated."""
    plain, tagged = (_understand(language, text) for text in (f"{stated}?", f"{stated}, {tag}?"))
    assert isinstance(plain, Understood)
    assert isinstance(tagged, Understood)
    assert tagged.plan == plain.plan
    assert not any(isinstance(step, QueryStep) and step.negated for step in tagged.plan.steps)


@pytest.mark.parametrize("text", ["how warm is it?", "what time is it?"])
def test_no_tag_without_a_pause(text: str) -> None:
    """What only sounds alike is asked as ever."""
    assert isinstance(_understand("en", text), Understood)
