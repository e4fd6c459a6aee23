"""Questions: they look, and never touch."""

from dataclasses import replace

from ...plan import Plan, QueryStep
from ..targets import Scene, find, find_one, wanted
from ..understanding import Reading, UnresolvedError
from .steps import wording

# The grammar asks of covers what people ask of doors and windows: more often than a motor, these
# have a sensor, which calls the same thing by other words.
_SENSED_CLASS = {"garage": "garage_door"}
_SENSED_STATE = {"open": "on", "closed": "off"}


def _state(reading: Reading, scene: Scene) -> Plan:
    want, states = wanted(reading), reading.values("state")
    if want.domains == {"cover"} and want.device_classes:
        want = replace(
            want,
            domains=want.domains | {"binary_sensor"},
            device_classes=want.device_classes
            | {_SENSED_CLASS.get(one, one) for one in want.device_classes},
        )
        states |= {_SENSED_STATE[one] for one in states & _SENSED_STATE.keys()}
    entity_ids = tuple(entity.entity_id for entity in find(want, scene))
    step = QueryStep(entity_ids=entity_ids, wanted=states, wording=wording(reading))
    return Plan(steps=(step,))


def _temperature(reading: Reading, scene: Scene) -> Plan:
    """How warm it is: what the thermostat there reads, else a thermometer there."""
    want = wanted(reading, {"climate"})
    thermometers = replace(
        want, domains=frozenset({"sensor"}), device_classes=frozenset({"temperature"})
    )
    try:
        source = find_one(want, scene)
    except UnresolvedError as no_thermostat:
        try:
            source = find_one(thermometers, scene)
        except UnresolvedError:
            raise no_thermostat from None
    return _look_at(source.entity_id, reading)


def _weather(reading: Reading, scene: Scene) -> Plan:
    return _look_at(find(wanted(reading, {"weather"}), scene)[0].entity_id, reading)


def _look_at(entity_id: str, reading: Reading) -> Plan:
    return Plan(steps=(QueryStep(entity_ids=(entity_id,), wording=wording(reading)),))


PLANNERS = {
    "HassGetState": _state,
    "HassClimateGetTemperature": _temperature,
    "HassGetWeather": _weather,
}
