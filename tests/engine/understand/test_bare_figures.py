"""A figure for a room, and no more: what heats there is set, and all else is asked about."""

from collections.abc import Iterator
from typing import Any

import pytest

from home_agent.engine.understand import Proposal
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear

_HEATS = {"temperature": 20, "hvac_modes": ["off", "heat"], "min_temp": 7, "max_temp": 30}
_DIMS = {"supported_color_modes": ["brightness"]}
_LANDING: dict[str, Any] = {
    "areas": [
        {"name": name, "id": area, "aliases": aliases}
        for name, area, *aliases in (
            ("Landing", "landing", "Diele", "overloop", "pianerottolo", "rellano", "palier"),
            ("Study", "study", "Arbeitszimmer", "werkkamer", "studio", "despacho", "bureau"),
            ("Den", "den"),
        )
    ],
    "entities": [
        {
            "name": "Globe",
            "id": "light.globe",
            "area": "landing",
            "state": "on",
            "attributes": _DIMS,
        },
        {
            "name": "Desk lamp",
            "id": "light.desk",
            "area": "study",
            "state": "on",
            "attributes": _DIMS,
        },
        {"name": "Den", "id": "media_player.den", "area": "den", "state": "playing"},
    ],
}
_HEATER = {
    "name": "Radiator",
    "id": "climate.study",
    "area": "study",
    "state": "heat",
    "attributes": _HEATS,
}


@pytest.fixture
def home() -> Iterator[SimulatedHome]:
    """One of its rooms is heated."""
    entities = [*_LANDING["entities"], _HEATER]
    house = SimulatedHome.from_inventory({**_LANDING, "entities": entities})
    yield house
    house.close()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "set the study to 21"),
        ("de", "stell das Arbeitszimmer auf 21"),
        ("nl", "zet de werkkamer op 21"),
        ("it", "metti lo studio a 21"),
        ("es", "pon el despacho a 21"),
        ("fr", "mets le bureau à 21"),
    ],
)
def test_where_something_heats(home: SimulatedHome, language: str, sentence: str) -> None:
    """It is a temperature."""
    (call,) = calls_of(hear(language, home, sentence))
    assert (call.targets, call.data["temperature"]) == (("climate.study",), 21)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "set the landing to 19"),
        ("en", "set the den to 22"),
        ("de", "stell die Diele auf 19"),
        ("nl", "zet de overloop op 19"),
        ("it", "metti il pianerottolo a 19"),
        ("es", "pon el rellano a 19"),
        ("fr", "mets le palier à 19"),
    ],
)
def test_where_nothing_heats(home: SimulatedHome, language: str, sentence: str) -> None:
    """It may be a temperature all the same, so that neither lamp nor player is set by it."""
    asked = hear(language, home, sentence)
    assert isinstance(asked, Proposal)
    assert asked.unclear == sentence.rsplit(" ", 1)[-1]


@pytest.mark.parametrize(
    "sentence",
    [
        "set the landing to 60",
        "set the landing to 19 percent",
        "dim the landing to 19",
        "set the landing light to 19",
        "set the globe to 19",
    ],
)
def test_what_is_no_temperature(home: SimulatedHome, sentence: str) -> None:
    """Nobody's rooms are at sixty degrees, and who speaks of light means light."""
    (call,) = calls_of(hear("en", home, sentence))
    assert call.targets == ("light.globe",)


def test_in_a_home_without_heating() -> None:
    """There is nothing else that could be meant."""
    house = SimulatedHome.from_inventory(_LANDING)
    (call,) = calls_of(hear("en", house, "set the landing to 19"))
    house.close()
    assert (call.targets, call.data["brightness_pct"]) == (("light.globe",), 19)
