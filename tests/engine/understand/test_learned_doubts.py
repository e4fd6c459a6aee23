"""How sure the trained model must be: more than usual where a sentence may mean something else."""

from collections.abc import Iterator
from typing import Any

import pytest

from home_agent.engine.understand import Question, Understood
from home_agent.simulated import SimulatedHome

from .scripted_reader import ScriptedModel, hear
from .speaking import calls_of

_HOUSE: dict[str, Any] = {
    "areas": [{"name": name, "id": name.lower()} for name in ("Study", "Garden", "Den")],
    "entities": [
        {"name": "Desk lamp", "id": "light.desk", "area": "study", "state": "on"},
        {"name": "Left lamp", "id": "light.left", "area": "den", "state": "off"},
        {"name": "Right lamp", "id": "light.right", "area": "den", "state": "off"},
        {"name": "Pumpkin pump", "id": "switch.pump", "area": "garden", "state": "off"},
        {"name": "Gas main", "id": "valve.gas", "area": "garden", "state": "closed"},
        {"name": "Front door", "id": "lock.front", "area": "study", "state": "locked"},
        {"name": "Back door", "id": "lock.back", "area": "den", "state": "locked"},
    ],
}
_SURE, _LIKELY = 0.97, 0.8


@pytest.fixture
def home() -> Iterator[SimulatedHome]:
    house = SimulatedHome.from_inventory(_HOUSE)
    yield house
    house.close()


@pytest.mark.parametrize(
    ("sentence", "action", "target"),
    [
        # It may only tell something.
        ("the splashy thing needs to be bubbling away", "turn_on", "switch.pump"),
        # It is of what was not named.
        ("get it bubbling away for the guests", "turn_on", "switch.pump"),
        # It says what is not so.
        ("I can't stand the silence, get the splashy thing bubbling", "turn_on", "switch.pump"),
        # Nothing would change: the opposite may be meant.
        ("pull the plug on the splashy thing", "turn_off", "switch.pump"),
    ],
)
def test_in_doubt_only_what_is_very_sure_is_done(
    home: SimulatedHome,
    monkeypatch: pytest.MonkeyPatch,
    sentence: str,
    action: str,
    target: str,
) -> None:
    likely = hear(home, sentence, ScriptedModel(action, {target: _LIKELY}), monkeypatch)
    assert not isinstance(likely, Understood)
    sure = hear(home, sentence, ScriptedModel(action, {target: _SURE}), monkeypatch)
    assert [call.targets for call in calls_of(sure)] == [(target,)]


@pytest.mark.parametrize(
    "sentence", ["Pumpkin, get off the sofa at once", "get off the sofa at once, Pumpkin"]
)
def test_whoever_is_called_by_a_word_of_a_name_is_no_thing(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    model = ScriptedModel("turn_off", {"switch.pump": 1.0})
    assert not isinstance(hear(home, sentence, model, monkeypatch), Understood)


def test_what_is_called_by_another_name_is_not_let_flow(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = hear(
        home, "open the water main", ScriptedModel("open", {"valve.gas": 1.0}), monkeypatch
    )
    assert not isinstance(found, Understood)


@pytest.mark.parametrize(
    ("sentence", "done"),
    [
        ("grandpa snoring like a walrus, turn off the desk lamp", True),
        ("turn off the desk lamp, my foot", False),
    ],
)
def test_words_that_nobody_understood_are_borne_out_unless_they_may_take_it_back(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch, sentence: str, *, done: bool
) -> None:
    model = ScriptedModel("turn_off", {"light.desk": 0.99})
    assert isinstance(hear(home, sentence, model, monkeypatch), Understood) is done


def test_another_reading_of_the_model_does_not_bear_words_out(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "wibble wobble fudge, turn off the desk lamp"
    model = ScriptedModel("turn_on", {"light.left": 0.99})
    assert not isinstance(hear(home, sentence, model, monkeypatch), Understood)


def test_which_of_several_is_meant_may_be_known(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel("turn_on", {"light.left": 0.99})
    found = hear(home, "turn on the lamp in the den", model, monkeypatch)
    assert [call.targets for call in calls_of(found)] == [("light.left",)]
    assert found.evidence.confidence == pytest.approx(0.99)


@pytest.mark.parametrize(
    ("sentence", "targets"),
    [
        ("turn on the lamp in the den", {"light.left": 0.9}),
        ("turn on the lamp in the den", {"light.left": 0.5, "light.right": 0.5}),
        ("turn on the lamp in the den", {"light.desk": 0.99}),
        ("turn on the lamp in the den", {}),
        # What is guarded is asked about, whatever the model says.
        ("lock the door", {"lock.front": 1.0}),
        ("unlock the door", {"lock.front": 1.0}),
    ],
)
def test_where_the_model_does_not_know_it_is_asked_about(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch, sentence: str, targets: dict[str, float]
) -> None:
    found = hear(home, sentence, ScriptedModel("turn_on", targets), monkeypatch)
    assert isinstance(found, Question)
