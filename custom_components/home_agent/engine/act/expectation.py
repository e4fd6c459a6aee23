"""What a target should look like once a service has done its work.

The evidence for "done" is a state, never the home's word that it accepted the call. Where nothing
can be said of the state beforehand (the next track, a pressed button), any new report of the
target after the call is the evidence.
"""

from collections.abc import Callable, Mapping, Sequence
from colorsys import hsv_to_rgb, rgb_to_hsv
from dataclasses import dataclass
from functools import partial
from math import ceil, isclose
from typing import Any

from ..home import ServiceCall, State
from ..home.domains import Setting, all_actions, all_settings
from ..home.domains.action import REPORT, ReachedStates, to
from ..home.domains.setting import SettingCheck

type StateCheck = Callable[[State], bool]

_REACHED: Mapping[str, ReachedStates] = {
    f"{domain}.{action.service}": action.reaches for domain, action in all_actions()
}

# What on and off mean for kinds of things that we do not know.
_SWITCHED = {"turn_on": to("on"), "turn_off": to("off")}

_HUE_STEP = 0.05
_SATURATION_STEP = 0.15

_PASSED = {(domain, action.service): action.passes for domain, action in all_actions()}

# A state in which the target is seen to be on its way, whatever it was asked.
_MOVING = frozenset(filter(None, _PASSED.values()))

# The state of something that was asked, and does the opposite.
_OTHER_WAY = {
    action.service: _PASSED[domain, action.opposite]
    for domain, action in all_actions()
    if action.opposite
}


def _never(_state: State) -> bool:
    return False


# What figures do that are none, are too large, or are not as many as they should be.
_NONSENSE = (ArithmeticError, TypeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """How to tell, from a target's states, whether a call did its work."""

    checks: tuple[StateCheck, ...] = ()
    """All must hold. None: any report after the call will do."""

    unseen: bool = False
    """Whether there is nothing to see: that the home accepted the call is all we shall know."""

    away: StateCheck = _never
    """Whether something that moves moves away from where it should be."""

    full: tuple[str, float] | None = None
    """An attribute, and the figure from which the target can go no further."""

    def may_go_further(self, state: State) -> bool:
        """Whether the target is where it should be, but not all the way."""
        value = state.attributes.get(self.full[0]) if self.full else None
        return self.full is not None and isinstance(value, int | float) and value < self.full[1]

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
    reached = _REACHED.get(call.full_name, REPORT)
    return Expectation(
        checks=tuple(checks), unseen=not reached.seen, away=_away_from(call), full=reached.full
    )


def _away_from(call: ServiceCall) -> StateCheck:
    position = call.data.get("position")
    if isinstance(position, int | float):
        return lambda state: _leaves(state, position)
    other = _OTHER_WAY.get(call.service)
    return lambda state: state.value == other


def _leaves(state: State, position: float) -> bool:
    """Whether it opens further than the position, or closes further."""
    now = state.attributes.get("current_position")
    if not isinstance(now, int | float) or abs(now - position) <= _POSITION_TOLERANCE:
        return False
    return state.value == ("opening" if now > position else "closing")


def _state_check(call: ServiceCall) -> StateCheck | None:
    if call.data.get("brightness_pct") == 0:
        return None
    reached = _REACHED.get(call.full_name) or _SWITCHED.get(call.service, REPORT)
    if not reached.states:
        return None
    return lambda state: (state.value in reached.states) is not reached.excluded


def _data_checks(data: Mapping[str, Any]) -> list[StateCheck]:
    """One check for each piece of data that shows in an attribute."""
    return [
        _check(shows, data[name]) for name, shows in _SHOWS.items() if data.get(name) is not None
    ]


def _check(shows: Callable[[Any], StateCheck], wanted: object) -> StateCheck:
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


def _near(setting: Setting, wanted: float) -> StateCheck:
    def check(state: State) -> bool:
        value = state.attributes.get(setting.attribute)
        return isinstance(value, int | float) and abs(value - wanted) <= setting.tolerance

    return check


def _stands_at(setting: Setting, position: float) -> StateCheck:
    """A cover that passes a position has not stopped there."""
    near = _near(setting, position)
    return lambda state: near(state) and state.value not in ("opening", "closing")


def _equal(setting: Setting, wanted: object) -> StateCheck:
    return lambda state: state.attributes.get(setting.attribute) == wanted


def _reads(_setting: Setting, wanted: object) -> StateCheck:
    return lambda state: state.value == str(wanted)


def _measures(setting: Setting, wanted: float | str) -> StateCheck:
    if isinstance(wanted, str):
        return _reads(setting, wanted)

    def check(state: State) -> bool:
        try:
            return isclose(float(state.value), wanted, abs_tol=1e-6)
        except ValueError:
            return False

    return check


def _ends_with(_setting: Setting, wanted: object) -> StateCheck:
    """A clock may show its date before its time."""
    return lambda state: state.value.endswith(str(wanted))


def _is_on(setting: Setting, wanted: object) -> StateCheck:
    return lambda state: state.attributes.get(setting.attribute) == ("on" if wanted else "off")


def _bright(setting: Setting, percentage: float) -> StateCheck:
    if percentage == 0:
        return lambda state: state.value == "off"
    return _near(setting, percentage * setting.shown_whole / setting.whole)


def _coloured(_setting: Setting, rgb: Sequence[int]) -> StateCheck:
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


def _tinted(setting: Setting, hs: Sequence[float]) -> StateCheck:
    hue, saturation = hs
    red, green, blue = hsv_to_rgb(hue / 360, saturation / 100, 1)
    return _coloured(setting, [round(part * 255) for part in (red, green, blue)])


def _hue_and_saturation(rgb: Sequence[int]) -> tuple[float, float]:
    red, green, blue = (part / 255 for part in rgb)
    hue, saturation, _value = rgb_to_hsv(red, green, blue)
    return hue, saturation


def _speed(setting: Setting, percentage: float) -> StateCheck:
    """A fan takes the next of the few speeds it has."""

    def check(state: State) -> bool:
        if percentage == 0:
            return state.value == "off"
        step = float(state.attributes.get("percentage_step") or 1)
        speed = state.attributes.get(setting.attribute)
        taken = ceil(percentage / step) * step
        if not isinstance(speed, int | float):
            return False
        return min(abs(speed - percentage), abs(speed - taken)) <= setting.tolerance

    return check


_CHECKS: Mapping[SettingCheck, Callable[[Setting, Any], StateCheck]] = {
    SettingCheck.EQUAL: _equal,
    SettingCheck.NEAR: _near,
    SettingCheck.AT_REST: _stands_at,
    SettingCheck.BRIGHTNESS: _bright,
    SettingCheck.SPEED: _speed,
    SettingCheck.COLOUR: _coloured,
    SettingCheck.HUE: _tinted,
    SettingCheck.ON_OFF: _is_on,
    SettingCheck.STATE: _reads,
    SettingCheck.FIGURE: _measures,
    SettingCheck.STATE_END: _ends_with,
}
# By datum: whatever domain takes it, it shows alike.
_SHOWS: Mapping[str, Callable[[Any], StateCheck]] = {
    setting.datum: partial(_CHECKS[setting.check], setting)
    for _, setting in all_settings()
    if setting.datum and setting.check in _CHECKS
}
_POSITION_TOLERANCE = max(
    setting.tolerance for _, setting in all_settings() if setting.datum == "position"
)
