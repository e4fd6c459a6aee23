"""Any phrases that we know, in any order: no sentence gets past its budget."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander
from home_agent.engine.understand.effort import MOST_LOOKS, Effort, count_looks
from home_agent.simulated import SimulatedHome

from .openings import LEXICONS, phrases_by_list

HOME = SimulatedHome.demo().snapshot()
UNDERSTANDER = Understander()
PHRASES = {
    code: sorted({item for some in phrases_by_list(code).values() for item in some})
    for code in LEXICONS
}
NAMES = sorted({entity.name for entity in HOME.layout.entities.values()} | {",", "?", "50", "7:30"})


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, str]:
    """A language, and a text of it: a few phrases, once or again and again."""
    code = draw(st.sampled_from(LEXICONS))
    phrase = st.sampled_from(PHRASES[code]) | st.sampled_from(NAMES)
    opening = draw(st.lists(phrase, max_size=2))
    pieces = draw(st.lists(phrase, min_size=1, max_size=5))
    text = " ".join(opening + pieces * draw(st.integers(1, 40)))
    return code, text[:1000]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sentences())
def test_no_sentence_takes_more_than_it_may(sentence: tuple[str, str]) -> None:
    code, text = sentence
    with count_looks(Effort()) as effort:
        UNDERSTANDER.understand(text, HOME, load_language(code))
    assert effort.spent <= MOST_LOOKS + 30 * len(HOME.layout.entities)
