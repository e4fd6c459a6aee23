"""A unit that is said once counts for every figure that waits for one."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import LaterStep
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.time.durations import repeat_unit
from home_agent.simulated import SimulatedHome


@pytest.fixture
def home() -> SimulatedHome:
    return SimulatedHome.demo()


def _understand(home: SimulatedHome, sentence: str) -> Understanding:
    return Understander().understand(sentence, home.snapshot(), load_language("en"))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "turn on the mood light for ten minutes and the desk lamp for twenty",
            "turn on the mood light for ten minutes and the desk lamp for twenty minutes",
        ),
        (
            "turn on the mood light for ten and the desk lamp for twenty minutes",
            "turn on the mood light for ten minutes and the desk lamp for twenty minutes",
        ),
    ],
)
def test_it_counts_for_both(home: SimulatedHome, said: str, meant: str) -> None:
    found, plain = _understand(home, said), _understand(home, meant)
    assert isinstance(found, Understood)
    assert isinstance(plain, Understood)
    assert len(found.plan.steps) == len(plain.plan.steps)
    assert all(isinstance(step, LaterStep) for step in found.plan.steps)
    ends = [getattr(step, "lasting", None) for step in found.plan.steps]
    assert ends == [getattr(step, "lasting", None) for step in plain.plan.steps]


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the mood light for twenty",
        "turn on the mood light for ten and the desk lamp for twenty",
        "turn on the mood light for 10 minutes, the desk lamp for an hour, the hall light for 20",
    ],
)
def test_without_a_unit_nothing_is_done(home: SimulatedHome, sentence: str) -> None:
    assert not isinstance(_understand(home, sentence), Understood)


@pytest.mark.parametrize(
    ("language", "said", "meant"),
    [
        (
            "de",
            "lampe für 10 minuten und radio für 20",
            "lampe für 10 minuten und radio für 20 minuten",
        ),
        (
            "nl",
            "lamp voor 10 minuten en radio voor 20",
            "lamp voor 10 minuten en radio voor 20 minuten",
        ),
        ("it", "luce per 10 minuti e radio per 20", "luce per 10 minuti e radio per 20 minuti"),
        (
            "es",
            "luz durante 2 horas y radio durante 3",
            "luz durante 2 horas y radio durante 3 horas",
        ),
        (
            "fr",
            "lampe pendant 2 heures et radio pendant 3",
            "lampe pendant 2 heures et radio pendant 3 heures",
        ),
        ("en", "lamp in 5 minutes and 20 percent", "lamp in 5 minutes and 20 percent"),
    ],
)
def test_units_of_every_language(language: str, said: str, meant: str) -> None:
    assert repeat_unit(tuple(said.split()), load_lexicon(language)) == tuple(meant.split())


def test_two_timers_share_it(home: SimulatedHome) -> None:
    """Ten minutes for one, and twenty for the other."""
    found = _understand(home, "set a timer for 10 minutes and another for 20")
    assert isinstance(found, Understood)
    assert [getattr(step, "seconds", 0) for step in found.plan.steps] == [600, 1200]
