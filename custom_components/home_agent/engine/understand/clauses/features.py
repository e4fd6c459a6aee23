"""What a thing can do besides its work: shuffle, oscillate, tilt its slats, keep watch.

A feature is on, off, or the other way round.
"""

from collections.abc import Mapping

from ...home import State
from ...home.domains import Action, Setting, all_actions, all_settings
from ...home.domains.action import ServiceAndData
from .frame import Frame

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
