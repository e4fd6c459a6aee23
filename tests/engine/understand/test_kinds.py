"""A named kind excludes as well as includes: a heater is no air conditioner, in six languages."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.plan import QueryStep
from home_agent.engine.speak.refusals import refuse
from home_agent.engine.understand import Refusal, Understander, Understood
from home_agent.simulated import SimulatedHome

from .speaking import calls_of, hear

_HEATS, _COOLS, _BOTH = ["off", "heat"], ["off", "cool", "fan_only"], ["off", "heat", "cool"]


def _climate(name: str, id_: str, area: str, modes: list[str]) -> dict[str, Any]:
    limits = {"hvac_modes": modes, "temperature": 20, "min_temp": 7, "max_temp": 30}
    return {"name": name, "id": id_, "area": area, "state": "off", "attributes": limits}


def _home(rooms: tuple[str, ...], heater: str, dryer: str) -> SimulatedHome:
    """In the first room something that heats, in the second something that cools, by its modes.

    In the third something that dries, by its name; in the fourth a switch that is called a heater.
    """
    return SimulatedHome.from_inventory(
        {
            "areas": [{"name": room, "id": f"room_{at}"} for at, room in enumerate(rooms)],
            "entities": [
                _climate(heater, "climate.warm", "room_0", _BOTH),
                _climate("Nordwind", "climate.cold", "room_1", _COOLS),
                {"name": dryer, "id": "humidifier.dry", "area": "room_2", "state": "off"},
                {"name": heater, "id": "switch.warm", "area": "room_3", "state": "off"},
            ],
        }
    )


_HOMES = {
    "en": _home(("Nursery", "Study", "Cellar", "Workshop"), "Oil radiator", "Dehumidifier"),
    "de": _home(
        ("Kinderzimmer", "Büro", "Keller", "Werkstatt"), "Ölheizung", "Kellerluftentfeuchter"
    ),
    "nl": _home(
        ("Kinderkamer", "Kantoor", "Kelder", "Werkplaats"), "Olieradiator", "Luchtontvochtiger"
    ),
    "it": _home(("Cameretta", "Studio", "Cantina", "Officina"), "Stufa a olio", "Deumidificatore"),
    "es": _home(("Alcoba", "Despacho", "Bodega", "Taller"), "Radiador nuevo", "Deshumidificador"),
    "fr": _home(("Chambre", "Bureau", "Cave", "Atelier"), "Radiateur à huile", "Déshumidificateur"),
}


@pytest.mark.parametrize(
    ("language", "sentence", "there_is"),
    [
        ("en", "turn on the air conditioner in the nursery", "Oil radiator"),
        ("en", "set the nursery ac to 19 degrees", "Oil radiator"),
        ("en", "is the air conditioning on in the nursery?", "Oil radiator"),
        ("en", "what is the air conditioner in the nursery set to?", "Oil radiator"),
        ("en", "switch the heater in the study on", "Nordwind"),
        ("en", "set the heating in the study to 21", "Nordwind"),
        ("en", "turn on the humidifier in the cellar", "Dehumidifier"),
        ("en", "turn the humidifier on", "Dehumidifier"),
        ("en", "is the humidifier in the cellar running?", "Dehumidifier"),
        ("en", "turn on the ac in the workshop", "Oil radiator"),
        ("de", "schalte die Klimaanlage im Kinderzimmer ein", "Ölheizung"),
        ("de", "ist die Klimaanlage im Kinderzimmer an?", "Ölheizung"),
        ("de", "stell die Heizung im Büro auf 21 Grad", "Nordwind"),
        ("de", "mach den Luftbefeuchter im Keller an", "Kellerluftentfeuchter"),
        ("nl", "zet de airco in de kinderkamer aan", "Olieradiator"),
        ("nl", "staat de airco in de kinderkamer aan?", "Olieradiator"),
        ("nl", "zet de verwarming in het kantoor op 21 graden", "Nordwind"),
        ("nl", "zet de luchtbevochtiger in de kelder aan", "Luchtontvochtiger"),
        ("it", "accendi il condizionatore in cameretta", "Stufa a olio"),
        ("it", "è acceso il condizionatore in cameretta?", "Stufa a olio"),
        ("it", "imposta il riscaldamento dello studio a 21 gradi", "Nordwind"),
        ("it", "accendi l'umidificatore in cantina", "Deumidificatore"),
        ("es", "enciende el aire acondicionado de la alcoba", "Radiador nuevo"),
        ("es", "¿está encendido el aire acondicionado de la alcoba?", "Radiador nuevo"),
        ("es", "pon la calefacción del despacho a 21 grados", "Nordwind"),
        ("es", "enciende el humidificador de la bodega", "Deshumidificador"),
        ("fr", "allume la climatisation dans la chambre", "Radiateur à huile"),
        ("fr", "est-ce que la clim est allumée dans la chambre ?", "Radiateur à huile"),
        ("fr", "mets le chauffage du bureau à 21 degrés", "Nordwind"),
        ("fr", "allume l'humidificateur de la cave", "Déshumidificateur"),
    ],
)
def test_another_kind_is_named_and_left_alone(language: str, sentence: str, there_is: str) -> None:
    heard = hear(language, _HOMES[language], sentence)
    assert isinstance(heard, Refusal), heard
    assert heard.instead[:1] == (there_is,)
    assert there_is in refuse(heard, load_language(language))


@pytest.mark.parametrize(
    ("language", "sentence", "target"),
    [
        ("en", "turn on the heater in the nursery", "climate.warm"),
        ("en", "turn on the thermostat in the nursery", "climate.warm"),
        ("en", "turn on the air conditioner", "climate.cold"),
        ("en", "turn on the dehumidifier", "humidifier.dry"),
        ("en", "set the humidity in the cellar to 40 percent", "humidifier.dry"),
        ("en", "turn on the radiator in the workshop", "switch.warm"),
        ("de", "schalte die Heizung im Kinderzimmer ein", "climate.warm"),
        ("de", "schalte die Klimaanlage ein", "climate.cold"),
        ("de", "mach den Entfeuchter an", "humidifier.dry"),
        ("nl", "zet de verwarming in de kinderkamer aan", "climate.warm"),
        ("nl", "zet de airco aan", "climate.cold"),
        ("nl", "zet de ontvochtiger aan", "humidifier.dry"),
        ("it", "accendi il riscaldamento in cameretta", "climate.warm"),
        ("it", "accendi il condizionatore", "climate.cold"),
        ("it", "accendi il deumidificatore", "humidifier.dry"),
        ("es", "enciende la calefacción de la alcoba", "climate.warm"),
        ("es", "enciende el aire acondicionado", "climate.cold"),
        ("es", "enciende el deshumidificador", "humidifier.dry"),
        ("fr", "allume le chauffage dans la chambre", "climate.warm"),
        ("fr", "allume la clim", "climate.cold"),
        ("fr", "allume le déshumidificateur", "humidifier.dry"),
    ],
)
def test_the_kind_is_found_by_whatever_tells_it(language: str, sentence: str, target: str) -> None:
    (call,) = calls_of(hear(language, _HOMES[language], sentence))
    assert call.targets == (target,)


def _only(*entities: dict[str, Any], **more: Any) -> SimulatedHome:
    return SimulatedHome.from_inventory(
        {"areas": [{"name": "Loft", "id": "loft"}], "entities": list(entities)} | more
    )


def _touched(home: SimulatedHome, sentence: str) -> set[str]:
    heard = Understander().understand(sentence, home.snapshot(), load_language("en"))
    if not isinstance(heard, Understood):
        return set()
    return {target for call in calls_of(heard) for target in call.targets}


def test_what_nothing_speaks_against_may_be_meant() -> None:
    home = _only(
        _climate("Comfort", "climate.comfort", "loft", ["off", "auto"]),
        {"name": "Mist", "id": "humidifier.mist", "area": "loft", "state": "off"},
    )
    assert _touched(home, "turn on the ac in the loft") == {"climate.comfort"}
    assert _touched(home, "turn on the heater in the loft") == {"climate.comfort"}
    assert _touched(home, "turn on the humidifier in the loft") == {"humidifier.mist"}


def test_a_name_counts_more_than_what_a_thing_could_do() -> None:
    home = _only(
        _climate("Loft air conditioner", "climate.ac", "loft", _BOTH),
        _climate("Loft heater", "climate.heater", "loft", _BOTH),
    )
    assert _touched(home, "turn on the heating in the loft") == {"climate.heater"}
    assert _touched(home, "turn on the cooling in the loft") == {"climate.ac"}


def test_an_air_conditioner_that_heats_is_the_heating_where_nothing_else_is() -> None:
    home = _only(_climate("Loft air conditioner", "climate.ac", "loft", _BOTH))
    assert _touched(home, "turn on the heating in the loft") == {"climate.ac"}
    home = _only(_climate("Loft air conditioner", "climate.ac", "loft", _COOLS))
    assert _touched(home, "turn on the heating in the loft") == set()
    home = _only(_climate("Loft heater", "climate.heater", "loft", _BOTH))
    assert _touched(home, "turn on the air conditioner in the loft") == set()


def test_the_device_tells_what_a_bare_name_does_not() -> None:
    home = _only(
        {"name": "Breeze", "id": "humidifier.breeze", "device": "dry", "state": "off"},
        devices=[{"name": "Dehumidifier", "id": "dry", "area": "loft"}],
    )
    assert _touched(home, "turn on the dehumidifier in the loft") == {"humidifier.breeze"}
    assert not _touched(home, "turn on the humidifier in the loft")


def test_a_class_that_somebody_chose_counts_more_than_the_name() -> None:
    home = _only(
        {
            "name": "Humidifier",
            "id": "humidifier.dry",
            "area": "loft",
            "state": "off",
            "attributes": {"device_class": "dehumidifier"},
        }
    )
    assert _touched(home, "turn on the dehumidifier") == {"humidifier.dry"}


def test_a_word_of_another_kind_of_thing_is_no_name() -> None:
    boiler = {"name": "Water heater", "id": "switch.boiler", "area": "loft", "state": "off"}
    assert not _touched(_only(boiler), "turn on the heater in the loft")
    assert _touched(_only(boiler), "turn on the water heater in the loft") == {"switch.boiler"}


def test_a_garage_door_is_no_blind() -> None:
    door = {"name": "Garage", "id": "cover.garage", "area": "loft", "state": "open"}
    door["attributes"] = {"device_class": "garage"}  # type: ignore[assignment]
    assert not _touched(_only(door), "close the blinds in the loft")
    assert not _touched(_only(door), "close the garage blinds")
    assert _touched(_only(door), "close the garage door") == {"cover.garage"}


def test_what_hangs_before_a_window_goes_by_many_names() -> None:
    curtain = {"name": "Curtain", "id": "cover.curtain", "area": "loft", "state": "open"}
    curtain["attributes"] = {"device_class": "curtain"}  # type: ignore[assignment]
    assert _touched(_only(curtain), "close the blinds in the loft") == {"cover.curtain"}


def test_a_question_about_the_kind_is_answered() -> None:
    heard = hear("en", _HOMES["en"], "is the air conditioner on in the study?")
    assert isinstance(heard, Understood)
    (step,) = heard.plan.steps
    assert isinstance(step, QueryStep)
    assert step.entity_ids == ("climate.cold",)
