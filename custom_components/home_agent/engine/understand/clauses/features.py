"""What a thing can do besides its work: shuffle, oscillate, tilt its slats, keep watch.

By feature and domain, the service that switches it. A feature is on, off, or the other way round.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ...home import State
from .frame import Frame

type Call = tuple[str, dict[str, Any]]
type Switch = Callable[[str, State], Call | None]

_ON = frozenset({"turn_on", "start", "activate", "open", "play"})
_OFF = frozenset({"turn_off", "stop", "close", "pause"})


def feature_call(frame: Frame, domain: str, state: State) -> Call | None:
    """The service and data that switch a feature of this thing; nothing if it has none such."""
    if frame.feature == "tilt" and domain == "cover":
        return _tilt(frame, state)
    switch = _FEATURES.get((frame.feature or "", domain))
    if switch is None or frame.amount is not None:
        return None
    if frame.acts & _OFF and not frame.acts & _ON:
        return switch("off", state)
    if "toggle" in frame.acts:
        return switch("off" if _is_on(frame.feature or "", state) else "on", state)
    return switch("on", state)


def _tilt(frame: Frame, state: State) -> Call | None:
    if "current_tilt_position" not in state.attributes:
        return None
    amount = frame.amount
    if amount is not None and amount.value is not None:
        return "set_cover_tilt_position", {"tilt_position": round(amount.value)}
    acts = {
        "open": "open_cover_tilt",
        "turn_on": "open_cover_tilt",
        "close": "close_cover_tilt",
        "stop": "stop_cover_tilt",
        "toggle": "toggle_cover_tilt",
    }
    return next(((service, {}) for act, service in acts.items() if act in frame.acts), None)


def _is_on(feature: str, state: State) -> bool:
    shown = {"oscillation": "oscillating", "repeat_one": "repeat"}.get(feature, feature)
    return state.attributes.get(shown) not in (None, False, "off")


def _shuffle(wanted: str, _state: State) -> Call | None:
    return "shuffle_set", {"shuffle": wanted == "on"}


def _repeat(wanted: str, _state: State) -> Call | None:
    return "repeat_set", {"repeat": "all" if wanted == "on" else "off"}


def _repeat_one(wanted: str, _state: State) -> Call | None:
    return "repeat_set", {"repeat": "one" if wanted == "on" else "off"}


def _oscillate(wanted: str, _state: State) -> Call | None:
    return "oscillate", {"oscillating": wanted == "on"}


def _reverse(_wanted: str, state: State) -> Call | None:
    now = state.attributes.get("direction")
    return "set_direction", {"direction": "forward" if now == "reverse" else "reverse"}


def _swing(wanted: str, state: State) -> Call | None:
    offered = state.attributes.get("swing_modes") or ()
    likely = ("on", "both", "vertical", "horizontal") if wanted == "on" else ("off",)
    mode = next((one for one in likely if one in offered), None)
    return None if mode is None else ("set_swing_mode", {"swing_mode": mode})


def _away(wanted: str, state: State) -> Call | None:
    if "away_mode" not in state.attributes:
        return None
    return "set_away_mode", {"away_mode": wanted == "on"}


def _away_preset(wanted: str, state: State) -> Call | None:
    offered = state.attributes.get("preset_modes") or ()
    likely = ("away",) if wanted == "on" else ("none", "home")
    preset = next((one for one in likely if one in offered), None)
    return None if preset is None else ("set_preset_mode", {"preset_mode": preset})


def _motion(wanted: str, _state: State) -> Call | None:
    return ("enable" if wanted == "on" else "disable") + "_motion_detection", {}


_FEATURES: Mapping[tuple[str, str], Switch] = {
    ("shuffle", "media_player"): _shuffle,
    ("repeat", "media_player"): _repeat,
    ("repeat_one", "media_player"): _repeat_one,
    ("oscillation", "fan"): _oscillate,
    ("oscillation", "climate"): _swing,
    ("direction", "fan"): _reverse,
    ("away_mode", "water_heater"): _away,
    ("away_mode", "climate"): _away_preset,
    ("motion_detection", "camera"): _motion,
}
