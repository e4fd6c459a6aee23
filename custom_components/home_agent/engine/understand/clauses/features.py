"""What a thing can do besides its work: shuffle, oscillate, tilt its slats, keep watch.

A feature is on, off, or the other way round.
"""

from collections.abc import Mapping
from dataclasses import replace

from ...home import State
from ...home.domains import Action, Setting, all_actions, all_settings
from ...home.domains.action import ServiceAndData
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import find_phrase, strip_start, without
from ..utterance import Utterance
from .frame import Frame
from .particles import is_in_name

_SWITCHES = frozenset({"turn_on", "turn_off"})
_ON = frozenset({"turn_on", "start", "activate", "open", "play"})
_OFF = frozenset({"turn_off", "stop", "close", "pause"})

# By domain and feature, what switches it; by domain and part, what is done to it and its amount.
_SWITCHED: Mapping[tuple[str, str], Setting] = {
    (domain, setting.feature_name): setting
    for domain, setting in all_settings()
    if setting.feature_name and not setting.part
}
_AMOUNTS: Mapping[tuple[str, str], Setting] = {
    (domain, setting.part): setting for domain, setting in all_settings() if setting.part
}
_PARTS: Mapping[tuple[str, str], tuple[Action, ...]] = {
    key: tuple(action for domain, action in all_actions() if (domain, action.part) == key)
    for key in _AMOUNTS
}


def read_feature(frame: Frame, words: Phrase, utterance: Utterance) -> tuple[Frame, Phrase]:
    """What is switched of a thing: "turn on shuffle", "oscillate the fan", "the swing to off"."""
    lexicon = utterance.lexicon
    if without(words, lexicon.roles["articles"]) in utterance.names.entities:
        # "Urlaubsmodus an" is for what is called so.
        return frame, words
    verb = () if frame.acts else find_phrase(words, lexicon.feature_verbs, 0)
    rest = words[len(verb) :]
    if verb:
        sense = lexicon.particles.get(strip_start(rest, lexicon.roles["amount_marks"]), "")
        # "swing to off"
        acts, rest = (sense, ()) if sense in _SWITCHES else ("turn_on", rest)
        return replace(frame, acts=frozenset({acts}), feature=lexicon.feature_verbs[verb]), rest
    for start in range(len(words)):
        phrase = find_phrase(words, lexicon.features, start)
        if phrase and frame.acts and not is_in_name(words, start, utterance.names):
            rest = words[:start] + words[start + len(phrase) :]
            frame = replace(frame, feature=lexicon.features[phrase])
            return _take_end(frame, rest, lexicon)
    return frame, words


def _take_end(frame: Frame, words: Phrase, lexicon: Lexicon) -> tuple[Frame, Phrase]:
    """The "to off" at the end: how the feature is to be, though "set … off" also starts things."""
    marks = lexicon.roles["amount_marks"]
    sense = lexicon.particles.get(frame.said[-1:], "")
    if sense not in _SWITCHES or frame.said[-2:-1] not in marks:
        return frame, words
    rest = words[:-1] if words[-1:] == frame.said[-1:] else words
    rest = rest[:-1] if rest[-1:] in marks else rest
    return replace(frame, acts=frozenset({sense})), rest


def feature_call(frame: Frame, domain: str, state: State) -> ServiceAndData | None:
    """The service and data that switch a feature of this thing; `None` if it has none such."""
    key = (domain, frame.feature or "")
    if key in _AMOUNTS:
        return _move(frame, _AMOUNTS[key], _PARTS[key], state)
    setting = _SWITCHED.get(key)
    if setting is None or frame.amount is not None:
        return None
    if frame.acts & _OFF and not frame.acts & _ON:
        return _switch(setting, state, on=False)
    return _switch(setting, state, on="toggle" not in frame.acts or not _is_on(setting, state))


def _move(
    frame: Frame, setting: Setting, actions: tuple[Action, ...], state: State
) -> ServiceAndData | None:
    if setting.attribute not in state.attributes:
        return None
    amount = frame.amount
    if amount is not None and amount.value is not None:
        return setting.service, {setting.datum: round(amount.value)}
    return next(
        ((action.service, {}) for action in actions if not frame.acts.isdisjoint(action.verbs)),
        None,
    )


def _is_on(setting: Setting, state: State) -> bool:
    off = setting.switch.off if setting.switch is not None else ()
    return state.attributes.get(setting.attribute) not in (None, "off", *off)


def _switch(setting: Setting, state: State, *, on: bool) -> ServiceAndData | None:
    switch, attributes = setting.switch, state.attributes
    if switch is None or (switch.only_shown and setting.attribute not in attributes):
        return None
    if switch.flips:
        on = attributes.get(setting.attribute) not in switch.on
    if not setting.datum:
        return (setting.service if on or not switch.off_service else switch.off_service), {}
    values = switch.on if on else switch.off
    if setting.options is not None and not setting.options.fixed:
        offered = attributes.get(setting.options.listed) or ()
        values = tuple(value for value in values if value in offered)
    return (setting.service, {setting.datum: values[0]}) if values else None
