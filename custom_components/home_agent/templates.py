"""Templates of the house's owner, as Home Assistant itself reads them."""

from collections.abc import Mapping
from typing import Any

from homeassistant.core import HomeAssistant
from homeassistant.exceptions import TemplateError
from homeassistant.helpers.template import Template

from .engine.errors import TemplateFailedError

# Nobody who has just spoken wants to wait longer for their own template.
_LONGEST = 2.0


async def async_rendered(hass: HomeAssistant, template: str, variables: Mapping[str, Any]) -> str:
    """The text that it makes; raise `TemplateFailedError` in Home Assistant's words.

    Tried in a thread first, as core does where people try theirs: one that takes too long would
    hold up the whole house.
    """
    tried = Template(template, hass)
    try:
        if await tried.async_render_will_timeout(_LONGEST, variables, strict=True):
            raise TemplateFailedError(f"it takes longer than {_LONGEST:.0f} seconds")
        return str(tried.async_render(variables, parse_result=False, strict=True))
    except TemplateError as error:
        raise TemplateFailedError(str(error)) from error
