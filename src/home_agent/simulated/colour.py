"""Colours in the several ways that lamps speak of them, converted as Home Assistant does."""
# ruff: noqa: PLR2004 - the figures of the formulas have no better names

import colorsys
import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

type Numbers = tuple[float, ...]
type Range = tuple[int, int]
"""The warmest and the coldest white of a lamp, in kelvin."""


def rgb_to_hs(rgb: Numbers) -> Numbers:
    """Hue in degrees and saturation in per cent."""
    hue, saturation, _ = colorsys.rgb_to_hsv(*(part / 255 for part in rgb))
    return round(hue * 360, 3), round(saturation * 100, 3)


def hs_to_rgb(hs: Numbers) -> Numbers:
    """The brightest colour of this hue and saturation."""
    return tuple(round(part * 255) for part in colorsys.hsv_to_rgb(hs[0] / 360, hs[1] / 100, 1))


def rgb_to_xy(rgb: Numbers) -> Numbers:
    """The point on the CIE 1931 chart, by the wide RGB D65 formula."""
    if not any(rgb):
        return 0.0, 0.0
    red, green, blue = (_linear(part / 255) for part in rgb)
    x = red * 0.664511 + green * 0.154324 + blue * 0.162028
    y = red * 0.283881 + green * 0.668433 + blue * 0.047685
    z = red * 0.000088 + green * 0.072310 + blue * 0.986039
    return round(x / (x + y + z), 3), round(y / (x + y + z), 3)


def xy_to_rgb(xy: Numbers) -> Numbers:
    """The brightest colour at this point of the chart."""
    x, y = xy[0], max(xy[1], 1e-11)
    big_x, big_z = x / y, (1 - x - y) / y
    parts = (
        big_x * 1.656492 - 0.354851 - big_z * 0.255038,
        -big_x * 0.707196 + 1.655397 + big_z * 0.036152,
        big_x * 0.051713 - 0.121364 + big_z * 1.011530,
    )
    curved = [max(0.0, _curved(part)) for part in parts]
    most = max(1.0, *curved)
    return tuple(int(part / most * 255) for part in curved)


def rgb_to_rgbw(rgb: Numbers) -> Numbers:
    """Leave the white in a colour to a white channel."""
    white = min(rgb)
    return _as_bright(rgb, (*(part - white for part in rgb), white))


def rgbw_to_rgb(rgbw: Numbers) -> Numbers:
    """Mix the white channel back in."""
    return _as_bright(rgbw, tuple(part + rgbw[3] for part in rgbw[:3]))


def rgb_to_rgbww(rgb: Numbers, whites: Range) -> Numbers:
    """Leave the white in a colour to a cold and a warm channel."""
    coldest, warmest = _mireds(whites)
    white = kelvin_to_rgb(math.floor(1_000_000 / (coldest + (warmest - coldest) / 2)))
    level = min(part / full if full else 0 for part, full in zip(rgb, white, strict=True))
    rest = tuple(part - full * level for part, full in zip(rgb, white, strict=True))
    return _as_bright(rgb, (*rest, round(level * 255), round(level * 255)))


def rgbww_to_rgb(rgbww: Numbers, whites: Range) -> Numbers:
    """Mix the cold and the warm channel back in."""
    coldest, warmest = _mireds(whites)
    *rgb, cold, warm = rgbww
    warmth = warm / (cold + warm) if cold + warm else 0.5
    white = kelvin_to_rgb(math.floor(1_000_000 / (coldest + warmth * (warmest - coldest))))
    level = max(cold, warm) / 255
    mixed = tuple(part + full * level for part, full in zip(rgb, white, strict=True))
    return _as_bright(rgbww, mixed)


def kelvin_to_rgbww(kelvin: float, brightness: float, whites: Range) -> Numbers:
    """Make a white of the cold and the warm channel."""
    coldest, warmest = _mireds(whites)
    mired = min(max(math.floor(1_000_000 / kelvin), coldest), warmest)
    cold = (warmest - mired) / (warmest - coldest) * brightness
    return 0, 0, 0, round(cold), round(brightness - cold)


def kelvin_to_rgb(kelvin: float) -> Numbers:
    """Roughly the colour of a white, after T. Helland."""
    heat = min(max(kelvin, 1000), 40000) / 100
    if heat <= 66:
        red = 255.0
        green = 99.4708025861 * math.log(heat) - 161.1195681661
    else:
        red = 329.698727446 * math.pow(heat - 60, -0.1332047592)
        green = 288.1221695283 * math.pow(heat - 60, -0.0755148492)
    if heat >= 66:
        blue = 255.0
    elif heat <= 19:
        blue = 0.0
    else:
        blue = 138.5177312231 * math.log(heat - 10) - 305.0447927307
    return tuple(min(max(part, 0.0), 255.0) for part in (red, green, blue))


def xy_to_kelvin(xy: Numbers) -> int:
    """The nearest white, by McCamy's approximation."""
    if math.isclose(xy[1], 0.1858):
        return 0
    n = (xy[0] - 0.3320) / (0.1858 - xy[1])
    return int(437 * n**3 + 3601 * n**2 + 6861 * n + 5517)


def to_rgb(kind: str, colour: Numbers, whites: Range) -> Numbers:
    """Any kind of colour as red, green and blue."""
    return _TO_RGB[kind](colour, whites)


def from_rgb(kind: str, rgb: Numbers, whites: Range) -> Numbers:
    """Red, green and blue as another kind of colour."""
    return _FROM_RGB[kind](rgb, whites)


_TO_RGB: Mapping[str, Callable[[Numbers, Range], Numbers]] = MappingProxyType(
    {
        "rgb": lambda colour, _: colour,
        "hs": lambda colour, _: hs_to_rgb(colour),
        "xy": lambda colour, _: xy_to_rgb(colour),
        "rgbw": lambda colour, _: rgbw_to_rgb(colour),
        "rgbww": rgbww_to_rgb,
    }
)
_FROM_RGB: Mapping[str, Callable[[Numbers, Range], Numbers]] = MappingProxyType(
    {
        "rgb": lambda rgb, _: rgb,
        "hs": lambda rgb, _: rgb_to_hs(rgb),
        "xy": lambda rgb, _: rgb_to_xy(rgb),
        "rgbw": lambda rgb, _: rgb_to_rgbw(rgb),
        "rgbww": rgb_to_rgbww,
    }
)


def _linear(part: float) -> float:
    return ((part + 0.055) / 1.055) ** 2.4 if part > 0.04045 else part / 12.92


def _curved(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def _as_bright(given: Numbers, made: Numbers) -> Numbers:
    """Scale what was made to the brightest channel of what was given."""
    most = max(made)
    factor = max(given) / most if most else 0.0
    return tuple(round(part * factor) for part in made)


def _mireds(whites: Range) -> tuple[int, int]:
    """The coldest and the warmest white in mireds, never the same."""
    coldest, warmest = (math.floor(1_000_000 / kelvin) for kelvin in (whites[1], whites[0]))
    return coldest, max(warmest, coldest + 1)
