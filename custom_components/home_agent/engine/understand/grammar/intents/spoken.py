"""What is only spoken: the time, the date, a greeting, never mind, an announcement."""

from collections.abc import Callable, Mapping

from ....plan import Plan, ReplyStep, Wording
from ...understanding import Reading
from ..targets import Scene, TargetFilter, find_targets
from .steps import plan_one_call, wording


def _time(reading: Reading, scene: Scene) -> Plan:
    return _say(wording(reading, time=scene.home.now.time()))


def _date(reading: Reading, scene: Scene) -> Plan:
    return _say(wording(reading, date=scene.home.now.date()))


def _speak(reading: Reading, _scene: Scene) -> Plan:
    return _say(wording(reading))


def _say(words: Wording) -> Plan:
    return Plan(steps=(ReplyStep(wording=words),))


def _broadcast(reading: Reading, scene: Scene) -> Plan:
    satellites = find_targets(TargetFilter(domains=frozenset({"assist_satellite"})), scene)
    data = {"message": str(reading.value("message")).strip()}
    return plan_one_call(reading, satellites, "assist_satellite", "announce", data)


PLANNERS: Mapping[str, Callable[[Reading, Scene], Plan]] = {
    "HassGetCurrentTime": _time,
    "HassGetCurrentDate": _date,
    "HassNevermind": _speak,
    "HassRespond": _speak,
    "HassBroadcast": _broadcast,
}
