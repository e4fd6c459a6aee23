"""How the house is asked at home: "machst du …?", "gib ihm Licht", and what is told beside it."""

from typing import Any

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.understand import Understander, Understanding, Understood
from home_agent.simulated import SimulatedHome

from .speaking import as_line, calls_of

_HEAT = {"hvac_modes": ["off", "heat"], "temperature": 20, "min_temp": 5, "max_temp": 30}
_DIMS = {"supported_color_modes": ["brightness"]}
_COVER = {"device_class": "awning", "current_position": 0}
_FIGURE = {"min": 0, "max": 100, "step": 0.5}
_NAMES = {
    "de": ("Mias Zimmer", "Bad", "Esstischlampe", "Urlaubsmodus", "Frostgrenze", "Markise"),
    "nl": ("Kamer oma", "Badkamer", "Dinolamp", "Vakantiestand", "Vorstgrens", "Zonnescherm"),
    "fr": ("Chambre Léa", "Cave", "Lampadaire", "Mode vacances", "Seuil hors-gel", "Store banne"),
    "it": ("Camera nonna", "Cantina", "Piantana", "Modalità vacanza", "Soglia gelo", "Tenda"),
    "es": ("Cuarto abuela", "Sótano", "Flexo", "Modo vacaciones", "Umbral helada", "Toldo"),
}


def _home(language: str) -> dict[str, Any]:
    room, bath, lamp, holidays, frost, awning = _NAMES[language]
    return {
        "areas": [
            {"id": "room", "name": room},
            {"id": "bath", "name": bath},
            {"id": "den", "name": "Foyer"},
        ],
        "entities": [
            _entity("light.lamp", lamp, "den", "off", _DIMS),
            _entity("light.bath", "Lumo", "bath", "on", _DIMS),
            _entity("climate.room", "Tado A", "room", "heat", _HEAT),
            _entity("climate.den", "Tado B", "den", "heat", _HEAT),
            _entity("media_player.tv", "TV", "den", "playing", {"device_class": "tv"}),
            _entity("input_boolean.away", holidays, None, "off", {}),
            _entity("input_number.frost", frost, None, "2", _FIGURE),
            _entity("cover.awning", awning, "den", "closed", _COVER),
        ],
    }


def _entity(
    entity_id: str, name: str, area: str | None, state: str, attributes: dict[str, Any]
) -> dict[str, Any]:
    described = {"id": entity_id, "name": name, "state": state, "attributes": attributes}
    return described | ({"area": area} if area else {})


_ON = "light.turn_on light.lamp"
_WARMER = 'climate.set_temperature climate.room {"temperature": 21.0}'
_LEAVING = "input_boolean.turn_on input_boolean.away | media_player.turn_off media_player.tv"
_FROST = 'input_number.set_value input_number.frost {"value": 3.5}'
_OUT = "cover.open_cover cover.awning"
_LEFT_ON = "light.turn_off light.bath"

DONE = [
    # Asked as a question, with whom or without.
    ("de", "Machst du mal die Esstischlampe an?", _ON),
    ("de", "Schaltest du bitte die Esstischlampe ein?", _ON),
    ("de", "Magst du die Esstischlampe anmachen?", _ON),
    ("de", "Die Esstischlampe kannst einschalten", _ON),
    ("nl", "Doe jij de dinolamp even aan?", _ON),
    ("nl", "De TV mag je uitzetten", "media_player.turn_off media_player.tv"),
    ("fr", "Tu allumes le lampadaire, s'il te plaît ?", _ON),
    ("fr", "Le lampadaire, tu l'allumes", _ON),
    ("es", "Ponme en marcha el flexo", _ON),
    # Light that somebody is given.
    ("de", "Gib mir die Esstischlampe", _ON),
    ("de", "Mach mal Licht im Foyer", _ON),
    ("nl", "Geef me de dinolamp eens", _ON),
    ("nl", "Doe eens licht in de foyer", _ON),
    ("it", "Fammi luce nel foyer", _ON),
    ("es", "Dame luz en el foyer", _ON),
    # The lamp in short, where words are written as one.
    ("de", "Esstisch an", _ON),
    ("nl", "doe de dino aan", _ON),
    # Where it is cold.
    ("de", "Bei Mia ist es kalt, mach ein Grad wärmer", _WARMER),
    ("nl", "Bij oma is het koud, doe maar een graadje warmer", _WARMER),
    ("it", "Dalla nonna fa freddo, alza di un grado", _WARMER),
    # Who leaves says how things should be.
    ("de", "Wir fahren los: Urlaubsmodus an, TV aus", _LEAVING),
    ("fr", "On s'en va : mode vacances activé, TV éteinte", _LEAVING),
    ("it", "Partiamo: modalità vacanza attiva e TV spenta", _LEAVING),
    ("es", "Nos vamos: modo vacaciones puesto y TV apagada", _LEAVING),
    # Figures.
    ("de", "Setz die Frostgrenze auf 3,5", _FROST),
    ("nl", "Zet de vorstgrens op 3,5", _FROST),
    ("fr", "Règle le seuil hors-gel sur 3,5", _FROST),
    ("it", "Imposta la soglia gelo a 3,5", _FROST),
    ("es", "Pon el umbral de helada en 3,5", _FROST),
    # Why.
    ("es", "Saca el toldo, que pega el sol", _OUT),
    ("it", "Apri la tenda, che picchia il sole", _OUT),
    ("es", "Ya he terminado de currar, enciende el flexo", _ON),
    ("es", "vamos a cenar fuera, enciende el flexo", _ON),
    # A room that was left on.
    ("fr", "Quelqu'un a encore laissé la cave allumée, éteins-moi ça", _LEFT_ON),
    ("it", "Hanno lasciato la cantina accesa, spegnila", _LEFT_ON),
    ("es", "Se han dejado el sótano encendido, apágalo", _LEFT_ON),
    # What people take off.
    ("es", "Quita la tele", "media_player.turn_off media_player.tv"),
]

LEFT = [
    ("de", "Machst du gerne Musik?"),
    ("de", "Gib mir ein Bier"),
    ("es", "Modo vacaciones puesto y TV apagada"),
    ("it", "Modalità vacanza attiva e TV spenta"),
    ("fr", "Mode vacances activé, TV éteinte"),
    ("es", "Saca el toldo, que no"),
    ("es", "Saca el toldo, que lo haga Luis"),
]


def _hear(language: str, text: str) -> Understanding:
    home = SimulatedHome.from_inventory(_home(language)).snapshot()
    return Understander().understand(text, home, load_language(language))


@pytest.mark.parametrize(("language", "text", "expected"), DONE)
def test_it_is_done(language: str, text: str, expected: str) -> None:
    assert as_line(calls_of(_hear(language, text))) == expected


@pytest.mark.parametrize(("language", "text"), LEFT)
def test_it_is_left(language: str, text: str) -> None:
    assert not isinstance(_hear(language, text), Understood)


def test_a_ceiling_lamp_is_no_other_lamp_of_the_room() -> None:
    home = {
        "areas": [{"id": "a", "name": "Camera nonni"}, {"id": "b", "name": "Cameretta"}],
        "entities": [
            _entity("light.a", "Abat-jour", "a", "on", {}),
            _entity("light.b", "Plafoniera", "b", "on", {}),
        ],
    }
    snapshot = SimulatedHome.from_inventory(home).snapshot()
    for text in ("Spegni la plafoniera dei nonni", "Spegni la plafoniera in camera dei nonni"):
        heard = Understander().understand(text, snapshot, load_language("it"))
        assert not getattr(heard, "plan", None)


WATERED = [
    ("de", "Der Kamino hat Durst, gib ihm Wasser", "Die Katze hat Durst, gib ihr Wasser"),
    ("nl", "De Kamino staat droog, geef water", "De kat heeft dorst, geef haar water"),
    ("fr", "Le Kamino a soif, donne-lui de l'eau", "Le chat a soif, donne-lui de l'eau"),
    ("it", "Il Kamino ha sete, dagli acqua", "Il gatto ha sete, dagli acqua"),
    ("es", "El Kamino tiene sed, dale agua", "El gato tiene sed, dale agua"),
]


@pytest.mark.parametrize(("language", "text", "of_a_cat"), WATERED)
def test_what_is_told_to_be_thirsty_is_watered(language: str, text: str, of_a_cat: str) -> None:
    valves = [("valve.bed", "Kamino"), ("valve.lawn", "Sprinkler Rasen Gazon")]
    home = {"entities": [_entity(id_, name, None, "closed", {}) for id_, name in valves]}
    snapshot = SimulatedHome.from_inventory(home).snapshot()
    heard = Understander().understand(text, snapshot, load_language(language))
    assert as_line(calls_of(heard)) == "valve.open_valve valve.bed"
    heard = Understander().understand(of_a_cat, snapshot, load_language(language))
    assert not isinstance(heard, Understood)


def test_what_is_told_of_a_room_is_not_what_is_called_so_elsewhere() -> None:
    shutter = {"current_position": 100, "supported_features": 15}
    home = {
        "areas": [{"id": "a", "name": "Salón"}, {"id": "b", "name": "Cuarto Marta"}],
        "entities": [
            _entity("cover.a", "Persiana salón", "a", "open", shutter),
            _entity("cover.b", "Persiana", "b", "open", shutter),
            _entity("lock.shed", "Candado", "a", "unlocked", {}),
        ],
    }
    snapshot = SimulatedHome.from_inventory(home).snapshot()
    spanish = load_language("es")
    heard = Understander().understand("la del salón, la persiana, ciérrala", snapshot, spanish)
    assert as_line(calls_of(heard)) == "cover.close_cover cover.a"
    heard = Understander().understand("cierra el candado", snapshot, spanish)
    assert as_line(calls_of(heard)) == "lock.lock lock.shed"


def test_the_one_behind_is_not_both() -> None:
    names = [("cover.front", "Rolluik voor"), ("cover.back", "Rolluik achter")]
    shutter = {"current_position": 100, "supported_features": 15, "device_class": "shutter"}
    home = {
        "areas": [{"id": "a", "name": "Woonkamer"}],
        "entities": [_entity(id_, name, "a", "open", shutter) for id_, name in names],
    }
    snapshot = SimulatedHome.from_inventory(home).snapshot()
    text = "het achterste rolluik in de woonkamer naar beneden"
    heard = Understander().understand(text, snapshot, load_language("nl"))
    assert as_line(calls_of(heard)) == "cover.close_cover cover.back"


DENIED = [
    ("de", "Nicht die Alma, die Berta, mach die an"),
    ("nl", "Niet de Alma, de Berta, doe die aan"),
    ("fr", "Pas la Alma, la Berta, allume-la"),
    ("it", "Non la Alma, la Berta, accendila"),
    ("es", "La Alma no, la Berta, enciéndela"),
]


@pytest.mark.parametrize(("language", "text"), DENIED)
def test_what_is_denied_is_not_meant(language: str, text: str) -> None:
    lamps = [("light.a", "Alma"), ("light.b", "Berta")]
    home = {"entities": [_entity(id_, name, None, "off", {}) for id_, name in lamps]}
    snapshot = SimulatedHome.from_inventory(home).snapshot()
    heard = Understander().understand(text, snapshot, load_language(language))
    assert as_line(calls_of(heard)) == "light.turn_on light.b"
