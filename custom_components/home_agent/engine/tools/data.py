"""Corrects the data of a service call that a model wrote, where that is certain.

What is not certain is left as it is: the validation tells what is wrong with it.
"""

import re
from collections.abc import Callable, Mapping
from colorsys import hsv_to_rgb
from math import isfinite
from typing import Any

from ..home.colours import find_colour
from ..home.domains import DOMAINS, all_settings
from .text import clean
from .tool import InvalidRequestError

_FIGURE = re.compile(
    r"\s*(-?\d+(?:[.,]\d+)?)\s*(%|°\s*[CF]?|percent|degrees|K|lm)?\s*", re.IGNORECASE
)
_HEX = re.compile(r"#?([0-9a-fA-F]{6})")
_WORDS = {"true": True, "false": False, "yes": True, "no": False, "on": True, "off": False}
_LONGEST_FIGURE = 50
_RGB = 3
_BYTE = 255

# Below this, a colour temperature is in mireds, which nothing else reaches.
_COLDEST_MIRED = 1000

# By domain, other names of the same datum.
_SYNONYMS: Mapping[str, Mapping[str, str]] = {
    name: {
        **{
            synonym: setting.read_as or setting.datum
            for setting in domain.settings
            for synonym in setting.synonyms
        },
        **{synonym: action.sets for action in domain.actions for synonym in action.synonyms},
    }
    for name, domain in DOMAINS.items()
}

_FIGURES = frozenset(
    {"transition", "seek_position"}.union(
        *(
            {setting.datum, setting.read_as or setting.datum}
            for _, setting in all_settings()
            if setting.is_figure and setting.attribute
        )
    )
)
_NUMBERS = frozenset(
    domain for domain, setting in all_settings() if setting.is_figure and not setting.attribute
)
_SWITCHES = frozenset(
    setting.datum for _, setting in all_settings() if setting.is_flag and setting.datum
)


def normalize_data(data: Mapping[str, Any], domain: str) -> dict[str, Any]:
    """The data in the form of Home Assistant. Raises `InvalidRequestError`."""
    synonyms = _SYNONYMS.get(domain, {})
    renamed = {synonyms.get(key, key): value for key, value in data.items() if value is not None}
    read = {key: _read(key, value, domain) for key, value in renamed.items()}
    for key, change in _CHANGES.get(domain, {}).items():
        if key in read and (changed := change(read[key])) is not None:
            del read[key]
            read |= changed
    return read


def parse_number(value: object) -> float | int | None:
    """Parse a number, with or without its unit."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value
    if not isinstance(value, str) or len(value) > _LONGEST_FIGURE:
        return None
    found = _FIGURE.fullmatch(value)
    if found is None:
        return None
    number = float(found[1].replace(",", "."))
    if not isfinite(number):
        return None
    return int(number) if number.is_integer() else number


def _read(key: str, value: Any, domain: str) -> Any:  # noqa: ANN401 - as models write it
    if key in _SWITCHES and isinstance(value, str):
        return _WORDS.get(value.casefold(), value)
    if key == "brightness" and isinstance(value, str) and "%" in value:
        return value
    numeric = key in _FIGURES or (key == "value" and domain in _NUMBERS)
    read = parse_number(value) if numeric else None
    return value if read is None else read


def _brightness(value: Any) -> dict[str, Any] | None:  # noqa: ANN401 - as models write it
    """From 0 to 255 in percent, so that a lamp that cannot be dimmed is told from one that can."""
    if isinstance(value, str):
        percent = parse_number(value)
        return None if percent is None else {"brightness_pct": percent}
    if not isinstance(value, int | float) or not 0 <= value <= _BYTE:
        return None
    return {"brightness_pct": max(round(value / 2.55), 1 if value else 0)}


def _colour(value: Any) -> dict[str, Any] | None:  # noqa: ANN401 - as models write it
    match value:
        case str() if (known := find_colour(value)) is not None:
            return {"rgb_color": list(known)}
        case str() if (found := _HEX.fullmatch(value.strip())) is not None:
            return {"rgb_color": [*bytes.fromhex(found[1])]}
        case str():
            # A home would take any other name for white.
            raise InvalidRequestError(
                f"There is no colour '{clean(value)}'."
                " Use one of CSS such as 'coral', or rgb_color [255, 127, 80]."
            )
        case list() | tuple() if len(value) == _RGB:
            return {"rgb_color": list(value)}
        case {"r": red, "g": green, "b": blue} | {"red": red, "green": green, "blue": blue}:
            return {"rgb_color": [red, green, blue]}
    return None


def _hue(value: Any) -> dict[str, Any] | None:  # noqa: ANN401 - as models write it
    match value:
        case [int() | float() as hue, int() | float() as saturation]:
            colour = hsv_to_rgb(hue % 360 / 360, min(max(saturation, 0), 100) / 100, 1)
            return {"rgb_color": [round(channel * _BYTE) for channel in colour]}
    return None


def _warmth(value: Any) -> dict[str, Any] | None:  # noqa: ANN401 - as models write it
    if not isinstance(value, int | float) or value <= 0:
        return None
    kelvin = 1_000_000 / value if value < _COLDEST_MIRED else value
    return {"color_temp_kelvin": round(kelvin)}


def _volume(value: Any) -> dict[str, Any] | None:  # noqa: ANN401 - as models write it
    """What is more than all of it is in percent."""
    if not isinstance(value, int | float):
        return None
    return {"volume_level": round(value / 100, 4) if value > 1 else value}


type _Change = Callable[[Any], dict[str, Any] | None]

_CHANGES: Mapping[str, Mapping[str, _Change]] = {
    "light": {
        "brightness": _brightness,
        "color": _colour,
        "hs_color": _hue,
        "color_temp": _warmth,
    },
    "media_player": {"volume": _volume, "volume_level": _volume},
}
