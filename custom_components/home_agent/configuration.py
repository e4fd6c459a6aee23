"""The `home_agent:` section of configuration.yaml: tools and watches that a person defines.

Everything else is set in the UI.
"""

from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers.typing import ConfigType
from homeassistant.util.hass_dict import HassKey

from .const import AGENT, CONF_WATCHES, DOMAIN
from .engine.errors import SettingsError
from .engine.settings import Settings
from .engine.tools.custom import Custom, CustomToolSettings, read_custom_tools
from .fetching import HassFetch

CONF_CUSTOM_TOOLS = "custom_tools"

_WATCHES: HassKey[tuple[Mapping[str, Any], ...]] = HassKey(f"{DOMAIN}_{CONF_WATCHES}")
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


def _watches(value: Any) -> list[Any]:  # noqa: ANN401 - whatever is written there
    """What is always watched for, checked by the engine."""
    listed: list[Any] = cv.ensure_list(value)
    try:
        Settings.from_mapping({CONF_WATCHES: listed})
    except SettingsError as error:
        raise vol.MultipleInvalid([_told_of_watch(one) for one in error.problems]) from error
    return listed


def _told_of_watch(problem: str) -> vol.Invalid:
    """One problem, at the line of its watch."""
    number = problem.removeprefix(f"{CONF_WATCHES} ").partition(",")[0].partition(":")[0]
    return vol.Invalid(problem, path=[int(number) - 1] if number.isdecimal() else None)


CONFIG_SCHEMA = vol.Schema(
    {
        DOMAIN: vol.All(
            lambda value: {} if value is None else value,
            vol.Schema(
                {
                    vol.Optional(CONF_CUSTOM_TOOLS): _tools,
                    vol.Optional(CONF_WATCHES): _watches,
                }
            ),
        )
    },
    extra=vol.ALLOW_EXTRA,
)


@callback
def async_read_yaml(hass: HomeAssistant, config: ConfigType) -> None:
    """Keep what is written there for the agents that are set up."""
    written = config.get(DOMAIN, {})
    hass.data[_TOOLS] = written.get(CONF_CUSTOM_TOOLS, ())
    hass.data[_WATCHES] = tuple(written.get(CONF_WATCHES, ()))


@callback
def async_custom_tools(hass: HomeAssistant) -> Custom:
    """The tools for an agent."""
    return Custom(tools=hass.data.get(_TOOLS, ()), fetch=HassFetch(hass))


@callback
def async_watches(hass: HomeAssistant, agent_id: str) -> tuple[Mapping[str, Any], ...]:
    """What this agent is always to watch for: the first of several sees to it, for all."""
    connections = hass.config_entries.async_entries(
        DOMAIN, include_ignore=False, include_disabled=False
    )
    agents = (
        subentry.subentry_id
        for connection in connections
        for subentry in connection.subentries.values()
        if subentry.subentry_type == AGENT
    )
    return hass.data.get(_WATCHES, ()) if next(agents, None) == agent_id else ()
