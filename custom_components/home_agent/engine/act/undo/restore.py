"""How to bring a thing back to how it was: one or more calls, in order, for every domain.

What has no entry cannot be brought back, and the person is told so.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ...home import Entity, ServiceCall, State
from ...home.model import UNKNOWN

type _Call = tuple[str, Mapping[str, Any]]
type _Way = Callable[[State, State], Iterable[_Call] | None]

_COLOURS = {
    "color_temp": "color_temp_kelvin",
    "hs": "hs_color",
    "rgb": "rgb_color",
    "rgbw": "rgbw_color",
    "rgbww": "rgbww_color",
    "xy": "xy_color",
}
_OPENS, _CLOSES, _TAKES_POSITION = 1, 2, 4
_OPEN = 100
_PLAYING = frozenset({"playing", "paused", "buffering"})
_ASLEEP = frozenset({"off", "standby"})


def restore(entity: Entity, before: State, now: State) -> tuple[ServiceCall, ...] | None:
    """The calls that bring it back; none if it is so already, nothing if it cannot be done."""
    way = _WAYS.get(entity.domain)
    if way is None or not before.available or before.value == UNKNOWN:
        return None
    calls = way(before, now)
    if calls is None:
        return None
    return tuple(
        ServiceCall(domain=entity.domain, service=service, targets=(entity.entity_id,), data=data)
        for service, data in calls
    )


def can_restore(domain: str) -> bool:
    """Whether such things can be brought back at all."""
    return domain in _WAYS


def unmake(call: ServiceCall) -> tuple[ServiceCall, ...] | None:
    """The calls that take back what shows in no state: items on a list, the next track."""
    item = call.data.get("item")
    data: Mapping[str, Any]
    match call.full_name:
        case "todo.add_item":
            back, data = "remove_item", {"item": item}
        case "todo.remove_item" if isinstance(item, str):
            back, data = "add_item", {"item": item}
        case "todo.update_item" if call.data.get("status"):
            done = call.data["status"] == "completed"
            back = "update_item"
            data = {"item": item, "status": "needs_action" if done else "completed"}
        case "media_player.media_next_track":
            back, data = "media_previous_track", {}
        case "media_player.media_previous_track":
            back, data = "media_next_track", {}
        case _:
            return None
    return (ServiceCall(domain=call.domain, service=back, targets=call.targets, data=data),)


def _switch(before: State, now: State) -> Iterable[_Call] | None:
    if before.value not in ("on", "off"):
        return None
    return [] if before.value == now.value else [(f"turn_{before.value}", {})]


def _light(before: State, now: State) -> Iterable[_Call] | None:
    if before.value != "on":
        return _switch(before, now)
    data: dict[str, Any] = {}
    if (brightness := before.attributes.get("brightness")) is not None:
        data["brightness"] = brightness
    mode = str(before.attributes.get("color_mode"))
    if mode == "white" and "brightness" in data:
        data = {"white": data["brightness"]}
    colour = _COLOURS.get(mode, "")
    if (value := before.attributes.get(colour)) is not None:
        data[colour] = list(value) if isinstance(value, tuple) else value
    same = (
        now.value == "on"
        and str(now.attributes.get("color_mode")) == mode
        and all(_alike(now.attributes.get(key), one) for key, one in data.items() if key != "white")
        and now.attributes.get("brightness") == brightness
    )
    effect = _effect(before, now)
    return [] if same and not effect else [("turn_on", data | effect)]


def _effect(before: State, now: State) -> dict[str, Any]:
    was, now_is = before.attributes.get("effect"), now.attributes.get("effect")
    if was == now_is or (was is None and now_is in (None, "off", "None")):
        return {}
    if was is not None:
        return {"effect": was}
    offered = now.attributes.get("effect_list") or ()
    return next(({"effect": none} for none in ("off", "None") if none in offered), {})


def _alike(one: object, other: object) -> bool:
    """Whether two values are the same; a store makes lists of tuples."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return list(one) == list(other)
    return one == other


def _fan(before: State, now: State) -> Iterable[_Call] | None:
    if before.value != "on":
        return _switch(before, now)
    speed: dict[str, Any] = {}
    if preset := before.attributes.get("preset_mode"):
        speed["preset_mode"] = preset
    elif (percentage := before.attributes.get("percentage")) is not None:
        speed["percentage"] = percentage
    same = now.value == "on" and all(now.attributes.get(key) == one for key, one in speed.items())
    swing = _changed(before, now, {"oscillating": "oscillate", "direction": "set_direction"})
    return swing if same else [("turn_on", speed), *swing]


def _moving(noun: str) -> _Way:
    """By its position where it takes one, else by opening or closing it."""

    def way(before: State, now: State) -> Iterable[_Call] | None:
        moves = _moves(noun, before, now)
        if moves is None:
            return None
        tilt = before.attributes.get("current_tilt_position")
        if isinstance(tilt, int | float) and tilt != now.attributes.get("current_tilt_position"):
            moves = [*moves, (f"set_{noun}_tilt_position", {"tilt_position": round(tilt)})]
        return moves

    return way


def _moves(noun: str, before: State, now: State) -> list[_Call] | None:
    position = before.attributes.get("current_position")
    if before.value == now.value and position == now.attributes.get("current_position"):
        return []
    if position is not None and now.features & _TAKES_POSITION:
        return [(f"set_{noun}_position", {"position": round(position)})]
    open_before = before.value == "open" if position is None else position == _OPEN
    if open_before and now.features & _OPENS:
        return [(f"open_{noun}", {})]
    if before.value == "closed" and now.features & _CLOSES:
        return [(f"close_{noun}", {})]
    return None


def _climate(before: State, now: State) -> Iterable[_Call] | None:
    mode: list[_Call] = []
    if before.value != now.value:
        mode = [("set_hvac_mode", {"hvac_mode": before.value})]
    changed = [*_changed(before, now, _CLIMATE_MODES), *_temperatures(before, now)]
    # Some begin to heat when they are given a temperature.
    return [*changed, *mode] if before.value == "off" else [*mode, *changed]


_CLIMATE_MODES = {
    "preset_mode": "set_preset_mode",
    "fan_mode": "set_fan_mode",
    "swing_mode": "set_swing_mode",
    "swing_horizontal_mode": "set_swing_horizontal_mode",
    "humidity": "set_humidity",
}
_TEMPERATURES = ("temperature", "target_temp_low", "target_temp_high")


def _temperatures(before: State, now: State) -> Iterable[_Call]:
    were = {key: one for key in _TEMPERATURES if (one := before.attributes.get(key)) is not None}
    if any(now.attributes.get(key) != one for key, one in were.items()):
        yield "set_temperature", were


def _water_heater(before: State, now: State) -> Iterable[_Call] | None:
    mode: list[_Call] = []
    if before.value != now.value:
        mode = [("set_operation_mode", {"operation_mode": before.value})]
    was, now_is = before.attributes.get("away_mode"), now.attributes.get("away_mode")
    if was is not None and was != now_is:
        mode.append(("set_away_mode", {"away_mode": was == "on"}))
    return [*_temperatures(before, now), *mode]


def _humidifier(before: State, now: State) -> Iterable[_Call] | None:
    switched = _switch(before, now)
    if switched is None:
        return None
    changed = _changed(before, now, {"mode": "set_mode", "humidity": "set_humidity"})
    return [*changed, *switched] if before.value == "off" else [*switched, *changed]


def _player(before: State, now: State) -> Iterable[_Call] | None:
    if before.value in _ASLEEP:
        return [] if now.value in _ASLEEP else [("turn_off", {})]
    calls: list[_Call] = [("turn_on", {})] if now.value in _ASLEEP else []
    if before.value in _PLAYING:
        service = "media_pause" if before.value == "paused" else "media_play"
        calls += [(service, {})] if before.value != now.value else []
    elif now.value in _PLAYING:
        calls.append(("media_stop", {}))
    return [*calls, *_changed(before, now, _PLAYER_MODES)]


_PLAYER_MODES = {
    "volume_level": "volume_set",
    "is_volume_muted": "volume_mute",
    "source": "select_source",
    "sound_mode": "select_sound_mode",
    "shuffle": "shuffle_set",
    "repeat": "repeat_set",
}


def _vacuum(before: State, now: State) -> Iterable[_Call] | None:
    calls = _by_state(_VACUUM)(before, now)
    speed = _changed(before, now, {"fan_speed": "set_fan_speed"})
    return None if calls is None else [*speed, *calls]


_VACUUM = {
    "docked": "return_to_base",
    "returning": "return_to_base",
    "cleaning": "start",
    "paused": "pause",
    "idle": "stop",
}


def _timer(before: State, now: State) -> Iterable[_Call] | None:
    """A timer that ran out or was cancelled is lost: how much was left of it is not told."""
    match before.value, now.value:
        case was, now_is if was == now_is:
            return []
        case "idle", "active" | "paused":
            return [("cancel", {})]
        case "active", "paused":
            return [("start", {})]
        case "paused", "active":
            return [("pause", {})]
    return None


def _moment(before: State, now: State) -> Iterable[_Call] | None:
    if before.value == now.value:
        return []
    name = "datetime" if " " in before.value else ("date" if "-" in before.value else "time")
    return [("set_datetime", {name: before.value})]


def _by_state(services: Mapping[str, str]) -> _Way:
    def way(before: State, now: State) -> Iterable[_Call] | None:
        if before.value == now.value:
            return []
        service = services.get(before.value)
        return None if service is None else [(service, {})]

    return way


def _number(before: State, now: State) -> Iterable[_Call] | None:
    try:
        was, now_is = float(before.value), float(now.value)
    except ValueError:
        return None
    return [] if was == now_is else [("set_value", {"value": was})]


def _text(before: State, now: State) -> Iterable[_Call] | None:
    return [] if before.value == now.value else [("set_value", {"value": before.value})]


def _option(before: State, now: State) -> Iterable[_Call] | None:
    return [] if before.value == now.value else [("select_option", {"option": before.value})]


def _changed(before: State, now: State, services: Mapping[str, str]) -> list[_Call]:
    """A call for each attribute that is not what it was; the datum is called as the attribute."""
    return [
        (service, {name: value})
        for name, service in services.items()
        if (value := before.attributes.get(name)) is not None and value != now.attributes.get(name)
    ]


_WAYS: Mapping[str, _Way] = {
    "alarm_control_panel": _by_state(
        {
            "armed_away": "alarm_arm_away",
            "armed_custom_bypass": "alarm_arm_custom_bypass",
            "armed_home": "alarm_arm_home",
            "armed_night": "alarm_arm_night",
            "armed_vacation": "alarm_arm_vacation",
            "disarmed": "alarm_disarm",
        }
    ),
    **dict.fromkeys(("automation", "input_boolean", "remote", "siren", "switch"), _switch),
    "climate": _climate,
    "counter": _number,
    "cover": _moving("cover"),
    "fan": _fan,
    "humidifier": _humidifier,
    "input_datetime": _moment,
    **dict.fromkeys(("input_number", "number"), _number),
    **dict.fromkeys(("input_select", "select"), _option),
    **dict.fromkeys(("input_text", "text"), _text),
    "lawn_mower": _by_state(
        {"docked": "dock", "returning": "dock", "mowing": "start_mowing", "paused": "pause"}
    ),
    "light": _light,
    "lock": _by_state({"locked": "lock", "unlocked": "unlock", "open": "unlock"}),
    "media_player": _player,
    "timer": _timer,
    "vacuum": _vacuum,
    "valve": _moving("valve"),
    "water_heater": _water_heater,
}

KEPT = frozenset(
    {"brightness", "color_mode", "effect", *_COLOURS.values()}
    | {"percentage", "oscillating", "direction", "current_position", "current_tilt_position"}
    | {*_CLIMATE_MODES, *_TEMPERATURES, *_PLAYER_MODES, "away_mode", "mode", "fan_speed"}
)
"""The attributes that bringing something back takes; the others need not be remembered."""
