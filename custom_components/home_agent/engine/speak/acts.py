"""What a call does, in a few words: "turn off Porch light"."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..home import Layout, ServiceCall
from ..language import Language
from ..plan import CallStep, PlayStep
from .phrases import phrase

_MOST_NAMES = 3

# By the service's name, whatever the domain; what is not here sets a value, or is only named.
_KEYS: Mapping[str, str] = {
    "alarm_disarm": "act_disarm",
    "announce": "act_say",
    "close_cover": "act_close",
    "close_valve": "act_close",
    "dock": "act_return",
    "lock": "act_lock",
    "media_pause": "act_pause",
    "media_play": "act_start",
    "media_stop": "act_stop",
    "open": "act_open",
    "open_cover": "act_open",
    "open_valve": "act_open",
    "pause": "act_pause",
    "press": "act_run",
    "return_to_base": "act_return",
    "start": "act_start",
    "start_mowing": "act_start",
    "stop": "act_stop",
    "stop_cover": "act_stop",
    "stop_valve": "act_stop",
    "toggle": "act_toggle",
    "trigger": "act_run",
    "turn_off": "act_off",
    "turn_on": "act_on",
    "unlock": "act_unlock",
}
_RUN = frozenset({"scene", "script", "automation"})
_UNITS = {
    "brightness_pct": " %",
    "brightness_step_pct": " %",
    "humidity": " %",
    "percentage": " %",
    "position": " %",
    "tilt_position": " %",
    "temperature": "°",
    "color_temp_kelvin": " K",
}


def steps_in_words(steps: Iterable[CallStep | PlayStep], layout: Layout, language: Language) -> str:
    """What some steps do."""
    told = dict.fromkeys(_step(step, layout, language) for step in steps)
    return phrase(language, "and_word").join(told)


def call_in_words(call: ServiceCall, name: str, language: Language) -> str:
    """What a call does to whatever is called this, with all of its data."""
    return phrase(language, key_of(call), name=name, value=values_in_words(call.data))


def calls_in_words(calls: Iterable[ServiceCall], layout: Layout, language: Language) -> str:
    """What some calls do."""
    told = dict.fromkeys(_call(call, layout, language) for call in calls)
    return phrase(language, "and_word").join(told)


def names_of(entity_ids: Iterable[str], layout: Layout, language: Language) -> str:
    """What some things are called; of many, the first few."""
    found = [layout.entities.get(one) for one in entity_ids]
    names = [one.name for one in found if one and one.exposed] or [*entity_ids]
    if len(names) > _MOST_NAMES + 1:
        names = [*names[:_MOST_NAMES], phrase(language, "more", count=len(names) - _MOST_NAMES)]
    return listed(names or [""], language)


def listed(names: Sequence[str], language: Language) -> str:
    """Several names in a row."""
    *firsts, last = names
    return phrase(language, "and_word").join([", ".join(firsts), last] if firsts else [last])


def _step(step: CallStep | PlayStep, layout: Layout, language: Language) -> str:
    if isinstance(step, PlayStep):
        name = names_of((step.player,), layout, language)
        return phrase(language, "act_play", name=name, value=step.query)
    return _call(step.call, layout, language)


def _call(call: ServiceCall, layout: Layout, language: Language) -> str:
    words = {"name": names_of(call.targets, layout, language), "value": _value(call.data)}
    return phrase(language, key_of(call), **words)


def key_of(call: ServiceCall) -> str:
    """The phrase that says what a call does."""
    if call.service == "turn_on" and call.domain in _RUN:
        return "act_run"
    if call.service.startswith("alarm_arm"):
        return "act_arm"
    if call.service in _KEYS and not (call.service == "turn_on" and _value(call.data)):
        return _KEYS[call.service]
    return "act_set" if _value(call.data) else "act_do"


def values_in_words(data: Mapping[str, Any]) -> str:
    """Every figure and word of a call's data."""
    return ", ".join(filter(None, (_value({key: value}) for key, value in data.items())))


def _value(data: Mapping[str, Any]) -> str:
    """The first figure or word of a call's data."""
    for key, value in data.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, int | float):
            return f"{value:g}{_UNITS.get(key, '')}"
        if isinstance(value, str):
            return value.replace("_", " ")
    return ""
