"""What a call does, in a few words: "turn off Porch light"."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from ..home import Entity, Layout, ServiceCall
from ..home.domains import all_settings
from ..home.service_kinds import RUN_AT_ONCE
from ..language import Language
from ..plan import CallStep, PlayStep
from .numbers import format_amount, format_percent
from .phrases import phrase
from .state_words import value_word
from .times import tell_clock

_MOST_NAMES = 3
_PERCENT = 100

# By the service's name, whatever the domain; what is not here sets a value, or is only named.
_KEYS: Mapping[str, str] = {
    "add_item": "act_add",
    "alarm_disarm": "act_disarm",
    "announce": "act_say",
    "cancel": "act_stop",
    "close_cover": "act_close",
    "close_cover_tilt": "act_close_slats",
    "close_valve": "act_close",
    "dock": "act_return",
    "lock": "act_lock",
    "media_next_track": "act_next",
    "media_pause": "act_pause",
    "media_play": "act_start",
    "media_previous_track": "act_previous",
    "media_stop": "act_stop",
    "open": "act_open",
    "open_cover": "act_open",
    "open_cover_tilt": "act_open_slats",
    "open_valve": "act_open",
    "pause": "act_pause",
    "play_media": "act_play",
    "press": "act_run",
    "remove_item": "act_take_off",
    "return_to_base": "act_return",
    "select_next": "act_next",
    "select_previous": "act_previous",
    "start": "act_start",
    "start_mowing": "act_start",
    "stop": "act_stop",
    "stop_cover": "act_stop",
    "stop_cover_tilt": "act_stop",
    "stop_valve": "act_stop",
    "toggle": "act_toggle",
    "trigger": "act_run",
    "turn_off": "act_off",
    "turn_on": "act_on",
    "unlock": "act_unlock",
    "volume_down": "act_softer",
    "volume_up": "act_louder",
}
_POSITIONS = frozenset({"set_cover_position", "set_valve_position"})
_ENDS: Mapping[object, str] = {0: "act_close", _PERCENT: "act_open"}
_UNITS = {
    "brightness_step_pct": "%",
    **{setting.datum: setting.unit for _, setting in all_settings() if setting.unit},
}

# What a hundred percent is, where figures are not percent themselves.
_WHOLES = {
    setting.datum: setting.whole for _, setting in all_settings() if setting.whole != _PERCENT
}

# Home Assistant's ways to say that a lamp has no effect.
_NO_EFFECT = frozenset({"off", "none", "None"})

# What only tells what kind of thing the rest is.
_KINDS = frozenset({"media_content_type", "status"})

# Home Assistant's own words, for which there are words in every language.
_CODED = frozenset(setting.datum for _, setting in all_settings() if setting.coded)


def steps_in_words(steps: Iterable[CallStep | PlayStep], layout: Layout, language: Language) -> str:
    """What some steps do."""
    told = dict.fromkeys(_step(step, layout, language) for step in steps)
    return phrase(language, "and_word").join(told)


def call_in_words(call: ServiceCall, name: str, language: Language) -> str:
    """What a call does to whatever is called this, with all of its data."""
    return phrase(language, key_of(call), name=name, value=values_in_words(call.data, language))


def calls_in_words(calls: Iterable[ServiceCall], layout: Layout, language: Language) -> str:
    """What some calls do."""
    told = dict.fromkeys(_call(call, layout, language) for call in calls)
    return phrase(language, "and_word").join(told)


def names_of(entity_ids: Iterable[str], layout: Layout, language: Language) -> str:
    """What some things are called; of many, the first few."""
    found = [layout.entities.get(entity_id) for entity_id in entity_ids]
    names = [entity.name for entity in found if entity and entity.exposed] or [*entity_ids]
    if len(names) > _MOST_NAMES + 1:
        names = [*names[:_MOST_NAMES], phrase(language, "more", count=len(names) - _MOST_NAMES)]
    return join_names(names or [""], language)


def join_names(names: Sequence[str], language: Language) -> str:
    """Several names in a row."""
    *firsts, last = names
    return phrase(language, "and_word").join([", ".join(firsts), last] if firsts else [last])


def tell_apart(entities: Sequence[Entity], layout: Layout) -> list[str]:
    """What some things are called, with their rooms where several are called the same."""
    counts = Counter(entity.name for entity in entities)
    areas = [layout.area_of(entity) for entity in entities]
    return [
        f"{entity.name} ({area.name})" if area and counts[entity.name] > 1 else entity.name
        for entity, area in zip(entities, areas, strict=True)
    ]


def _step(step: CallStep | PlayStep, layout: Layout, language: Language) -> str:
    if isinstance(step, PlayStep):
        name = names_of((step.player,), layout, language)
        return phrase(language, "act_play", name=name, value=step.query)
    return _call(step.call, layout, language)


def _call(call: ServiceCall, layout: Layout, language: Language) -> str:
    value = _value(call.data, language)
    words = {"name": names_of(call.targets, layout, language), "value": value}
    return phrase(language, key_of(call), **words)


def key_of(call: ServiceCall) -> str:
    """The phrase that says what a call does."""
    if call.service == "turn_on" and call.domain in RUN_AT_ONCE:
        return "act_run"
    if call.service.startswith("alarm_arm"):
        return "act_arm"
    if isinstance(step := call.data.get("brightness_step_pct"), int | float):
        return "act_dim" if step < 0 else "act_brighten"
    if call.service == "volume_mute":
        return "act_mute" if call.data.get("is_volume_muted") else "act_unmute"
    if call.service == "update_item" and call.data.get("status"):
        return "act_tick_off" if call.data["status"] == "completed" else "act_untick"
    if call.service in _POSITIONS and call.data.get("position") in _ENDS:
        return _ENDS[call.data["position"]]
    says_how = says_values(call.data)
    if call.service in _KEYS and not (call.service == "turn_on" and says_how):
        return _KEYS[call.service]
    return "act_set" if says_how else "act_do"


def says_values(data: Mapping[str, Any]) -> bool:
    """Whether there is any figure or word in a call's data."""
    return any(map(_is_told, data.values()))


def values_in_words(data: Mapping[str, Any], language: Language) -> str:
    """Every figure and word of a call's data."""
    told = {key: value for key, value in data.items() if _is_told(value) and key not in _KINDS}
    meant = {key: value for key, value in told.items() if not _is_none(key, value)}
    return ", ".join(value_in_words(key, value, language) for key, value in (meant or told).items())


def _value(data: Mapping[str, Any], language: Language) -> str:
    """The first figure or word of a call's data."""
    told = (value_in_words(key, value, language) for key, value in data.items() if _is_told(value))
    return next(told, "")


def _is_none(key: str, value: object) -> bool:
    """Whether a lamp shall have no effect, which nobody would say."""
    return key == "effect" and value in _NO_EFFECT


def _is_told(value: object) -> bool:
    return isinstance(value, int | float | str) and not isinstance(value, bool) and value != ""


def value_in_words(key: str, value: float | str, language: Language) -> str:
    """One figure or word of a call's data, as people say it."""
    if isinstance(value, str):
        if key in _CODED or key == "color_name":
            return value_word(value, language)
        return _hour(value, language) if key == "time" else value.replace("_", " ")
    if key in _WHOLES:
        return format_percent(round(_PERCENT * value / _WHOLES[key]), language)
    return format_amount(value, _UNITS.get(key, ""), language)


def _hour(text: str, language: Language) -> str:
    try:
        return tell_clock(datetime.combine(date.min, time.fromisoformat(text)), language)
    except ValueError:
        return text
