"""What needs no device: the time, the date, a greeting, never mind."""

from ...plan import Plan
from ..targets import Scene
from ..understanding import Reading
from .steps import wording


def _time(reading: Reading, scene: Scene) -> Plan:
    return Plan(wording=wording(reading, time=scene.home.now.time()))


def _date(reading: Reading, scene: Scene) -> Plan:
    return Plan(wording=wording(reading, date=scene.home.now.date()))


def _speak(reading: Reading, _scene: Scene) -> Plan:
    return Plan(wording=wording(reading))


PLANNERS = {
    "HassGetCurrentTime": _time,
    "HassGetCurrentDate": _date,
    "HassNevermind": _speak,
    "HassRespond": _speak,
}
