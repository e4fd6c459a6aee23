"""Adding an agent, and setting how careful it is."""

from collections.abc import Mapping
from typing import Any, override

import voluptuous as vol
from homeassistant.config_entries import (
    ConfigEntry,
    ConfigFlow,
    ConfigFlowResult,
    OptionsFlow,
    OptionsFlowWithReload,
)
from homeassistant.const import CONF_NAME
from homeassistant.core import callback
from homeassistant.helpers.selector import (
    BooleanSelector,
    NumberSelector,
    NumberSelectorConfig,
    NumberSelectorMode,
    ObjectSelector,
    SelectSelector,
    SelectSelectorConfig,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
)

from .const import CONF_PROVIDER, CONF_SAFETY, DEFAULT_NAME, DOMAIN, PROVIDER_NONE
from .engine.act.gate.safety import Safety
from .engine.act.gate.sensitivity import Sensitive
from .engine.errors import SettingsError

_LISTS = ("mark", "trust", "allow", "deny")
_MOST_CALLS = 600


class HomeAgentConfigFlow(ConfigFlow, domain=DOMAIN):
    """Adds an agent. Several may live side by side, told apart by name."""

    VERSION = 1
    MINOR_VERSION = 2

    @staticmethod
    @callback
    @override
    def async_get_options_flow(config_entry: ConfigEntry) -> OptionsFlow:
        """Offer the options of an agent."""
        return HomeAgentOptionsFlow()

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
                return self.async_create_entry(title=name, data={CONF_PROVIDER: PROVIDER_NONE})
        schema = vol.Schema({vol.Required(CONF_NAME, default=name): str})
        return self.async_show_form(step_id="user", data_schema=schema, errors=errors)

    def _taken(self, name: str) -> bool:
        titles = (entry.title.casefold() for entry in self._async_current_entries())
        return name.casefold() in titles


class HomeAgentOptionsFlow(OptionsFlowWithReload):
    """Sets what the agent may do, and what it asks about first."""

    async def async_step_init(self, user_input: dict[str, Any] | None = None) -> ConfigFlowResult:
        """Ask for everything that has to do with safety."""
        given: Mapping[str, Any] = self.config_entry.options.get(CONF_SAFETY, {})
        errors: dict[str, str] = {}
        problem = ""
        if user_input is not None:
            given = _without_gaps(user_input)
            try:
                Safety.from_mapping(given)
            except SettingsError as error:
                problem = " ".join(error.problems)
                errors = dict.fromkeys(map(_field, error.problems), "unusable")
            else:
                return self.async_create_entry(
                    data={**self.config_entry.options, CONF_SAFETY: given}
                )
        return self.async_show_form(
            step_id="init",
            data_schema=self.add_suggested_values_to_schema(_SCHEMA, _suggested(given)),
            errors=errors,
            description_placeholders={"problem": problem},
        )


def _without_gaps(user_input: dict[str, Any]) -> dict[str, Any]:
    """What was filled in, in the form that is kept."""
    given = {key: value for key, value in user_input.items() if value not in ("", [], None)}
    given["confirm"] = user_input.get("confirm", [])
    if "calls_a_minute" in given:
        # The frontend sends whole numbers as decimals.
        given["calls_a_minute"] = int(given["calls_a_minute"])
    return given


def _suggested(given: Mapping[str, Any]) -> dict[str, Any]:
    defaults = Safety()
    return {
        "confirm": sorted(defaults.confirm - {Sensitive.MARKED}),
        "calls_a_minute": defaults.calls_a_minute,
        "dry_run": defaults.dry_run,
        **given,
    }


def _field(problem: str) -> str:
    """The field that a problem is about, which its text begins with."""
    return problem.partition(":")[0].partition(",")[0]


_TEXTS = TextSelector(TextSelectorConfig(multiple=True))
_SCHEMA = vol.Schema(
    {
        vol.Optional("confirm"): SelectSelector(
            SelectSelectorConfig(
                options=[one.value for one in Sensitive if one is not Sensitive.MARKED],
                multiple=True,
                translation_key="confirm",
            )
        ),
        vol.Optional("pin"): TextSelector(TextSelectorConfig(type=TextSelectorType.PASSWORD)),
        **{vol.Optional(name): _TEXTS for name in _LISTS},
        vol.Optional("rules"): ObjectSelector(),
        vol.Optional("calls_a_minute"): NumberSelector(
            NumberSelectorConfig(min=1, max=_MOST_CALLS, step=1, mode=NumberSelectorMode.BOX)
        ),
        vol.Optional("dry_run"): BooleanSelector(),
    }
)
