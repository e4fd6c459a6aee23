"""Fans."""

from collections.abc import Iterable
from typing import Any

from ..model import State
from .action import ServiceAndData, switching
from .domain import PRESSED_SWITCH, RUNNING, SWITCHED, Domain, Trait
from .restoring import restore_settings, restore_switch
from .setting import Level, Options, Setting, SettingCheck, Switch

_SPEEDS = (
    Setting(
        "percentage",
        "set_percentage",
        "percentage",
        name="speed",
        level=Level(steps=(10, 20, 40), zero_when_off=True),
        check=SettingCheck.SPEED,
        tolerance=1,
        low=0,
        high=100,
        unit="%",
        measure="speed",
        feature=1,
        meant=True,
        synonyms=("speed_percentage", "level"),
    ),
    Setting(
        "preset_mode",
        "set_preset_mode",
        "preset_mode",
        options=Options("preset_modes"),
        measure="preset",
        coded=True,
        feature=8,
        synonyms=("preset",),
    ),
)
_MOVEMENTS = (
    Setting(
        "oscillating",
        "oscillate",
        "oscillating",
        switch=Switch(name="oscillation"),
        measure="oscillating",
        feature=2,
        meant=True,
    ),
    Setting(
        "direction",
        "set_direction",
        "direction",
        options=Options("direction", fixed=("forward", "reverse")),
        switch=Switch(name="direction", on=("reverse",), off=("forward",), flips=True),
        measure="direction",
        coded=True,
        feature=4,
        meant=True,
    ),
)


def _restore(before: State, now: State) -> Iterable[ServiceAndData] | None:
    if before.value != "on":
        return restore_switch(before, now)
    speed: dict[str, Any] = {}
    if preset := before.attributes.get("preset_mode"):
        speed["preset_mode"] = preset
    elif (percentage := before.attributes.get("percentage")) is not None:
        speed["percentage"] = percentage
    is_same = now.value == "on" and all(
        now.attributes.get(name) == was for name, was in speed.items()
    )
    movements = restore_settings(before, now, _MOVEMENTS)
    return movements if is_same else [("turn_on", speed), *movements]


FAN = Domain(
    name="fan",
    actions=switching(on=("start",), off=("stop",), features=(32, 16)),
    settings=(*_SPEEDS, *_MOVEMENTS),
    restore=_restore,
    conditions=SWITCHED,
    loose_conditions=RUNNING,
    measures={"hvac_mode": ("preset_mode",)},
    told=("speed", "preset", "oscillating", "direction"),
    told_aloud=("speed",),
    pressed=PRESSED_SWITCH,
    changes="switched",
    answers_within=3.0,
    traits=frozenset({Trait.BY_HAND}),
)
