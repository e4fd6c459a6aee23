"""Levels of things: where they stand, how far they go, and the service that sets them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from ...home import State
from ...home.domains import DOMAINS, Setting, all_settings
from ...home.model import NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelCall:
    """A service and its data, for one entity."""

    service: str
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    stands_for: str = ""
    """The service that was asked for, and that the entity lacks."""


NO_CHANGE = LevelCall(service="")
"""What is asked of a thing that has none of what there should be less of."""

USUAL: Mapping[str, Setting] = {
    name: domain.usual for name, domain in DOMAINS.items() if domain.usual is not None
}
"""By domain, what a figure means where nothing more is said."""

_SETTINGS: Mapping[tuple[str, str], Setting] = {
    (domain, setting.name): setting for domain, setting in all_settings() if setting.name
}
_DEGREES = ("a_bit", "", "much")

# What people call levels of what has no such options. A fan has three speeds more often than not.
_SPEEDS = {"low": 33.0, "medium": 67.0, "high": 100.0}
_SHARES = {"low": 25.0, "medium": 50.0, "high": 75.0}
_SCALES = ("celsius", "fahrenheit")
# In Celsius: nobody who says a figure alone wants it colder. 60 is more likely a slip.
_COLDEST_MEANT = 16
_FULL = 100


def setting_of(domain: str, name: str) -> Setting | None:
    """What is set of things of this domain; `None` if they have no such setting."""
    return _SETTINGS.get((domain, name))


def step_of(setting: Setting, degree: str, state: State) -> float | None:
    """How much more or less is meant, where no figure is said."""
    if setting.level is None:
        return None
    if setting.level.steps is None:
        step = state.attributes.get(setting.level.step_attribute)
        return float(step) if isinstance(step, int | float) else 1
    speed = _number(state.attributes.get("percentage_step")) if setting.name == "speed" else None
    if speed and not degree:
        # A fan with three speeds has no speed between two of them.
        return max(speed, setting.level.steps[1])
    return dict(zip(_DEGREES, setting.level.steps, strict=True)).get(degree)


def level(setting: Setting, state: State) -> float | None:
    """Where something stands now, in the unit that people say it in; `None` if it does not tell."""
    if setting.level is None:
        return None
    if not setting.attribute:
        return _number(state.value)
    if setting.level.zero_when_off and state.value != "on":
        return 0.0
    value = state.attributes.get(setting.attribute)
    if not isinstance(value, int | float):
        return None
    whole = setting.shown_whole or setting.whole
    return float(value) if whole == _FULL else value * _FULL / whole


def limits(setting: Setting, state: State) -> tuple[float | None, float | None]:
    """The least and the most that something may be set to; `None` where it does not say."""
    low, high = (_number(state.attributes.get(name)) for name in (setting.lowest, setting.highest))
    if low is None and setting.low is not None:
        # The least light is still light: what shines can be told from what does not.
        least = setting.level.least if setting.level else None
        low = setting.low * _FULL / setting.whole if least is None else least
    if high is None and setting.high is not None:
        high = setting.high * _FULL / setting.whole
    return low, high


def within(setting: Setting, value: float, state: State) -> float:
    """The nearest level to this that may be set; temperatures are for the home to judge."""
    if setting.level is None or not setting.level.clamped:
        return value
    low, high = limits(setting, state)
    value = value if low is None else max(low, value)
    return value if high is None else min(high, value)


def set_to(setting: Setting, value: float) -> LevelCall | None:
    """The service that sets something to exactly this; `None` if it is set to no figure."""
    if setting.level is None:
        return None
    figure = value if setting.whole == _FULL else value / _FULL * setting.whole
    rounded = round(figure, setting.level.digits) if setting.level.digits else round(figure)
    return LevelCall(service=setting.service, data={setting.datum: rounded})


def step_by(setting: Setting, difference: float, state: State) -> LevelCall | None:
    """The service that adds to what a thing does not tell; `None` where there is none for it.

    A lamp that tells what it can, and no brightness, has none.
    """
    if setting.level is None or not setting.level.step_datum:
        return None
    if setting.level.stepped_unless in state.attributes:
        return None
    return LevelCall(service=setting.service, data={setting.level.step_datum: round(difference)})


def level_by_name(name: str, setting: Setting) -> float | None:
    """How much is low, medium or high; `None` of what is no share, such as a temperature."""
    if setting.unit != "%":
        return None
    return (_SPEEDS if setting.name == "speed" else _SHARES)[name]


def in_own_scale(value: float, unit: str, setting: Setting, state: State) -> tuple[float, str]:
    """A temperature in the scale of a thing, and the scale it was said in if that was not told.

    Home Assistant does not say the scale, but the limits tell. 72 degrees for what goes to 35 can
    only be Fahrenheit. What neither scale allows stays as it was said, and the home refuses it.
    """
    low, high = limits(setting, state)
    if high is None or setting.level is None:
        return value, ""
    low = -inf if low is None else low
    own, other = _SCALES if high <= setting.level.hottest_celsius else reversed(_SCALES)
    converted = round((value - 32) / 1.8, 1) if own == "celsius" else round(value * 1.8 + 32)
    if unit == other:
        return converted, ""
    coldest = _COLDEST_MEANT if own == "celsius" else _COLDEST_MEANT * 1.8 + 32
    only_so = not low <= value <= high and max(low, coldest) <= converted <= high
    return (converted, other) if only_so and unit != own else (value, "")


def _number(value: object) -> float | None:
    try:
        return float(value)  # type: ignore[arg-type]
    except TypeError, ValueError:
        return None
