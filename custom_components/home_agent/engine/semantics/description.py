"""A thing in the words that sentences are compared with.

Training reads this file by itself, without the engine: it may import nothing of it.
"""

_KINDS = {
    "alarm_control_panel": "alarm security",
    "automation": "automation",
    "binary_sensor": "sensor",
    "button": "button",
    "calendar": "calendar",
    "camera": "camera",
    "climate": "climate thermostat heating",
    "cover": "cover blind shutter",
    "device_tracker": "tracker phone",
    "fan": "fan ventilation",
    "humidifier": "humidifier",
    "input_boolean": "switch",
    "input_button": "button",
    "input_number": "number setting",
    "input_select": "select mode",
    "lawn_mower": "lawn mower robot",
    "light": "light lamp",
    "lock": "lock door",
    "media_player": "media player speaker music tv",
    "number": "number setting",
    "person": "person",
    "scene": "scene mood",
    "script": "script routine",
    "select": "select mode",
    "sensor": "sensor reading",
    "siren": "siren",
    "switch": "switch plug",
    "todo": "list",
    "vacuum": "vacuum cleaner robot",
    "valve": "water valve",
    "water_heater": "water heater boiler",
    "weather": "weather forecast",
}


def describe(names: tuple[str, ...], area: str, domain: str, device_class: str) -> str:
    """All that is known of a thing: its names, its room, and what it is, in English."""
    kind = _KINDS.get(domain, domain.replace("_", " "))
    return " ".join((*names, area, kind, device_class.replace("_", " ")))
