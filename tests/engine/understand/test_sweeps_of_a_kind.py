"""All of a kind, and all that there is: what may be at work is left out, or asked about."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Proposal, Question, Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of

CHARGER, COFFEE, RAIL, LAUNDRY = (
    f"switch.{name}" for name in ("car_charger", "coffee_machine", "towel_rail", "washing_machine")
)


def hear(language: str, text: str, room: str | None = None) -> Understanding:
    """What a sentence means in the built-in house, whose things are called in this language."""
    home = SimulatedHome.demo(language).snapshot()
    return Understander().understand(text, home, load_language(language), area_id=room)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "turn off all the plugs"),
        ("en", "switch off every outlet"),
        ("en", "turn on all the sockets"),
        ("de", "schalte alle Steckdosen aus"),
        ("de", "alle Steckdosen aus"),
        ("nl", "zet alle stekkers uit"),
        ("it", "spegni tutte le prese"),
        ("es", "apaga todos los enchufes"),
        ("fr", "éteins toutes les prises"),
    ],
)
def test_nobody_means_the_laundry_by_all_plugs(language: str, text: str) -> None:
    found = hear(language, text)
    targets = {target for call in calls_of(found) for target in call.targets}
    assert targets == {COFFEE, RAIL}
    assert set(found.evidence.spared) == {CHARGER, LAUNDRY}, "which is said in the answer"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "turn off the plugs in the garage"),
        ("de", "alle Steckdosen in der Garage aus"),
        ("nl", "zet de stekkers in de garage uit"),
        ("it", "spegni tutte le prese in garage"),
        ("es", "apaga los enchufes del garaje"),
        ("fr", "éteins toutes les prises du garage"),
    ],
)
def test_where_all_of_a_kind_may_be_at_work_we_ask_which(language: str, text: str) -> None:
    found = hear(language, text)
    assert isinstance(found, Question), found
    assert set(found.candidates) == {CHARGER, LAUNDRY}


def test_a_machine_that_is_named_is_meant() -> None:
    """Be it alone, or beside another."""
    for text in (
        "turn off the washing machine",
        "turn off the car charger and the washing machine",
    ):
        assert LAUNDRY in {target for call in calls_of(hear("en", text)) for target in call.targets}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "turn off all the electrical devices"),
        ("en", "switch off every appliance"),
        ("en", "the whole lot off"),
        ("de", "mach alle elektrischen Geräte aus"),
        ("nl", "zet alle elektrische apparaten uit"),
        ("it", "spegni tutti gli apparecchi elettrici"),
        ("es", "apaga todos los electrodomésticos"),
        ("fr", "éteins tous les appareils électriques"),
    ],
)
def test_all_devices_are_everything(language: str, text: str) -> None:
    found = hear(language, text)
    assert isinstance(found, Proposal), found
    assert found.sweeps
    assert CHARGER in found.evidence.spared


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "cut the heater"),
        ("en", "turn off the radiator"),
        ("de", "mach den Heizkörper aus"),
        ("nl", "zet de radiator lager"),
        ("it", "spegni il termosifone"),
        ("es", "apaga el radiador"),
        ("fr", "coupe le radiateur"),
    ],
)
def test_nothing_is_guessed_between_rooms(language: str, text: str) -> None:
    """The kitchen has no heater: the one on its floor is no more meant than the one above."""
    found = hear(language, text, "kitchen")
    if isinstance(found, Understood):
        # Where one of them is called so by its very name, that one is meant.
        assert {match.score for clause in found.evidence.clauses for match in clause.matches} == {1}
    else:
        assert isinstance(found, Question), found
