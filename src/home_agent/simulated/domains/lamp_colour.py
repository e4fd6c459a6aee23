"""What a lamp makes of colours: those it is given, those it is asked for, those it shows."""

from collections.abc import Mapping
from typing import Any

from home_agent.engine.home.colours import COLOURS

from .. import colour
from ..behaviour import Facts, InvalidFactError, given_number, given_words
from ..readers import Outside

COLOUR_MODES = ("hs", "xy", "rgb", "rgbw", "rgbww")
_MODES = ("onoff", "brightness", "color_temp", *COLOUR_MODES, "white")
_WARMEST, _COLDEST = 2000, 6535
_WHITE = (255, 255, 255)

# Into which colour mode a lamp turns a kind of colour that it does not speak, best first.
_PREFERRED = {
    "hs": ("hs", "rgb", "rgbw", "rgbww", "xy", "color_temp"),
    "rgb": ("rgb", "rgbw", "rgbww", "hs", "xy", "color_temp"),
    "xy": ("xy", "hs", "rgb", "rgbw", "rgbww", "color_temp"),
    "rgbw": ("rgbw", "rgb", "rgbww", "hs", "xy", "color_temp"),
    "rgbww": ("rgbww", "rgb", "rgbw", "hs", "xy", "color_temp"),
}


def supported_modes(given: Facts) -> list[str]:
    """The colour modes of a lamp: those given, else those of which there is a sign."""
    named = given_words(given, "supported_color_modes")
    if not named:
        named = [mode for mode in COLOUR_MODES if f"{mode}_color" in given]
        if {"color_temp_kelvin", "min_color_temp_kelvin"} & given.keys():
            named.append("color_temp")
        if not named:
            named = [str(given.get("color_mode") or "")]
        if named == [""]:
            named = ["brightness" if "brightness" in given else "onoff"]
    if unknown := [mode for mode in named if mode not in _MODES]:
        raise InvalidFactError(
            f"{unknown[0]!r} is not a colour mode; there are {', '.join(_MODES)}"
        )
    better = [mode for mode in named if mode not in ("onoff", "brightness")]
    return sorted(set(better or (["brightness"] if "brightness" in named else ["onoff"])))


def whites(given: Facts) -> colour.Range:
    """The warmest and the coldest white of a lamp."""
    warmest = given_number(given, "min_color_temp_kelvin", _WARMEST)
    coldest = given_number(given, "max_color_temp_kelvin", _COLDEST)
    if not warmest or not coldest or not 0 < warmest < coldest:
        raise InvalidFactError(
            "min_color_temp_kelvin must be more than 0 and less than max_color_temp_kelvin"
        )
    return round(warmest), round(coldest)


def first_colour(given: Facts, modes: list[str], whites: colour.Range) -> dict[str, Any]:
    """The colour mode and the one colour that a lamp remembers, of all that are given."""
    kelvin = given_number(given, "color_temp_kelvin")
    kelvin = round(min(max(kelvin, whites[0]), whites[1])) if kelvin else None
    colours = {
        mode: _given_colour(given, mode) for mode in COLOUR_MODES if given.get(f"{mode}_color")
    }
    mode = given.get("color_mode")
    if mode not in modes:
        mode = next((kind for kind in colours if kind in modes), None)
    if mode is None:
        mode = "color_temp" if kelvin and "color_temp" in modes else modes[0]
    kept = colours.get(mode)
    if kept is None and mode in COLOUR_MODES and colours:
        kind, value = next(iter(colours.items()))
        kept = colour.from_rgb(mode, colour.to_rgb(kind, value, whites), whites)
    return {"color_mode": mode, "color": kept, "color_temp_kelvin": kelvin}


def _given_colour(given: Facts, mode: str) -> colour.Numbers:
    value = given[f"{mode}_color"]
    parts = 2 if mode in ("hs", "xy") else len(mode)
    if (
        not isinstance(value, list | tuple)
        or len(value) != parts
        or not all(isinstance(part, int | float) and 0 <= part <= 360 for part in value)  # noqa: PLR2004
    ):
        raise InvalidFactError(f"{mode}_color must be a list of {parts} numbers, not {value!r}")
    return tuple(value)


def shown_colours(facts: Facts, mode: str | None, modes: list[str]) -> dict[str, Any]:
    """The present colour in the three kinds that everyone can read, and in its own."""
    kinds = ["hs", "rgb", "xy", *(kind for kind in ("rgbw", "rgbww") if kind in modes)]
    shown: dict[str, Any] = dict.fromkeys(f"{kind}_color" for kind in kinds)
    white_range = (facts["min_color_temp_kelvin"], facts["max_color_temp_kelvin"])
    if mode == "color_temp" and facts["color_temp_kelvin"]:
        own = "hs"
        value = colour.rgb_to_hs(colour.kelvin_to_rgb(facts["color_temp_kelvin"]))
    elif mode in COLOUR_MODES and facts["color"] is not None:
        own, value = mode, facts["color"]
    else:
        return shown
    rgb = colour.to_rgb(own, value, white_range)
    shown |= {
        f"{kind}_color": colour.from_rgb(kind, rgb, white_range) for kind in ("hs", "rgb", "xy")
    }
    shown[f"{own}_color"] = tuple(round(part, 6 if own == "xy" else 3) for part in value)
    return shown


def wanted_colour(data: Mapping[str, Any]) -> tuple[str, Any] | None:
    """The kind and the value of the one colour that is asked for."""
    if "color_name" in data:
        return "rgb", COLOURS.get(data["color_name"].replace(" ", "").lower(), _WHITE)
    for kind in COLOUR_MODES:
        if f"{kind}_color" in data:
            return kind, data[f"{kind}_color"]
    if data.get("color_temp_kelvin"):
        return "color_temp", data["color_temp_kelvin"]
    return None


def colour_changes(facts: Facts, kind: str, value: Outside, level: int | None) -> Facts:
    """What a lamp makes of a colour; `None` if it has none."""
    modes = facts["supported_color_modes"]
    white_range = (facts["min_color_temp_kelvin"], facts["max_color_temp_kelvin"])
    if kind == "color_temp":
        if "color_temp" in modes:
            return _white(value, white_range)
        if "rgbww" in modes:
            shine = level or facts["brightness"] or 255
            return {
                "color_mode": "rgbww",
                "color": colour.kelvin_to_rgbww(value, shine, white_range),
            }
        kind, value = "hs", colour.rgb_to_hs(colour.kelvin_to_rgb(value))
    mode = next((mode for mode in _PREFERRED[kind] if mode in modes), None)
    if mode is None:
        return {}
    if mode == kind:
        return {"color_mode": mode, "color": value}
    rgb = colour.to_rgb(kind, value, white_range)
    if mode == "color_temp":
        return _white(
            colour.xy_to_kelvin(value if kind == "xy" else colour.rgb_to_xy(rgb)), white_range
        )
    return {"color_mode": mode, "color": colour.from_rgb(mode, rgb, white_range)}


def _white(kelvin: float, whites: colour.Range) -> Facts:
    # Home Assistant leaves the limits to the lamp, and a lamp does the best it can.
    return {
        "color_mode": "color_temp",
        "color_temp_kelvin": round(min(max(kelvin, whites[0]), whites[1])),
    }
