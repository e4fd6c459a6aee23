"""What scenes, scripts and automations ask of the home in turn, as far as their form tells.

The gate asks before a script that unlocks the door, as it does before the door itself.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from .service import ServiceCall

UNKNOWN = ServiceCall(domain="", service="")
"""What a routine asks for whose form we may not read: anything, so that the worst is assumed."""

# The services that lead to a state which a scene wants; of any other, only the target is known.
_LEADS_TO: Mapping[tuple[str, str], str] = {
    ("cover", "closed"): "close_cover",
    ("cover", "open"): "open_cover",
    ("lock", "locked"): "lock",
    ("lock", "unlocked"): "unlock",
    ("siren", "on"): "turn_on",
    ("valve", "closed"): "close_valve",
    ("valve", "open"): "open_valve",
}
# A device action says what it does in words of its own.
_DEVICE_ACTIONS: Mapping[tuple[str, str], str] = {
    ("alarm_control_panel", "disarm"): "alarm_disarm",
    ("cover", "open"): "open_cover",
    ("cover", "set_position"): "set_cover_position",
    ("valve", "open"): "open_valve",
}
_PLACES = ("area_id", "device_id", "floor_id", "label_id")


def call_towards(entity_id: str, state: str) -> ServiceCall:
    """What a scene does to one thing that it wants to be so."""
    domain = entity_id.partition(".")[0]
    service = _LEADS_TO.get((domain, state), "")
    return ServiceCall(domain=domain, service=service, targets=(entity_id,))


def calls_in(config: object) -> Iterator[ServiceCall]:
    """Every action in a sequence, however deep it is nested."""
    if isinstance(config, list):
        for one in config:
            yield from calls_in(one)
    if not isinstance(config, Mapping):
        return
    action = config.get("action", config.get("service"))
    if isinstance(action, str) and "." in action:
        yield _call(action, config)
    elif isinstance(config.get("scene"), str):
        yield ServiceCall(domain="scene", service="turn_on", targets=(config["scene"],))
    elif isinstance(config.get("device_id"), str) and isinstance(config.get("type"), str):
        domain, kind = str(config.get("domain", "")), config["type"]
        yield ServiceCall(domain=domain, service=_DEVICE_ACTIONS.get((domain, kind), kind))
    for value in config.values():
        yield from calls_in(value)


def _call(action: str, config: Mapping[str, Any]) -> ServiceCall:
    """An action as the engine's call; without targets where they only show when it runs."""
    domain, _, service = action.partition(".")
    target, data = config.get("target"), config.get("data")
    if domain == "script" and service not in ("toggle", "turn_off", "turn_on"):
        return ServiceCall(domain=domain, service="turn_on", targets=(action,))
    given: list[str] = []
    for place in (target, data, config):
        listed = place.get("entity_id") if isinstance(place, Mapping) else None
        if isinstance(listed, str):
            given += [one.strip() for one in listed.split(",")]
        elif isinstance(listed, list):
            given += [str(one) for one in listed]
    placed = isinstance(target, Mapping) and any(key in target for key in _PLACES)
    told = not placed and all("{" not in one for one in given)
    return ServiceCall(domain=domain, service=service, targets=tuple(given) if told else ())
