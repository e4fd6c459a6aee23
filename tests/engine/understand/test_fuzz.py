"""Whatever is said, and whatever things are called, there is an understanding and no exception."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.home.simulated import SimulatedHome
from home_agent.engine.language import load_language
from home_agent.engine.understand import Before, Ended, Question, Topic, Understander
from home_agent.engine.understand.lexicon import load_lexicon
from home_agent.engine.understand.talk import load_talk

ENGLISH = load_language("en")
LEXICON = load_lexicon("en")
DEMO = SimulatedHome.demo().snapshot()
UNDERSTANDER = Understander()

WORDS = sorted(
    {word for phrases in LEXICON.roles.values() for phrase in phrases for word in phrase}
    | {word for entries in LEXICON.acts.values() for one in entries for word in one.head + one.tail}
    | {word for phrase in LEXICON.kinds for word in phrase}
    | {word for phrase in LEXICON.amounts for word in phrase}
    | {word for entity in DEMO.layout.entities.values() for word in LEXICON.words(entity.name)}
    | {word for area in DEMO.layout.areas.values() for word in LEXICON.words(area.name)}
    | {"50", "1", "21.5", "red", ",", "it"}
)
TALK = sorted(
    {" ".join(phrase) for phrases in load_talk("en").phrases.values() for phrase in phrases}
    | {" ".join(phrase) for phrase in load_talk("en").needs}
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_any_order_of_words_that_we_know(words: list[str]) -> None:
    """The parser is given every chance to trip."""
    UNDERSTANDER.understand(" ".join(words), DEMO, ENGLISH)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(TALK) | st.sampled_from(WORDS), max_size=8),
    st.lists(st.sampled_from(WORDS), max_size=8),
    st.lists(st.sampled_from(sorted(DEMO.layout.entities)), max_size=4, unique=True),
    st.booleans(),
)
def test_any_words_after_any_others(
    words: list[str], earlier: list[str], spoken_of: list[str], asked: bool
) -> None:
    """Whatever was said before, and whatever is open."""
    said = " ".join(words)
    ids = tuple(spoken_of)
    topic = Topic(heard=" ".join(earlier), asked=asked, mentioned=ids[:2], place="Kitchen")
    question = Question(heard=topic.heard, name="", candidates=ids) if ids else None
    before = Before(open=question, topic=topic)
    found = UNDERSTANDER.understand(said, DEMO, ENGLISH, area_id="kitchen", before=before)
    ended = Ended(understanding=found, mentioned=ids)
    after = UNDERSTANDER.topic_after(said, DEMO, ENGLISH, before=topic, ended=ended)
    assert after.age <= topic.age + 1


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    """In any script."""
    UNDERSTANDER.understand(text, DEMO, ENGLISH)


def _home(names: list[str]) -> dict[str, Any]:
    return {
        "areas": [{"name": name, "id": f"area_{n}"} for n, name in enumerate(names)],
        "entities": [
            {"name": name, "id": f"light.n{n}", "area": f"area_{n}", "state": "off"}
            for n, name in enumerate(names)
        ],
    }


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.text(min_size=1, max_size=20).filter(lambda name: bool(name.strip()))
        | st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join),
        max_size=5,
        unique=True,
    )
)
def test_things_of_any_name(names: list[str]) -> None:
    """Names made of commands, amounts, templates and nothing at all."""
    home = SimulatedHome.from_inventory(_home(names)).snapshot()
    for sentence in ("turn on everything", "turn off the lights", *(f"turn on {n}" for n in names)):
        Understander().understand(sentence, home, ENGLISH)
