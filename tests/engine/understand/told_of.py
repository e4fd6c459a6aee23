"""What people want to be told of in the watched house, as conditions and occasions."""

from datetime import time

from home_agent.engine.conditions import (
    AllOf,
    Condition,
    Measures,
    StateIs,
    TimeIs,
)
from home_agent.engine.home.domains.readings import WEATHER_CONDITIONS
from home_agent.engine.triggers import ConditionTrigger

OPEN = frozenset({"open", "opening", "closing"})


def state(entity_id: str, *states: str) -> StateIs:
    """One thing in one of some states."""
    return StateIs(entity_ids=(entity_id,), states=frozenset(states))


WASHER = state("sensor.washer", "finished", "idle")
DISHWASHER = state("binary_sensor.dishwasher", "off")
DRYER = Measures(entity_id="sensor.dryer_power", attribute="power", below=5, margin=0.1)
FREEZER = Measures(entity_id="sensor.freezer", attribute="temperature", above=-15, margin=0.5)
GARAGE = StateIs(entity_ids=("cover.garage",), states=OPEN)
FRONT_DOOR = state("binary_sensor.front_door", "on")
RAIN = StateIs(entity_ids=("weather.home",), states=WEATHER_CONDITIONS["rain"])
HUMID = Measures(entity_id="sensor.humidity", attribute="humidity", above=70, margin=1.4)
LATE = TimeIs(after=time(23), before=time(6))
AT_NIGHT = TimeIs(after=time(22), before=time(6))
CHARGED = Measures(
    entity_id="sensor.car_battery", attribute="battery", below=80, margin=1.6, negated=True
)

KILOWATTS = {"device_class": "power", "unit_of_measurement": "kW"}


def once(condition: Condition, lasting: float = 0) -> ConditionTrigger:
    """The next time that it becomes so."""
    return ConditionTrigger(condition=condition, lasting=lasting)


def whenever(condition: Condition) -> ConditionTrigger:
    """Every time that it becomes so."""
    return ConditionTrigger(condition=condition, again=True)


def warning(condition: Condition, lasting: float = 0) -> ConditionTrigger:
    """Every time, and no more often than each half hour."""
    return ConditionTrigger(condition=condition, again=True, lasting=lasting, pause=1800)


def both(*conditions: Condition) -> AllOf:
    """All of it at once."""
    return AllOf(conditions=conditions)
