"""What tools of one's own are run with in Home Assistant: its recorder, its people, its energy."""

from functools import partial
from pathlib import Path
from typing import Any

from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers.recorder import get_instance
from homeassistant.requirements import RequirementsNotFound, async_process_requirements

from .const import DOMAIN, LOGGER
from .engine.tools.custom import CustomTools, ToolDeclaration
from .engine.tools.custom.fetch import Fetch
from .engine.tools.custom.handlers import needs_parser
from .engine.tools.custom.mcp import McpConnections
from .users import async_users

_RECORDER = "recorder"
_ENERGY = "energy"
_SQLITE = "sqlite:///"
# What Home Assistant's own scrape integration asks for.
_PARSER = "beautifulsoup4>=4.13,<5"


@callback
def async_tool_parts(
    hass: HomeAssistant, tools: tuple[ToolDeclaration, ...], fetch: Fetch, mcp: McpConnections
) -> CustomTools:
    """The tools, with all that this Home Assistant has for them."""
    return CustomTools(
        tools=tools,
        fetch=fetch,
        mcp=mcp,
        recorder_file=_recorder_file(hass),
        energy=partial(_async_energy, hass) if _ENERGY in hass.config.components else None,
        users=lambda user_id: async_users(hass).get(user_id),
    )


def _recorder_file(hass: HomeAssistant) -> Path | None:
    """The recorder's database, None where it is no file of SQLite."""
    if _RECORDER not in hass.config.components:
        return None
    url = get_instance(hass).db_url
    path = url.removeprefix(_SQLITE).partition("?")[0]
    return Path(path) if url.startswith(_SQLITE) and path else None


async def _async_energy(hass: HomeAssistant) -> Any:  # noqa: ANN401 - any JSON
    """What the energy dashboard is made of."""
    from homeassistant.components.energy.data import async_get_manager  # noqa: PLC0415

    return (await async_get_manager(hass)).data or {}


async def async_install_parser(hass: HomeAssistant, tools: tuple[ToolDeclaration, ...]) -> None:
    """Have what reading pages takes installed, where a tool reads some."""
    if not any(needs_parser(tool.handler) for tool in tools):
        return
    try:
        await async_process_requirements(hass, DOMAIN, [_PARSER])
    except RequirementsNotFound as error:
        LOGGER.warning("Tools that look at pages will not work: %s", error)
