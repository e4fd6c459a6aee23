"""The `home_agent:` section of configuration.yaml: tools that a person defines.

Everything else is set in the UI. The section is checked in full, so that what is written today
holds tomorrow; tools of this kind cannot be used yet, and whoever defines one is told so.
"""

from typing import Any

import voluptuous as vol
from homeassistant.core import HomeAssistant, callback
from homeassistant.helpers import config_validation as cv
from homeassistant.helpers import issue_registry as ir
from homeassistant.helpers.typing import ConfigType

from .const import DOMAIN

CONF_CUSTOM_TOOLS = "custom_tools"

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_HANDLERS = {
    "rest": vol.Schema(
        {
            vol.Required("type"): "rest",
            vol.Required("url"): cv.string,
            vol.Optional("method", default="GET"): vol.All(vol.Upper, vol.In(_METHODS)),
            vol.Optional("headers"): {cv.string: cv.string},
            vol.Optional("query_params"): {cv.string: cv.string},
            vol.Optional("body"): vol.Any(cv.string, dict),
        }
    ),
    "service": vol.Schema(
        {
            vol.Required("type"): "service",
            vol.Required("service"): cv.string,
            vol.Optional("data"): dict,
            vol.Optional("target"): dict,
        }
    ),
}


def _handler(value: Any) -> Any:  # noqa: ANN401 - whatever is written there
    """What a tool does, as its type wants it."""
    kind = value.get("type") if isinstance(value, dict) else None
    if kind not in _HANDLERS:
        raise vol.Invalid(f"type must be one of {', '.join(_HANDLERS)}", path=["type"])
    return _HANDLERS[kind](value)


def _apart(tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = [one["name"] for one in tools]
    for name in names:
        if names.count(name) > 1:
            raise vol.Invalid(f"there are several tools named {name}")
    return tools


_TOOL = vol.Schema(
    {
        vol.Required("name"): vol.Match(
            r"^[A-Za-z_][A-Za-z0-9_]{0,63}$", "must be a name such as check_weather"
        ),
        vol.Required("description"): cv.string,
        vol.Optional("parameters", default=dict): dict,
        vol.Required("handler"): _handler,
    }
)

CONFIG_SCHEMA = vol.Schema(
    {
        DOMAIN: vol.All(
            lambda value: {} if value is None else value,
            vol.Schema({vol.Optional(CONF_CUSTOM_TOOLS): vol.All(cv.ensure_list, [_TOOL], _apart)}),
        )
    },
    extra=vol.ALLOW_EXTRA,
)


@callback
def async_read_yaml(hass: HomeAssistant, config: ConfigType) -> None:
    """Say what of the section cannot be used yet."""
    tools = config.get(DOMAIN, {}).get(CONF_CUSTOM_TOOLS)
    if not tools:
        ir.async_delete_issue(hass, DOMAIN, CONF_CUSTOM_TOOLS)
        return
    ir.async_create_issue(
        hass,
        DOMAIN,
        CONF_CUSTOM_TOOLS,
        is_fixable=False,
        severity=ir.IssueSeverity.WARNING,
        translation_key=CONF_CUSTOM_TOOLS,
        translation_placeholders={"names": ", ".join(one["name"] for one in tools)},
    )
