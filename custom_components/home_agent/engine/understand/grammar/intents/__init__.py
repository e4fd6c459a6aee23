"""Reading → plan: for every intent of the grammar, what it asks of the home."""

from collections.abc import Callable, Mapping

from ....plan import Plan
from ...understanding import Reading, Refusal, UnresolvedError
from ..targets import Scene
from . import control, lists, media, questions, spoken, timers

type Planner = Callable[[Reading, Scene], Plan]

PLANNERS: Mapping[str, Planner] = {
    **control.PLANNERS,
    **media.PLANNERS,
    **lists.PLANNERS,
    **timers.PLANNERS,
    **questions.PLANNERS,
    **spoken.PLANNERS,
}


def plan(reading: Reading, scene: Scene) -> Plan:
    """Make a plan of a reading. Raises `UnresolvedError` with what to tell instead."""
    planner = PLANNERS.get(reading.intent)
    if planner is None:
        raise UnresolvedError(Refusal(key="not_yet"))
    return planner(reading, scene)
