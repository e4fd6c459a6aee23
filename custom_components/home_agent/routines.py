"""What this Home Assistant's scenes, scripts and automations ask of the home in turn."""

from collections.abc import Iterator, Mapping
from typing import Any

from homeassistant.const import ATTR_STATE, Platform
from homeassistant.core import HomeAssistant, State, callback
from homeassistant.helpers import entity_registry as er
from homeassistant.helpers.entity import Entity
from homeassistant.helpers.entity_component import DATA_INSTANCES, EntityComponent
from homeassistant.helpers.script import Script

from .engine.home import ServiceCall
from .engine.home.routine import UNKNOWN, make_scene_call, read_actions
from .engine.home.service_kinds import OWN_KIND

_AUTOMATION = "automation"
_SCRIPT = "script"
_SWITCH_AS_X = "switch_as_x"
_UNIVERSAL = "universal"

# Of what a scene wants, all that tells whether it opens something.
_TELLING = ("current_position", "current_tilt_position")


@callback
def async_routines(hass: HomeAssistant) -> Iterator[tuple[str, tuple[ServiceCall, ...]]]:
    """Each routine of the home with what it asks for."""
    registry = er.async_get(hass)
    by_registry_id = {entry.id: entry.entity_id for entry in registry.entities.values()}
    for domain in (_AUTOMATION, _SCRIPT):
        for entity in _entities(hass, domain):
            # Of a blueprint, Home Assistant keeps here what it made with its inputs.
            yield (
                entity.entity_id,
                read_actions(getattr(entity, "raw_config", None), by_registry_id),
            )
    for domain in sorted(OWN_KIND - {_AUTOMATION, _SCRIPT, Platform.SCENE}):
        for entity in _entities(hass, domain):
            if calls := _calls_of(entity, by_registry_id):
                yield entity.entity_id, calls
    others: dict[str, tuple[ServiceCall, ...]] = {}
    for entity in _entities(hass, Platform.SCENE):
        config = getattr(entity, "scene_config", None)
        states: Mapping[str, State] | None = getattr(config, "states", None)
        if states is not None:
            wanted = {entity_id: _wanted(state) for entity_id, state in states.items()}
            yield entity.entity_id, (make_scene_call(wanted),)
            continue
        entry_id = entity.registry_entry.config_entry_id if entity.registry_entry else None
        if entry_id is None:
            yield entity.entity_id, (UNKNOWN,)
            continue
        if entry_id not in others:
            others[entry_id] = (_anything_of(registry, entry_id),)
        yield entity.entity_id, others[entry_id]


@callback
def async_shown_as(hass: HomeAssistant) -> dict[str, tuple[str, ...]]:
    """By switch: the locks, lights and covers that are nothing but this switch."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in er.async_get(hass).entities.values():
        options: Mapping[str, Any] = entry.options.get(_SWITCH_AS_X) or {}
        if switch := options.get("entity_id"):
            found[str(switch)] = (*found.get(str(switch), ()), entry.entity_id)
    return found


@callback
def async_script_services(hass: HomeAssistant) -> dict[str, str]:
    """By a script's own service: the script, which may have been given another id since."""
    return {
        f"{_SCRIPT}.{entity.unique_id}": entity.entity_id
        for entity in _entities(hass, _SCRIPT)
        if entity.unique_id is not None
    }


def _calls_of(entity: Entity, by_registry_id: Mapping[str, str]) -> tuple[ServiceCall, ...]:
    """What a thing asks for that is made of actions, or of a switch."""
    actions, switch = [*_actions(entity)], _switch_behind(entity)
    calls = read_actions({"sequence": actions}, by_registry_id) if actions else ()
    behind = (ServiceCall(domain="", service="", targets=(switch,)),) if switch else ()
    return (*calls, *behind)


def _actions(entity: Entity) -> Iterator[object]:
    """The actions that an entity is made of, as those of the template integration are."""
    for held in vars(entity).values():
        for held_script in held.values() if isinstance(held, dict) else (held,):
            if isinstance(held_script, Script):
                yield from held_script.sequence
    if entity.platform.platform_name == _UNIVERSAL:
        yield from (getattr(entity, "_cmds", None) or {}).values()


def _switch_behind(entity: Entity) -> str | None:
    """The switch that an entity is nothing but another face of."""
    options = entity.registry_entry.options if entity.registry_entry else {}
    if shown := options.get(_SWITCH_AS_X):
        return str(shown.get("entity_id") or "") or None
    if entity.platform.platform_name == Platform.SWITCH:
        switch: str | None = getattr(entity, "_switch_entity_id", None)
        return switch
    return None


def _anything_of(registry: er.EntityRegistry, entry_id: str) -> ServiceCall:
    """What a scene of an integration may do, which only that integration knows."""
    entries = er.async_entries_for_config_entry(registry, entry_id)
    things = tuple(entry.entity_id for entry in entries if entry.domain != Platform.SCENE)
    return ServiceCall(domain="", service="", targets=things)


def _entities(hass: HomeAssistant, domain: str) -> Iterator[Entity]:
    component: EntityComponent[Entity] | None = hass.data.get(DATA_INSTANCES, {}).get(domain)
    if component is not None:
        yield from component.entities


def _wanted(state: State) -> dict[str, Any]:
    told = {name: state.attributes[name] for name in _TELLING if name in state.attributes}
    return {ATTR_STATE: state.state, **told}
