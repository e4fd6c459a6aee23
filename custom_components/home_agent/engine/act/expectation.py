"""What a target should look like once a service has done its work.

The evidence for "done" is a state, never the home's word that it accepted the call. Where nothing
can be said of the state beforehand (the next track, a pressed button), any new report of the
target after the call is the evidence.
"""

from collections.abc import Callable, Mapping, Sequence
from colorsys import hsv_to_rgb, rgb_to_hsv
from dataclasses import dataclass
from math import ceil, isclose
from typing import Any

from ..home import ServiceCall, State
from ..home.model import UNAVAILABLE

type Check = Callable[[State], bool]

# Devices round: a lamp told 50 % may report 127, 128 or 130 of 255.
_BRIGHTNESS_STEP = 4
_KELVIN_STEP = 60
_POSITION_STEP = 2
_VOLUME_STEP = 0.011
_DEGREE_STEP = 0.51
_HUE_STEP = 0.05
_SATURATION_STEP = 0.15

_REACHED: Mapping[str, frozenset[str]] = {
    "alarm_control_panel.alarm_arm_away": frozenset({"armed_away"}),
    "alarm_control_panel.alarm_arm_home": frozenset({"armed_home"}),
    "alarm_control_panel.alarm_arm_night": frozenset({"armed_night"}),
    "alarm_control_panel.alarm_arm_custom_bypass": frozenset({"armed_custom_bypass"}),
    "alarm_control_panel.alarm_arm_vacation": frozenset({"armed_vacation"}),
    "alarm_control_panel.alarm_disarm": frozenset({"disarmed"}),
    "cover.close_cover": frozenset({"closed"}),
    "cover.open_cover": frozenset({"open"}),
    "lawn_mower.dock": frozenset({"docked"}),
    "lawn_mower.pause": frozenset({"paused", "docked"}),
    "lawn_mower.start_mowing": frozenset({"mowing"}),
    "lock.lock": frozenset({"locked"}),
    "lock.open": frozenset({"open"}),
    "lock.unlock": frozenset({"unlocked"}),
    "media_player.media_pause": frozenset({"paused"}),
    "media_player.media_play": frozenset({"playing"}),
    "media_player.media_stop": frozenset({"idle", "off", "standby"}),
    "timer.cancel": frozenset({"idle"}),
    "timer.finish": frozenset({"idle"}),
    "timer.pause": frozenset({"paused"}),
    "timer.start": frozenset({"active"}),
    "vacuum.clean_area": frozenset({"cleaning"}),
    "vacuum.clean_spot": frozenset({"cleaning"}),
    "vacuum.pause": frozenset({"paused"}),
    "vacuum.return_to_base": frozenset({"docked"}),
    "vacuum.start": frozenset({"cleaning"}),
    "vacuum.stop": frozenset({"idle", "docked"}),
    "valve.close_valve": frozenset({"closed"}),
    "valve.open_valve": frozenset({"open"}),
}

# What people call on is simply not off: a heat pump is "heat", a player is "idle".
_ON_MEANS_NOT_OFF = frozenset({"climate", "media_player", "water_heater"})

# What leaves no trace in any state.
_UNSEEN = frozenset(
    {
        *("calendar.create_event", "cover.stop_cover_tilt", "todo.remove_completed_items"),
        "vacuum.locate",
    }
)

# A state in which the target is seen to be on its way, whatever it was asked.
_MOVING = frozenset(
    {"arming", "buffering", "closing", "disarming", "locking", "opening", "returning", "unlocking"}
)

# The state of something that was asked, and does the opposite.
_OTHER_WAY = {
    "alarm_disarm": "arming",
    "close_cover": "opening",
    "close_valve": "opening",
    "lock": "unlocking",
    "open_cover": "closing",
    "open_valve": "closing",
    "unlock": "locking",
}

_HAPPENS = frozenset({"scene", "script", "button", "input_button", "todo"})


def _never(_state: State) -> bool:
    return False


# What figures do that are none, are too large, or are not as many as they should be.
_NONSENSE = (ArithmeticError, TypeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """How to tell, from a target's states, whether a call did its work."""

    checks: tuple[Check, ...] = ()
    """All must hold. None: any report after the call will do."""

    unseen: bool = False
    """Whether there is nothing to see: that the home accepted the call is all we shall know."""

    away: Check = _never
    """Whether something that moves moves away from where it should be."""

    def met_by(self, state: State) -> bool:
        """Whether the target is where it should be."""
        return bool(self.checks) and all(check(state) for check in self.checks)

    def under_way(self, state: State) -> bool:
        """Whether the target is seen on its way there."""
        return state.value in _MOVING and not self.away(state)

    def shown_by_report(self, before: State, after: State) -> bool:
        """Whether a new report is all the evidence that there can be, and this is one."""
        return not self.checks and after != before and after.available


def expect(call: ServiceCall) -> Expectation:
    """What to expect of every target of this call."""
    checks = [check for check in (_state_check(call), *_data_checks(call.data)) if check]
    return Expectation(
        checks=tuple(checks), unseen=call.full_name in _UNSEEN, away=_away_from(call)
    )


def _away_from(call: ServiceCall) -> Check:
    position = call.data.get("position")
    if isinstance(position, int | float):
        return lambda state: _leaves(state, position)
    other = _OTHER_WAY.get(call.service)
    return lambda state: state.value == other


def _leaves(state: State, position: float) -> bool:
    """Whether it opens further than the position, or closes further."""
    now = state.attributes.get("current_position")
    if not isinstance(now, int | float) or abs(now - position) <= _POSITION_STEP:
        return False
    return state.value == ("opening" if now > position else "closing")


def _state_check(call: ServiceCall) -> Check | None:
    if states := _REACHED.get(call.full_name):
        return lambda state: state.value in states
    if call.full_name in ("cover.stop_cover", "valve.stop_valve"):
        return lambda state: state.value not in ("opening", "closing")
    if call.domain in _HAPPENS or call.data.get("brightness_pct") == 0:
        return None
    if call.service == "turn_off":
        return lambda state: state.value == "off"
    if call.service == "turn_on":
        if call.domain in _ON_MEANS_NOT_OFF:
            return lambda state: state.value not in ("off", UNAVAILABLE)
        return lambda state: state.value == "on"
    return None


def _data_checks(data: Mapping[str, Any]) -> list[Check]:
    """One check for each piece of data that shows in an attribute."""
    return [
        _check(shows, data[name]) for name, shows in _SHOWS.items() if data.get(name) is not None
    ]


def _check(shows: Callable[[Any], Check], wanted: object) -> Check:
    """Whether a state shows what is wanted: never, where that makes no sense ("red" degrees)."""
    try:
        check = shows(wanted)
    except _NONSENSE:
        return lambda _state: False

    def sensible(state: State) -> bool:
        try:
            return check(state)
        except _NONSENSE:
            return False

    return sensible


def _near(attribute: str, step: float) -> Callable[[float], Check]:
    def expecting(wanted: float) -> Check:
        def check(state: State) -> bool:
            value = state.attributes.get(attribute)
            return isinstance(value, int | float) and abs(value - wanted) <= step

        return check

    return expecting


def _stands_at(position: float) -> Check:
    """A cover that passes a position has not stopped there."""
    near = _near("current_position", _POSITION_STEP)(position)
    return lambda state: near(state) and state.value not in ("opening", "closing")


def _equal(attribute: str) -> Callable[[object], Check]:
    return lambda wanted: lambda state: state.attributes.get(attribute) == wanted


def _reads(wanted: object) -> Check:
    return lambda state: state.value == str(wanted)


def _measures(wanted: float | str) -> Check:
    if isinstance(wanted, str):
        return _reads(wanted)

    def check(state: State) -> bool:
        try:
            return isclose(float(state.value), wanted, abs_tol=1e-6)
        except ValueError:
            return False

    return check


def _ends_with(wanted: object) -> Check:
    """A clock may show its date before its time."""
    return lambda state: state.value.endswith(str(wanted))


def _away(wanted: object) -> Check:
    return lambda state: state.attributes.get("away_mode") == ("on" if wanted else "off")


def _bright(percentage: float) -> Check:
    if percentage == 0:
        return lambda state: state.value == "off"
    return _near("brightness", _BRIGHTNESS_STEP)(percentage * 2.55)


def _coloured(rgb: Sequence[int]) -> Check:
    """A lamp mixes colours its own way: hue and saturation tell better than red, green and blue."""
    wanted_hue, wanted_saturation = _hue_and_saturation(rgb)

    def check(state: State) -> bool:
        rgb_color = state.attributes.get("rgb_color")
        if not rgb_color:
            return False
        hue, saturation = _hue_and_saturation(rgb_color)
        turn = abs(hue - wanted_hue) % 1
        close = min(turn, 1 - turn) <= _HUE_STEP or wanted_saturation <= _SATURATION_STEP
        return close and abs(saturation - wanted_saturation) <= _SATURATION_STEP

    return check


def _tinted(hs: Sequence[float]) -> Check:
    hue, saturation = hs
    red, green, blue = hsv_to_rgb(hue / 360, saturation / 100, 1)
    return _coloured([round(part * 255) for part in (red, green, blue)])


def _hue_and_saturation(rgb: Sequence[int]) -> tuple[float, float]:
    red, green, blue = (part / 255 for part in rgb)
    hue, saturation, _value = rgb_to_hsv(red, green, blue)
    return hue, saturation


def _speed(percentage: float) -> Check:
    """A fan takes the next of the few speeds it has."""

    def check(state: State) -> bool:
        if percentage == 0:
            return state.value == "off"
        step = float(state.attributes.get("percentage_step") or 1)
        speed = state.attributes.get("percentage")
        taken = ceil(percentage / step) * step
        return (
            isinstance(speed, int | float) and min(abs(speed - percentage), abs(speed - taken)) <= 1
        )

    return check


_SHOWS: Mapping[str, Callable[[Any], Check]] = {
    "away_mode": _away,
    "direction": _equal("direction"),
    "effect": _equal("effect"),
    "fan_speed": _equal("fan_speed"),
    "oscillating": _equal("oscillating"),
    "repeat": _equal("repeat"),
    "shuffle": _equal("shuffle"),
    "swing_mode": _equal("swing_mode"),
    "target_temp_high": _near("target_temp_high", _DEGREE_STEP),
    "target_temp_low": _near("target_temp_low", _DEGREE_STEP),
    "datetime": _ends_with,
    "hs_color": _tinted,
    "time": _ends_with,
    "tilt_position": _near("current_tilt_position", _POSITION_STEP),
    "brightness": _near("brightness", _BRIGHTNESS_STEP),
    "brightness_pct": _bright,
    "color_temp_kelvin": _near("color_temp_kelvin", _KELVIN_STEP),
    "fan_mode": _equal("fan_mode"),
    "humidity": _near("humidity", _DEGREE_STEP),
    "hvac_mode": _reads,
    "mode": _equal("mode"),
    "operation_mode": _equal("operation_mode"),
    "option": _reads,
    "is_volume_muted": _equal("is_volume_muted"),
    "percentage": _speed,
    "position": _stands_at,
    "preset_mode": _equal("preset_mode"),
    "rgb_color": _coloured,
    "sound_mode": _equal("sound_mode"),
    "source": _equal("source"),
    "temperature": _near("temperature", _DEGREE_STEP),
    "value": _measures,
    "volume_level": _near("volume_level", _VOLUME_STEP),
}
