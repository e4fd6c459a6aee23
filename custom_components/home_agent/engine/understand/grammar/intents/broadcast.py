"""Saying something in every room."""

from collections.abc import Callable, Mapping

from ....plan import Plan
from ...understanding import Reading
from ..targets import Scene, TargetFilter, find_targets
from .steps import one_call


def _broadcast(reading: Reading, scene: Scene) -> Plan:
    satellites = find_targets(TargetFilter(domains=frozenset({"assist_satellite"})), scene)
    data = {"message": str(reading.value("message")).strip()}
    return one_call(reading, satellites, "assist_satellite", "announce", data)


PLANNERS: Mapping[str, Callable[[Reading, Scene], Plan]] = {"HassBroadcast": _broadcast}
