"""Sentences and things as vectors: the arithmetic, the file of weights, and what it is good for."""

import math
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from home_agent.engine.semantics import DescribedThing, describe, load_model, loading
from home_agent.engine.semantics.model import Model, read_model
from home_agent.engine.semantics.network import gelu, softmax, unit
from home_agent.engine.semantics.tokens import LONGEST, Tokenizer, plain

_THINGS = {
    "light.desk": ("Desk lamp", "Study", "light"),
    "light.hall": ("Hall pendant", "Hall", "light"),
    "switch.pump": ("Shelly 1 fountain pump", "Garden", "switch"),
    "vacuum.rob": ("Roborock", "", "vacuum"),
    "media_player.box": ("Sonos One", "Kitchen", "media_player"),
    "climate.trv": ("Thermostat bath", "Bathroom", "climate"),
}


@pytest.fixture
def model() -> Model:
    """The one that ships."""
    found = load_model()
    assert found is not None
    return found


@pytest.fixture
def _own_cache() -> Iterator[None]:
    """Whatever is loaded in a test is forgotten after it."""
    load_model.cache_clear()
    yield
    load_model.cache_clear()


def _things() -> list[DescribedThing]:
    return [
        DescribedThing(id_, describe((name,), area, domain, ""))
        for id_, (name, area, domain) in _THINGS.items()
    ]


def test_the_bend_is_that_of_the_error_function() -> None:
    values = np.linspace(-6, 6, 101)
    exact = [value * 0.5 * (1 + math.erf(value / math.sqrt(2))) for value in values]

    assert np.abs(gelu(values) - exact).max() < 1e-6


def test_shares_add_up_and_vectors_have_length_one() -> None:
    values = np.array([[1.0, 1000.0, -3.0], [0.0, 0.0, 0.0]])

    assert softmax(values).sum(axis=-1).tolist() == pytest.approx([1.0, 1.0])
    assert np.linalg.norm(unit(values), axis=-1).tolist() == pytest.approx([1.0, 0.0])


def test_words_are_split_into_the_longest_known_pieces() -> None:
    tokenizer = Tokenizer(("[UNK]", "lamp", "##en", "desk", "20", "%"))

    assert tokenizer.tokens("Desk-Lampen: 20%") == [3, 1, 2, 4, 5]
    assert tokenizer.tokens("") == tokenizer.tokens("!") == tokenizer.tokens("xyz") == [0]
    assert len(tokenizer.tokens("lamp " * 500)) == LONGEST


def test_accents_and_capitals_make_no_difference() -> None:
    assert plain("Große KÜCHE à côté") == "grosse kuche a cote"


@pytest.mark.parametrize(
    ("sentence", "meant"),
    [
        ("fountain pump please", "switch.pump"),
        ("the robot could do a round", "vacuum.rob"),
        ("a bit of music in the kitchen", "media_player.box"),
        ("somebody left the desk lamp burning", "light.desk"),
    ],
)
def test_a_sentence_is_closest_to_what_it_is_about(model: Model, sentence: str, meant: str) -> None:
    things = model.catalogue(_things())

    prediction = model.predict(sentence, things)

    assert next(iter(prediction.targets)) == meant
    assert sum(prediction.actions.values()) == pytest.approx(1.0)
    assert 0 <= prediction.nothing <= 1
    assert things.ids[int(model.similar(sentence, things).argmax())] in _THINGS


def test_the_same_sentence_gets_the_same_answer_whatever_else_is_there(model: Model) -> None:
    few, many = _things(), [*_things(), DescribedThing("light.x", "Attic strip Attic light lamp")]

    first, second = (
        model.predict("hall pendant off", model.catalogue(some)) for some in (few, many)
    )

    assert first.actions == pytest.approx(second.actions)
    assert next(iter(first.targets)) == next(iter(second.targets)) == "light.hall"


def test_a_home_without_things_means_nothing(model: Model) -> None:
    prediction = model.predict("lamp off", model.catalogue([]))

    assert not prediction.targets
    assert prediction.nothing == pytest.approx(1.0)


@pytest.mark.usefixtures("_own_cache")
def test_without_its_file_there_is_no_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(loading, "_FILE", tmp_path / "none.npz")

    assert load_model() is None


@pytest.mark.usefixtures("_own_cache")
def test_without_numpy_there_is_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, read_model.__module__, None)

    assert load_model() is None


@pytest.mark.usefixtures("_own_cache")
def test_a_broken_file_is_told_once_and_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    broken = tmp_path / "reader.npz"
    broken.write_bytes(b"not what it should be")
    monkeypatch.setattr(loading, "_FILE", broken)

    assert load_model() is None
    assert load_model() is None
    assert caplog.text.count("reader.npz cannot be read") == 1


def test_the_file_is_small_enough_to_ship() -> None:
    assert loading._FILE.stat().st_size < 15_000_000


def test_the_card_is_that_of_the_file() -> None:
    card = loading._FILE.with_name("README.md").read_text("utf-8")

    assert sha256(loading._FILE.read_bytes()).hexdigest() in card
