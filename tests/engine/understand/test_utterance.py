"""A sentence with all that its meaning depends on, and the one search for phrases in it."""

import pytest

from home_agent.engine.home import Snapshot
from home_agent.engine.understand.grammar.targets import Scene
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.resolve.names import gather_names
from home_agent.engine.understand.text.phrases import (
    drop_fillers,
    first_phrase,
    has_phrase,
    spans_of,
    split_at_links,
    strip_start,
    strip_words,
    trim_fillers,
    without,
)
from home_agent.engine.understand.utterance import Utterance, read_words

ENGLISH = load_lexicon("en")


@pytest.fixture(name="utterance")
def _utterance(demo: Snapshot) -> Utterance:
    text = "Please turn on the lamp?"
    return Utterance(
        words=read_words(text, ENGLISH),
        scene=Scene(heard=text, home=demo),
        lexicon=ENGLISH,
        names=gather_names(demo.layout, ENGLISH),
    )


def test_parts_keep_the_whole_sentence(utterance: Utterance) -> None:
    """Other words for a sentence leave what was said, and where, as it was."""
    part = utterance.with_words(("turn", "on"))
    assert part.words == ("turn", "on")
    assert part.text == utterance.text
    assert part.has_question_mark
    assert part.scene is utterance.scene
    assert utterance.with_words(utterance.words) is utterance


def test_another_sentence_at_the_same_moment(utterance: Utterance) -> None:
    """It has its own words."""
    said = utterance.saying("open the garage")
    assert (said.text, said.words) == ("open the garage", ("open", "the", "garage"))
    assert not said.has_question_mark


def test_every_reading_has_evidence_of_its_own(utterance: Utterance) -> None:
    """Parts of a sentence share it; other words for the whole, or another subject, do not."""
    heard = ("turn", "on", "the", "lmap")
    first = utterance.begin_reading(("turn", "on", "the", "lamp"), heard)
    first.with_words(("the", "lamp")).evidence.add_clause(("the", "lamp"))
    again = first.retry()
    assert [clause.said for clause in first.evidence.build().clauses] == ["the lamp"]
    assert again.evidence.build().clauses == utterance.evidence.build().clauses == ()
    assert first.evidence.build().mended == again.evidence.build().mended == (("lmap", "lamp"),)


def test_what_was_spoken_of_and_where(utterance: Utterance, demo: Snapshot) -> None:
    """Nothing to speak of, and no room, leave it as it was."""
    area = next(iter(demo.layout.areas.values()))
    assert utterance.mentioning(("light.desk",)).scene.mentioned == ("light.desk",)
    assert utterance.mentioning(()) is utterance
    assert utterance.in_area(area).scene.area == area
    assert utterance.in_area(None) is utterance


def test_fillers() -> None:
    """They go at the ends, or everywhere."""
    words = ("please", ",", "turn", "please", "on", ",", "please")
    assert trim_fillers(words, ENGLISH) == ("turn", "please", "on")
    assert drop_fillers(words, ENGLISH) == ("turn", "on", ",")


def test_search() -> None:
    """The longest phrase wins, and the first place."""
    words = ("a", "b", "c", "a", "b")
    phrases = frozenset({("a",), ("a", "b")})
    assert first_phrase(words, phrases) == (0, ("a", "b"))
    assert first_phrase(words, phrases, 1) == (3, ("a", "b"))
    assert first_phrase(words, frozenset()) == (5, ())
    assert has_phrase(words, frozenset({("c",)}))
    assert not has_phrase(words, frozenset({("c",)}), 3)
    assert without(words, phrases) == ("c",)
    assert strip_start(words, phrases) == ("c", "a", "b")
    assert strip_words(words, frozenset({("a",), ("b",)})) == ("c",)


def test_spans_and_links() -> None:
    """Every few words in a row, and every way to part a sentence in two."""
    assert list(spans_of(("a", "b", "c"), 2)) == [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
    parts = list(split_at_links(("a", "and", "b", ",", "c"), ENGLISH))
    assert parts == [(("a",), ("b", ",", "c")), (("a", "and", "b"), ("c",))]
