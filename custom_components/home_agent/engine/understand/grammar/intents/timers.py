"""Timers that are told by voice, and belong to no entity."""

from collections.abc import Callable, Mapping

from ....plan import Plan, TimerStep, Wording
from ...understanding import Reading, Refusal, UnresolvedError
from ..targets import Scene, areas_named

_UNITS = {"hours": 3600, "minutes": 60, "seconds": 1}


def _timer(action: str) -> Callable[[Reading, Scene], Plan]:
    def planner(reading: Reading, scene: Scene) -> Plan:
        if reading.value("conversation_command") is not None:
            # Not a timer but a command for later, which is more than the grammar can tell us.
            raise UnresolvedError(Refusal(key="not_later"))
        area = reading.value("area")
        step = TimerStep(
            action=action,
            seconds=_seconds(reading, ""),
            name=str(reading.value("name") or "").strip(),
            start_seconds=_seconds(reading, "start_"),
            area_id=min(areas_named(area, scene), default=None) if area else None,
            wording=Wording(intent="timer", response=action),
        )
        return Plan(steps=(step,))

    return planner


def _seconds(reading: Reading, prefix: str) -> int:
    figures = {unit: reading.value(f"{prefix}{unit}") for unit in _UNITS}
    return round(sum(float(figure or 0) * _UNITS[unit] for unit, figure in figures.items()))


PLANNERS: Mapping[str, Callable[[Reading, Scene], Plan]] = {
    "HassStartTimer": _timer("start"),
    "HassIncreaseTimer": _timer("increase"),
    "HassDecreaseTimer": _timer("decrease"),
    "HassPauseTimer": _timer("pause"),
    "HassUnpauseTimer": _timer("unpause"),
    "HassCancelTimer": _timer("cancel"),
    "HassCancelAllTimers": _timer("cancel_all"),
    "HassTimerStatus": _timer("status"),
}
