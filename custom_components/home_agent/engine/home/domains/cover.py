"""Covers and valves: what is opened and closed, or brought to a position."""

from collections.abc import Iterable, Mapping

from ..model import State
from .action import REPORT, UNSEEN, Action, ServiceAndData, reach_other_than, to
from .domain import DeviceClass, Domain, Restore, states
from .setting import Level, Setting, SettingCheck

OPENS, CLOSES, TAKES_POSITION, STOPS = 1, 2, 4, 8
"""What some can do, as bits of their features."""

_OPEN = 100
# Some never report the very end.
_FULLY_OPEN = to("open", full=("current_position", 97))
_CONDITIONS = states(
    open="open opening closing", closed="closed", opening="opening", closing="closing"
)


def _restore(noun: str) -> Restore:
    """Put it back by its position where it takes one, else by opening or closing it."""

    def restore(before: State, now: State) -> Iterable[ServiceAndData] | None:
        moves = _moves(noun, before, now)
        if moves is None:
            return None
        tilt = before.attributes.get("current_tilt_position")
        if isinstance(tilt, int | float) and tilt != now.attributes.get("current_tilt_position"):
            moves = [*moves, (f"set_{noun}_tilt_position", {"tilt_position": round(tilt)})]
        return moves

    return restore


def _moves(noun: str, before: State, now: State) -> list[ServiceAndData] | None:
    position = before.attributes.get("current_position")
    if before.value == now.value and position == now.attributes.get("current_position"):
        return []
    if position is not None and now.features & TAKES_POSITION:
        return [(f"set_{noun}_position", {"position": round(position)})]
    was_open = before.value == "open" if position is None else position == _OPEN
    if was_open and now.features & OPENS:
        return [(f"open_{noun}", {})]
    if before.value == "closed" and now.features & CLOSES:
        return [(f"close_{noun}", {})]
    return None


def _position(noun: str, *, meant: bool, ends: tuple[str, str] = ("", "")) -> Setting:
    return Setting(
        "position",
        f"set_{noun}_position",
        "current_position",
        name="position",
        level=Level(steps=(10, 20, 40), ends=ends),
        check=SettingCheck.AT_REST,
        tolerance=2,
        low=0,
        high=100,
        unit="%",
        measure="position",
        feature=TAKES_POSITION,
        opens=True,
        device_action="set_position" if noun == "cover" else "",
        meant=meant,
        synonyms=("current_position", f"{noun}_position", "level"),
    )


def _pressed(noun: str) -> Mapping[str, str]:
    stop = f"stop_{noun}"
    return {"opening": stop, "closing": stop, "open": f"close_{noun}", "closed": f"open_{noun}"}


COVER = Domain(
    name="cover",
    actions=(
        Action(
            "open_cover",
            _FULLY_OPEN,
            verbs=("open",),
            models_say=("turn_on",),
            feature=OPENS,
            passes="opening",
            opposite="close_cover",
            device_action="open",
        ),
        Action(
            "close_cover",
            to("closed"),
            verbs=("close",),
            models_say=("turn_off",),
            feature=CLOSES,
            passes="closing",
            opposite="open_cover",
            opens=False,
            device_action="close",
        ),
        Action(
            "stop_cover",
            reach_other_than("opening", "closing"),
            verbs=("stop",),
            feature=STOPS,
            opens=False,
            device_action="stop",
        ),
        Action("toggle", REPORT, verbs=("toggle",)),
        Action(
            "open_cover_tilt",
            REPORT,
            part="tilt",
            verbs=("open", "turn_on"),
            feature=16,
            device_action="open_tilt",
        ),
        Action(
            "close_cover_tilt",
            REPORT,
            part="tilt",
            verbs=("close",),
            feature=32,
            opens=False,
            device_action="close_tilt",
        ),
        Action("stop_cover_tilt", UNSEEN, part="tilt", verbs=("stop",), feature=64, opens=False),
        Action("toggle_cover_tilt", REPORT, part="tilt", verbs=("toggle",)),
    ),
    settings=(
        _position("cover", meant=True, ends=("open_cover", "close_cover")),
        Setting(
            "tilt_position",
            "set_cover_tilt_position",
            "current_tilt_position",
            part="tilt",
            measure="tilt",
            check=SettingCheck.NEAR,
            tolerance=2,
            low=0,
            high=100,
            unit="%",
            feature=128,
            opens=True,
            device_action="set_tilt_position",
            meant=True,
            synonyms=("tilt",),
        ),
    ),
    restore=_restore("cover"),
    meant_by=("open", "close"),
    classes=(
        DeviceClass("blind", window_covering=True),
        DeviceClass("curtain", window_covering=True),
        DeviceClass("door", entrance=True, entry=True, changes="entry"),
        DeviceClass("garage", entrance=True, entry=True, changes="entry"),
        DeviceClass("gate", entrance=True, entry=True, changes="entry"),
        DeviceClass("shade", window_covering=True),
        DeviceClass("shutter", window_covering=True),
        # Nobody comes in by a skylight that is asked to open, but through one that was left open.
        DeviceClass("window", entry=True, changes="entry"),
    ),
    conditions=_CONDITIONS,
    told=("position", "tilt"),
    told_aloud=("position",),
    pressed=_pressed("cover"),
    changes="switched",
    answers_within=8.0,
    risk="entrance",
    risk_told_by="class",
)

VALVE = Domain(
    name="valve",
    actions=(
        Action(
            "open_valve",
            _FULLY_OPEN,
            verbs=("open", "turn_on", "start"),
            feature=OPENS,
            passes="opening",
            opposite="close_valve",
        ),
        Action(
            "close_valve",
            to("closed"),
            verbs=("close", "turn_off"),
            feature=CLOSES,
            passes="closing",
            opposite="open_valve",
            opens=False,
        ),
        Action(
            "stop_valve",
            reach_other_than("opening", "closing"),
            verbs=("stop",),
            feature=STOPS,
            # A sprinkler that is stopped is shut.
            otherwise="close_valve",
            opens=False,
        ),
        Action("toggle", REPORT, verbs=("toggle",)),
    ),
    settings=(_position("valve", meant=False),),
    restore=_restore("valve"),
    conditions=_CONDITIONS,
    loose_conditions=states(
        on="open opening",
        off="closed",
        running="open opening",
        active="open opening",
        powered="open opening",
    ),
    told=("position",),
    pressed=_pressed("valve"),
    changes="switched",
    answers_within=8.0,
    risk="valve",
)
