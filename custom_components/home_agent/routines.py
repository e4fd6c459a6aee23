"""What this Home Assistant's scenes, scripts and automations ask of the home in turn."""

from collections.abc import Iterator

from homeassistant.components.homeassistant.scene import DATA_PLATFORM as SCENES
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.entity_component import EntityComponent
from homeassistant.helpers.entity_platform import EntityPlatform

from .engine.home import ServiceCall
from .engine.home.routine import UNKNOWN, call_towards, calls_in

_SCRIPTED = ("automation", "script")


@callback
def async_routines(hass: HomeAssistant) -> Iterator[tuple[str, tuple[ServiceCall, ...]]]:
    """Each routine of the home with what it asks for."""
    for domain in _SCRIPTED:
        component = hass.data.get(domain)
        if isinstance(component, EntityComponent):
            for entity in component.entities:
                config = getattr(entity, "raw_config", None)
                yield entity.entity_id, tuple(calls_in(config)) if config else (UNKNOWN,)
    platform = hass.data.get(SCENES)
    if isinstance(platform, EntityPlatform):
        for entity_id, scene in platform.entities.items():
            states = getattr(getattr(scene, "scene_config", None), "states", {})
            yield entity_id, tuple(call_towards(one, state.state) for one, state in states.items())
