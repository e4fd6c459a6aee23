"""How the intents project would word what a call does, should it go well."""

from collections.abc import Mapping, Sequence

from ...home import ServiceCall
from ...plan import Wording

_MANY = {"light": "lights_area", "fan": "fans_area"}

_INTENTS: Mapping[str, tuple[str, str]] = {
    "climate.set_fan_mode": ("HassClimateSetFanMode", "default"),
    "climate.set_temperature": ("HassClimateSetTemperature", "default"),
    "cover.close_cover": ("HassTurnOff", "cover"),
    "cover.open_cover": ("HassTurnOn", "cover"),
    "cover.set_cover_position": ("HassSetPosition", "default"),
    "fan.set_percentage": ("HassFanSetSpeed", "default"),
    "lawn_mower.dock": ("HassLawnMowerDock", "default"),
    "lawn_mower.start_mowing": ("HassLawnMowerStartMowing", "default"),
    "lock.lock": ("HassTurnOn", "lock"),
    "lock.unlock": ("HassTurnOff", "lock"),
    "media_player.media_next_track": ("HassMediaNext", "default"),
    "media_player.media_pause": ("HassMediaPause", "default"),
    "media_player.media_play": ("HassMediaUnpause", "default"),
    "media_player.media_previous_track": ("HassMediaPrevious", "default"),
    "media_player.volume_set": ("HassSetVolume", "default"),
    "scene.turn_on": ("HassTurnOn", "scene"),
    "script.turn_on": ("HassTurnOn", "script"),
    "vacuum.return_to_base": ("HassVacuumReturnToBase", "default"),
    "vacuum.start": ("HassVacuumStart", "default"),
    "valve.close_valve": ("HassTurnOff", "valve"),
    "valve.open_valve": ("HassTurnOn", "valve"),
    "valve.set_valve_position": ("HassSetPosition", "default"),
}
_LIGHT_DATA = {
    "rgb_color": "color",
    "color_temp_kelvin": "temperature",
    "brightness_pct": "brightness",
}


def wording_of(calls: Sequence[ServiceCall], name: str, area: str = "") -> Wording:
    """The words for what one clause asks; where it asks different things, "done" is said."""
    first = calls[0]
    many = sum(len(call.targets) for call in calls) > 1
    slots = {key: _spoken(value) for key, value in first.data.items()}
    # What several did is not told as if one had done it.
    slots |= {"area": area} if many and area else {} if many else {"name": name}
    if len({(call.domain, call.service) for call in calls}) > 1:
        return Wording(intent="", slots=slots)
    if first.domain == "light" and first.data:
        response = next((key for data, key in _LIGHT_DATA.items() if data in first.data), "default")
        return Wording(intent="HassLightSet", response=response, slots=slots)
    if found := _INTENTS.get(first.full_name):
        return Wording(intent=found[0], response=found[1], slots=slots)
    if first.service in ("turn_on", "turn_off"):
        response = _MANY.get(first.domain, "default") if many else "default"
        intent = "HassTurnOn" if first.service == "turn_on" else "HassTurnOff"
        return Wording(intent=intent, response=response, slots=slots)
    return Wording(intent=first.full_name, slots=slots)


def _spoken(value: object) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)
