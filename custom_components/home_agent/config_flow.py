"""Adding an agent: a name is all it takes."""

from typing import Any, override

import voluptuous as vol
from homeassistant.config_entries import ConfigFlow, ConfigFlowResult
from homeassistant.const import CONF_NAME

from .const import DEFAULT_NAME, DOMAIN


class HomeAgentConfigFlow(ConfigFlow, domain=DOMAIN):
    """Adds an agent. Several may live side by side, told apart by name."""

    VERSION = 1
    MINOR_VERSION = 1

    @override
    async def async_step_user(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask for the name."""
        errors: dict[str, str] = {}
        name = DEFAULT_NAME
        if user_input is not None:
            name = user_input[CONF_NAME].strip()
            if not name:
                errors[CONF_NAME] = "name_missing"
            elif self._taken(name):
                errors[CONF_NAME] = "name_taken"
            else:
                return self.async_create_entry(title=name, data={})
        schema = vol.Schema({vol.Required(CONF_NAME, default=name): str})
        return self.async_show_form(step_id="user", data_schema=schema, errors=errors)

    def _taken(self, name: str) -> bool:
        titles = (entry.title.casefold() for entry in self._async_current_entries())
        return name.casefold() in titles
