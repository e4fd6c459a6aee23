"""The tools of Home Assistant's Assist API, which are named after its intents."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..home import Entity, ServiceCall
from ..home.colours import name_colour
from ..home.model import NOTHING

_PERCENT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistCall:
    """A tool by its own name, and what it is given besides the target."""

    tool: str
    data: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    is_targeted: bool = True


type _Arguments = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
"""The data of a service → what the tool is given; `None` if the tool cannot do that."""


def _nothing(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return None if data else NOTHING


def _only(*names: str, **renamed: str) -> _Arguments:
    """What is given is the data itself, some of it under another name."""
    known = {**{name: name for name in names}, **renamed}

    def arguments(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if not data or not data.keys() <= known.keys():
            return None
        return {known[name]: value for name, value in data.items()}

    return arguments


def _light(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    given: dict[str, Any] = {}
    for name, value in data.items():
        match name, value:
            case "brightness_pct", int() | float():
                given["brightness"] = round(value)
            case "color_temp_kelvin", int() | float():
                given["temperature"] = round(value)
            case "rgb_color", [_, _, _] if colour := name_colour(value):
                given["color"] = colour
            case "color_name", str():
                given["color"] = value
            case _:
                return None
    return given or None


def _volume(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    level = data.get("volume_level")
    if len(data) != 1 or not isinstance(level, int | float):
        return None
    return {"volume_level": round(level * _PERCENT)}


def _step(direction: str) -> _Arguments:
    return lambda data: None if data else {"volume_step": direction}


def _mute(*, muted: bool) -> _Arguments:
    return lambda data: NOTHING if dict(data) == {"is_volume_muted": muted} else None


def _completed(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    if data.get("status") != "completed" or data.keys() != {"item", "status"}:
        return None
    return {"item": data["item"]}


# By service, the tools that may do it, and how.
_TOOLS: Mapping[str, tuple[tuple[str, _Arguments], ...]] = {
    "climate.set_fan_mode": (("HassClimateSetFanMode", _only("fan_mode")),),
    "climate.set_temperature": (("HassClimateSetTemperature", _only("temperature")),),
    "cover.close_cover": (("HassTurnOff", _nothing),),
    "cover.open_cover": (("HassTurnOn", _nothing),),
    "cover.set_cover_position": (("HassSetPosition", _only("position")),),
    "cover.stop_cover": (("HassStopMoving", _nothing),),
    "fan.set_percentage": (("HassFanSetSpeed", _only("percentage")),),
    "humidifier.set_humidity": (("HassHumidifierSetpoint", _only("humidity")),),
    "humidifier.set_mode": (("HassHumidifierMode", _only("mode")),),
    "lawn_mower.dock": (("HassLawnMowerDock", _nothing),),
    "lawn_mower.start_mowing": (("HassLawnMowerStartMowing", _nothing),),
    "light.turn_on": (("HassTurnOn", _nothing), ("HassLightSet", _light)),
    # There, a lock that is on is locked.
    "lock.lock": (("HassTurnOn", _nothing),),
    "lock.unlock": (("HassTurnOff", _nothing),),
    "media_player.media_next_track": (("HassMediaNext", _nothing),),
    "media_player.media_pause": (("HassMediaPause", _nothing),),
    "media_player.media_play": (("HassMediaUnpause", _nothing),),
    "media_player.media_previous_track": (("HassMediaPrevious", _nothing),),
    "media_player.volume_down": (("HassSetVolumeRelative", _step("down")),),
    "media_player.volume_mute": (
        ("HassMediaPlayerMute", _mute(muted=True)),
        ("HassMediaPlayerUnmute", _mute(muted=False)),
    ),
    "media_player.volume_set": (("HassSetVolume", _volume),),
    "media_player.volume_up": (("HassSetVolumeRelative", _step("up")),),
    "todo.add_item": (("HassListAddItem", _only("item")),),
    "todo.remove_item": (("HassListRemoveItem", _only("item")),),
    "todo.update_item": (("HassListCompleteItem", _completed),),
    "vacuum.return_to_base": (("HassVacuumReturnToBase", _nothing),),
    "vacuum.start": (("HassVacuumStart", _nothing),),
    "valve.close_valve": (("HassTurnOff", _nothing),),
    "valve.open_valve": (("HassTurnOn", _nothing),),
    "valve.set_valve_position": (("HassSetPosition", _only("position")),),
    "valve.stop_valve": (("HassStopMoving", _nothing),),
}

# What is switched there whatever it is, unless it is in the table above.
_SWITCHES = {"press": "HassTurnOn", "turn_off": "HassTurnOff", "turn_on": "HassTurnOn"}
_NOT_SWITCHED = frozenset({"cover", "lock", "vacuum", "valve"})


def find_assist_call(call: ServiceCall, entity: Entity) -> AssistCall | None:
    """The tool that does this to an entity; `None` if there is none."""
    if call.domain == "script" and call.service == "turn_on" and not call.data:
        return AssistCall(tool=entity.entity_id.partition(".")[2], is_targeted=False)
    for tool, arguments in _TOOLS.get(call.full_name, ()):
        if (data := arguments(call.data)) is not None:
            return AssistCall(tool=tool, data=data)
    tool = _SWITCHES.get(call.service, "")
    if tool and not call.data and entity.domain not in _NOT_SWITCHED:
        return AssistCall(tool=tool)
    return None


# By kind of thing, what the tools call what its services take.
_DATA: Mapping[str, Mapping[str, str]] = {
    "light": {
        "brightness": "brightness_pct",
        "color": "color_name",
        "temperature": "color_temp_kelvin",
    },
}
_TARGETS = frozenset({"area", "device_class", "domain", "floor", "name"})


def read_assist_call(tool: str, arguments: Mapping[str, Any], entity: Entity) -> ServiceCall | None:
    """The service that a tool stood for, on what it named; `None` if it stands for none."""
    domain, _, service = _find_service(tool, entity.domain).partition(".")
    if not service:
        return None
    named = _DATA.get(domain, NOTHING)
    data = {
        named.get(name, name): value for name, value in arguments.items() if name not in _TARGETS
    }
    if isinstance(level := data.get("volume_level"), int | float):
        data["volume_level"] = level / _PERCENT
    return ServiceCall(domain=domain, service=service, targets=(entity.entity_id,), data=data)


def _find_service(tool: str, domain: str) -> str:
    """The service of a kind of thing that a tool stands for; empty if it stands for none."""
    for service, tools in _TOOLS.items():
        if service.startswith(f"{domain}.") and any(name == tool for name, _ in tools):
            return service
    switches = {"HassTurnOff": "turn_off", "HassTurnOn": "turn_on"}
    return f"{domain}.{switches[tool]}" if tool in switches else ""
