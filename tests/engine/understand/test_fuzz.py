"""Whatever is said, and whatever things are called, there is an understanding and no exception.

Time is not asserted here, but it is what the long ones are for: were it not bounded, they would
take minutes.
"""

from datetime import UTC, datetime
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from home_agent.engine.home import Area, Entity, Floor, Layout, Snapshot, State
from home_agent.engine.language import load_language
from home_agent.engine.understand import (
    DialogueState,
    NotUnderstood,
    Question,
    Refusal,
    Topic,
    TurnEnd,
    Understander,
    Understood,
)
from home_agent.engine.understand.lexicon.dialogue_words import load_dialogue_words
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.simulated import SimulatedHome

ENGLISH = load_language("en")
LEXICON = load_lexicon("en")
DEMO = SimulatedHome.demo().snapshot()
UNDERSTANDER = Understander()

WORDS = sorted(
    {word for phrases in LEXICON.roles.values() for phrase in phrases for word in phrase}
    | {
        word
        for entries in LEXICON.acts.values()
        for entry in entries
        for word in entry.head + entry.tail
    }
    | {word for phrase in LEXICON.kinds for word in phrase}
    | {word for phrase in LEXICON.amounts for word in phrase}
    | {word for entity in DEMO.layout.entities.values() for word in LEXICON.words(entity.name)}
    | {word for area in DEMO.layout.areas.values() for word in LEXICON.words(area.name)}
    | {"50", "1", "21.5", "red", ",", "it"}
)
TALK = sorted(
    {
        " ".join(phrase)
        for phrases in load_dialogue_words("en").phrases.values()
        for phrase in phrases
    }
    | {" ".join(phrase) for phrase in load_dialogue_words("en").needs}
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
    before = DialogueState(open=question, topic=topic)
    found = UNDERSTANDER.understand(said, DEMO, ENGLISH, area_id="kitchen", before=before)
    ended = TurnEnd(understanding=found, mentioned=ids)
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


HOSTILE = (
    *("", " ", "?", "...", ",", "%", "💡", "❤️", "\u202eLamp", "שלט", "lamp\n\tlamp", "\x00"),
    *("x" * 10_000, "la mp " * 2_000, "(.*)+$", "[a|b]", "{name}", "<area>", "{{ 7 * 7 }}", "{%"),
    *("turn off", "and", "on", "the", "all", "everything", "lights", "set", "to", "50", "it", "a"),
    *("Lamp", "lamp", "LAMP", "kitchen", "is", "what is", "not", "except", "please", "ﷺ" * 20),
)
NAMES = st.sampled_from(HOSTILE) | st.text(max_size=12)
DOMAINS = ("light", "switch", "cover", "climate", "scene", "todo", "sensor", "lock", "media_player")


@st.composite
def homes(draw: st.DrawFn) -> Snapshot:
    """Any number of things, each called anything, and some of them nothing at all."""
    now = datetime(2026, 11, 15, tzinfo=UTC)
    areas = {
        f"a{n}": Area(area_id=f"a{n}", name=name, aliases=tuple(aliases), floor_id="f0")
        for n, (name, aliases) in enumerate(
            draw(st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=1)), max_size=4))
        )
    }
    things = draw(
        st.lists(st.tuples(st.sampled_from(DOMAINS), st.lists(NAMES, max_size=2)), max_size=8)
    )
    entities = {
        (entity_id := f"{domain}.n{n}"): Entity(
            entity_id=entity_id,
            name=(names or [entity_id])[0],
            names=tuple(names),
            area_id=f"a{n % 5}",
            exposed=n % 4 != 3,
        )
        for n, (domain, names) in enumerate(things)
    }
    state = State(value="off", changed=now, updated=now)
    floors = {"f0": Floor(floor_id="f0", name=draw(NAMES))}
    layout = Layout(areas=areas, floors=floors, entities=entities)
    return Snapshot(layout=layout, states=dict.fromkeys(entities, state), now=now)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(home=homes(), words=st.lists(NAMES | st.sampled_from(WORDS), max_size=8))
def test_hostile_homes(home: Snapshot, words: list[str]) -> None:
    """Names like verbs, like each other, like patterns and templates, and of no letters at all."""
    understander = Understander()
    for sentence in (" ".join(words), f"turn on {' '.join(words)}", f"is {' '.join(words)} on?"):
        understander.understand(sentence[:300], home, ENGLISH)


@settings(max_examples=80, deadline=None)
@given(
    opening=st.sampled_from(("", "turn on ", "set ", "is ", "add ", "everything on ")),
    pieces=st.lists(st.sampled_from(WORDS) | NAMES, min_size=1, max_size=4),
    glue=st.sampled_from((" ", "", ", ", " and ")),
    length=st.sampled_from((300, 1_000, 10_000)),
)
def test_the_same_again_and_again(opening: str, pieces: list[str], glue: str, length: int) -> None:
    """What a stuck key, a parrot or somebody with bad intentions says."""
    text = opening + (glue.join(pieces) + glue or "a") * length
    UNDERSTANDER.understand(text[:length], DEMO, ENGLISH)


@settings(max_examples=20, deadline=None)
@given(st.text(min_size=1, max_size=50), st.integers(1, 10_000))
def test_any_long_text(piece: str, times: int) -> None:
    """In any script, up to ten thousand characters."""
    UNDERSTANDER.understand((piece * times)[:10_000], DEMO, ENGLISH)


def test_more_than_anyone_says_is_not_ours() -> None:
    """Ten thousand characters of commands are no command, and that is told."""
    found = UNDERSTANDER.understand("turn on the lights " * 500, DEMO, ENGLISH)
    assert found == NotUnderstood(nearest=Refusal(key="too_long"))


def test_a_dozen_commands_are_one_sentence() -> None:
    """Somebody who goes to bed may have much to say."""
    rooms = ("kitchen", "living room", "bedroom", "bathroom")
    asked = [f"turn {way} the {room} lights" for way in ("on", "off", "on") for room in rooms]
    text = "Could you please " + " and then ".join(asked)
    assert len(text) > 300
    understanding = UNDERSTANDER.understand(text, DEMO, ENGLISH)
    assert isinstance(understanding, Understood)


def test_figures_that_are_none() -> None:
    """Ornaments, times and fractions where a number should be."""
    home = SimulatedHome.demo().snapshot()
    understander = Understander()
    for figure in ("❶", "0❶", "²", "7:30", "1/0", "٣", "1.2.3"):
        for said in (f"is it above {figure} degrees", f"set the thermostat to {figure}", figure):
            assert understander.understand(said, home, ENGLISH) is not None
