"""What people ask to be done, and which service does it in each domain."""

from collections.abc import Mapping
from functools import cache

# The ability of a vacuum cleaner to clean single rooms, as a bit of its features.
CLEAN_AREA = 16384

_SWITCHED = (
    *("automation", "camera", "climate", "fan", "humidifier", "input_boolean", "light"),
    *("media_player", "remote", "siren", "switch", "water_heater"),
)

# What runs until it is switched off.
_STOPPED = (
    *("climate", "fan", "humidifier", "light", "script", "siren", "switch", "water_heater"),
    "input_boolean",
)

# By act and domain, the service. An act that a domain has no word for cannot be asked of it.
SERVICES: Mapping[str, Mapping[str, str]] = {
    "turn_on": {
        **dict.fromkeys(_SWITCHED, "turn_on"),
        "scene": "turn_on",
        "script": "turn_on",
        "valve": "open_valve",
        "vacuum": "start",
        "lawn_mower": "start_mowing",
    },
    "turn_off": {
        **dict.fromkeys(_SWITCHED, "turn_off"),
        "script": "turn_off",
        "valve": "close_valve",
        "vacuum": "return_to_base",
        "lawn_mower": "dock",
    },
    "toggle": {
        **dict.fromkeys(set(_SWITCHED) - {"remote"}, "toggle"),
        "cover": "toggle",
        "valve": "toggle",
    },
    "open": {"cover": "open_cover", "valve": "open_valve", "lock": "open"},
    "close": {"cover": "close_cover", "valve": "close_valve"},
    "stop": {
        "cover": "stop_cover",
        "valve": "stop_valve",
        "vacuum": "stop",
        "media_player": "media_stop",
        "lawn_mower": "pause",
        **dict.fromkeys(_STOPPED, "turn_off"),
    },
    "lock": {"lock": "lock"},
    "unlock": {"lock": "unlock"},
    "play": {
        "media_player": "media_play",
        "vacuum": "start",
        "lawn_mower": "start_mowing",
    },
    "pause": {"media_player": "media_pause", "vacuum": "pause", "lawn_mower": "pause"},
    "next": {
        "media_player": "media_next_track",
        "select": "select_next",
        "input_select": "select_next",
    },
    "previous": {
        "media_player": "media_previous_track",
        "select": "select_previous",
        "input_select": "select_previous",
    },
    "mute": {"media_player": "volume_mute", "siren": "turn_off"},
    "unmute": {"media_player": "volume_mute"},
    "start": {
        "vacuum": "start",
        "lawn_mower": "start_mowing",
        "script": "turn_on",
        "scene": "turn_on",
        "media_player": "media_play",
        "climate": "turn_on",
        "fan": "turn_on",
        "switch": "turn_on",
        "water_heater": "turn_on",
        "humidifier": "turn_on",
        "valve": "open_valve",
        "input_boolean": "turn_on",
    },
    "return": {"vacuum": "return_to_base", "lawn_mower": "dock"},
    "locate": {"vacuum": "locate"},
    "spot": {"vacuum": "clean_spot"},
    "trigger": {"automation": "trigger"},
    "unlatch": {"lock": "open"},
    "press": {"button": "press", "input_button": "press"},
    "activate": {"scene": "turn_on", "script": "turn_on"},
    "arm_away": {"alarm_control_panel": "alarm_arm_away"},
    "arm_home": {"alarm_control_panel": "alarm_arm_home"},
    "arm_night": {"alarm_control_panel": "alarm_arm_night"},
    "arm_vacation": {"alarm_control_panel": "alarm_arm_vacation"},
    "arm_custom_bypass": {"alarm_control_panel": "alarm_arm_custom_bypass"},
    "disarm": {"alarm_control_panel": "alarm_disarm"},
}

# Winding what plays, forward and back.
SEEKING = frozenset({"forward", "rewind"})

# What people set going by saying its name alone.
CALLED_BY_NAME = frozenset({"scene", "script", "button", "input_button"})

# Among several acts that one phrase may mean, the plainer goes first.
ORDER = (
    *("turn_on", "turn_off", "toggle", "lock", "unlock", "open", "close", "pause", "stop"),
    *("start", "return", "play", "next", "previous", "mute", "unmute", "press", "activate"),
    *("locate", "spot", "trigger", "unlatch", "arm_away", "arm_home", "arm_night"),
    *("arm_vacation", "arm_custom_bypass", "disarm", "increase", "decrease"),
    *("brighten", "dim", "warm", "cool", "louder", "quieter", "set"),
)

CHANGES = {
    "increase": ("", 1),
    "decrease": ("", -1),
    "brighten": ("brightness", 1),
    "dim": ("brightness", -1),
    "warm": ("temperature", 1),
    "cool": ("temperature", -1),
    "louder": ("volume", 1),
    "quieter": ("volume", -1),
}


@cache
def implied(acts: frozenset[str]) -> str | None:
    """What an act is about without saying so: dimming is about brightness."""
    return next(
        (CHANGES[act][0] for act in ORDER if act in acts and CHANGES.get(act, ("",))[0]), None
    )
