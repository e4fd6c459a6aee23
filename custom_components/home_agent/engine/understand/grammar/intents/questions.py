"""Questions: they look, and never touch."""

from dataclasses import replace

from ....home import Entity
from ....home.measures import LOW_BATTERY_PERCENT
from ....plan import Bound, Plan, QueryStep
from ...understanding import Reading, UnresolvedError
from ..targets import Scene, TargetFilter, find_target, find_targets, target_filter
from .steps import wording

# The grammar asks of covers what people ask of doors and windows: more often than a motor, these
# have a sensor, which calls the same thing by other words.
_SENSED_CLASS = {"garage": "garage_door"}
_SENSED_STATE = {"open": "on", "closed": "off"}

_LOW_BATTERY = Bound(value=LOW_BATTERY_PERCENT, above=False)


def _state(reading: Reading, scene: Scene) -> Plan:
    want, states = target_filter(reading), reading.values("state")
    if want.domains == {"cover"} and want.device_classes:
        want = replace(
            want,
            domains=want.domains | {"binary_sensor"},
            device_classes=want.device_classes
            | {
                _SENSED_CLASS.get(device_class, device_class)
                for device_class in want.device_classes
            },
        )
    found = find_targets(want, scene)
    if "unlocked" in states and any(entity.domain == "lock" for entity in found):
        # What stands open is not locked.
        states |= {"open"}
    if any(entity.domain == "binary_sensor" for entity in found):
        states |= {_SENSED_STATE[state] for state in states & _SENSED_STATE.keys()}
    if want.name is None and _asks_for_low_batteries(want, states):
        return _low_batteries(found, want, reading, scene)
    entity_ids = tuple(entity.entity_id for entity in found)
    step = QueryStep(entity_ids=entity_ids, wanted=states, wording=wording(reading))
    return Plan(steps=(step,))


def _asks_for_low_batteries(want: TargetFilter, states: frozenset[str]) -> bool:
    return want.device_classes == {"battery"} and states == {"on"}


def _low_batteries(
    sensing: tuple[Entity, ...], want: TargetFilter, reading: Reading, scene: Scene
) -> Plan:
    """Batteries that only say that they are low, and those that say how full they are."""
    try:
        telling = find_targets(replace(want, domains=frozenset({"sensor"})), scene)
    except UnresolvedError:
        telling = ()
    step = QueryStep(
        entity_ids=tuple(entity.entity_id for entity in (*sensing, *telling)),
        wanted=frozenset({"on"}),
        attribute="battery",
        bound=_LOW_BATTERY,
        wording=wording(reading),
    )
    return Plan(steps=(step,))


def _temperature(reading: Reading, scene: Scene) -> Plan:
    """How warm it is: what the thermostat there reads, else a thermometer there."""
    want = target_filter(reading, {"climate"})
    thermometers = replace(
        want, domains=frozenset({"sensor"}), device_classes=frozenset({"temperature"})
    )
    try:
        source = find_target(want, scene)
    except UnresolvedError as no_thermostat:
        try:
            source = find_target(thermometers, scene)
        except UnresolvedError:
            raise no_thermostat from None
    return _look_at(source.entity_id, reading)


def _weather(reading: Reading, scene: Scene) -> Plan:
    return _look_at(find_targets(target_filter(reading, {"weather"}), scene)[0].entity_id, reading)


def _look_at(entity_id: str, reading: Reading) -> Plan:
    return Plan(steps=(QueryStep(entity_ids=(entity_id,), wording=wording(reading)),))


PLANNERS = {
    "HassGetState": _state,
    "HassClimateGetTemperature": _temperature,
    "HassGetWeather": _weather,
}
