"""Things that are only read: sensors and whatever has no behaviour of its own."""

from datetime import datetime

from home_agent.engine.home.model import UNKNOWN

from ..behaviour import Behaviour, Facts, spoken_state


def _begin_sensor(given: Facts, _now: datetime) -> Facts:
    facts = dict(given)
    native = facts.pop("native_value", None)
    unit = facts.pop("native_unit_of_measurement", None)
    if unit is not None:
        facts["unit_of_measurement"] = unit
    value = given.get("state") if native is None else native
    return {**facts, "state": spoken_state({"state": value}) or UNKNOWN}


def _begin_binary_sensor(given: Facts, _now: datetime) -> Facts:
    facts = dict(given)
    told = spoken_state(given)
    if told is None:
        told = spoken_state({"state": facts.pop("is_on", None)})
    if told is None:
        return {**facts, "state": UNKNOWN}
    return {**facts, "state": "on" if told == "on" else "off"}


SENSOR = Behaviour(domain="sensor", begin=_begin_sensor)
BINARY_SENSOR = Behaviour(domain="binary_sensor", begin=_begin_binary_sensor)
