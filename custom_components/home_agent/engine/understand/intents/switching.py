"""On and off, in the words of each kind of thing: open and close, lock and unlock, start, dock."""

from collections import defaultdict
from collections.abc import Mapping

from ...home import Entity
from ...plan import Plan
from ..targets import Scene, find, wanted
from ..understanding import Reading, Refusal, UnresolvedError
from .steps import calls

_SWITCHES = (
    "automation",
    "camera",
    "climate",
    "fan",
    "humidifier",
    "input_boolean",
    "light",
    "media_player",
    "remote",
    "siren",
    "switch",
    "water_heater",
)

_ON: Mapping[str, str] = {
    **dict.fromkeys(_SWITCHES, "turn_on"),
    "button": "press",
    "cover": "open_cover",
    "input_button": "press",
    "lawn_mower": "start_mowing",
    "lock": "lock",
    "scene": "turn_on",
    "script": "turn_on",
    "vacuum": "start",
    "valve": "open_valve",
}

_OFF: Mapping[str, str] = {
    **dict.fromkeys(_SWITCHES, "turn_off"),
    "cover": "close_cover",
    "lawn_mower": "dock",
    "lock": "unlock",
    "script": "turn_off",
    "vacuum": "return_to_base",
    "valve": "close_valve",
}


def _turn_on(reading: Reading, scene: Scene) -> Plan:
    return _turn(reading, scene, _ON)


def _turn_off(reading: Reading, scene: Scene) -> Plan:
    return _turn(reading, scene, _OFF)


def _turn(reading: Reading, scene: Scene, services: Mapping[str, str]) -> Plan:
    want = wanted(reading)
    entities = find(want, scene)
    by_domain: dict[str, list[Entity]] = defaultdict(list)
    for entity in entities:
        if entity.domain in services:
            by_domain[entity.domain].append(entity)
    if not by_domain:
        raise UnresolvedError(Refusal(key="feature_not_supported"))
    groups = [(group, domain, services[domain]) for domain, group in by_domain.items()]
    return calls(reading, groups)


PLANNERS = {"HassTurnOn": _turn_on, "HassTurnOff": _turn_off}
