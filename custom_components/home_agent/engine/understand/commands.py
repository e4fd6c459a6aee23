"""Frame + entity → the service that does it, in the words of its domain.

For every domain, what each act and amount means there. What has no entry cannot be done, and is
never guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..home import Entity, State
from ..home.model import NOTHING
from .acts import CHANGES, ORDER, SERVICES, implied
from .frame import Amount, Frame

# What a figure means where nothing more is said.
_USUAL = {
    "light": "brightness",
    "cover": "position",
    "valve": "position",
    "fan": "speed",
    "climate": "temperature",
    "water_heater": "temperature",
    "media_player": "volume",
    "humidifier": "humidity",
    "number": "value",
    "input_number": "value",
}
_CAN_SET: Mapping[str, frozenset[str]] = {
    "light": frozenset({"brightness", "color", "color_temperature"}),
    "cover": frozenset({"position"}),
    "valve": frozenset({"position"}),
    "fan": frozenset({"speed"}),
    "climate": frozenset({"temperature", "humidity", "hvac_mode", "fan_mode", "preset"}),
    "water_heater": frozenset({"temperature"}),
    "media_player": frozenset({"volume"}),
    "humidifier": frozenset({"humidity"}),
    "number": frozenset({"value"}),
    "input_number": frozenset({"value"}),
}
_STEPS: Mapping[str, Mapping[str, float]] = {
    "brightness": {"a_bit": 10, "": 20, "much": 40},
    "position": {"a_bit": 10, "": 20, "much": 40},
    "speed": {"a_bit": 10, "": 20, "much": 40},
    "humidity": {"a_bit": 5, "": 5, "much": 15},
    "temperature": {"a_bit": 1, "": 1, "much": 3},
    "volume": {"a_bit": 5, "": 10, "much": 20},
}


# Which way a position goes where something is opened or closed a bit.
_MOVES = {"open": 1, "close": -1}

# Nobody turns a lamp off to 20 %: a figure or a colour there belongs to a name that we do not know.
_WITHOUT_AMOUNT = frozenset(
    {"turn_off", "toggle", "stop", "lock", "unlock", "pause", "return", "disarm"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A service and its data, for one entity."""

    service: str
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


def command(frame: Frame, entity: Entity, state: State) -> Command | None:
    """What the frame asks of this entity; nothing if it has no such ability."""
    if frame.amount is not None and frame.acts and frame.acts <= _WITHOUT_AMOUNT:
        return None
    if frame.amount is not None or frame.mode is not None or frame.direction:
        return _setting(frame, entity, state)
    if frame.degree and frame.acts & _MOVES.keys() and entity.domain in ("cover", "valve"):
        direction = next(_MOVES[act] for act in ORDER if act in frame.acts and act in _MOVES)
        step = _Step(attribute="position", direction=direction, degree=frame.degree)
        return _step(step, entity, state)
    for act in ORDER:
        if act not in frame.acts:
            continue
        if act in CHANGES and (changed := _changed(act, frame, entity, state)):
            return changed
        service = SERVICES.get(act, {}).get(entity.domain)
        if service is not None and frame.attribute in (None, implied(frame.acts)):
            return Command(service=service, data=_extra(act))
    return None


def _extra(act: str) -> Mapping[str, Any]:
    return {"is_volume_muted": act == "mute"} if act in ("mute", "unmute") else NOTHING


def _changed(act: str, frame: Frame, entity: Entity, state: State) -> Command | None:
    attribute, direction = CHANGES[act]
    attribute = attribute or frame.attribute or _USUAL.get(entity.domain, "")
    return _step(
        _Step(attribute=attribute, direction=direction, degree=frame.degree), entity, state
    )


def _setting(frame: Frame, entity: Entity, state: State) -> Command | None:
    """Set something to an amount, or by one."""
    amount = frame.amount
    if frame.mode is not None and amount is None:
        return _mode(frame.mode, entity, state)
    attribute = frame.attribute or _attribute(amount, entity)
    if attribute not in _CAN_SET.get(entity.domain, frozenset()):
        return None
    if amount is not None and amount.colour is not None:
        colour: dict[str, Any] = {"rgb_color": list(amount.colour)}
        if amount.value is not None:
            colour["brightness_pct"] = round(amount.value)
        return Command(service="turn_on", data=colour)
    if amount is not None and (amount.kelvin or amount.unit == "kelvin"):
        return Command(
            service="turn_on", data={"color_temp_kelvin": round(amount.kelvin or amount.value or 0)}
        )
    direction = frame.direction or _direction(frame)
    if direction and (amount is None or _is_difference(amount, frame, entity)):
        by = None if amount is None else amount.value
        step = _Step(attribute=attribute, direction=direction, degree=frame.degree, by=by)
        return _step(step, entity, state)
    if amount is not None and amount.mark == "by":
        # "By ten", but neither more nor less, is no amount: "um acht" is a time.
        return None
    value = None if amount is None else _value(amount, attribute, state)
    return None if value is None else _exactly(attribute, value, entity)


def _value(amount: Amount, attribute: str, state: State) -> float | None:
    """The figure that is meant by most and least."""
    if amount.unit not in ("maximum", "minimum"):
        return amount.value
    most = amount.unit == "maximum"
    if attribute == "temperature":
        limit = state.attributes.get("max_temp" if most else "min_temp")
        return float(limit) if isinstance(limit, int | float) else None
    if most:
        return 100
    # The least light is still light.
    return 1 if attribute == "brightness" else 0


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
    usual = _USUAL.get(entity.domain, "")
    degrees = amount is not None and amount.unit == "degrees"
    percent = amount is not None and amount.unit == "percent"
    if (degrees and usual != "temperature") or (percent and usual == "temperature"):
        return ""
    return usual


def _mode(mode: str, entity: Entity, state: State) -> Command | None:
    if entity.domain == "climate" and mode in (state.attributes.get("hvac_modes") or ()):
        return Command(service="set_hvac_mode", data={"hvac_mode": mode})
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """So much more or less of something."""

    attribute: str
    direction: int
    degree: str = ""
    by: float | None = None


def _step(step: _Step, entity: Entity, state: State) -> Command | None:
    attribute = step.attribute
    if attribute not in _CAN_SET.get(entity.domain, frozenset()) or attribute not in _STEPS:
        return None
    if attribute == "volume" and step.by is None and not step.degree:
        return Command(service="volume_up" if step.direction > 0 else "volume_down")
    now = _now(attribute, state)
    if now is None:
        return None
    by = step.by if step.by is not None else _STEPS[attribute][step.degree]
    value = now + step.direction * by
    if attribute != "temperature":
        # Dimmer is not off: what still shines can be told from what does not.
        lowest = 1 if attribute == "brightness" else 0
        value = min(100, max(lowest, value))
    return _exactly(attribute, value, entity)


def _now(attribute: str, state: State) -> float | None:
    attributes = state.attributes
    value: Any = {
        "brightness": attributes.get("brightness") if state.value == "on" else 0,
        "position": attributes.get("current_position"),
        "speed": attributes.get("percentage") if state.value == "on" else 0,
        "volume": attributes.get("volume_level"),
        "temperature": attributes.get("temperature"),
        "humidity": attributes.get("humidity"),
    }.get(attribute)
    if not isinstance(value, int | float):
        return None
    return {"brightness": value / 2.55, "volume": value * 100}.get(attribute, float(value))


def _exactly(attribute: str, value: float, entity: Entity) -> Command | None:
    whole = round(value)
    match attribute, entity.domain:
        case "brightness", "light":
            return Command(service="turn_on", data={"brightness_pct": whole})
        case "position", "cover":
            return Command(service="set_cover_position", data={"position": whole})
        case "position", "valve":
            return Command(service="set_valve_position", data={"position": whole})
        case "speed", "fan":
            return Command(service="set_percentage", data={"percentage": whole})
        case "volume", "media_player":
            return Command(service="volume_set", data={"volume_level": round(value / 100, 2)})
        case "humidity", _:
            return Command(service="set_humidity", data={"humidity": whole})
        case "temperature", _:
            return Command(service="set_temperature", data={"temperature": value})
        case "value", _:
            return Command(service="set_value", data={"value": value})
    return None
