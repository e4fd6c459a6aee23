"""What holds a moment or a length of time: dates, times and timers."""

from collections.abc import Iterable

from ..model import State
from .action import Action, ServiceAndData, to
from .domain import Domain, Trait, states
from .setting import Setting, SettingCheck


def _restore_moment(before: State, now: State) -> Iterable[ServiceAndData] | None:
    if before.value == now.value:
        return []
    name = "datetime" if " " in before.value else ("date" if "-" in before.value else "time")
    return [("set_datetime", {name: before.value})]


def _restore_timer(before: State, now: State) -> Iterable[ServiceAndData] | None:
    """Put a timer back; one that ran out or was cancelled is lost, with what was left of it."""
    match before.value, now.value:
        case was, now_is if was == now_is:
            return []
        case "idle", "active" | "paused":
            return [("cancel", {})]
        case "active", "paused":
            return [("start", {})]
        case "paused", "active":
            return [("pause", {})]
    return None


def _moment(datum: str, service: str = "set_value") -> Setting:
    check = SettingCheck.STATE_END if datum in ("datetime", "time") else SettingCheck.NOWHERE
    return Setting(datum, service, "", check=check)


def _clock(name: str) -> Domain:
    return Domain(
        name=name, settings=(_moment(name),), restore=None, traits=frozenset({Trait.MOMENT})
    )


DATE, TIME, DATETIME = _clock("date"), _clock("time"), _clock("datetime")

INPUT_DATETIME = Domain(
    name="input_datetime",
    settings=tuple(
        _moment(datum, "set_datetime") for datum in ("datetime", "date", "time", "timestamp")
    ),
    restore=_restore_moment,
    measures={"set_to": ("",)},
    answers_within=2.0,
    traits=frozenset({Trait.MOMENT}),
)

TIMER = Domain(
    name="timer",
    actions=(
        Action("start", to("active"), sets="duration"),
        Action("pause", to("paused")),
        Action("cancel", to("idle")),
        Action("finish", to("idle")),
    ),
    restore=_restore_timer,
    conditions=states(paused="paused", idle="idle", active="active", running="active"),
    finished=frozenset({"idle"}),
    measures={"remaining": ("finishes_at", "remaining")},
    told=("remaining",),
    changes="appliance",
    answers_within=2.0,
)
