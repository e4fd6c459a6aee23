"""Switching things on and off, setting them to a value, and sending machines to work."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from ....home import Entity
from ....home.colours import find_colour
from ....home.domains.robots import CLEANS_ROOMS
from ....plan import Plan
from ...clauses.acts import SERVICES
from ...understanding import Reading, Refusal, UnresolvedError
from ..targets import (
    Scene,
    TargetFilter,
    areas_named,
    find_target,
    find_targets,
    pick_target,
    target_filter,
)
from .steps import calls, plan_one_call

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


_POSITIONS = {"cover": "set_cover_position", "valve": "set_valve_position"}


def _light(reading: Reading, scene: Scene) -> Plan:
    data: dict[str, Any] = {}
    if (brightness := reading.value("brightness")) is not None:
        data["brightness_pct"] = round(float(brightness))
    if (colour := reading.value("color")) is not None:
        data["rgb_color"] = _rgb(str(colour))
    if (kelvin := reading.value("temperature")) is not None:
        data["color_temp_kelvin"] = round(float(kelvin))
    lights = find_targets(target_filter(reading, {"light"}), scene)
    return plan_one_call(reading, lights, "light", "turn_on", data)


def _rgb(name: str) -> list[int]:
    colour = find_colour(name)
    if colour is None:
        raise UnresolvedError(Refusal(key="feature_not_supported"))
    return list(colour)


def _position(reading: Reading, scene: Scene) -> Plan:
    data = {"position": round(float(reading.value("position")))}
    entities = find_targets(target_filter(reading, _POSITIONS), scene)
    groups = [
        ([entity for entity in entities if entity.domain == domain], domain, service)
        for domain, service in _POSITIONS.items()
    ]
    groups = [group for group in groups if group[0]]
    if not groups:
        raise UnresolvedError(Refusal(key="feature_not_supported"))
    return calls(reading, groups, data)


def _temperature(reading: Reading, scene: Scene) -> Plan:
    thermostat = find_target(target_filter(reading, {"climate"}), scene)
    data = {"temperature": float(reading.value("temperature"))}
    return plan_one_call(reading, [thermostat], "climate", "set_temperature", data)


def _climate_fan_mode(reading: Reading, scene: Scene) -> Plan:
    thermostat = find_target(target_filter(reading, {"climate"}), scene)
    data = {"fan_mode": str(reading.value("fan_mode"))}
    return plan_one_call(reading, [thermostat], "climate", "set_fan_mode", data)


def _fan_speed(reading: Reading, scene: Scene) -> Plan:
    fans = find_targets(target_filter(reading, {"fan"}), scene)
    data = {"percentage": round(float(reading.value("percentage")))}
    return plan_one_call(reading, fans, "fan", "set_percentage", data)


def _machine(domain: str, service: str) -> Callable[[Reading, Scene], Plan]:
    """Send the machine to work, or home: the one that is meant, or the only one."""

    def planner(reading: Reading, scene: Scene) -> Plan:
        machine = find_target(target_filter(reading, {domain}), scene)
        return plan_one_call(reading, [machine], domain, service)

    return planner


def _clean(reading: Reading, scene: Scene) -> Plan:
    """Send a vacuum cleaner into a room: one that knows its way there, wherever it lives."""
    rooms = areas_named(str(reading.value("area")), scene)
    want = TargetFilter(name=reading.value("name"), domains=frozenset({"vacuum"}))
    states = scene.home.states
    robots = tuple(
        robot
        for robot in find_targets(want, scene)
        if states[robot.entity_id].features & CLEANS_ROOMS
    )
    if not robots:
        raise UnresolvedError(Refusal(key="feature_not_supported"))
    data = {"cleaning_area_id": sorted(rooms)}
    return plan_one_call(reading, [pick_target(robots, "", scene)], "vacuum", "clean_area", data)


PLANNERS: Mapping[str, Callable[[Reading, Scene], Plan]] = {
    "HassTurnOn": _turn_on,
    "HassTurnOff": _turn_off,
    "HassLightSet": _light,
    "HassSetPosition": _position,
    "HassClimateSetTemperature": _temperature,
    "HassClimateSetFanMode": _climate_fan_mode,
    "HassFanSetSpeed": _fan_speed,
    "HassVacuumStart": _machine("vacuum", "start"),
    "HassVacuumCleanArea": _clean,
    "HassVacuumReturnToBase": _machine("vacuum", "return_to_base"),
    "HassLawnMowerStartMowing": _machine("lawn_mower", "start_mowing"),
    "HassLawnMowerDock": _machine("lawn_mower", "dock"),
}
