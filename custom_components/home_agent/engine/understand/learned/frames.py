"""The model's actions → the frames that clauses are read into."""

from collections.abc import Mapping
from dataclasses import replace

from ..clauses.amounts import read_amount
from ..clauses.frame import Frame, read_act
from ..utterance import Utterance

_STEPS = frozenset({"celsius", "degrees", "fahrenheit", "percent", "steps"})

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


_RUN, _STOP = ("turn_on", "open", "start"), ("turn_off", "close", "stop")
_SAME: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "switch": ((*_RUN, "activate"), _STOP),
    "input_boolean": ((*_RUN, "activate"), _STOP),
    "fan": (("turn_on", "start"), ("turn_off", "stop")),
    "valve": (("open", "turn_on", "start"), ("close", "turn_off", "stop")),
    "vacuum": (("start", "turn_on"), ("pause", "stop")),
    "lawn_mower": (("start", "turn_on"), ("pause", "stop")),
    "scene": (("activate", "turn_on", "start"),),
    "script": (("activate", "turn_on", "start", "press"),),
    "button": (("press", "activate", "turn_on", "start"),),
}
"""Which actions come to the same for a kind of thing, its own first: a pump is opened and started
by switching it on."""


def actions_for(domain: str, actions: Mapping[str, float]) -> dict[str, float]:
    """How likely each action is for a thing of some domain, those that are one for it together."""
    found = dict(actions)
    for own, *others in _SAME.get(domain, ()):
        found[own] = found.get(own, 0.0) + sum(found.pop(other, 0.0) for other in others)
    return found


def read_frame(action: str, utterance: Utterance) -> Frame | None:
    """What an action asks, with the amount that was said.

    None if that is missing, or if the action is one that is never guessed, such as unlocking.
    """
    words = utterance.words
    if action in _PLAIN:
        frame, _ = read_amount(_PLAIN[action], words, utterance)
        if frame.amount is None:
            return replace(_PLAIN[action], rest=words, said=words)
        if frame.direction and frame.amount.unit in _STEPS:
            # "one degree warmer"
            return replace(frame, amount=replace(frame.amount, mark="by"), rest=words, said=words)
        # A figure or a colour that the action has no use for shows that it is another.
        return None
    if action not in _SETTING:
        return None
    frame, _ = read_amount(_SETTING[action], words, utterance)
    amount = frame.amount
    if amount is None or (amount.plain and not read_act(words, utterance.lexicon)[0]):
        # "mood light 40" may be anything.
        return None
    return replace(frame, rest=words, said=words)
