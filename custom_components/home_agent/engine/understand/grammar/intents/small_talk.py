"""What needs no device: the time, the date, a greeting, never mind."""

from ....plan import Plan, ReplyStep, Wording
from ...understanding import Reading
from ..targets import Scene
from .steps import wording


def _time(reading: Reading, scene: Scene) -> Plan:
    return _say(wording(reading, time=scene.home.now.time()))


def _date(reading: Reading, scene: Scene) -> Plan:
    return _say(wording(reading, date=scene.home.now.date()))


def _speak(reading: Reading, _scene: Scene) -> Plan:
    return _say(wording(reading))


def _say(words: Wording) -> Plan:
    return Plan(steps=(ReplyStep(wording=words),))


PLANNERS = {
    "HassGetCurrentTime": _time,
    "HassGetCurrentDate": _date,
    "HassNevermind": _speak,
    "HassRespond": _speak,
}
