"""Lights."""

from collections.abc import Iterable
from typing import Any

from ..model import State
from .action import ServiceAndData, switching
from .domain import PRESSED_SWITCH, RUNNING, SWITCHED, Domain, Trait
from .restoring import restore_switch
from .setting import Level, Options, Setting, SettingCheck

_COLOURS = {
    "color_temp": "color_temp_kelvin",
    "hs": "hs_color",
    "rgb": "rgb_color",
    "rgbw": "rgbw_color",
    "rgbww": "rgbww_color",
    "xy": "xy_color",
}


def _restore(before: State, now: State) -> Iterable[ServiceAndData] | None:
    if before.value != "on":
        return restore_switch(before, now)
    data: dict[str, Any] = {}
    if (brightness := before.attributes.get("brightness")) is not None:
        data["brightness"] = brightness
    mode = str(before.attributes.get("color_mode"))
    if mode == "white" and "brightness" in data:
        data = {"white": data["brightness"]}
    colour = _COLOURS.get(mode, "")
    if (value := before.attributes.get(colour)) is not None:
        data[colour] = list(value) if isinstance(value, tuple) else value
    is_same = (
        now.value == "on"
        and str(now.attributes.get("color_mode")) == mode
        and all(
            _is_alike(now.attributes.get(name), was)
            for name, was in data.items()
            if name != "white"
        )
        and now.attributes.get("brightness") == brightness
    )
    effect = _restore_effect(before, now)
    return [] if is_same and not effect else [("turn_on", data | effect)]


def _restore_effect(before: State, now: State) -> dict[str, Any]:
    was, now_is = before.attributes.get("effect"), now.attributes.get("effect")
    if was == now_is or (was is None and now_is in (None, "off", "None")):
        return {}
    if was is not None:
        return {"effect": was}
    offered = now.attributes.get("effect_list") or ()
    return next(({"effect": none} for none in ("off", "None") if none in offered), {})


def _is_alike(first: object, second: object) -> bool:
    """Whether two values are the same; a store makes lists of tuples."""
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return list(first) == list(second)
    return first == second


LIGHT = Domain(
    name="light",
    actions=switching(off=("stop",)),
    settings=(
        Setting(
            "brightness_pct",
            "turn_on",
            "brightness",
            name="brightness",
            level=Level(
                steps=(10, 20, 40),
                least=1,
                zero_when_off=True,
                step_datum="brightness_step_pct",
                stepped_unless="supported_color_modes",
            ),
            check=SettingCheck.BRIGHTNESS,
            # A lamp told 50 % may report 127, 128 or 130 of 255.
            tolerance=4,
            low=0,
            high=100,
            unit="%",
            shown_whole=255,
            measure="brightness",
            meant=True,
            synonyms=(
                *("brightness_percent", "brightness_percentage", "level", "dim", "percentage"),
            ),
        ),
        Setting(
            "rgb_color",
            "turn_on",
            "rgb_color",
            name="color",
            check=SettingCheck.COLOUR,
            measure="color",
            meant=True,
            synonyms=("colour", "color", "colour_name", "rgb", "hex", "color_name"),
            read_as="color",
        ),
        Setting(
            "color_temp_kelvin",
            "turn_on",
            "color_temp_kelvin",
            name="color_temperature",
            level=Level(steps=(300, 600, 1200), unset_when_off=True),
            check=SettingCheck.NEAR,
            tolerance=60,
            lowest="min_color_temp_kelvin",
            highest="max_color_temp_kelvin",
            lenient=True,
            unit="K",
            measure="color_temperature",
            meant=True,
            synonyms=("kelvin", "color_temperature", "colour_temperature"),
            read_as="color_temp",
        ),
        Setting(
            "effect",
            "turn_on",
            "effect",
            options=Options("effect_list"),
            measure="effect",
            feature=4,
        ),
        Setting("xy_color", "turn_on", "xy_color", check=SettingCheck.NOWHERE),
        Setting(
            "brightness",
            "turn_on",
            "brightness",
            check=SettingCheck.NEAR,
            tolerance=4,
            low=0,
            high=255,
            unit="%",
            whole=255,
            offered=False,
        ),
        Setting("hs_color", "turn_on", "hs_color", check=SettingCheck.HUE, offered=False),
    ),
    restore=_restore,
    kept=("color_mode", "rgbw_color", "rgbww_color"),
    meant_by=("turn_on", "turn_off", "toggle", "dim", "brighten"),
    conditions=SWITCHED,
    loose_conditions=RUNNING,
    told=("brightness", "color", "effect"),
    told_aloud=("brightness",),
    pressed=PRESSED_SWITCH,
    changes="switched",
    answers_within=3.0,
    traits=frozenset({Trait.BY_HAND}),
)
