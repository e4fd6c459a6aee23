"""What comes first, what is left out, and what is told apart by small words, in every language."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep, QueryStep
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.text.words import accents_by_plain_spelling
from home_agent.simulated import SimulatedHome


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    return SimulatedHome.demo()


def understand(house: SimulatedHome, text: str, language: str = "en") -> Understanding:
    return Understander().understand(text, house.snapshot(), load_language(language))


def asked(understanding: Understanding) -> dict[str, set[str]]:
    """By service, the targets."""
    assert isinstance(understanding, Understood), understanding
    calls = [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
    return {call.full_name: set(call.targets) for call in calls}


@pytest.mark.parametrize(
    "sentence", ["in the kitchen turn off the lights", "in the kitchen, turn off the lights"]
)
def test_where_may_come_before_what(house: SimulatedHome, sentence: str) -> None:
    assert asked(understand(house, sentence)) == asked(
        understand(house, "turn off the lights in the kitchen")
    )


def test_a_clause_with_its_own_verb_leaves_the_one_before_alone(house: SimulatedHome) -> None:
    sentence = "increase the volume of the kitchen radio and turn off the chandelier"
    assert asked(understand(house, sentence)).keys() == {
        "media_player.volume_up",
        "light.turn_off",
    }


def test_whatever_follows_except_is_spared(house: SimulatedHome) -> None:
    sentence = "turn off all the lights except the chandelier and the hall light"
    [spared, also] = [
        next(iter(asked(understand(house, f"turn off the {name}"))["light.turn_off"]))
        for name in ("chandelier", "hall light")
    ]
    turned_off = asked(understand(house, sentence))["light.turn_off"]
    assert not {spared, also} & turned_off
    assert len(turned_off) > 2


def test_a_place_alone_is_asked_about_whatever_is_there(house: SimulatedHome) -> None:
    understanding = understand(house, "is anything on in the kitchen")
    assert isinstance(understanding, Understood), understanding
    [step] = understanding.plan.steps
    assert isinstance(step, QueryStep)
    domains = {entity_id.partition(".")[0] for entity_id in step.entity_ids}
    assert {"light", "media_player"} <= domains
    assert "binary_sensor" not in domains


def test_words_are_known_without_their_accents() -> None:
    spellings = accents_by_plain_spelling(frozenset({"giù", "è", "e", "salón"}))
    assert spellings == {"giu": "giù", "salon": "salón"}


@pytest.mark.parametrize(
    ("code", "text", "words"),
    [
        ("it", "ventuno e mezzo", ("21.5",)),
        ("it", "ventitre gradi", ("23", "gradi")),
        ("es", "veintiuno y medio", ("21.5",)),
        ("es", "dieciseis grados", ("16", "grados")),
        ("en", "twenty one", ("21",)),
    ],
)
def test_figures_with_a_half_and_without_accents(
    code: str, text: str, words: tuple[str, ...]
) -> None:
    assert load_lexicon(code).words(text) == words
