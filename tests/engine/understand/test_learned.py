"""What a trained model reads where the words of the language do not account for a sentence."""

from collections.abc import Iterator
from typing import Any

import pytest

from home_agent.engine import Settings, Turn, build_agent
from home_agent.engine.language import load_language
from home_agent.engine.semantics import load_model
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.understand import (
    NotUnderstood,
    Proposal,
    Understander,
    Understanding,
    Understood,
)
from home_agent.engine.understand.learned import reader
from home_agent.simulated import SimulatedHome

from .scripted_reader import ScriptedModel, hear
from .speaking import calls_of

_MOVES = ["CoverEntityFeature.OPEN", "CoverEntityFeature.CLOSE"]
_HOUSE: dict[str, Any] = {
    "areas": [{"name": name, "id": name.lower()} for name in ("Study", "Hall", "Garden", "Den")],
    "entities": [
        {
            "name": "Desk lamp",
            "id": "light.desk",
            "area": "study",
            "state": "on",
            "attributes": {"supported_color_modes": ["brightness"], "brightness": 200},
        },
        {"name": "Hall pendant", "id": "light.hall", "area": "hall", "state": "off"},
        {"name": "Shelly fountain pump", "id": "switch.pump", "area": "garden", "state": "off"},
        {"name": "Back door", "id": "lock.back", "area": "hall", "state": "unlocked"},
        {
            "name": "Side gate",
            "id": "cover.gate",
            "area": "garden",
            "state": "open",
            "attributes": {"device_class": "gate", "supported_features": _MOVES},
        },
        {
            "name": "Outside",
            "id": "sensor.outside",
            "area": "garden",
            "state": "11",
            "attributes": {"unit_of_measurement": "°C", "device_class": "temperature"},
        },
    ],
}


@pytest.fixture
def home() -> Iterator[SimulatedHome]:
    """A house with something to guard."""
    house = SimulatedHome.from_inventory(_HOUSE)
    yield house
    house.close()


def _proposal_of(understanding: Understanding) -> Proposal:
    assert isinstance(understanding, NotUnderstood)
    assert isinstance(understanding.nearest, Proposal)
    return understanding.nearest


def test_what_is_sure_is_done_and_told_as_a_guess(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel("turn_on", {"switch.pump": 0.95})

    found = hear(home, "get the splashy thing going", model, monkeypatch)

    assert [(call.full_name, call.targets) for call in calls_of(found)] == [
        ("switch.turn_on", ("switch.pump",))
    ]
    assert found.evidence.reader == "model"
    assert found.evidence.confidence == pytest.approx(0.931, abs=1e-3)


def test_what_is_likely_is_asked_about(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel("turn_on", {"switch.pump": 0.5})

    proposal = _proposal_of(hear(home, "get the splashy thing going", model, monkeypatch))

    assert [call.full_name for call in proposal.calls] == ["switch.turn_on"]


@pytest.mark.parametrize(
    ("action", "targets"),
    [
        ("turn_on", {"switch.pump": 0.2}),
        ("none", {"switch.pump": 0.99}),
        ("unlock", {"lock.back": 0.99}),
        ("disarm", {"lock.back": 0.99}),
        ("set_brightness", {"light.desk": 0.99}),
        ("turn_on", {"light.unheard_of": 0.99}),
        ("turn_on", {}),
    ],
)
def test_what_is_unlikely_never_guessed_or_incomplete_is_not_understood(
    home: SimulatedHome,
    monkeypatch: pytest.MonkeyPatch,
    action: str,
    targets: dict[str, float],
) -> None:
    model = ScriptedModel(action, targets)

    found = hear(home, "get the splashy thing going", model, monkeypatch)

    assert not isinstance(found, Understood)
    assert found.evidence.reader != "model"


@pytest.mark.parametrize(
    ("sentence", "action", "targets"),
    [
        ("bolt that thing will you", "lock", {"lock.back": 0.99}),
        ("that swinging thing, shut", "close", {"cover.gate": 0.99}),
        ("kill all that glow", "turn_off", {"light.desk": 0.99}),
        ("splashy thing going in here", "turn_on", {"switch.pump": 0.99}),
        ("get the splashy thing going tomorrow", "turn_on", {"switch.pump": 0.99}),
        ("splashy thing on, glowy thing off", "turn_on", {"switch.pump": 0.99}),
    ],
)
def test_what_is_guarded_sweeping_later_or_twofold_is_asked_about_however_sure(
    home: SimulatedHome,
    monkeypatch: pytest.MonkeyPatch,
    sentence: str,
    action: str,
    targets: dict[str, float],
) -> None:
    found = hear(home, sentence, ScriptedModel(action, targets), monkeypatch)

    assert not isinstance(found, Understood), found


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("open", "get the splashy thing going"),
        ("start", "get the splashy thing going"),
        ("activate", "get the splashy thing going"),
    ],
)
def test_what_comes_to_the_same_for_a_thing_is_one_action(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch, action: str, sentence: str
) -> None:
    found = hear(home, sentence, ScriptedModel(action, {"switch.pump": 0.99}), monkeypatch)

    assert [call.full_name for call in calls_of(found)] == ["switch.turn_on"]


def test_one_degree_of_a_change_is_kept(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel("dimmer", {"light.desk": 0.99})

    found = hear(home, "knock 20 percent off the glowy thing", model, monkeypatch)

    (call,) = calls_of(found)
    assert (call.full_name, dict(call.data)) == ("light.turn_on", {"brightness_pct": 58})


@pytest.mark.parametrize("share", [0.7, 0.98])
def test_for_a_name_that_is_not_there_it_must_be_surer(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    """A whole command was read, so that what is named may well be missing."""
    model = ScriptedModel("turn_on", {"switch.pump": 0.99}, share)

    found = hear(home, "turn on the cascade", model, monkeypatch)

    assert isinstance(found, Understood) is (share > 0.85)


def test_several_things_are_asked_about_together(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel("turn_on", {"switch.pump": 0.5, "light.hall": 0.49})

    said = "get the splashy thing and the glowy thing going"
    proposal = _proposal_of(hear(home, said, model, monkeypatch))

    assert {id_ for call in proposal.calls for id_ in call.targets} == {"switch.pump", "light.hall"}


def test_what_is_said_in_another_language_is_asked_about(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of its small words is ours, so that a "not" among them would go unseen."""
    model = ScriptedModel("turn_on", {"switch.pump": 0.99})

    _proposal_of(hear(home, "lass mal Wasser plätschern", model, monkeypatch))


@pytest.mark.parametrize(
    "sentence",
    [
        "Bertram, get the splashy thing going",
        "get the splashy thing going, Bertram",
        "tell your brother to get the splashy thing going",
        "get the splashy thing going in the",
        "don't get the splashy thing going",
        "never get the splashy thing going",
        'he said "get the splashy thing going"',
        "get the splashy thing and the glowy thing going",
        "get everything going but the splashy thing",
    ],
)
def test_what_forbids_quotes_or_asks_for_several_is_left_alone(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    model = ScriptedModel("turn_on", {"switch.pump": 0.99})

    found = hear(home, sentence, model, monkeypatch)

    assert found.evidence.reader != "model"


def test_a_place_that_was_named_binds_the_model(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel("turn_on", {"light.hall": 0.99})

    found = hear(home, "get the glowy thing going in the den", model, monkeypatch)

    assert found.evidence.reader != "model"


def test_a_question_is_answered_by_the_state(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedModel("ask", {"sensor.outside": 0.9})

    found = hear(home, "do I want a coat for the pergola", model, monkeypatch)

    assert isinstance(found, Understood)
    assert not any(hasattr(step, "call") for step in found.plan.steps)


def test_without_a_model_nothing_is_guessed(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = hear(home, "get the splashy thing going", None, monkeypatch)

    assert not isinstance(found, Understood)


async def test_a_yes_does_what_was_asked_about_and_a_no_nothing(
    home: SimulatedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        reader, "load_model", lambda: ScriptedModel("turn_on", {"switch.pump": 0.5})
    )
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(reader=True, patience=0.2))

    async def say(text: str, conversation: str) -> str:
        return (await agent.hear(Turn(text=text, conversation_id=conversation))).text

    assert await say("get the splashy thing going", "1") == "Shall I turn on Shelly fountain pump?"
    await say("no", "1")
    assert home.snapshot().states["switch.pump"].value == "off"
    await say("get the splashy thing going", "2")
    await say("yes", "2")
    assert home.snapshot().states["switch.pump"].value == "on"


async def test_it_can_be_switched_off(home: SimulatedHome, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        pytest.fail("the model was asked")

    monkeypatch.setattr(reader, "load_model", refuse)
    agent = build_agent(home, store=InMemoryStore(), settings=Settings(reader=False, patience=0.2))

    await agent.hear(Turn(text="get the splashy thing going", conversation_id="1"))

    assert home.snapshot().states["switch.pump"].value == "off"


@pytest.mark.parametrize(
    ("sentence", "service", "target"),
    [
        ("pop the desk lamp off would you love", "light.turn_off", "light.desk"),
        ("get that fountain going", "switch.turn_on", "switch.pump"),
    ],
)
def test_the_model_that_ships_reads_what_the_lexicon_does_not(
    home: SimulatedHome, sentence: str, service: str, target: str
) -> None:
    assert load_model() is not None
    understander = Understander(learned=True)

    found = understander.understand(sentence, home.snapshot(), load_language("en"))

    assert [(call.full_name, call.targets) for call in calls_of(found)] == [(service, (target,))]
