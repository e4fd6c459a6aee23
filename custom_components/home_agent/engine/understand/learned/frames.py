"""The model's actions → the frames that clauses are read into."""

from collections.abc import Mapping
from dataclasses import replace

from ..clauses.amounts import read_amount
from ..clauses.frame import Frame, read_act
from ..utterance import Utterance

ASKS_STATE = "ask"
"""The action of a question: nothing is done."""

_PLAIN: Mapping[str, Frame] = {
    **{
        action: Frame(acts=frozenset({action}))
        for action in (
            *("turn_on", "turn_off", "toggle", "open", "close", "stop", "lock", "pause", "play"),
            *("next", "previous", "mute", "unmute", "start", "activate", "press"),
        )
    },
    "return_home": Frame(acts=frozenset({"return"})),
    "brighter": Frame(attribute="brightness", direction=1),
    "dimmer": Frame(attribute="brightness", direction=-1),
    "warmer": Frame(attribute="temperature", direction=1),
    "cooler": Frame(attribute="temperature", direction=-1),
    "faster": Frame(attribute="speed", direction=1),
    "slower": Frame(attribute="speed", direction=-1),
    "louder": Frame(attribute="volume", direction=1),
    "quieter": Frame(attribute="volume", direction=-1),
    "oscillate": Frame(acts=frozenset({"turn_on"}), feature="oscillation"),
}
# These need a figure or a colour, which is read from the words.
_SETTING: Mapping[str, Frame] = {
    action: Frame(acts=frozenset({"set"}), attribute=attribute)
    for action, attribute in {
        "set_brightness": "brightness",
        "set_color": None,
        "set_color_temperature": None,
        "set_temperature": "temperature",
        "set_position": "position",
        "set_fan_speed": "speed",
        "set_volume": "volume",
        "set_humidity": "humidity",
        "set_number": None,
    }.items()
}


def read_frame(action: str, utterance: Utterance) -> Frame | None:
    """What an action asks, with the amount that was said.

    None if that is missing, or if the action is one that is never guessed, such as unlocking.
    """
    words = utterance.words
    if action in _PLAIN:
        # A figure or a colour that the action has no use for shows that it is another.
        frame, _ = read_amount(_PLAIN[action], words, utterance)
        return None if frame.amount else replace(_PLAIN[action], rest=words, said=words)
    if action not in _SETTING:
        return None
    frame, _ = read_amount(_SETTING[action], words, utterance)
    amount = frame.amount
    if amount is None or (amount.plain and not read_act(words, utterance.lexicon)[0]):
        # "mood light 40" may be anything.
        return None
    return replace(frame, rest=words, said=words)
