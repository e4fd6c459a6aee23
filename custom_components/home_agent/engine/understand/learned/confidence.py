"""How likely a guess must be before it is done, told or asked about.

Set from homes and sentences that the model did not learn from: `benchmarks/bench_bars.py` prints
how many guesses of each kind are right and wrong above each threshold.
"""

from collections.abc import Mapping
from enum import StrEnum

ASK = 0.4
TELL = 0.5
TELL_OF_MISSED = 0.98
"""Where what is asked after is not there by its name."""

CHOOSE = 0.95
"""Where words fit several things: which of them."""

_MISSED = 0.9
"""Where nothing here is called as was said."""

_DOUBTFUL = 0.9
"""Where the sentence may as well mean nothing of the kind."""


class ActionKind(StrEnum):
    """Actions that are alike in what they do to a home."""

    SWITCH_ON = "switch on"
    SWITCH_OFF = "switch off"
    OPEN_OR_CLOSE = "open or close"
    LIGHT = "light settings"
    CLIMATE = "warmth and air"
    MEDIA = "playing and volume"
    ERRAND = "cleaners and mowers"
    OTHER = "all others"


_KINDS: Mapping[str, ActionKind] = {
    "turn_on": ActionKind.SWITCH_ON,
    "activate": ActionKind.SWITCH_ON,
    "turn_off": ActionKind.SWITCH_OFF,
    **dict.fromkeys(("open", "close", "stop", "set_position"), ActionKind.OPEN_OR_CLOSE),
    **dict.fromkeys(
        ("brighter", "dimmer", "set_brightness", "set_color", "set_color_temperature"),
        ActionKind.LIGHT,
    ),
    **dict.fromkeys(
        (
            *("warmer", "cooler", "set_temperature", "set_humidity"),
            *("faster", "slower", "set_fan_speed", "oscillate"),
        ),
        ActionKind.CLIMATE,
    ),
    **dict.fromkeys(
        (
            *("play", "pause", "next", "previous", "mute", "unmute"),
            *("louder", "quieter", "set_volume"),
        ),
        ActionKind.MEDIA,
    ),
    **dict.fromkeys(("start", "return_home"), ActionKind.ERRAND),
}
# Below 0.8, one guess in four of those that switch something on was for nobody.
_ACT: Mapping[ActionKind, float] = dict.fromkeys(ActionKind, 0.6) | {ActionKind.SWITCH_ON: 0.8}


def kind_of(action: str) -> ActionKind:
    """The kind that one of the model's actions belongs to."""
    return _KINDS.get(action, ActionKind.OTHER)


def may_act(action: str, sure: float, *, missed: bool, doubtful: bool) -> bool:
    """Whether a guess is likely enough to be done.

    It must be likelier where a name was said that is not there (`missed`), and where the sentence
    may mean something else (`doubtful`).
    """
    threshold = max(_ACT[kind_of(action)], _MISSED if missed else 0, _DOUBTFUL if doubtful else 0)
    return sure >= threshold
