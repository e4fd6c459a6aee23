"""Frame + entity → the service that does it, in the words of its domain.

For every domain, what each act and amount means there. What has no entry cannot be done, and is
never guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...home import Entity, State
from ...home.model import NOTHING
from .acts import CHANGES, ORDER, SEEKING, SERVICES, implied
from .features import feature_call
from .frame import Amount, Frame
from .levels import CAN_SET, NO_CHANGE, USUAL, Command, level, limits, setting, step_of, within

_CODED = frozenset({"alarm_control_panel", "lock"})
_DEGREES = frozenset({"degrees", "celsius", "fahrenheit"})
_VALVE_STOPS = 8
_LOCK_OPENS = 1
"""The ability of a lock to open its latch, as a bit of its features."""

# What is hotter than this is measured in Fahrenheit: no home is set to 60 °C, no water to 110 °C.
_HOTTEST_CELSIUS = {"climate": 60, "water_heater": 105}

# Which way a position goes where something is opened or closed a bit.
_MOVES = {"open": 1, "close": -1}

# Where a cover goes that is brought up or down.
_MOVED = {"increase": "open_cover", "decrease": "close_cover"}

# Nobody turns a lamp off to 20 %: a figure or a colour there belongs to a name that we do not know.
_WITHOUT_AMOUNT = frozenset(
    {"turn_off", "toggle", "stop", "lock", "unlock", "pause", "return", "disarm"}
)


def command(frame: Frame, entity: Entity, state: State) -> Command | None:
    """What the frame asks of this entity; nothing if it has no such ability."""
    found = _command(frame, entity, state)
    if found is None or not frame.code or entity.domain not in _CODED:
        return found
    return replace(found, data={**found.data, "code": frame.code})


def _command(frame: Frame, entity: Entity, state: State) -> Command | None:  # noqa: C901 - a table
    if frame.feature is not None:
        call = feature_call(frame, entity.domain, state)
        return None if call is None else Command(service=call[0], data=call[1])
    if frame.acts & SEEKING:
        return _seek(frame, entity, state)
    if frame.amount is not None and frame.acts and frame.acts <= _WITHOUT_AMOUNT:
        return None
    if frame.amount is not None or frame.direction or frame.factor is not None:
        return _set(frame, entity, state)
    if frame.degree and frame.acts & _MOVES.keys() and entity.domain in ("cover", "valve"):
        direction = next(_MOVES[act] for act in ORDER if act in frame.acts and act in _MOVES)
        change = _Change(attribute="position", direction=direction, degree=frame.degree)
        return _step(change, entity, state)
    for act in ORDER:
        if act not in frame.acts:
            continue
        if act in CHANGES and (changed := _changed(act, frame, entity, state)):
            return changed
        service = SERVICES.get(act, {}).get(entity.domain)
        if entity.domain == "lock" and service == "open" and not state.features & _LOCK_OPENS:
            continue
        if service == "stop_valve" and not state.features & _VALVE_STOPS:
            # A sprinkler that is stopped is shut.
            service = "close_valve"
        if service is not None and frame.attribute in (None, implied(frame.acts)):
            return Command(service=service, data=_extra(service, act))
    return None


def _extra(service: str, act: str) -> Mapping[str, Any]:
    return {"is_volume_muted": act == "mute"} if service == "volume_mute" else NOTHING


def _seek(frame: Frame, entity: Entity, state: State) -> Command | None:
    """Wind what plays so many seconds on or back."""
    position = state.attributes.get("media_position")
    amount = frame.amount
    if entity.domain != "media_player" or amount is None or amount.value is None:
        return None
    if not isinstance(position, int | float):
        return None
    by = amount.value if "forward" in frame.acts else -amount.value
    return Command(service="media_seek", data={"seek_position": max(0.0, position + by)})


def _changed(act: str, frame: Frame, entity: Entity, state: State) -> Command | None:
    if entity.domain == "cover" and act in _MOVED and not frame.degree and not frame.attribute:
        # "blind up" is all the way, unless people say a bit
        return Command(service=_MOVED[act])
    attribute, direction = CHANGES[act]
    attribute = attribute or frame.attribute or USUAL.get(entity.domain, "")
    change = _Change(attribute=attribute, direction=direction, degree=frame.degree)
    return _step(change, entity, state)


def _set(frame: Frame, entity: Entity, state: State) -> Command | None:
    """Set something to an amount, or by one."""
    amount = frame.amount
    attribute = frame.attribute or _attribute(amount, entity)
    direction = frame.direction or _direction(frame)
    if not direction and amount is not None and amount.mark == "by":
        # "close the blinds by 20 percent"
        direction = next((_MOVES[act] for act in frame.acts if act in _MOVES), 0)
    if attribute == "temperature" and entity.domain == "light":
        # Warm light has the lower colour temperature.
        attribute, direction = "color_temperature", -direction
    if attribute not in CAN_SET.get(entity.domain, frozenset()):
        return None
    if amount is not None and (amount.colour is not None or amount.kelvin):
        return _coloured(amount)
    if amount is not None and amount.high is not None:
        return _ranged(amount, attribute, entity, state)
    if frame.factor is not None:
        if _is_less_of_nothing(attribute, state, less=frame.factor < 1):
            return NO_CHANGE
        now = level(attribute, state)
        return None if now is None else _exactly(attribute, now * frame.factor, entity, state)
    if direction and (amount is None or _is_difference(amount, frame, entity)):
        by = None if amount is None else amount.value
        change = _Change(attribute=attribute, direction=direction, degree=frame.degree, by=by)
        return _step(change, entity, state)
    if amount is not None and amount.mark == "by":
        # "By ten", but neither more nor less, is no amount: "um acht" is a time.
        return None
    value = None if amount is None else _value(amount, attribute, entity, state)
    return None if value is None else setting(attribute, value, entity)


def _coloured(amount: Amount) -> Command:
    data: dict[str, Any] = {}
    if amount.colour is not None:
        data["rgb_color"] = list(amount.colour)
    elif amount.kelvin:
        data["color_temp_kelvin"] = amount.kelvin
    if amount.value is not None and amount.unit != "kelvin":
        data["brightness_pct"] = round(amount.value)
    return Command(service="turn_on", data=data)


def _ranged(amount: Amount, attribute: str, entity: Entity, state: State) -> Command | None:
    """Keep a room between two temperatures."""
    if attribute != "temperature" or "target_temp_low" not in state.attributes:
        return None
    ends = (amount, replace(amount, value=amount.high))
    low, high = (_value(one, attribute, entity, state) for one in ends)
    data = {"target_temp_low": low, "target_temp_high": high}
    return Command(service="set_temperature", data=data)


def _value(amount: Amount, attribute: str, entity: Entity, state: State) -> float | None:
    """The figure that is meant: by most and least, and in the unit of the home."""
    if amount.unit in ("maximum", "minimum"):
        return limits(attribute, state)[amount.unit == "maximum"]
    value = amount.value
    if value is None or attribute != "temperature":
        return value
    home = _unit(entity, state)
    if amount.unit == "fahrenheit" and home == "celsius":
        return round((value - 32) / 1.8, 1)
    if amount.unit == "celsius" and home == "fahrenheit":
        return round(value * 1.8 + 32)
    return value


def _unit(entity: Entity, state: State) -> str:
    """What a thing measures temperatures in: Home Assistant does not say, but its limits tell."""
    most = state.attributes.get("max_temp")
    hottest = _HOTTEST_CELSIUS.get(entity.domain, 0)
    if not isinstance(most, int | float):
        return ""
    return "fahrenheit" if most > hottest else "celsius"


def _is_difference(amount: Amount, frame: Frame, entity: Entity) -> bool:
    """Whether an amount says how much more or less: "by ten", "two degrees warmer", "up five"."""
    if amount.value is None or amount.mark == "to":
        return False
    if amount.mark == "by" or frame.direction:
        return True
    # A blind that is raised 30 % is at 30 %; a thermostat that is raised two degrees is not at two.
    return bool(frame.acts & {"increase", "decrease"}) and entity.domain not in ("cover", "valve")


def _direction(frame: Frame) -> int:
    return next((CHANGES[act][1] for act in ORDER if act in frame.acts and act in CHANGES), 0)


def _attribute(amount: Amount | None, entity: Entity) -> str:
    """What an amount is an amount of, by its unit and whose it is."""
    if amount is not None and amount.colour is not None:
        return "color"
    if amount is not None and (amount.kelvin or amount.unit == "kelvin"):
        return "color_temperature"
    usual = USUAL.get(entity.domain, "")
    if amount is not None and amount.unit == "other" and usual != "value":
        # only numbers have volts and bars
        return ""
    degrees = amount is not None and amount.unit in _DEGREES
    percent = amount is not None and amount.unit == "percent"
    if (degrees and usual != "temperature") or (percent and usual == "temperature"):
        return ""
    return usual


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """So much more or less of something."""

    attribute: str
    direction: int
    degree: str = ""
    by: float | None = None


def _step(change: _Change, entity: Entity, state: State) -> Command | None:
    attribute = change.attribute
    if attribute not in CAN_SET.get(entity.domain, frozenset()):
        return None
    if attribute == "volume" and change.by is None and not change.degree:
        return Command(service="volume_up" if change.direction > 0 else "volume_down")
    if _is_less_of_nothing(attribute, state, less=change.direction < 0):
        return NO_CHANGE
    now = level(attribute, state)
    by = change.by if change.by is not None else step_of(attribute, change.degree, state)
    if now is None or by is None:
        return None
    return _exactly(attribute, now + change.direction * by, entity, state)


def _is_less_of_nothing(attribute: str, state: State, *, less: bool) -> bool:
    """Whether a thing that is off has none of it: dimming must not light a lamp."""
    lacking = attribute == "color_temperature" or (less and attribute in ("brightness", "speed"))
    return lacking and state.value == "off"


def _exactly(attribute: str, value: float, entity: Entity, state: State) -> Command | None:
    return setting(attribute, within(attribute, value, state), entity)
