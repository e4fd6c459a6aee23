"""The `home_agent:` section of configuration.yaml: tools and watches that a person defines.

Everything else is set in the UI.
"""

from collections.abc import Mapping
from typing import Any

import voluptuous as vol
from homeassistant.core import HomeAssistant, async_get_hass_or_none, callback
from homeassistant.helpers.typing import ConfigType
from homeassistant.util.hass_dict import HassKey

from .const import AGENT, CONF_CUSTOM_TOOLS, DOMAIN, LOGGER
from .engine.tools.custom import CustomTools, ToolDeclaration, split_custom_tools
from .engine.tools.custom.mcp import McpConnections
from .fetch import HassFetch
from .mcp_client import HassMcpClient
from .repair_issues import async_yaml_dropped
from .tool_parts import async_install_parser, async_tool_parts
from .yaml_section import YamlSection, describe_dropped, read_section

_SECTION: HassKey[YamlSection] = HassKey(f"{DOMAIN}_section")


def _read(written: Any) -> YamlSection:  # noqa: ANN401 - whatever is written there
    """The section, as far as it can be used.

    Whoever has the configuration checked before a restart is told what is wrong with it. A start
    goes on with what can be used, and shows the rest as repairs: a slip in one tool must not take
    the voice out of the house. It is read here, since only here lines are known.
    """
    section = read_section(written)
    hass = async_get_hass_or_none()
    is_check = hass is not None and DOMAIN in hass.config.components
    if is_check and section.dropped:
        raise vol.MultipleInvalid(
            [
                vol.Invalid(f"{describe_dropped(dropped)}: {problem}", path=dropped.path)
                for dropped in section.dropped
                for problem in dropped.problems
            ]
        )
    return section


CONFIG_SCHEMA = vol.Schema({DOMAIN: _read}, extra=vol.ALLOW_EXTRA)


@callback
def async_read_yaml(hass: HomeAssistant, config: ConfigType) -> None:
    """Keep what is written there for the agents that are set up, and show what is wrong."""
    section: YamlSection = config.get(DOMAIN) or YamlSection()
    hass.data[_SECTION] = section
    for dropped in section.dropped:
        LOGGER.error("%s is left out: %s", describe_dropped(dropped), " ".join(dropped.problems))
        async_yaml_dropped(hass, dropped)


@callback
def async_custom_tools(hass: HomeAssistant, options: Mapping[str, Any]) -> CustomTools:
    """The tools for an agent: those of configuration.yaml, and those in its own options."""
    section = _section(hass)
    # Servers may stand in a tool itself, too.
    connections = McpConnections(section.servers, HassMcpClient(hass).connect)
    tools = (*section.tools, *_own_tools(section, options))
    return async_tool_parts(hass, tools, HassFetch(hass), connections)


def _own_tools(section: YamlSection, options: Mapping[str, Any]) -> tuple[ToolDeclaration, ...]:
    """Those in the options; a name that is taken in configuration.yaml stays there."""
    tools, wrong = split_custom_tools(options.get(CONF_CUSTOM_TOOLS, ()))
    for tool in wrong:
        LOGGER.error("Tool %s of the options is left out: %s", tool.number, " ".join(tool.problems))
    taken = {tool.name for tool in section.tools}
    return tuple(tool for tool in tools if tool.name not in taken)


async def async_prepare_tools(hass: HomeAssistant, options: Mapping[str, Any]) -> None:
    """Have what the tools of an agent need installed."""
    section = _section(hass)
    await async_install_parser(hass, (*section.tools, *_own_tools(section, options)))


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
    return _section(hass).watches if next(agents, None) == agent_id else ()


def _section(hass: HomeAssistant) -> YamlSection:
    return hass.data.get(_SECTION, YamlSection())
