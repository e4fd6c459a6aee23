"""Packages that only some agents need, installed when one does."""

from collections.abc import Iterable

from homeassistant.core import HomeAssistant
from homeassistant.requirements import RequirementsNotFound, async_process_requirements

from .const import DOMAIN, LOGGER
from .engine.llm.settings import ModelSettings

_NEEDED = {"google": ["google-genai>=1.59,<4"]}


async def async_install_packages(hass: HomeAssistant, models: Iterable[ModelSettings]) -> bool:
    """Install what asking these models takes; tell whether all of it is there."""
    needed = [one for kind in {model.kind for model in models} for one in _NEEDED.get(kind, ())]
    try:
        if needed:
            await async_process_requirements(hass, DOMAIN, needed, is_built_in=False)
    except RequirementsNotFound as error:
        LOGGER.error(
            "%s cannot be installed, so some models cannot be asked. Check whether Home Assistant "
            "can reach the internet, then reload the agent",
            " and ".join(error.requirements),
        )
        return False
    return True
