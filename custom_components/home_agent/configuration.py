"""The `home_agent:` section of configuration.yaml: tools that a person defines.

Everything else is set in the UI.
"""

from typing import Any

import voluptuous as vol
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.typing import ConfigType
from homeassistant.util.hass_dict import HassKey

from .const import DOMAIN
from .engine.errors import SettingsError
from .engine.tools.custom import Custom, CustomToolSettings, read_custom_tools
from .fetching import HassFetch

CONF_CUSTOM_TOOLS = "custom_tools"

_TOOLS: HassKey[tuple[CustomToolSettings, ...]] = HassKey(f"{DOMAIN}_{CONF_CUSTOM_TOOLS}")


def _tools(value: Any) -> tuple[CustomToolSettings, ...]:  # noqa: ANN401 - whatever is written there
    """The tools, checked by the engine."""
    listed = cv.ensure_list(value)
    try:
        return read_custom_tools(listed)
    except SettingsError as error:
        raise vol.MultipleInvalid([_told(one) for one in error.problems]) from error


def _told(problem: str) -> vol.Invalid:
    """One problem, at the line of its tool.

    Home Assistant prints what it finds at the path. That is the tool's name, never its keys.
    """
    tool, _, _rest = problem.removeprefix("tool ").partition(",")
    path = [int(tool) - 1, "name"] if tool.isdecimal() else ["name"]
    return vol.Invalid(problem, path=path)


CONFIG_SCHEMA = vol.Schema(
    {
        DOMAIN: vol.All(
            lambda value: {} if value is None else value,
            vol.Schema({vol.Optional(CONF_CUSTOM_TOOLS): _tools}),
        )
    },
    extra=vol.ALLOW_EXTRA,
)


@callback
def async_read_yaml(hass: HomeAssistant, config: ConfigType) -> None:
    """Keep the tools for every agent that is set up."""
    hass.data[_TOOLS] = config.get(DOMAIN, {}).get(CONF_CUSTOM_TOOLS, ())


@callback
def async_custom_tools(hass: HomeAssistant) -> Custom:
    """The tools for an agent."""
    return Custom(tools=hass.data.get(_TOOLS, ()), fetch=HassFetch(hass))
