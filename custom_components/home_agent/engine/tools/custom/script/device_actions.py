"""Actions that Home Assistant's editor writes for a device: those that are a plain service."""

from collections.abc import Mapping
from typing import Any

from ....home.domains import all_actions
from ..reading import HandlerReader

# What people ask for without more: the editor calls it by its own word, or as the service.
_SERVICES: Mapping[tuple[str, str], str] = {
    (domain, action.device_action or action.service): action.service
    for domain, action in all_actions()
    if action.verbs and not action.needs and not action.data
}
_INSTEAD = (
    "this device action is not run here. Write it as a service: action: light.turn_on with"
    " target: {entity_id: …}. In Home Assistant's editor that is Perform action."
)


def read_device_action(written: Mapping[str, Any], where: str, reader: HandlerReader) -> str:
    """The service that it is; empty where it is none, which is noted."""
    domain, kind = str(written.get("domain", "")), str(written.get("type", ""))
    service = "" if "code" in written else _SERVICES.get((domain, kind), "")
    # Newer editors write an id of the registry, which only Home Assistant itself can look up.
    if not service or "." not in str(written.get("entity_id", "")):
        reader.note(where, _INSTEAD)
        return ""
    return f"{domain}.{service}"
