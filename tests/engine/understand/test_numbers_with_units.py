"""Numbers that a household set up itself are set with their units, in six languages."""

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import CallStep
from home_agent.engine.understand import Understander, Understood
from home_agent.simulated import SimulatedHome

_NAMES = {
    "en": ("Night setpoint", "Charging limit"),
    "de": ("Nachttemperatur", "Ladegrenze"),
    "nl": ("Nachtstand", "Laadstroom"),
    "fr": ("Consigne de nuit", "Courant de charge"),
    "it": ("Soglia notturna", "Corrente di ricarica"),
    "es": ("Consigna nocturna", "Corriente de carga"),
}


def _set(language: str, text: str) -> list[tuple[str, float]]:
    night, charge = _NAMES[language]
    entities = [
        {"id": "input_number.night", "name": night, "state": "17.0"}
        | {"attributes": {"min": 10, "max": 25, "unit_of_measurement": "°C"}},
        {"id": "input_number.charge", "name": charge, "state": "10.0"}
        | {"attributes": {"min": 6, "max": 16, "unit_of_measurement": "A"}},
    ]
    home = SimulatedHome.from_inventory({"areas": [], "entities": entities}).snapshot()
    found = Understander().understand(text, home, load_language(language))
    steps = found.plan.steps if isinstance(found, Understood) else ()
    return [
        (step.call.targets[0].removeprefix("input_number."), step.call.data["value"])
        for step in steps
        if isinstance(step, CallStep)
    ]


@pytest.mark.parametrize(
    ("language", "text", "which", "value"),
    [
        ("en", "set the night setpoint to 16 degrees", "night", 16),
        ("en", "set the charging limit to 12 amps", "charge", 12),
        ("de", "stelle die Nachttemperatur auf 16 Grad", "night", 16),
        ("de", "stell die Ladegrenze auf 12 Ampere", "charge", 12),
        ("nl", "zet de nachtstand op 16 graden", "night", 16),
        ("nl", "zet de laadstroom op 12 ampère", "charge", 12),
        ("fr", "mets la consigne de nuit à 16 degrés", "night", 16),
        ("fr", "règle le courant de charge sur 12 ampères", "charge", 12),
        ("it", "imposta la soglia notturna a 16 gradi", "night", 16),
        ("it", "imposta la corrente di ricarica a 12 ampere", "charge", 12),
        ("es", "pon la consigna nocturna a 16 grados", "night", 16),
        ("es", "pon la corriente de carga a 12 amperios", "charge", 12),
    ],
)
def test_a_number_with_its_unit(language: str, text: str, which: str, value: float) -> None:
    """The unit says what the figure counts, and changes nothing."""
    assert _set(language, text) == [(which, value)]


@pytest.mark.parametrize(
    "text",
    ["set the night setpoint to 60 degrees fahrenheit", "set the charging limit to 12 degrees"],
)
def test_another_unit_sets_nothing(text: str) -> None:
    """Amperes are no degrees, and neither are 60 °F sixty °C."""
    assert _set("en", text) == []


_LISTS = {
    "nl": [
        ("Zet eieren en ontbijtkoek op de boodschappenlijst", ["Eieren", "Ontbijtkoek"]),
        ("zet brood, melk en kaas op het boodschappenlijstje", ["Brood", "Melk", "Kaas"]),
    ],
    "de": [
        ("Setz Eier und Brot auf die Einkaufsliste", ["Eier", "Brot"]),
        ("schreib Milch und Käse auf den Einkaufszettel", ["Milch", "Käse"]),
    ],
}


@pytest.mark.parametrize(
    ("language", "text", "items"),
    [(language, *row) for language, rows in _LISTS.items() for row in rows],
)
def test_a_list_is_called_by_what_is_on_it(language: str, text: str, items: list[str]) -> None:
    """The items are parted, although the list itself is called another way."""
    names = {"nl": ("Boodschappen", "Klusjes"), "de": ("Einkauf", "Aufgaben")}[language]
    entities = [{"id": f"todo.{at}", "name": name, "state": "0"} for at, name in enumerate(names)]
    home = SimulatedHome.from_inventory({"areas": [], "entities": entities}).snapshot()
    found = Understander().understand(text, home, load_language(language))
    assert isinstance(found, Understood)
    calls = [step.call for step in found.plan.steps if isinstance(step, CallStep)]
    assert [call.data["item"] for call in calls] == items
    assert {call.targets for call in calls} == {("todo.0",)}
