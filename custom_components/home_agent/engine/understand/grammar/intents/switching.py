"""On and off, in the words of each kind of thing: open and close, lock and unlock, start, dock."""

from collections import defaultdict
from collections.abc import Mapping

from ....home import Entity
from ....plan import Plan
from ...clauses.acts import SERVICES
from ...understanding import Reading, Refusal, UnresolvedError
from ..targets import Scene, find_targets, target_filter
from .steps import calls

# The grammar has two words where people have many: on is also open, locked and pressed.
_ON = {**SERVICES["turn_on"], **SERVICES["open"], **SERVICES["lock"], **SERVICES["press"]}
_OFF = {**SERVICES["turn_off"], **SERVICES["close"], **SERVICES["unlock"]}


def _turn_on(reading: Reading, scene: Scene) -> Plan:
    return _turn(reading, scene, _ON)


def _turn_off(reading: Reading, scene: Scene) -> Plan:
    return _turn(reading, scene, _OFF)


def _turn(reading: Reading, scene: Scene, services: Mapping[str, str]) -> Plan:
    want = target_filter(reading)
    entities = find_targets(want, scene)
    by_domain: dict[str, list[Entity]] = defaultdict(list)
    for entity in entities:
        if entity.domain in services:
            by_domain[entity.domain].append(entity)
    if not by_domain:
        raise UnresolvedError(Refusal(key="feature_not_supported"))
    groups = [(group, domain, services[domain]) for domain, group in by_domain.items()]
    return calls(reading, groups)


PLANNERS = {"HassTurnOn": _turn_on, "HassTurnOff": _turn_off}
