"""What the parts of a sentence share, count and leave out, on the built-in house."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import Refusal, Understander, Understanding, Understood
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.engine.understand.resolve.names import gather_names
from home_agent.engine.understand.text.spelling import correct_typos, restore_accents
from home_agent.simulated import SimulatedHome


@pytest.fixture(scope="module")
def house() -> SimulatedHome:
    """The built-in house; nothing here acts on it."""
    return SimulatedHome.demo()


def understand(house: SimulatedHome, text: str) -> Understanding:
    """What a sentence means in this house."""
    return Understander().understand(text, house.snapshot(), load_language("en"))


def asked(understanding: Understanding) -> list[tuple[str, set[str], dict[str, Any]]]:
    """The calls, in order: the service, of whom, with what data."""
    assert isinstance(understanding, Understood), understanding
    calls = [step.call for step in understanding.plan.steps if isinstance(step, CallStep)]
    return [(call.full_name, set(call.targets), dict(call.data)) for call in calls]


@pytest.mark.parametrize(
    ("sentence", "calls"),
    [
        (
            "turn off all the lights in the living room except the chandelier and the mood light",
            [("light.turn_off", {"light.living_room_reading_lamp"}, {})],
        ),
        (
            "turn off the two reading lamps",
            [
                (
                    "light.turn_off",
                    {"light.bedroom_reading_lamp", "light.living_room_reading_lamp"},
                    {},
                )
            ],
        ),
        (
            "set the living room heating to 20 and the bedroom to 18",
            [
                ("climate.set_temperature", {"climate.thermostat"}, {"temperature": 20}),
                ("climate.set_temperature", {"climate.bedroom_radiator"}, {"temperature": 18}),
            ],
        ),
        (
            "open the blinds and the shutters to 30 percent",
            [("cover.set_cover_position", {"cover.blinds", "cover.shutters"}, {"position": 30})],
        ),
        (
            "close the blinds and set the chandelier to 30 percent",
            [
                ("cover.close_cover", {"cover.blinds"}, {}),
                ("light.turn_on", {"light.chandelier"}, {"brightness_pct": 30}),
            ],
        ),
        (
            "turn on the chandelier and set it to 30 percent",
            [
                ("light.turn_on", {"light.chandelier"}, {}),
                ("light.turn_on", {"light.chandelier"}, {"brightness_pct": 30}),
            ],
        ),
        (
            "close the shutters a bit",
            [("cover.set_cover_position", {"cover.shutters"}, {"position": 70})],
        ),
        (
            "open the blinds three quarters of the way",
            [("cover.set_cover_position", {"cover.blinds"}, {"position": 75})],
        ),
        (
            "raise the living room temperature by two degrees",
            [("climate.set_temperature", {"climate.thermostat"}, {"temperature": 23})],
        ),
        (
            "hey, could you turn on the chandelier?",
            [("light.turn_on", {"light.chandelier"}, {})],
        ),
        (
            "add T-shirts to the shopping list",
            [("todo.add_item", {"todo.shopping"}, {"item": "T-shirts"})],
        ),
    ],
)
def test_every_part_does_its_own(
    house: SimulatedHome, sentence: str, calls: list[tuple[str, set[str], dict[str, Any]]]
) -> None:
    """What is shared goes to all, what is left out stays, and a count is no amount."""
    assert asked(understand(house, sentence)) == calls


@pytest.mark.parametrize(
    "sentence", ["unlock the garage door", "lock the garage door", "turn off the red lamp"]
)
def test_another_thing_is_not_meant(house: SimulatedHome, sentence: str) -> None:
    """The front door is no garage door, and no lamp is turned off to red."""
    assert isinstance(understand(house, sentence), Refusal)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("cafe", "café"),
        ("oeuf", "œuf"),
        ("hotel", "hotel"),
        ("hôtel", "hotel"),
        ("cafè", "café"),
        ("ruck", "ruck"),
    ],
)
def test_accents_that_are_missing(typed: str, meant: str) -> None:
    """A word is the only one that differs from it in accents."""
    lamps = ["Café", "Œuf", "Hotel", "Rück", "Rùck"]
    home = SimulatedHome.from_inventory(
        {"entities": [{"id": f"light.n{n}", "name": name} for n, name in enumerate(lamps)]}
    )
    names = gather_names(home.snapshot().layout, load_lexicon("en"))
    assert restore_accents((typed,), names) == (meant,)


@pytest.mark.parametrize(
    ("typed", "meant"), [("tele", "télé"), ("tête", "tête"), ("téle", "télé"), ("telé", "télé")]
)
def test_slips_keep_the_accents_that_were_typed(typed: str, meant: str) -> None:
    """Who writes accents means them."""
    home = SimulatedHome.from_inventory({"entities": [{"id": "light.a", "name": "Télé"}]})
    names = gather_names(home.snapshot().layout, load_lexicon("en"))
    assert correct_typos(restore_accents((typed,), names), names) == (meant,)
