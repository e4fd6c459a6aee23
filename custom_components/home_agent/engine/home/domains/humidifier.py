"""Humidifiers and dehumidifiers."""

from collections.abc import Iterable

from ..model import State
from .action import ServiceAndData, switching
from .domain import PRESSED_SWITCH, RUNNING, SWITCHED, Domain
from .restoring import restore_settings, restore_switch
from .setting import Options, Setting, humidity

_SETTINGS = (
    humidity(meant=True, synonyms=("level",)),
    Setting(
        "mode",
        "set_mode",
        "mode",
        options=Options("available_modes"),
        measure="preset",
        coded=True,
        feature=1,
    ),
)


def _restore(before: State, now: State) -> Iterable[ServiceAndData] | None:
    switched = restore_switch(before, now)
    if switched is None:
        return None
    changed = restore_settings(before, now, reversed(_SETTINGS))
    return [*changed, *switched] if before.value == "off" else [*switched, *changed]


HUMIDIFIER = Domain(
    name="humidifier",
    actions=switching(on=("start",), off=("stop",)),
    settings=_SETTINGS,
    restore=_restore,
    conditions=SWITCHED,
    loose_conditions=RUNNING,
    measures={
        "action": ("action",),
        "humidity": ("current_humidity",),
        "hvac_mode": ("mode",),
    },
    told=("humidity", "target_humidity", "preset"),
    pressed=PRESSED_SWITCH,
    changes="switched",
)
