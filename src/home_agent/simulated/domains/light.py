"""Lights: brightness, colours, whites and effects."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import IntFlag
from typing import Any

from ..arguments import Argument, anything, at_most_one, choice, decimal, numbers, text, whole
from ..behaviour import (
    ActionEffect,
    ActionTarget,
    Behaviour,
    Facts,
    SimulatedAction,
    become,
    given_number,
)
from ..readers import Outside, byte, within
from .lamp_colour import (
    COLOUR_MODES,
    colour_changes,
    first_colour,
    shown_colours,
    supported_modes,
    wanted_colour,
    whites,
)


class LightEntityFeature(IntFlag):
    """What some lights can do."""

    EFFECT = 4
    FLASH = 8
    TRANSITION = 32


def _begin(given: Facts, _now: datetime) -> Facts:
    facts = dict(given)
    modes = supported_modes(given)
    brightness = given_number(given, "brightness")
    lit = given.get("state") == "on" or (brightness or 0) > 0
    remembered = given_number(facts, "last_brightness") if brightness is None else brightness
    facts.pop("last_brightness", None)
    warmest, coldest = whites(given)
    facts |= {
        "state": "on" if lit else "off",
        "supported_color_modes": modes,
        "brightness": remembered and min(max(round(remembered), 1), 255),
        "min_color_temp_kelvin": warmest,
        "max_color_temp_kelvin": coldest,
        "supported_features": given.get(
            "supported_features", int(LightEntityFeature.EFFECT) if "effect_list" in given else 0
        ),
        **first_colour(given, modes, (warmest, coldest)),
    }
    return facts


def _show(facts: Facts, _now: datetime) -> tuple[str, dict[str, Any]]:
    lit = facts["state"] == "on"
    modes = facts["supported_color_modes"]
    mode = facts["color_mode"] if lit else None
    shown = {name: value for name, value in facts.items() if name not in _RENDERED}
    if "color_temp" in modes:
        shown |= {name: facts[name] for name in ("min_color_temp_kelvin", "max_color_temp_kelvin")}
        shown["color_temp_kelvin"] = facts["color_temp_kelvin"] if mode == "color_temp" else None
    if LightEntityFeature.EFFECT & facts["supported_features"]:
        shown["effect_list"] = facts.get("effect_list")
        shown["effect"] = facts.get("effect") if lit else None
    shown["color_mode"] = mode
    if modes != ["onoff"]:
        shown["brightness"] = facts["brightness"] if lit else None
    if {"color_temp", *COLOUR_MODES} & set(modes):
        shown |= shown_colours(facts, mode, modes)
    return facts["state"], shown


_RENDERED = frozenset(
    {"state", "color", "brightness", "color_mode", "color_temp_kelvin", "effect", "effect_list"}
    | {"min_color_temp_kelvin", "max_color_temp_kelvin"}
    | {f"{mode}_color" for mode in COLOUR_MODES}
)


def _turn_on(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    facts, modes = subject.facts, subject.facts["supported_color_modes"]
    level = _level(subject, data)
    white = facts["brightness"] if data.get("white") is True else data.get("white")
    whitens = "white" in data and "white" in modes
    if whitens and level is None:
        level = white
    # No white at all is off, also for a lamp that has no white; a brightness beside it wins.
    if level == 0 or (white == 0 and not whitens):
        return become(state="off")
    changes: dict[str, Any] = {"state": "on"}
    if level is not None and modes != ["onoff"]:
        changes["brightness"] = level
    if whitens:
        changes["color_mode"] = "white"
    elif wanted := wanted_colour(data):
        changes |= colour_changes(facts, *wanted, level)
    # Home Assistant passes on any name; a lamp does nothing about one that it does not have.
    if data.get("effect") in (facts.get("effect_list") or ()):
        changes["effect"] = data["effect"]
    return ActionEffect(changes=changes)


def _level(subject: ActionTarget, data: Mapping[str, Any]) -> int | None:
    """The brightness that is asked for, if any."""
    if "brightness" in data:
        return int(data["brightness"])
    if "brightness_pct" in data:
        scaled: float = 255 * data["brightness_pct"] / 100
        return round(scaled)
    now = int(subject.facts["brightness"] or 0) if subject.state == "on" else 0
    if "brightness_step" in data:
        level = now + int(data["brightness_step"])
    elif "brightness_step_pct" in data:
        level = round((round(now / 255 * 100) + data["brightness_step_pct"]) / 100 * 255)
    else:
        return None
    return max(0, min(255, level))


def _turn_off(_subject: ActionTarget, _data: Mapping[str, Any]) -> ActionEffect:
    return become(state="off")


def _toggle(subject: ActionTarget, data: Mapping[str, Any]) -> ActionEffect:
    return (_turn_off if subject.state == "on" else _turn_on)(subject, data)


def _reproduce(state: str, wanted: Facts) -> Iterable[tuple[str, Facts]]:
    if state != "on":
        return [("turn_off", {})]
    names = [argument.name for argument in _TURN_ON]
    return [("turn_on", {name: wanted[name] for name in names if wanted.get(name) is not None})]


def _white_level(value: Outside) -> Outside:
    return True if value is True else whole("white", 0, 255, clamp=True).read(value)


_TURN_OFF: tuple[Argument, ...] = (
    decimal("transition", 0, 6553, clamp=True),
    choice("flash", ("short", "long")),
)
_TURN_ON: tuple[Argument, ...] = (
    *_TURN_OFF,
    *at_most_one(
        "brightness",
        whole("brightness", 0, 255, clamp=True),
        decimal("brightness_pct", 0, 100),
        whole("brightness_step", -255, 255, clamp=True),
        decimal("brightness_step_pct", -100, 100, clamp=True),
    ),
    *at_most_one(
        "Color descriptors",
        text("color_name"),
        whole("color_temp_kelvin", 0),
        numbers("hs_color", within(0, 360), within(0, 100)),
        numbers("rgb_color", *(byte,) * 3),
        numbers("rgbw_color", *(byte,) * 4),
        numbers("rgbww_color", *(byte,) * 5),
        numbers("xy_color", within(0, 1), within(0, 1)),
        anything("white", _white_level),
        text("profile"),
    ),
    text("effect"),
)

LIGHT = Behaviour(
    domain="light",
    features=LightEntityFeature,
    begin=_begin,
    show=_show,
    reproduce=_reproduce,
    actions={
        "turn_on": SimulatedAction(run=_turn_on, takes=_TURN_ON),
        "turn_off": SimulatedAction(run=_turn_off, takes=_TURN_OFF),
        "toggle": SimulatedAction(run=_toggle, takes=_TURN_ON),
    },
)
