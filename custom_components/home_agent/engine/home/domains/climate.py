"""Thermostats, air conditioners and water heaters."""

from collections.abc import Iterable, Iterator

from ..model import UNAVAILABLE, State
from .action import ServiceAndData, reach_other_than, switching
from .domain import Domain, Trait, states
from .restoring import restore_settings
from .setting import Level, Options, Setting, SettingCheck, Switch, humidity

# What people call on is simply not off: a heat pump is "heat".
_ON = reach_other_than("off", UNAVAILABLE)
_HEATS_OR_COOLS = "auto cool dry fan_only heat heat_cool"
_HEATS_WATER = "eco electric gas heat_pump high_demand performance on"


def _temperature(
    datum: str, *, level: Level | None = None, feature: int = 1, meant: bool = False
) -> Setting:
    return Setting(
        datum,
        "set_temperature",
        datum,
        name="temperature" if level else "",
        level=level,
        check=SettingCheck.NEAR,
        tolerance=0.51,
        lowest="min_temp",
        highest="max_temp",
        unit="°",
        measure="target_temperature" if level else "",
        feature=feature,
        meant=meant,
        synonyms=("target_temperature", "target_temp", "temp") if level else (),
    )


def _degrees(hottest: float) -> Level:
    return Level(
        steps=(1, 1, 3),
        digits=2,
        clamped=False,
        hottest_celsius=hottest,
        slider_step=0.5,
        step_attribute="target_temp_step",
    )


_TARGETS = (
    _temperature("temperature", level=_degrees(60), meant=True),
    _temperature("target_temp_low", feature=2),
    _temperature("target_temp_high", feature=2),
)
_MODES = (
    Setting(
        "preset_mode",
        "set_preset_mode",
        "preset_mode",
        options=Options("preset_modes"),
        measure="preset",
        switch=Switch(name="away_mode", on=("away",), off=("none", "home")),
        coded=True,
        feature=16,
        synonyms=("preset",),
    ),
    Setting(
        "hvac_mode",
        "set_hvac_mode",
        "",
        options=Options("hvac_modes"),
        check=SettingCheck.STATE,
        coded=True,
        restored=False,
        synonyms=("mode",),
    ),
    Setting(
        "fan_mode",
        "set_fan_mode",
        "fan_mode",
        options=Options("fan_modes", graded="speed"),
        measure="fan_mode",
        coded=True,
        feature=8,
    ),
    Setting(
        "swing_mode",
        "set_swing_mode",
        "swing_mode",
        options=Options("swing_modes"),
        measure="swing_mode",
        switch=Switch(
            name="oscillation", on=("on", "both", "vertical", "horizontal"), off=("off",)
        ),
        coded=True,
        feature=32,
    ),
    Setting(
        "swing_horizontal_mode",
        "set_swing_horizontal_mode",
        "swing_horizontal_mode",
        options=Options("swing_horizontal_modes", said=False),
        feature=512,
    ),
    humidity(feature=4),
)


def _restore_temperatures(before: State, now: State) -> Iterator[ServiceAndData]:
    were = {
        setting.datum: was
        for setting in _TARGETS
        if (was := before.attributes.get(setting.attribute)) is not None
    }
    if any(now.attributes.get(name) != was for name, was in were.items()):
        yield "set_temperature", were


def _restore(before: State, now: State) -> Iterable[ServiceAndData] | None:
    mode: list[ServiceAndData] = []
    if before.value != now.value:
        mode = [("set_hvac_mode", {"hvac_mode": before.value})]
    changed = [*restore_settings(before, now, _MODES), *_restore_temperatures(before, now)]
    # Some begin to heat when they are given a temperature.
    return [*changed, *mode] if before.value == "off" else [*mode, *changed]


def _restore_water(before: State, now: State) -> Iterable[ServiceAndData] | None:
    mode: list[ServiceAndData] = []
    if before.value != now.value:
        mode = [("set_operation_mode", {"operation_mode": before.value})]
    was, now_is = before.attributes.get("away_mode"), now.attributes.get("away_mode")
    if was is not None and was != now_is:
        mode.append(("set_away_mode", {"away_mode": was == "on"}))
    return [*_restore_temperatures(before, now), *mode]


CLIMATE = Domain(
    name="climate",
    actions=switching(on=("start",), off=("stop",), on_reaches=_ON, features=(256, 128)),
    settings=(*_TARGETS, *_MODES),
    restore=_restore,
    meant_by=("warm", "cool"),
    conditions=states(on=_HEATS_OR_COOLS, off="off"),
    loose_conditions=states(
        running=_HEATS_OR_COOLS, active=_HEATS_OR_COOLS, powered=_HEATS_OR_COOLS, stopped="off"
    ),
    measures={
        "action": ("hvac_action",),
        "humidity": ("current_humidity",),
        "hvac_mode": ("",),
        "set_to": ("temperature", "target_temp_high", "humidity"),
        "target_temperature": ("temperature", "target_temp_high"),
        "temperature": ("current_temperature",),
    },
    told=("temperature", "target_temperature", "humidity", "action", "preset", "fan_mode"),
    told_aloud=("hvac_mode", "action", "temperature", "target_temperature"),
    changes="switched",
    traits=frozenset({Trait.CODED_STATE}),
)

WATER_HEATER = Domain(
    name="water_heater",
    actions=switching(on=("start",), off=("stop",), on_reaches=_ON, features=(8, 8)),
    settings=(
        _temperature("temperature", level=_degrees(105)),
        Setting(
            "operation_mode",
            "set_operation_mode",
            "operation_mode",
            options=Options("operation_list"),
            measure="preset",
            coded=True,
            feature=2,
            restored=False,
            synonyms=("mode",),
        ),
        Setting(
            "away_mode",
            "set_away_mode",
            "away_mode",
            switch=Switch(name="away_mode", only_shown=True),
            check=SettingCheck.ON_OFF,
            feature=4,
            meant=True,
        ),
    ),
    restore=_restore_water,
    conditions=states(on=_HEATS_WATER, off="off"),
    loose_conditions=states(running=_HEATS_WATER, active=_HEATS_WATER, powered=_HEATS_WATER),
    measures={
        "hvac_mode": ("operation_mode", ""),
        "temperature": ("current_temperature",),
    },
    told=("temperature", "target_temperature"),
    changes="switched",
    traits=frozenset({Trait.CODED_STATE}),
)
