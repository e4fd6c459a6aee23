"""Frame + entity → the service that does it, in the words of its domain.

For every domain, what each act and amount means there. What has no entry cannot be done, and is
never guessed.
"""

from dataclasses import dataclass, replace
from typing import Any

from ...home import Entity, State
from ...home.domains import Action, Setting, Trait, with_trait
from ..resolve.concepts import concepts_in
from .acts import ACTIONS, CHANGES, INTENSITY, ORDER, SEEKING, find_implied
from .features import feature_call
from .frame import A_BIT, FULLY, Amount, Frame
from .graded_options import choose_grade
from .levels import (
    NO_CHANGE,
    USUAL,
    LevelCall,
    in_own_scale,
    level,
    level_by_name,
    limits,
    set_to,
    setting_of,
    step_by,
    step_of,
    within,
)

_NAMED_LEVELS = frozenset({"low", "medium", "high"})
_CODED = with_trait(Trait.TAKES_CODE)
_UNKNOWN = ("unavailable", "unknown")
_DEGREES = frozenset({"degrees", "celsius", "fahrenheit"})

# Which way a position goes where something is opened or closed a bit.
_MOVES = {"open": 1, "close": -1}

# What is said of more and less, in the order of the ends that a thing may be brought to.
_TURNS = ("increase", "decrease")

# Nobody turns a lamp off to 20 %: a figure or a colour there belongs to a name that we do not know.
_WITHOUT_AMOUNT = frozenset(
    {"turn_off", "toggle", "stop", "lock", "unlock", "pause", "return", "disarm"}
)

# By what was said, the unit of a number that is set by it.
_ANY_SCALE = ("c", "f")
_SCALES = {"celsius": ("c",), "fahrenheit": ("f",)}
_ALL = 100
# Below this no lamp shines.
_LEAST_KELVIN = 1000


# What that does to an awning, and to whatever else hangs before a window.
_ROLLED = {"unroll": ("open", "close"), "roll_up": ("close", "open"), "extend": ("open", "")}


def command(frame: Frame, entity: Entity, state: State) -> LevelCall | None:
    """What the frame asks of this entity; `None` if it has no such ability."""
    found = _command(_with_own_level(_as_it_rolls(frame, entity), entity), entity, state)
    if found is None or not frame.code or entity.domain not in _CODED:
        return found
    return replace(found, data={**found.data, "code": frame.code})


def _with_own_level(frame: Frame, entity: Entity) -> Frame:
    """The frame with what the intensity of a thing is: how bright, how damp, how fast, how loud."""
    if frame.attribute != INTENSITY:
        return frame
    setting = USUAL.get(entity.domain)
    shares = setting is not None and setting.unit == "%" and not setting.opens
    return replace(frame, attribute=setting.name if setting is not None and shares else INTENSITY)


def _as_it_rolls(frame: Frame, entity: Entity) -> Frame:
    """The frame with what unrolling comes to: an awning is open when it is out, a blind shut."""
    rolled = frame.acts & _ROLLED.keys()
    if not rolled:
        return frame
    awning = entity.device_class == "awning" or any(
        concept.endswith(".awning") for name in entity.names for concept in concepts_in(name)
    )
    meant = {_ROLLED[act][0 if awning else 1] for act in rolled} - {""}
    others = frame.acts - rolled
    if entity.domain != "cover" or not meant:
        return replace(frame, acts=others)
    return replace(frame, acts=others - {"turn_off"} | meant)


def _command(frame: Frame, entity: Entity, state: State) -> LevelCall | None:
    if frame.feature is not None:
        call = feature_call(frame, entity.domain, state)
        return None if call is None else LevelCall(service=call[0], data=call[1])
    if frame.acts & SEEKING and (frame.amount is not None or frame.acts <= SEEKING):
        return _seek(frame, entity, state)
    if frame.amount is not None and frame.acts and frame.acts <= _WITHOUT_AMOUNT:
        return None
    if mode := _find_mode(frame, entity, state):
        return LevelCall(service="set_hvac_mode", data={"hvac_mode": mode})
    if frame.amount is not None or frame.direction or frame.factor is not None:
        return _set(frame, entity, state)
    return _act_on(frame, entity, state)


def _act_on(frame: Frame, entity: Entity, state: State) -> LevelCall | None:
    """What an act alone asks of an entity, no amount being said."""
    usual = USUAL.get(entity.domain)
    partly = frame.degree not in ("", FULLY)
    if partly and frame.acts & _MOVES.keys() and usual is not None and usual.opens:
        direction = next(_MOVES[act] for act in ORDER if act in frame.acts and act in _MOVES)
        change = _Change(attribute=usual.name, direction=direction, degree=frame.degree)
        return _step(change, entity, state)
    for act in ORDER:
        if act not in frame.acts:
            continue
        if act in CHANGES and (changed := _changed(act, frame, entity, state)):
            return changed
        action = ACTIONS.get(act, {}).get(entity.domain)
        if action is not None and (mode := _find_switching_mode(action, entity, state)):
            return LevelCall(service="set_hvac_mode", data={"hvac_mode": mode})
        service = _service(action, state) if action is not None else ""
        if action is not None and service and frame.attribute in (None, find_implied(frame.acts)):
            stands_for = action.service if service != action.service else ""
            return LevelCall(service=service, data=action.data, stands_for=stands_for)
    return None


def _find_mode(frame: Frame, entity: Entity, state: State) -> str:
    """The mode that warms or cools, for a thermostat that is off or tells no temperature."""
    settled = frame.amount is not None or frame.factor is not None
    if entity.domain != "climate" or frame.attribute != "temperature" or settled:
        return ""
    direction = frame.direction or _direction(frame)
    mode = "heat" if direction > 0 else "cool"
    setting = setting_of(entity.domain, "temperature")
    untold = setting is None or level(setting, state) is None
    if not direction or mode not in (state.attributes.get("hvac_modes") or ()):
        return ""
    return mode if state.value == "off" or (untold and state.value != mode) else ""


def _find_switching_mode(action: Action, entity: Entity, state: State) -> str:
    """The mode that switches a thermostat which knows modes only; empty if it can be switched.

    On is what Home Assistant takes it for: heating and cooling, else heating, else cooling.
    """
    if entity.domain != "climate" or state.features & action.feature:
        return ""
    modes = state.attributes.get("hvac_modes") or ()
    wanted = ("off",) if action.service == "turn_off" else ("heat_cool", "heat", "cool")
    if action.service == "turn_on" and state.value not in ("off", *_UNKNOWN):
        return state.value
    return next((mode for mode in wanted if mode in modes), "")


def _service(action: Action, state: State) -> str:
    """The service for a thing in this state; empty if it is not able to."""
    is_able = action.otherwise is None or state.features & action.feature
    return action.service if is_able else action.otherwise or ""


def _seek(frame: Frame, entity: Entity, state: State) -> LevelCall | None:
    """Wind what plays so many seconds on or back."""
    position = state.attributes.get("media_position")
    amount = frame.amount
    if entity.domain != "media_player" or amount is None or amount.value is None:
        return None
    if not isinstance(position, int | float):
        return None
    by = amount.value if "forward" in frame.acts else -amount.value
    return LevelCall(service="media_seek", data={"seek_position": max(0.0, position + by)})


def _changed(act: str, frame: Frame, entity: Entity, state: State) -> LevelCall | None:
    usual = USUAL.get(entity.domain)
    ends = usual.level.ends if usual is not None and usual.level is not None else ("", "")
    far = frame.degree in ("", FULLY)
    if any(ends) and act in _TURNS and far and not frame.attribute:
        # "blind up" is all the way, unless people say a bit
        return LevelCall(service=ends[_TURNS.index(act)])
    attribute, direction = CHANGES[act]
    attribute = attribute or frame.attribute or (usual.name if usual is not None else "")
    change = _Change(attribute=attribute, direction=direction, degree=frame.degree)
    return _step(change, entity, state)


def _set(frame: Frame, entity: Entity, state: State) -> LevelCall | None:
    """Set something to an amount, or by one."""
    amount = frame.amount
    attribute = frame.attribute or _attribute(amount, entity, state)
    direction = frame.direction or _direction(frame)
    if not direction and amount is not None and amount.mark == "by":
        # "close the blinds by 20 percent"
        direction = next((_MOVES[act] for act in frame.acts if act in _MOVES), 0)
    if attribute == "temperature" and entity.domain == "light":
        # Warm light has the lower colour temperature.
        attribute, direction = "color_temperature", -direction
    setting = setting_of(entity.domain, attribute)
    if setting is None:
        return choose_grade(entity.domain, attribute, amount, direction, state)
    if amount is not None and (amount.colour is not None or amount.kelvin):
        return _coloured(amount)
    if amount is not None and amount.high is not None:
        return _ranged(amount, setting, state)
    factor = frame.factor
    if factor is None and amount is not None and direction < 0:
        factor = _share_of_now(amount, setting, state)
    if factor is not None:
        return _multiply(factor, setting, state)
    if direction and (amount is None or _is_difference(amount, frame, setting)):
        by = None if amount is None else _difference(amount, setting, state)
        change = _Change(attribute=attribute, direction=direction, degree=frame.degree, by=by)
        return _step(change, entity, state)
    if amount is not None and amount.mark == "by":
        # "By ten", but neither more nor less, is no amount: "um acht" is a time.
        return None
    value = None if amount is None else _value(_left_open(amount, frame, setting), setting, state)
    return None if value is None else set_to(setting, value)


def _left_open(amount: Amount, frame: Frame, setting: Setting) -> Amount:
    """How far something is open that is shut "three quarters of the way", and not "to" there."""
    shut = setting.opens and amount.share and not amount.mark and "close" in frame.acts
    if not shut or "open" in frame.acts or amount.value is None:
        return amount
    return replace(amount, value=_ALL - amount.value)


def _share_of_now(amount: Amount, setting: Setting, state: State) -> float | None:
    """How much of what there is now is left, where half of the most would be more than that.

    Who lowers a lamp to half does not want it brighter; a blind has a half of its own.
    """
    if not amount.share or amount.value is None or amount.mark == "by" or setting.opens:
        return None
    now = level(setting, state)
    return amount.value / _ALL if now is not None and now < amount.value else None


def _multiply(factor: float, setting: Setting, state: State) -> LevelCall | None:
    """Set something to so many times what it is; twice as warm is nothing that anybody can mean."""
    if setting.unit != "%":
        return None
    if _is_less_of_nothing(setting, state, less=factor < 1):
        return NO_CHANGE
    now = level(setting, state)
    return None if now is None else _exactly(setting, now * factor, state)


def _difference(amount: Amount, setting: Setting, state: State) -> float | None:
    """How much more or less an amount is; `None` if it is one of the thing's own steps."""
    if amount.unit != "steps" or amount.value is None:
        return amount.value
    own = setting.level is not None and any(setting.level.up_and_down)
    if own and amount.value == 1:
        return None
    step = step_of(setting, "", state)
    return None if step is None else amount.value * step


def _coloured(amount: Amount) -> LevelCall:
    data: dict[str, Any] = {}
    if amount.colour is not None:
        data["rgb_color"] = list(amount.colour)
    elif amount.kelvin:
        data["color_temp_kelvin"] = amount.kelvin
    if amount.value is not None and amount.unit != "kelvin":
        data["brightness_pct"] = round(amount.value)
    return LevelCall(service="turn_on", data=data)


def _ranged(amount: Amount, setting: Setting, state: State) -> LevelCall | None:
    """Keep a room between two temperatures."""
    if setting.name != "temperature" or "target_temp_low" not in state.attributes:
        return None
    low = _value(amount, setting, state)
    high = _value(replace(amount, value=amount.high), setting, state)
    data = {"target_temp_low": low, "target_temp_high": high}
    return LevelCall(service="set_temperature", data=data)


def _value(amount: Amount, setting: Setting, state: State) -> float | None:
    """The figure that is meant: by most and least, and in the unit of the home."""
    if amount.unit in ("maximum", "minimum"):
        return limits(setting, state)[amount.unit == "maximum"]
    if amount.unit in _NAMED_LEVELS:
        return level_by_name(amount.unit, setting)
    if setting.name == "color_temperature" and (amount.value or 0) < _LEAST_KELVIN:
        # As warm is a room, and no light.
        return None
    if amount.value is None or setting.name != "temperature":
        return amount.value
    return in_own_scale(amount.value, amount.unit, setting, state)[0]


def _is_difference(amount: Amount, frame: Frame, setting: Setting) -> bool:
    """Whether an amount says how much more or less: "by ten", "two degrees warmer", "up five"."""
    if amount.value is None or amount.mark == "to":
        return False
    if amount.mark == "by" or amount.unit == "steps" or frame.direction:
        return True
    # A blind that is raised 30 % is at 30 %; a thermostat that is raised two degrees is not at two.
    return not frame.acts.isdisjoint(_TURNS) and not setting.opens


def _direction(frame: Frame) -> int:
    return next((CHANGES[act][1] for act in ORDER if act in frame.acts and act in CHANGES), 0)


def _attribute(amount: Amount | None, entity: Entity, state: State) -> str:
    """What an amount is an amount of, by its unit and whose it is."""
    if amount is not None and amount.colour is not None:
        return "color"
    if amount is not None and (amount.kelvin or amount.unit == "kelvin"):
        return "color_temperature"
    setting = USUAL.get(entity.domain)
    usual = setting.name if setting is not None else ""
    if amount is not None and amount.unit == "other" and usual != "value":
        # only numbers have volts and bars
        return ""
    degrees = amount is not None and amount.unit in _DEGREES
    percent = amount is not None and amount.unit == "percent"
    if degrees and usual == "value":
        return usual if _is_in_scale(amount, state) else ""
    if (degrees and usual != "temperature") or (percent and usual == "temperature"):
        return ""
    return usual


def _is_in_scale(amount: Amount | None, state: State) -> bool:
    """Whether a number counts degrees, of the scale that was said if any was."""
    unit = str(state.attributes.get("unit_of_measurement") or "").removeprefix("°").casefold()
    said = amount.unit if amount is not None else ""
    return unit in _SCALES.get(said, _ANY_SCALE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """So much more or less of something."""

    attribute: str
    direction: int
    degree: str = ""
    by: float | None = None


def _step(change: _Change, entity: Entity, state: State) -> LevelCall | None:
    setting = setting_of(entity.domain, change.attribute)
    if setting is None and change.by is None:
        return choose_grade(entity.domain, change.attribute, None, change.direction, state)
    if setting is None or setting.level is None:
        return None
    up, down = setting.level.up_and_down
    if up and change.by is None and change.degree in ("", A_BIT):
        # A bit is one step of the thing's own.
        return LevelCall(service=up if change.direction > 0 else down)
    if _is_less_of_nothing(setting, state, less=change.direction < 0):
        return NO_CHANGE
    if change.degree == FULLY:
        end = limits(setting, state)[change.direction > 0]
        return None if end is None else set_to(setting, end)
    now = level(setting, state)
    by = change.by if change.by is not None else step_of(setting, change.degree, state)
    if by is None:
        return None
    if now is None:
        return step_by(setting, change.direction * by, state)
    return _exactly(setting, now + change.direction * by, state)


def _is_less_of_nothing(setting: Setting, state: State, *, less: bool) -> bool:
    """Whether a thing that is off has none of it: dimming must not light a lamp."""
    if setting.level is None or state.value != "off":
        return False
    return setting.level.unset_when_off or (less and setting.level.zero_when_off)


def _exactly(setting: Setting, value: float, state: State) -> LevelCall | None:
    return set_to(setting, within(setting, value, state))
