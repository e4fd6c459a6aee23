"""Maps an action to the service of an entity's domain, with its data."""

from collections.abc import Mapping
from typing import Any

from ..home import Entity, Service, ServiceCall, State
from ..home.domains import DOMAINS, all_actions
from ..understand.clauses.acts import SERVICES
from .data import normalize_data, parse_number

# What models ask of things that have another word for it.
_BESIDES: Mapping[tuple[str, str], str] = {
    (word, domain): action.service for domain, action in all_actions() for word in action.models_say
}

# By domain, what can be set: the service for each piece of data, the usual one first.
_SETTINGS: Mapping[str, Mapping[str, str]] = {
    name: {
        **{
            setting.datum: setting.service
            for setting in domain.settings
            if setting.datum and setting.offered
        },
        **{action.sets: action.service for action in domain.actions if action.sets},
    }
    for name, domain in DOMAINS.items()
}
_SWITCHED = {"on": "turn_on", "off": "turn_off", "true": "turn_on", "false": "turn_off"}
_NO_SERVICE = "set_value"


def build_call(
    action: str,
    data: Mapping[str, Any],
    entity: Entity,
    state: State,
    services: Mapping[str, Service],
) -> ServiceCall:
    """The call for an action on an entity; does not check whether the entity supports it.

    Raises `InvalidRequestError`.
    """
    own, _, name = action.strip().casefold().rpartition(".")
    name = name.replace(" ", "_").replace("-", "_")
    domain = entity.domain
    if own not in ("", "homeassistant", domain) and name not in ("turn_on", "turn_off", "toggle"):
        return _call(own, name, entity, dict(data))
    right = normalize_data(data, domain)
    if name == _NO_SERVICE or (_is_setting(name, domain, services) and right):
        return _setting(name, right, entity, services)
    if f"{domain}.{name}" not in services:
        name = _BESIDES.get((name, domain)) or SERVICES.get(name, {}).get(domain) or name
    name, right = _plain_off(name, right, entity, state, services)
    return _call(domain, name, entity, right)


def _call(domain: str, service: str, entity: Entity, data: dict[str, Any]) -> ServiceCall:
    return ServiceCall(domain=domain, service=service, targets=(entity.entity_id,), data=data)


def _is_setting(name: str, domain: str, services: Mapping[str, Service]) -> bool:
    """Whether an action sets a value without a service of that name: "set_brightness"."""
    return name.startswith("set") and f"{domain}.{name}" not in services


def _setting(
    name: str, data: dict[str, Any], entity: Entity, services: Mapping[str, Service]
) -> ServiceCall:
    """The service that sets the values in the data."""
    domain = entity.domain
    settings = _SETTINGS.get(domain, {})
    data = _with_value(name, data, domain)
    for key in settings:
        if key in data:
            return _call(domain, settings[key], entity, data)
    switched = str(data.get("value", data.get("state", ""))).casefold()
    if switched in _SWITCHED and f"{domain}.{_SWITCHED[switched]}" in services:
        return _call(domain, _SWITCHED[switched], entity, {})
    if settings:
        # What is missing is told by the validation of the usual one.
        return _call(domain, next(iter(settings.values())), entity, data)
    return _call(domain, name, entity, data)


def _with_value(name: str, data: dict[str, Any], domain: str) -> dict[str, Any]:
    """The data with a bare value under the name of its field."""
    settings = _SETTINGS.get(domain, {})
    if "value" not in data or "value" in settings or not settings:
        return data
    rest = {key: value for key, value in data.items() if key != "value"}
    value = data["value"]
    if str(value).casefold() in _SWITCHED and not isinstance(value, int | float):
        return data
    said = name.removeprefix("set").strip("_")
    if domain == "media_player":
        usual = "volume"
    elif domain == "light" and parse_number(value) is None:
        usual = "color"
    elif domain == "climate" and parse_number(value) is None:
        usual = "hvac_mode"
    else:
        usual = next(iter(settings))
    key = said if said not in ("", "value", "level") else usual
    return normalize_data({**rest, key: value}, domain)


def _plain_off(
    name: str,
    data: dict[str, Any],
    entity: Entity,
    state: State,
    services: Mapping[str, Service],
) -> tuple[str, dict[str, Any]]:
    """A thermostat without a switch is off in the mode that is called so."""
    service = services.get(f"{entity.domain}.{name}")
    modes = state.attributes.get("hvac_modes") or ()
    cannot = service is None or not service.suits(state.features)
    if entity.domain == "climate" and name == "turn_off" and cannot and "off" in modes:
        return "set_hvac_mode", {"hvac_mode": "off"}
    return name, data
