"""Actions that Home Assistant's editor writes for a device: those that are a plain service."""

from collections.abc import Mapping
from typing import Any

from ..reading import HandlerReader

_SERVICES: Mapping[str, Mapping[str, str]] = {
    **{
        domain: {"turn_on": "turn_on", "turn_off": "turn_off", "toggle": "toggle"}
        for domain in ("fan", "humidifier", "light", "remote", "switch", "water_heater")
    },
    "cover": {
        "open": "open_cover",
        "close": "close_cover",
        "stop": "stop_cover",
        "open_tilt": "open_cover_tilt",
        "close_tilt": "close_cover_tilt",
    },
    "lock": {"lock": "lock", "unlock": "unlock", "open": "open"},
    "vacuum": {"clean": "start", "dock": "return_to_base"},
    "lawn_mower": {"mow": "start_mowing", "dock": "dock", "pause": "pause"},
    "button": {"press": "press"},
}
_INSTEAD = (
    "this device action is not run here. Write it as a service: action: light.turn_on with"
    " target: {entity_id: …}. In Home Assistant's editor that is Perform action."
)


def read_device_action(written: Mapping[str, Any], where: str, reader: HandlerReader) -> str:
    """The service that it is; empty where it is none, which is noted."""
    domain, kind = str(written.get("domain", "")), str(written.get("type", ""))
    service = _SERVICES.get(domain, {}).get(kind, "")
    # Newer editors write an id of the registry, which only Home Assistant itself can look up.
    if not service or "." not in str(written.get("entity_id", "")):
        reader.note(where, _INSTEAD)
        return ""
    return f"{domain}.{service}"
